/** Payloads of events about counters: each names the counter itself, never the bid before it in the chain. */
import { check, type Check } from '../../check/check.ts';
import type { CheckContext } from '../../check/check-context.ts';
import type { Actor, Arrival, ArrivalQuery, JsonNode } from '#client';
import { encodePath, ensureSuccess, isAboutBid, mentions, readEnvelope, readPath } from '#client';
import { actOnBid, type Action } from '../bids/states.ts';
import { counterTwice } from '../bids/chains.ts';
import { delist } from '../bids/delisting.ts';
import { TO_BUYERS, TO_SELLERS } from './needs.ts';

/** The seller's answers to a buyer's counter, with their events and the status of the counter. */
const ANSWERS: readonly { name: string; action: Action; type: string; status: string; title: string }[] = [
  { name: 'counter', action: 'accept', type: 'bid.accepted', status: 'accepted', title: 'bid.accepted of a counter' },
  { name: 'rejected-counter', action: 'reject', type: 'bid.rejected', status: 'rejected', title: 'bid.rejected of a counter' },
];

/** Asserts that a payload has the reference of the bid that its `bid_id` names. Every bid of a chain may have the same one. */
export async function expectOwnReference(data: JsonNode, reader: Actor): Promise<void> {
  const read = await reader.get(encodePath`/bids/${data.get('bid_id').text()}`);
  const reference = readPath(read.json, 'data', 'reference');
  if (typeof reference === 'string') data.get('reference').is(reference);
  else data.get('reference').string();
}

/** A seller counters a buyer's counter. @returns the event that this sends @throws Unverifiable if the target rejects a third counter */
export async function counterBuyersCounter(t: CheckContext): Promise<ArrivalQuery> {
  const { lot, second } = await counterTwice(t);
  const countered = await actOnBid(t, lot.seller, second, 'counter');
  if (!countered.is_success) t.unverifiable(`the target rejects a third counter (status ${countered.status})`);
  const third = countered.data.get('id').text();
  return {
    type: 'bid.countered',
    // It can name the countered bid or the new one (EVT-29).
    where: (arrival) => isAboutBid(second)(arrival) || isAboutBid(third)(arrival),
    after: "a seller countered a buyer's counter",
  };
}

/** The first delivery of a type about a lot. */
function about(type: string, lot: { id: string }): (arrival: Arrival) => boolean {
  return (arrival) => readPath(arrival.json, 'type') === type && mentions(lot.id)(arrival);
}

export const COUNTER_CHECKS: readonly Check[] = [
  ...ANSWERS.map(({ name, action, type, status, title }) =>
    check(
      `EVT-6/${name}`,
      `${title} has the ids and the status of the counter, not of the bid before it`,
      TO_BUYERS,
      async (t) => {
        const inbox = await t.subscribe(t.buyer, [type]);
        const { lot, second: id } = await counterTwice(t);
        ensureSuccess(await lot.seller.post(encodePath`/bids/${id}/${action}`));
        const after = `a seller ${action}ed a buyer's counter`;
        const data = readEnvelope(await inbox.requireNext({ where: about(type, lot), after })).get('data');
        data.get('bid_id').is(id);
        data.get('inventory_id').is(lot.id);
        data.get('status').is(status);
        await expectOwnReference(data, t.buyer);
      },
    ),
  ),
  check(
    'EVT-6/countered-counter',
    "bid.countered of a buyer's counter has the reference of the bid that it names",
    TO_BUYERS,
    async (t) => {
      const inbox = await t.subscribe(t.buyer, ['bid.countered']);
      const arrival = await inbox.requireNext(await counterBuyersCounter(t));
      await expectOwnReference(readEnvelope(arrival).get('data'), t.buyer);
    },
  ),
  check('EVT-6/delisted-counter', 'bid.rejected of a delisted lot has the ids of its pending counter', TO_BUYERS, async (t) => {
    const inbox = await t.subscribe(t.buyer, ['bid.rejected']);
    const lot = await t.arrange.lot();
    const counter = await t.arrange.counter(lot, await t.arrange.bid(lot));
    await delist(lot, 'unlist');
    const rejected = { where: about('bid.rejected', lot), after: 'the lot was unlisted' };
    const data = readEnvelope(await inbox.requireNext(rejected)).get('data');
    data.get('bid_id').is(counter.id);
    await expectOwnReference(data, t.buyer);
  }),
  check(
    'EVT-6/received-counter',
    "If a buyer's counter sends bid.received, it has the reference of the counter",
    TO_SELLERS,
    async (t) => {
      const inbox = await t.subscribe(t.partner, ['bid.received']);
      const lot = await t.arrange.lot({}, t.partner);
      const counter = await t.arrange.counter(lot, await t.arrange.bid(lot));
      const again = await actOnBid(t, t.buyer, counter.id, 'counter');
      if (!again.is_success) t.unverifiable(`the target rejects a counter to a counter (status ${again.status})`);
      // The document does not say whether a counter sends bid.received (EVT-28).
      const arrival =
        (await inbox.find({ where: isAboutBid(again.data.get('id').text()), within_ms: 500 })) ??
        t.unverifiable("a buyer's counter sends no bid.received");
      await expectOwnReference(readEnvelope(arrival).get('data'), t.buyer);
    },
  ),
  check('EVT-7/trade-of-counter', 'trade.created of an accepted counter names the counter', TO_BUYERS, async (t) => {
    const inbox = await t.subscribe(t.buyer, ['trade.created']);
    const trade = await t.arrange.tradeOfCounter();
    const created = { type: 'trade.created', where: mentions(trade.id), after: 'a buyer accepted a counter' };
    readEnvelope(await inbox.requireNext(created))
      .get('data')
      .get('bid_id')
      .is(trade.bid.id);
  }),
];
