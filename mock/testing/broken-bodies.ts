/** Every body of the API field by field: what is right, and the ways to get it wrong (ERR-5). */

/** What a field is instead of what is right, and which fields are named for it. Undefined takes it away. */
export type Break = readonly [value: unknown, ...named: string[]];
/** A field of a body: the good value, and the ways to break it. */
export type Field = readonly [good: unknown, ...breaks: Break[]];
/** In the order of the declaration. */
export type Fields = Readonly<Record<string, Field>>;

/** What bodies refer to. */
export interface Known {
  farm: string;
  graded: string;
  ungraded: string;
  /** Bids of dev_elevator's on the two lots above. */
  bid: string;
  by_grades: string;
  sold_out: string;
  /** A delivery location of dev_elevator's. */
  location: number;
}

export interface BodyRow {
  title: string;
  who: string;
  method: 'POST' | 'PATCH';
  path: (known: Known) => string;
  fields: (known: Known) => Fields;
  /** Fields whose rule means nothing beside what else is broken: nothing is said of them. */
  silent?: (broken: Readonly<Record<string, unknown>>) => readonly string[];
}

/** Values that are wrong for a field, which alone is named for them. */
function wrong(field: string, ...values: readonly unknown[]): Break[] {
  return values.map((value) => [value, field]);
}

const PRICE: Field = [
  { amount: 610, unit: 'MT' },
  [{ amount: 0, unit: 'MT' }, 'price.amount'],
  [{ amount: 'x', unit: 'mt', tax: 1 }, 'price.amount', 'price.unit', 'price.tax'],
  [7, 'price'],
];
const DELIVERY: Field = [
  { from: '2026-09-01', to: '2026-09-30' },
  [{ from: '2026-09-30', to: '2026-09-01' }, 'delivery.to'],
  [{ from: 'soon', to: '2026-09-01' }, 'delivery.from'],
  [{ from: 'soon', to: 7 }, 'delivery.from', 'delivery.to'],
  [undefined, 'delivery'],
];
const QUANTITY: Field = [40, ...wrong('quantity_mt', 0, 'x', undefined)];
const UNKNOWN = { colour: [undefined, [1, 'colour']] } as const satisfies Fields;
const LINE = { grade: 'No. 2 Canada', price: { amount: 600, unit: 'MT' } };

function termsOf({ location }: Known): Fields {
  return {
    quantity_mt: [...QUANTITY, [1e6, 'quantity_mt']],
    delivery: DELIVERY,
    fob_farm: [false, ['no', 'fob_farm']],
    delivery_location_id: [location, ...wrong('delivery_location_id', 999_999, 1.5, undefined)],
    subject_to_sample_approval: [true, ['maybe', 'subject_to_sample_approval']],
    additional_terms: ['Dry.', ...wrong('additional_terms', 'a@b.ca', 7)],
    expires_at: ['2026-06-20T12:00:00Z', ...wrong('expires_at', '2020-01-01T00:00:00Z', 'x')],
    ...UNKNOWN,
  };
}

function bidOn(known: Known): Fields {
  return {
    price: [...PRICE, [undefined, 'price']],
    bids: [undefined, ...wrong('bids', [LINE], 7, [])],
    ...termsOf(known),
  };
}

const LINES: readonly Break[] = [
  [
    [{ ...LINE, grade: 'No. 9' }, LINE, { ...LINE, price: { amount: 0, unit: 'MT' } }],
    'bids[0].grade',
    'bids[2].grade',
    'bids[2].price.amount',
  ],
  [[LINE, { grade: 7 }, LINE], 'bids[1].grade', 'bids[1].price', 'bids[2].grade'],
];

const ITEMS: readonly Break[] = [
  [
    ['No. 1 Canada', 7, 'No. 9', { grade: 'No. 1 Canada' }, { id: 7 }],
    'bid_items[1]',
    'bid_items[2]',
    'bid_items[3]',
    'bid_items[4]',
  ],
  [['No. 9'], 'bid_items[0]'],
];

/** BID-9: where nobody can tell whether it is delivered, nobody can say that the place is missing. */
const placeUntold: BodyRow['silent'] = (broken) => {
  const is_missing = 'delivery_location_id' in broken && broken['delivery_location_id'] === undefined;
  return 'fob_farm' in broken && is_missing ? ['delivery_location_id'] : [];
};

/** LST-19: where nobody can tell the commodity, a grade may be one of it, if it is a grade at all. */
const gradeUntold: BodyRow['silent'] = (broken) => ('commodity' in broken && broken['grade'] === 'No. 1 CWRS' ? ['grade'] : []);

const GRADE: Field = ['No. 1 Canada', ...wrong('grade', 'n', 'No. 1 CWRS', 7)];

