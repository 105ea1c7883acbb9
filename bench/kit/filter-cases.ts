import { towns } from '#spec/reference/index';
import type { Random } from '#fixtures/random';
import { SORTS } from '#spec';

/** The values in a large world, as reported by the mock. */
export interface Values {
  commodities: readonly string[];
  grades: readonly string[];
  provinces: readonly string[];
  crop_years: readonly number[];
  /** The number of listed lots. */
  total: number;
}

export interface FilterCase {
  name: string;
  path: string;
  token: string;
  /** Draws one query. */
  query: (random: Random, values: Values) => Readonly<Record<string, string | number | boolean>>;
}

const LEAST_QUANTITY = 20;
const GREATEST_QUANTITY = 2_000;
/** Bushels per tonne, rounded. Good enough to draw useful bounds. */
const BUSHELS = 37;

type Draw = FilterCase['query'];

const oneCommodity: Draw = (random, { commodities }) => ({ commodity: random.pick(commodities) });
const threeCommodities: Draw = (random, { commodities }) => ({
  commodity: [random.pick(commodities), random.pick(commodities), random.pick(commodities)].join(','),
});
const grade: Draw = (random, { grades }) => ({ grade: random.pick(grades) });
const province: Draw = (random, { provinces }) => ({ province: random.pick(provinces) });
const cropYear: Draw = (random, { crop_years }) => ({ crop_year: random.pick(crop_years) });
const quantity = (random: Random): number => random.integer(LEAST_QUANTITY, GREATEST_QUANTITY);
const minQuantity: Draw = (random) => ({ min_quantity: quantity(random) });
const minProtein: Draw = (random) => ({ min_protein: random.integer(90, 160) / 10 });
const anySort: Draw = (random) => ({ sort: random.pick(SORTS) });
const deepOffset: Draw = (random, { total }) => ({ offset: random.integer(0, total - 1) });

function quantityRange(scale: number): Draw {
  return (random) => {
    const [a, b] = [quantity(random) * scale, quantity(random) * scale];
    return { min_quantity: Math.min(a, b), max_quantity: Math.max(a, b) };
  };
}

function near(min_km: number, max_km: number): Draw {
  return (random) => {
    const { latitude, longitude } = random.pick(towns);
    return { near: `${latitude},${longitude},${random.integer(min_km, max_km)}` };
  };
}

function together(...draws: readonly Draw[]): Draw {
  return (random, values) => Object.assign({}, ...draws.map((draw) => draw(random, values))) as ReturnType<Draw>; // every draw returns an object
}

function always(query: ReturnType<Draw>): Draw {
  return () => query;
}

/** Every documented filter and sort of GET /inventory: alone, combined, on deep pages, and without matches. */
const DRAWS: Readonly<Record<string, Draw>> = {
  'no filter': always({}),
  commodity: oneCommodity,
  'commodity, three of them': threeCommodities,
  grade,
  min_quantity: minQuantity,
  max_quantity: (random) => ({ max_quantity: quantity(random) }),
  'min_quantity and max_quantity': quantityRange(1),
  'min_quantity and max_quantity, units=BU': together(quantityRange(BUSHELS), always({ units: 'BU' })),
  province,
  'near, 25 to 60 km': near(25, 60),
  'near, 300 to 800 km': near(300, 800),
  'near, the whole prairie': near(3_000, 5_000),
  crop_year: cropYear,
  'is_organic=true': always({ is_organic: true }),
  'is_organic=false': always({ is_organic: false }),
  min_protein: minProtein,
  ...Object.fromEntries(SORTS.map((sort) => [`sort=${sort}`, always({ sort })])),
  'commodity, any sort': together(oneCommodity, anySort),
  'grade, province, crop_year, any sort': together(grade, province, cropYear, anySort),
  'commodity, near, min_quantity': together(threeCommodities, near(100, 300), minQuantity),
  'everything at once': together(
    threeCommodities,
    grade,
    quantityRange(BUSHELS),
    always({ units: 'BU', is_organic: false }),
    province,
    near(200, 900),
    cropYear,
    minProtein,
    anySort,
  ),
  'offset, any depth': deepOffset,
  'offset, any depth, any sort': together(deepOffset, anySort),
  'offset, any depth, commodity, sort=price': together(threeCommodities, deepOffset, always({ sort: 'price' })),
  'offset at the end, limit=50, any sort': together((_, { total }) => ({ offset: total - 50, limit: 50 }), anySort),
  'no such commodity': together((random) => ({ commodity: `grain-${random.next()}` }), anySort),
  'no such grade': together((random) => ({ grade: `No. ${random.next()}` }), anySort),
  'too much': together((random) => ({ min_quantity: GREATEST_QUANTITY + random.next() }), anySort),
  'near, nowhere': (random) => ({ near: `0,${random.integer(0, 90)},${random.integer(1, 500)}` }),
};

const OTHER_ENDPOINTS: readonly FilterCase[] = [
  { name: 'GET /inventory/filters', path: '/inventory/filters', token: 'dev_buyer', query: always({}) },
  {
    name: 'GET /me/inventory',
    path: '/me/inventory',
    token: 'dev_seller',
    query: (random) => ({ offset: random.integer(0, 5) * 20 }),
  },
  {
    name: 'GET /me/inventory by status',
    path: '/me/inventory',
    token: 'dev_seller',
    query: (random) => ({ status: random.pick(['listed', 'unlisted', 'archived']), limit: 50 }),
  },
];

/** Each documented filter, with one value. */
const FILTERS: Readonly<Record<string, Draw>> = {
  commodity: oneCommodity,
  grade,
  quantity: quantityRange(1),
  'quantity in bushels': together(quantityRange(BUSHELS), always({ units: 'BU' })),
  province,
  near: near(100, 600),
  crop_year: cropYear,
  is_organic: (random) => ({ is_organic: random.pick([true, false]) }),
  min_protein: minProtein,
};

/** Every pair of filters, with any sort. */
export const FILTER_PAIRS: readonly FilterCase[] = Object.entries(FILTERS).flatMap(([one, first], index) =>
  Object.entries(FILTERS)
    .slice(index + 1)
    .filter(([other]) => !other.startsWith(one))
    .map(([other, second]) => ({
      name: `${one} and ${other}`,
      path: '/inventory',
      token: 'dev_buyer',
      query: together(first, second, anySort),
    })),
);

export const FILTER_CASES: readonly FilterCase[] = [
  ...Object.entries(DRAWS).map(([name, query]) => ({ name, path: '/inventory', token: 'dev_buyer', query })),
  ...OTHER_ENDPOINTS,
];
