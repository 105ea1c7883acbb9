import { Blocked, dataIn, ensureDone, type Lot, type RunContext, encodePath } from '#client';
import { readActor, type Fields, type State } from '../state.ts';

/** A well-formed id that does not exist. */
const UNKNOWN_LOT = 'inv_0000000000000000';

export const LOT_PARAMS = {
  asking_price: 'the asking price per tonne',
  quantity_mt: 'the listed quantity in tonnes',
  seller: 'the actor who sells: seller or partner',
};
export const LOT_VALUES = {
  lot_id: 'the listing',
  commodity: 'its commodity, as a slug',
  grade: 'its grade; null if it is ungraded',
};

/** Creates a listing with the parameters of a state. */
export async function makeLot(t: RunContext, params: Fields, fields: Fields = {}): Promise<{ lot: Lot; values: Fields }> {
  const { asking_price, quantity_mt, seller } = params;
  const overrides = {
    ...(asking_price === undefined ? {} : { target_price: { amount: asking_price, firm: false } }),
    ...(quantity_mt === undefined ? {} : { quantity_mt }),
    ...fields,
  };
  const lot = await t.arrange.lot(overrides, seller === undefined ? undefined : t.actor(readActor('seller', seller)));
  const { commodity, grade } = lot.submitted;
  return { lot, values: { lot_id: lot.id, commodity, grade: grade ?? null } };
}

export const INVENTORY_STATES: readonly State[] = [
  {
    name: 'nothing in particular',
    description: 'The marketplace as it is, with a few listed lots.',
    values: {},
    make: () => Promise.resolve({ values: {} }),
  },
  {
    name: 'a listed lot',
    description: 'A published graded listing of the seller.',
    params: LOT_PARAMS,
    values: LOT_VALUES,
    make: async (t, params) => ({ values: (await makeLot(t, params)).values }),
  },
  {
    name: 'an ungraded lot',
    description: 'A published ungraded listing, which takes multi-grade bids.',
    params: LOT_PARAMS,
    values: { ...LOT_VALUES, first_grade: 'a grade to bid on', second_grade: 'another' },
    make: async (t, params) => {
      const { values } = await makeLot(t, params, { grade: undefined });
      const [first_grade, second_grade] = await t.arrange.gradesToBid();
      return { values: { ...values, first_grade, second_grade } };
    },
  },
  {
    name: 'a draft listing',
    description: 'A draft of the seller.',
    params: LOT_PARAMS,
    values: LOT_VALUES,
    make: async (t, params) => ({ values: (await makeLot(t, params, { list: false })).values }),
  },
  {
    name: 'a delisted lot',
    description: 'A listing of the seller that was unlisted. Buyers get 404.',
    params: LOT_PARAMS,
    values: LOT_VALUES,
    make: async (t, params) => {
      const { lot, values } = await makeLot(t, params);
      const reply = await lot.seller.patch(encodePath`/me/inventory/${lot.id}`, { listed: false });
      ensureDone(reply, 'PATCH /me/inventory/{id} did not unlist the listing');
      return { values };
    },
  },
  {
    name: 'no such lot',
    description: 'A well-formed listing id that does not exist.',
    values: { lot_id: 'the id' },
    make: () => Promise.resolve({ values: { lot_id: UNKNOWN_LOT } }),
  },
  {
    name: 'a sandbox listing',
    description: 'A sandbox listing of the partner.',
    values: LOT_VALUES,
    make: async (t) => ({ values: (await makeLot(t, { seller: 'partner_sandbox' })).values }),
  },
  {
    name: 'a farm with a payment method',
    description: 'A farm of the seller with a payment method.',
    params: { seller: LOT_PARAMS.seller },
    values: { farm_id: 'the farm', commodity: 'a commodity to list, as a slug', grade: 'a grade of the commodity' },
    make: async (t, { seller = 'seller' }) => {
      const { farm_id, crop } = await t.arrange.publishing(t.actor(readActor('seller', seller)));
      return { values: { farm_id, commodity: crop.commodity, grade: crop.grade ?? null } };
    },
  },
  {
    name: 'a farm without a payment method',
    description: 'A new farm of the seller, which cannot publish yet.',
    params: { seller: LOT_PARAMS.seller },
    values: { farm_id: 'the farm', commodity: 'a commodity, as a slug', grade: 'a grade of the commodity' },
    make: async (t, { seller = 'seller' }) => {
      const by = t.actor(readActor('seller', seller));
      const { crop } = await t.arrange.publishing(by);
      return { values: { farm_id: await t.arrange.farm(by), commodity: crop.commodity, grade: crop.grade ?? null } };
    },
  },
  {
    name: 'a simulated bid',
    description: 'A bid that `POST /sandbox/simulate-event` creates on a sandbox listing of the partner.',
    values: { lot_id: 'the listing', bid_id: 'the bid' },
    make: async (t) => {
      const { lot } = await makeLot(t, { seller: 'partner_sandbox' });
      const reply = await lot.seller.post('/sandbox/simulate-event', { event: 'bid.received', inventory_id: lot.id });
      const { bid_id } = dataIn(reply.json);
      if (!reply.is_success || typeof bid_id !== 'string')
        throw new Blocked(`POST /sandbox/simulate-event created no bid (status ${reply.status})`, reply.exchange);
      return { values: { lot_id: lot.id, bid_id } };
    },
  },
];