const OF_BIDS: readonly BodyRow[] = [
  {
    title: 'a bid',
    who: 'elevator',
    method: 'POST',
    path: ({ graded }) => `/inventory/${graded}/bids`,
    fields: bidOn,
    silent: placeUntold,
  },
  {
    title: 'a bid by grades',
    who: 'elevator',
    method: 'POST',
    path: ({ ungraded }) => `/inventory/${ungraded}/bids`,
    fields: (known) => ({
      price: [undefined, [PRICE[0], 'price'], [{ amount: 0, unit: 'MT' }, 'price.amount']],
      bids: [[LINE], ...LINES, ...wrong('bids', undefined, [])],
      ...termsOf(known),
    }),
    silent: placeUntold,
  },
  {
    title: 'a counter of a seller',
    who: 'seller',
    method: 'POST',
    path: ({ bid }) => `/bids/${bid}/counter`,
    fields: (known) => ({
      ...bidOn(known),
      fob_farm: [true, ['no', 'fob_farm']],
      delivery_location_id: [undefined, ...wrong('delivery_location_id', 1001, 'x')],
    }),
  },
  {
    title: 'an acceptance of grades',
    who: 'seller',
    method: 'POST',
    path: ({ by_grades }) => `/bids/${by_grades}/accept`,
    fields: () => ({ bid_items: [['No. 1 Canada'], ...ITEMS, ...wrong('bid_items', [], 7)], ...UNKNOWN }),
  },
];

const OF_SELLERS: readonly BodyRow[] = [
  {
    title: 'a listing',
    who: 'seller',
    method: 'POST',
    path: () => '/me/inventory',
    fields: ({ farm }) => ({
      commodity: ['canola', ...wrong('commodity', 'nope', '', 7, undefined)],
      farm_id: [farm, ...wrong('farm_id', 'farm_x', 7, undefined)],
      quantity_mt: QUANTITY,
      variety: ['CDC Fraser', [' ', 'variety']],
      crop_year: [2025, ...wrong('crop_year', 'x', 1700)],
      grade: GRADE,
      target_price: [
        { amount: 640 },
        [{ amount: 0, firm: 'x' }, 'target_price.amount', 'target_price.firm'],
        [7, 'target_price'],
      ],
      is_organic: [false, ['x', 'is_organic']],
      quality: [{}, [{ protein: -1, moisture: 'x' }, 'quality.protein', 'quality.moisture']],
      list: [true, ['x', 'list']],
      ...UNKNOWN,
    }),
    silent: gradeUntold,
  },
  {
    title: 'a change of a lot that is sold out',
    who: 'seller',
    method: 'PATCH',
    path: ({ sold_out }) => `/me/inventory/${sold_out}`,
    fields: () => ({
      target_price: [undefined, [{ amount: 0 }, 'target_price.amount'], [7, 'target_price']],
      // Published as it is, it lacks a quantity.
      listed: [undefined, [true, 'quantity_mt'], ['x', 'listed']],
      quantity_mt: [undefined, ...wrong('quantity_mt', 'x', 0)],
      ...UNKNOWN,
    }),
  },
  {
    title: 'a farm',
    who: 'seller',
    method: 'POST',
    path: () => '/me/farms',
    fields: () => ({
      name: ['Far Vumptious', ...wrong('name', ' ', 7, undefined)],
      latitude: [50.3, ...wrong('latitude', 91, 'x', undefined)],
      longitude: [-107.8, ...wrong('longitude', -181, undefined)],
      nearest_city: ['Nokomis', ...wrong('nearest_city', '1 km', 'a@b.ca', 7, undefined)],
      nearest_province: ['SK', ...wrong('nearest_province', 'ND', '', 7, undefined)],
      ...UNKNOWN,
    }),
  },
];

const OF_TEAMS: readonly BodyRow[] = [
  {
    title: 'a cash bid',
    who: 'elevator',
    method: 'POST',
    path: () => '/cash-bids',
    fields: ({ location }) => ({
      commodity: ['canola', ...wrong('commodity', 'nope', 7, undefined)],
      grade: GRADE,
      crop_year: [2025, ['x', 'crop_year']],
      price: [...PRICE, [undefined, 'price']],
      quantity_mt: QUANTITY,
      delivery: DELIVERY,
      delivery_location_id: [location, ...wrong('delivery_location_id', 999_999, 'x', undefined)],
      is_active: [true, ['x', 'is_active']],
      ...UNKNOWN,
    }),
    silent: gradeUntold,
  },
  {
    title: 'a subscription',
    who: 'buyer',
    method: 'POST',
    path: () => '/webhooks',
    fields: () => ({
      url: ['https://desk.example/hooks', ...wrong('url', 'desk', 'https://a:b@desk.example/', 7, undefined)],
      events: [
        ['bid.accepted'],
        [['bid.accepted', 7, 'bid.retracted'], 'events[1]', 'events[2]'],
        [['listing.sold'], 'events[0]'],
        ...wrong('events', [], undefined),
      ],
      ...UNKNOWN,
    }),
  },
];

export const BODY_ROWS: readonly BodyRow[] = [...OF_BIDS, ...OF_SELLERS, ...OF_TEAMS];
