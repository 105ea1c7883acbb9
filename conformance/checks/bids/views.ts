/** The values of a bid in every view. The oracles of bids check its fields. */
import { check, type Check } from '../../check/check.ts';
import type { JsonNode, Lot } from '#client';
import { describeRefusal, expectSuccess, expectThat, awaitInList, encodePath } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { PENDING_VIEWS } from './bid-views.ts';
import { arrangeBidInState } from './states.ts';
import { SIDES } from './needs.ts';

/** The values of `units` to try: MT, and the configured unit. */
function unitsOf(t: CheckContext): readonly string[] {
  const { unit } = t.run.settings.fixtures;
  if (unit === undefined) t.observe('only MT was tried; to try another unit, set fixtures.unit');
  return ['MT', ...(unit === undefined ? [] : [unit])];
}

const UNITS: readonly Check[] = [
  check('BID-34/list', 'GET /bids accepts units, and quantity_mt stays in tonnes', SIDES, async (t) => {
    const { id, quantity_mt } = await arrangeBidInState(t, 'bid');
    for (const units of unitsOf(t)) {
      const reply = await t.buyer.get('/bids', { units, limit: 1 });
      expectSuccess(reply);
      const found = await awaitInList(t.buyer, '/bids', id, { units, status: 'pending' });
      expectThat(found !== undefined, { message: `The bid is not in GET /bids?units=${units}.`, reply });
      found.find('quantity_mt')?.is(quantity_mt);
    }
  }),
  check('BID-34/bid', 'GET /bids/{id} accepts units, and quantity_mt stays in tonnes', ['buyer', 'writes'], async (t) => {
    const bid = await t.arrange.bid(await t.arrange.lotToBidOn());
    for (const units of unitsOf(t)) {
      const reply = await t.buyer.get(encodePath`/bids/${bid.id}`, { units });
      expectSuccess(reply);
      reply.data.get('id').is(bid.id);
      reply.data.find('quantity_mt')?.is(bid.body['quantity_mt']);
    }
  }),
  check('BID-56/quantity', 'A bid has a quantity in the requested units', ['buyer', 'writes', 'fixture:unit'], async (t) => {
    const bid = await t.arrange.bid(await t.arrange.lotToBidOn());
    const reply = await t.buyer.get(encodePath`/bids/${bid.id}`, { units: t.run.settings.fixtures.unit ?? 'MT' });
    t.observe(`units: ${describeRefusal(reply)}`);
    reply.data.get('quantity').object();
  }),
];

/** Sellers can have `listing_id` in place of `inventory_id`. */
function expectValues(bid: JsonNode, lot: Lot, quantity_mt: unknown): void {
  bid.get('quantity_mt').is(quantity_mt);
  bid.get(bid.has('listing_id') && !bid.has('inventory_id') ? 'listing_id' : 'inventory_id').is(lot.id);
}

const VALUES: readonly Check[] = [
  check('BID-46/values', 'Every view of a bid shows its quantity and the id of its listing', SIDES, async (t) => {
    const made = await arrangeBidInState(t, 'bid');
    const without_bid: string[] = [];
    for (const { source, read } of PENDING_VIEWS) {
      const bid = await read(t, made);
      if (bid === undefined) without_bid.push(source);
      else expectValues(bid, made.lot, made.quantity_mt);
    }
    if (without_bid.length > 0) t.unverifiable(`${without_bid.join(' and ')} does not show the bid`);
  }),
  check('BID-46/counter', 'POST /bids/{id}/counter returns the quantity and the id of the listing', SIDES, async (t) => {
    const lot = await t.arrange.lot();
    const { reply, body } = await t.arrange.counter(lot, await t.arrange.bid(lot));
    expectValues(reply.data, lot, body['quantity_mt']);
  }),
];

export const BID_VIEWS_CHECKS: readonly Check[] = [...VALUES, ...UNITS];
