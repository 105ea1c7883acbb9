/** The delivery envelope: its fields, its id, and its created_at, within one event and between two. */
import { parseInstant } from '#spec';
import { check, type Check } from '../../check/check.ts';
import type { Arrival, Inbox, JsonNode, RejectableBid } from '#client';
import {
  Blocked,
  REJECTS_NOTHING,
  awaitDeliveryRow,
  ensureDone,
  ensureSuccess,
  expectThat,
  isAboutBid,
  isObject,
  mentions,
  placeRejectableBid,
  readEnvelope,
  readEventId,
  readPath,
  respondForBid,
  warnUnless,
  containsId,
  encodePath,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { redeliveryPath } from '../webhooks/failed-delivery.ts';
import { TO_BUYERS, TO_SELLERS } from './needs.ts';

/** The time between two events whose created_at values are compared. */
const APART_MS = 1_200;
const APART_SECONDS_MIN = 0.7;
/** For a second try, if they are equal: longer than most deployments batch events before they record them. */
const LONG_APART_MS = 12_000;
/** Allows for a slow run, but is less than any difference between time zones. */
const APART_SECONDS_MAX = 600;

/** EVT-1, for a delivery of bid.rejected. @returns the envelope */
export function expectEnvelope(arrival: Arrival): JsonNode {
  const envelope = readEnvelope(arrival);
  if (arrival.method !== 'POST') envelope.breach(`The method of a delivery is ${arrival.method}.`, 'POST');
  envelope.get('id').text();
  envelope.get('type').is('bid.rejected');
  envelope.get('event').is('bid.rejected');
  envelope.get('livemode').boolean();
  envelope.get('created_at').text();
  return envelope;
}

export const ENVELOPE_CHECKS: readonly Check[] = [
  check('EVT-1/envelope', 'A delivery is a POST with a JSON envelope', TO_BUYERS, async (t) => {
    const { arrival, bid_id } = await deliverRejection(t);
    expectEnvelope(arrival).get('data').get('bid_id').is(bid_id);
  }),
  check('EVT-2/headers', 'A delivery has the headers SVC-Event and SVC-Signature', TO_BUYERS, async (t) => {
    const { arrival } = await deliverRejection(t);
    expectThat(arrival.headers['svc-event'] === 'bid.rejected', {
      message: 'SVC-Event is not the type of the event.',
      expected: 'SVC-Event: bid.rejected',
      observed: arrival.headers,
    });
    expectThat((arrival.headers['svc-signature'] ?? '') !== '', {
      message: 'A delivery has no SVC-Signature.',
      expected: 'SVC-Signature: t=…,v1=…',
      observed: arrival.headers,
    });
  }),
  check('EVT-3/same-on-replay', 'A redelivery has the envelope id of the event', TO_BUYERS, async (t) => {
    const { first, second } = await deliverTwice(t);
    readEnvelope(second).get('id').is(readEventId(first));
  }),
  check('EVT-3/for-each-subscription', 'Two subscriptions of a team receive an event with the same id', TO_BUYERS, async (t) => {
    const inboxes = [await t.subscribe(t.buyer, ['bid.rejected']), await t.subscribe(t.buyer, ['bid.rejected'])] as const;
    const { bid, reject } = await placeRejectableBid(t);
    await reject();
    const sought = { where: isAboutBid(bid.id), after: 'a bid was rejected' };
    const [first, second] = [await inboxes[0].requireNext(sought), await inboxes[1].requireNext(sought)];
    // The document does not mention several subscriptions.
    warnUnless(readEventId(first) === readEventId(second), {
      message: 'Two subscriptions of a team receive one event with different ids.',
      expected: `${readEventId(first)}, by which a consumer of both deduplicates`,
      observed: readEventId(second),
      likely_cause: 'Each delivery gets its own id. Create the id with the event, and use it for all deliveries of the event.',
    });
  }),
  check('EVT-3/unique', 'Each event has a unique envelope id', TO_BUYERS, async (t) => {
    const inbox = await t.subscribe(t.buyer, ['bid.rejected', 'bid.accepted', 'trade.created']);
    const one = await placeRejectableBid(t);
    const other = await placeRejectableBid(t);
    await one.reject();
    await other.reject();
    const trade = await t.arrange.trade({ lot: one.lot });
    const events = [
      await inbox.requireNext({ type: 'bid.rejected', where: isAboutBid(one.bid.id), after: 'a bid was rejected' }),
      await inbox.requireNext({ type: 'bid.rejected', where: isAboutBid(other.bid.id), after: 'a bid was rejected' }),
      await inbox.requireNext({ type: 'bid.accepted', where: isAboutBid(trade.bid.id), after: 'a bid was accepted' }),
      await inbox.requireNext({ type: 'trade.created', where: mentions(trade.id), after: 'a bid was accepted' }),
    ];
    const ids = events.map(readEventId);
    expectThat(new Set(ids).size === ids.length, {
      message: 'Two events have the same envelope id.',
      expected: 'a unique id',
      observed: ids,
    });
    const repeated = await inbox.find({
      where: (arrival) => isAboutBid(one.bid.id)(arrival) && !ids.includes(readEventId(arrival)),
      within_ms: 300,
    });
    expectThat(repeated === undefined, {
      message: 'One rejection was sent twice, with two ids.',
      expected: 'one event',
      observed: [ids[0], repeated === undefined ? '' : readEventId(repeated)],
      likely_cause: 'The event is recorded once per subscription. Record it once.',
    });
  }),
  check('EVT-19/same-on-replay', 'A redelivery has the created_at of the event', TO_BUYERS, async (t) => {
    const { first, second } = await deliverTwice(t);
    readEnvelope(second).get('created_at').is(readEnvelope(first).get('created_at').value);
  }),
  check('EVT-19/beside-the-lot', "created_at and the lot's listed_at use the same clock", TO_BUYERS, async (t) => {
    const inbox = await t.subscribe(t.buyer, ['bid.rejected']);
    const { bid, lot, reject } = await placeRejectableBid(t);
    const seen = await t.buyer.get(encodePath`/inventory/${lot.id}`);
    ensureSuccess(seen);
    const listed_ms = parseInstant(seen.data.get('listed_at').string()) ?? Number.NaN;
    await reject();
    const arrival = await inbox.requireNext({ where: isAboutBid(bid.id), after: 'a bid was rejected' });
    const apart_s = (timeOf(arrival) - listed_ms) / 1_000;
    if (Number.isNaN(apart_s)) t.unverifiable('listed_at is not a valid time (FMT-6)');
    if (apart_s < -5 || apart_s > APART_SECONDS_MAX)
      readEnvelope(arrival)
        .get('created_at')
        .breach(`created_at is ${apart_s.toFixed(0)} s after the lot's listed_at.`, 'the time at which the event was generated');
  }),
  check(
    'EVT-19/when-it-happened',
    'created_at is the time of the event, not the creation time of its resource',
    TO_BUYERS,
    async (t) => {
      const inbox = await t.subscribe(t.buyer, ['bid.rejected', 'trade.created']);
      const one = await placeRejectableBid(t);
      const other = await placeRejectableBid(t);
      const last = await placeRejectableBid(t);
      await one.reject();
      const first = await inbox.requireNext({ where: isAboutBid(one.bid.id), after: 'a bid was rejected' });
      for (const { bid, reject, after_ms } of [
        { ...other, after_ms: APART_MS },
        { ...last, after_ms: LONG_APART_MS },
      ]) {
        await t.wait(after_ms);
        await reject();
        const later = await inbox.requireNext({ where: isAboutBid(bid.id), after: 'a bid was rejected' });
        const apart = (timeOf(later) - timeOf(first)) / 1_000;
        // Events that are more than a second apart differ even in whole seconds.
        if (apart >= APART_SECONDS_MIN) {
          if (bid.id === other.bid.id) await expectLaterTrade(t, inbox, last, first);
          return;
        }
        if (await isClockFrozen(t)) t.unverifiable('the clock of the target is frozen');
        if (after_ms === APART_MS) continue;
        readEnvelope(later)
          .get('created_at')
          .breach(
            `created_at of two events differs by ${apart.toFixed(1)} s, but they happened ${after_ms / 1_000} s apart.`,
            'the time of the event',
          );
      }
    },
    { lane: 'patient' },
  ),
  check(
    'EVT-21/status-when-sent',
    'The status in a payload is that of the bid when the first or the current attempt was sent',
    TO_SELLERS,
    async (t) => {
      const lot = await t.arrange.lot({}, t.partner);
      const seen = new Map<string, number>();
      const inbox = await t.subscribe(t.partner, ['bid.received'], (_n, json) => {
        const id = String(readPath(json, 'data', 'bid_id'));
        seen.set(id, (seen.get(id) ?? 0) + 1);
        return { status: readPath(json, 'data', 'inventory_id') === lot.id && seen.get(id) === 1 ? 400 : 200 };
      });
      const bid = await t.arrange.bid(lot);
      const first = await inbox.requireNext({ type: 'bid.received', where: isAboutBid(bid.id), after: 'a bid was placed' });
      readEnvelope(first).get('data').get('status').is('pending');
      const row = await awaitDeliveryRow(t, { inbox, event_id: readEventId(first), status: 'failed' });
      ensureDone(await lot.seller.post(encodePath`/bids/${bid.id}/reject`), REJECTS_NOTHING);
      ensureDone(await t.partner.post(redeliveryPath({ inbox, row })), 'the redelivery failed');
      const again = await inbox.requireNext({ where: isAboutBid(bid.id), nth: 2, after: 'its redelivery was queued' });
      const status = readEnvelope(again).get('data').get('status').oneOf(['pending', 'rejected']);
      // "At send time" can mean the first attempt: a later one may have a newer status, but need not.
      t.observe(`a redelivery has the status of the bid ${status === 'pending' ? 'at the first attempt' : 'when it is sent'}`);
    },
  ),
  check('EVT-21/of-the-answer', 'The status in a payload is the result of the action', TO_BUYERS, async (t) => {
    const inbox = await t.subscribe(t.buyer, ['bid.rejected', 'bid.accepted']);
    const { lot, bid, reject } = await placeRejectableBid(t);
    await reject();
    const trade = await t.arrange.trade({ lot });
    const rejected = await inbox.requireNext({ type: 'bid.rejected', where: isAboutBid(bid.id), after: 'a bid was rejected' });
    const accepted = await inbox.requireNext({
      type: 'bid.accepted',
      where: isAboutBid(trade.bid.id),
      after: 'a bid was accepted',
    });
    readEnvelope(rejected).get('data').get('status').is('rejected');
    readEnvelope(accepted).get('data').get('status').is('accepted');
  }),
];

/** Asserts that trade.created of a bid that was placed before an event, and accepted after it, is later than the event. */
async function expectLaterTrade(t: CheckContext, inbox: Inbox, { lot, bid }: RejectableBid, event: Arrival): Promise<void> {
  const trade = await t.arrange.trade({ lot, bid });
  const created = await inbox.requireNext({ type: 'trade.created', where: mentions(trade.id), after: 'a bid was accepted' });
  if (timeOf(created) >= timeOf(event)) return;
  readEnvelope(created)
    .get('created_at')
    .breach(
      'created_at of trade.created is earlier than an event that happened before.',
      'the time at which the bid was accepted',
    );
}

async function deliverRejection(t: CheckContext): Promise<{ arrival: Arrival; bid_id: string }> {
  const inbox = await t.subscribe(t.buyer, ['bid.rejected']);
  const { bid, reject } = await placeRejectableBid(t);
  await reject();
  const where = (arrival: Arrival): boolean => containsId(arrival, bid.id);
  return { arrival: await inbox.requireNext({ where, after: 'a bid was rejected' }), bid_id: bid.id };
}

/** One event: delivered, then redelivered. Once for all checks. */
async function deliverTwice(t: CheckContext): Promise<{ first: Arrival; second: Arrival }> {
  return t.run.once('an event that is redelivered', async () => redeliverOne(t));
}

async function redeliverOne(t: CheckContext): Promise<{ first: Arrival; second: Arrival }> {
  const { bid, reject } = await placeRejectableBid(t);
  const inbox = await t.subscribe(t.buyer, ['bid.rejected'], respondForBid(bid.id, { status: 400 }, { status: 200 }));
  await reject();
  const first = await inbox.requireNext({ where: isAboutBid(bid.id), after: 'a bid was rejected' });
  // Finds the row by its status: a row without the event id breaks RTY-7, not this clause.
  const row = await inbox.findDeliveryRow(({ status }) => status === 'failed');
  if (row === undefined) throw new Blocked('a delivery that got 400 is not listed as failed');
  // Waits, so that a created_at that is set at redelivery differs.
  await t.wait(50);
  ensureDone(await t.buyer.post(redeliveryPath({ inbox, row })), 'the redelivery failed');
  const second = await inbox.requireNext({ where: isAboutBid(bid.id), nth: 2, after: 'its redelivery was queued' });
  return { first, second };
}

function timeOf(arrival: Arrival): number {
  const created_at = readEnvelope(arrival).get('created_at');
  const time = parseInstant(created_at.string()) ?? Date.parse(created_at.string());
  if (Number.isNaN(time)) created_at.breach('created_at is not an ISO 8601 time.', 'an ISO 8601 time');
  return time;
}

/** Creates two listings, one a second after the other, and compares their listed_at. @throws Unverifiable if it cannot be read */
async function isClockFrozen(t: CheckContext): Promise<boolean> {
  const listedAt = async (): Promise<unknown> => {
    const lot = await t.arrange.lot();
    const { json } = await t.buyer.get(encodePath`/inventory/${lot.id}`);
    return isObject(json) ? readPath(json, 'data', 'listed_at') : undefined;
  };
  const before = await listedAt();
  if (before === undefined) t.unverifiable('listed_at cannot be read, so the clock may be frozen');
  await t.wait(APART_MS);
  return before === (await listedAt());
}
