/** The place and the dates of delivery: `fob_farm`, `delivery_location_id`, and `delivery`. */
import { check, type Check } from '../../check/check.ts';
import type { JsonObject, Lot, Reply } from '#client';
import {
  Blocked,
  describeRefusal,
  ensureSuccess,
  expectPlaced,
  expectRefusal,
  expectThat,
  readItems,
  readPath,
  encodePath,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { fieldInViews } from './bid-views.ts';
import { prepareMultiGradeBid } from './multi-grade.ts';
import { expectNoBids } from './placing.ts';
import { postBid } from './post-bid.ts';
import { arrangeBidInState } from './states.ts';
import { SIDES } from './needs.ts';

/** An id too large to exist in practice. */
const NO_LOCATION = 987_654_321;

async function checkFobFarm(t: CheckContext, lot: Lot, placed: Reply, expected: boolean, by = t.buyer): Promise<void> {
  const names_location = placed.status === 422 && JSON.stringify(placed.json).includes('delivery_location_id');
  expectThat(!(expected && names_location), {
    message: 'A bid that is FOB farm is rejected because it has no delivery_location_id.',
    reply: placed,
    expected: 'a bid with fob_farm true',
    observed: placed.json,
    likely_cause: 'fob_farm defaults to false, or is ignored.',
  });
  await expectPlaced(t, by, placed);
  const values = await fieldInViews(t, lot, placed, 'fob_farm', by);
  if (values.length === 0) t.unverifiable('no view of a bid shows fob_farm');
  for (const value of values) value.is(expected);
}

/** @throws Unverifiable if the buyer shares the location of the elevator */
async function foreignLocation(t: CheckContext): Promise<number> {
  const theirs = await t.arrange.deliveryLocation();
  const own = readItems(await t.buyer.get('/delivery-locations')).map(({ id }) => id);
  return own.includes(theirs) ? t.unverifiable("the elevator's delivery location is also the buyer's") : theirs;
}

function expectLocationRejected(t: CheckContext, reply: Reply): void {
  expectThat([400, 403, 404, 422].includes(reply.status), {
    message: "A bid with a delivery location that is not the caller's was not rejected.",
    reply,
    expected: 'status 422, 404, 403, or 400',
    observed: reply.json,
    likely_cause: "The lookup uses the id alone. Restrict it to the team's locations.",
  });
  t.observe(`a location that is not the caller's: ${describeRefusal(reply)}`);
}

/** Every view of a bid that shows its delivery window shows the one that was sent. */
async function expectKept(t: CheckContext, lot: Lot, placed: Reply, delivery: unknown): Promise<void> {
  for (const shown of await fieldInViews(t, lot, placed, 'delivery'))
    for (const end of ['from', 'to']) shown.get(end).is(readPath(delivery, end));
}

export const DELIVERY_CHECKS: readonly Check[] = [
  check('BID-9/required', 'A bid with fob_farm false and no delivery_location_id returns 422', SIDES, async (t) => {
    const lot = await t.arrange.lot();
    for (const location of [{}, { delivery_location_id: null }]) {
      const refused = await postBid(t, lot.id, { fob_farm: false, ...location });
      expectRefusal(refused, 422, { code: 'validation_failed' });
      await expectNoBids(lot, refused);
    }
    await checkFobFarm(t, lot, await postBid(t, lot.id, { fob_farm: true }), true);
  }),
  check(
    'BID-9/own-location',
    "A bid with fob_farm false needs one of the elevator's delivery locations",
    ['elevator', 'writes'],
    async (t) => {
      const lot = await t.arrange.lotToBidOn();
      const refused = await postBid(t, lot, { fob_farm: false }, t.elevator);
      expectRefusal(refused, 422, { code: 'validation_failed' });
      const locations = readItems(await t.elevator.get('/delivery-locations'));
      if (locations.length === 0) t.unverifiable('the elevator has no delivery location', 'actors.elevator');
      // DLOC-1 and DLOC-3 check the ids.
      const id = locations[0]?.['id'];
      if (typeof id !== 'number') throw new Blocked('GET /delivery-locations returns ids that are not numbers');
      const placed = await postBid(t, lot, { fob_farm: false, delivery_location_id: id }, t.elevator);
      await expectPlaced(t, t.elevator, placed);
    },
  ),
  check(
    'BID-9/by-grades',
    'A multi-grade bid with fob_farm false and no delivery_location_id returns 422',
    ['buyer', 'writes'],
    async (t) => {
      const { lot_id, body } = await t.arrange.multiGradeTerms();
      const path = encodePath`/inventory/${lot_id}/bids`;
      expectRefusal(await t.buyer.post(path, { ...body, fob_farm: false }), 422, { code: 'validation_failed' });
      await expectPlaced(t, t.buyer, await t.buyer.post(path, { ...body, fob_farm: true }));
    },
  ),
  check(
    'BID-44/of-another',
    "A bid with a delivery location that is not the caller's is rejected",
    ['buyer', 'elevator', 'writes'],
    async (t) => {
      const lot = await t.arrange.lotToBidOn();
      const theirs = await t.arrange.deliveryLocation();
      const own = readItems(await t.buyer.get('/delivery-locations')).map(({ id }) => id);
      const not_own = [theirs, NO_LOCATION].filter((id) => !own.includes(id));
      for (const delivery_location_id of not_own)
        expectLocationRejected(t, await postBid(t, lot, { fob_farm: false, delivery_location_id }));
      ensureSuccess(await postBid(t, lot, { fob_farm: false, delivery_location_id: theirs }, t.elevator));
    },
  ),
  check(
    'BID-44/by-grades',
    "A multi-grade bid with a delivery location that is not the caller's is rejected",
    ['buyer', 'elevator', 'writes'],
    async (t) => {
      const { lot_id, body } = await t.arrange.multiGradeTerms();
      const place = async (fields: JsonObject): Promise<Reply> =>
        t.buyer.post(encodePath`/inventory/${lot_id}/bids`, { ...body, ...fields });
      expectLocationRejected(t, await place({ fob_farm: false, delivery_location_id: await foreignLocation(t) }));
      ensureSuccess(await place({ fob_farm: true }));
    },
  ),
  check(
    'BID-44/counter',
    "A buyer's counter with a delivery location that is not the caller's is rejected",
    [...SIDES, 'elevator'],
    async (t) => {
      const { id } = await arrangeBidInState(t, 'counter');
      const body = await t.arrange.bidBody();
      const counter = async (place: JsonObject): Promise<Reply> =>
        t.buyer.post(encodePath`/bids/${id}/counter`, { ...body, ...place });
      expectLocationRejected(t, await counter({ fob_farm: false, delivery_location_id: await foreignLocation(t) }));
      ensureSuccess(await counter({ fob_farm: true }));
    },
  ),
  check('BID-5/kept', 'A delivery is shown as it was placed, also at the end of a year', SIDES, async (t) => {
    const lot = await t.arrange.lot();
    const bid = await t.arrange.bid(lot);
    await expectKept(t, lot, bid.reply, bid.body['delivery']);
    const today = t.run.clock.dateFromToday(0);
    const year = Number(today.slice(0, 4)) + (today.slice(5) > '12-15' ? 1 : 0);
    const delivery = { from: `${year}-12-30`, to: `${year + 1}-01-02` };
    const other = await t.arrange.lot();
    const placed = await postBid(t, other.id, { delivery });
    // A target can limit how far ahead and how long a delivery is.
    if (!placed.is_success) t.unverifiable(`the target rejects a delivery from ${delivery.from} to ${delivery.to}`);
    await expectKept(t, other, placed, delivery);
  }),
  check(
    'BID-10/code',
    "Another team's delivery location returns 422 and names the field",
    ['buyer', 'elevator', 'writes'],
    async (t) => {
      const lot = await t.arrange.lotToBidOn();
      const delivery_location_id = await t.arrange.deliveryLocation();
      expectRefusal(await postBid(t, lot, { fob_farm: false, delivery_location_id }), 422, { field: 'delivery_location_id' });
    },
  ),
  check('BID-43/default', 'fob_farm of a bid defaults to true', SIDES, async (t) => {
    const lot = await t.arrange.lot();
    await checkFobFarm(t, lot, await postBid(t, lot.id, { fob_farm: undefined }), true);
  }),
  check('BID-43/by-grades', 'fob_farm of a multi-grade bid defaults to true', SIDES, async (t) => {
    const { lot, body } = await prepareMultiGradeBid(t);
    await checkFobFarm(t, lot, await t.buyer.post(encodePath`/inventory/${lot.id}/bids`, { ...body, fob_farm: undefined }), true);
  }),
  check('BID-43/counter', 'fob_farm of a counter defaults to true', SIDES, async (t) => {
    for (const fob of [{ fob_farm: undefined }, { fob_farm: true }]) {
      const lot = await t.arrange.lot();
      const counter = await t.arrange.counter(lot, await t.arrange.bid(lot), fob);
      const values = await fieldInViews(t, lot, counter.reply, 'fob_farm');
      if (values.length === 0) t.unverifiable('no view of a counter shows fob_farm');
      for (const value of values) value.is(true);
    }
  }),
  check('BID-43/given', 'A bid placed with fob_farm false keeps it', ['elevator', 'seller', 'writes'], async (t) => {
    const lot = await t.arrange.lot();
    const delivery_location_id = await t.arrange.deliveryLocation();
    const placed = await postBid(t, lot.id, { fob_farm: false, delivery_location_id }, t.elevator);
    await checkFobFarm(t, lot, placed, false, t.elevator);
  }),
];
