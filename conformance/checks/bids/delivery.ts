/** Where the grain is taken over: `fob_farm` and `delivery_location_id`. */
import type { Check } from '../../check/check.ts';
import { check } from '../../check/check.ts';
import type { Actor, JsonNode, Lot, Reply } from '#client';
import {
  Blocked,
  describeRefusal,
  ensureSuccess,
  expectPlaced,
  expectRefusal,
  expectThat,
  findBidInInbox,
  findReceivedBid,
  readBid,
  readItems,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { expectNoBids } from './place.ts';

/** An id that no deployment gives away in its first million locations. */
const NO_LOCATION = 987_654_321;

/** Every view that shows this field of a new bid: the answer, the bid, and both views of the seller. */
export async function viewsOf(
  t: CheckContext,
  lot: Lot,
  placed: Reply,
  field: string,
  by: Actor = t.buyer,
): Promise<readonly JsonNode[]> {
  const id = placed.data.get('id').text();
  const views = [placed.data, await readBid(by, id), await findReceivedBid(t, lot, id), await findBidInInbox(lot.seller, id)];
  return views.flatMap((view) => (view?.has(field) === true ? [view.get(field)] : []));
}

async function judgeFobFarm(t: CheckContext, lot: Lot, placed: Reply, expected: boolean, by?: Actor): Promise<void> {
  await expectPlaced(t, by ?? t.buyer, placed);
  const views = await viewsOf(t, lot, placed, 'fob_farm', by);
  if (views.length === 0) t.unverifiable('no view of a bid shows fob_farm');
  for (const view of views) view.is(expected);
}

export const DELIVERY: readonly Check[] = [
  check(
    'BID-9/required',
    'A bid that is not FOB farm is refused without a delivery location',
    ['buyer', 'seller', 'writes'],
    async (t) => {
      const lot = await t.arrange.lot();
      const refused = await t.buyer.post(`/inventory/${lot.id}/bids`, await t.arrange.bidBody({ fob_farm: false }));
      expectRefusal(refused, 422, { code: 'validation_failed' });
      await expectNoBids(lot, refused);
      ensureSuccess(await t.buyer.post(`/inventory/${lot.id}/bids`, await t.arrange.bidBody({ fob_farm: true })));
    },
  ),
  check(
    'BID-9/own-location',
    "A bid that is not FOB farm is taken with one of the elevator's delivery locations, and refused without",
    ['elevator', 'writes'],
    async (t) => {
      const lot = await t.arrange.lotToBidOn();
      const path = `/inventory/${lot}/bids`;
      expectRefusal(await t.elevator.post(path, await t.arrange.bidBody({ fob_farm: false })), 422, {
        code: 'validation_failed',
      });
      const locations = readItems(await t.elevator.get('/delivery-locations'));
      if (locations.length === 0) t.unverifiable('the elevator has no delivery location', 'actors.elevator');
      // That ids are integers, and that all of them can be used, is said elsewhere (DLOC-1, DLOC-3).
      const id = locations[0]?.['id'];
      if (typeof id !== 'number') throw new Blocked('GET /delivery-locations gives ids that are no numbers');
      const body = await t.arrange.bidBody({ fob_farm: false, delivery_location_id: id });
      await expectPlaced(t, t.elevator, await t.elevator.post(path, body));
    },
  ),
  check(
    'BID-9/by-grades',
    'A bid by grades that is not FOB farm is refused without a delivery location',
    ['buyer', 'writes'],
    async (t) => {
      const { lot_id, body } = await t.arrange.multiGradeBid();
      expectRefusal(await t.buyer.post(`/inventory/${lot_id}/bids`, { ...body, fob_farm: false }), 422, {
        code: 'validation_failed',
      });
      await expectPlaced(t, t.buyer, await t.buyer.post(`/inventory/${lot_id}/bids`, { ...body, fob_farm: true }));
    },
  ),
  check(
    'BID-44/of-another',
    "A delivery location that is not the caller's own is refused",
    ['buyer', 'elevator', 'writes'],
    async (t) => {
      const lot = await t.arrange.lotToBidOn();
      const theirs = await t.arrange.deliveryLocation();
      const own = readItems(await t.buyer.get('/delivery-locations')).map(({ id }) => id);
      const rows = [theirs, NO_LOCATION].filter((id) => !own.includes(id));
      for (const delivery_location_id of rows) {
        const body = await t.arrange.bidBody({ fob_farm: false, delivery_location_id });
        const reply = await t.buyer.post(`/inventory/${lot}/bids`, body);
        expectThat([400, 403, 404, 422].includes(reply.status), {
          message: "A bid names a delivery location that is not the caller's own, and is not refused for it.",
          reply,
          expected: 'status 422, 404, 403 or 400',
          observed: reply.json,
          likely_cause: 'The location is looked up by its id alone, and not among those of the team.',
        });
        t.observe(`a location that is not the caller's own: ${describeRefusal(reply)}`);
      }
      const body = await t.arrange.bidBody({ fob_farm: false, delivery_location_id: theirs });
      ensureSuccess(await t.elevator.post(`/inventory/${lot}/bids`, body));
    },
  ),
  check(
    'BID-10/code',
    "Another's delivery location is refused with 422, naming the field",
    ['buyer', 'elevator', 'writes'],
    async (t) => {
      const lot = await t.arrange.lotToBidOn();
      const body = await t.arrange.bidBody({ fob_farm: false, delivery_location_id: await t.arrange.deliveryLocation() });
      expectRefusal(await t.buyer.post(`/inventory/${lot}/bids`, body), 422, { field: 'delivery_location_id' });
    },
  ),
  check('BID-43/default', 'A bid is FOB farm unless it says otherwise', ['buyer', 'seller', 'writes'], async (t) => {
    const lot = await t.arrange.lot();
    const placed = await t.buyer.post(`/inventory/${lot.id}/bids`, await t.arrange.bidBody({ fob_farm: undefined }));
    await judgeFobFarm(t, lot, placed, true);
  }),
  check('BID-43/by-grades', 'A bid by grades is FOB farm unless it says otherwise', ['buyer', 'seller', 'writes'], async (t) => {
    const made = await t.arrange.multiGradeBid();
    const lot = made.lot ?? t.unverifiable('there is no seller to read the bid', 'actors.seller');
    const body = Object.fromEntries(Object.entries(made.body).filter(([key]) => key !== 'fob_farm'));
    await judgeFobFarm(t, lot, await t.buyer.post(`/inventory/${lot.id}/bids`, body), true);
  }),
  check(
    'BID-43/given',
    'Only what is left out has a default: a bid that is not FOB farm does not read as one',
    ['elevator', 'seller', 'writes'],
    async (t) => {
      const lot = await t.arrange.lot();
      const delivery_location_id = await t.arrange.deliveryLocation();
      const body = await t.arrange.bidBody({ fob_farm: false, delivery_location_id });
      await judgeFobFarm(t, lot, await t.elevator.post(`/inventory/${lot.id}/bids`, body), false, t.elevator);
    },
  ),
];
