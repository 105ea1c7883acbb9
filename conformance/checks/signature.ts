import { check, type Check } from '../check/check.ts';
import type { Arrival, ArrivalQuery, Behavior } from '#client';
import {
  Blocked,
  Inbox,
  NO_SIGNATURE_TIME,
  Reply,
  awaitDeliveryRow,
  chooseQuietTeam,
  ensureDone,
  expectThat,
  isAboutBid,
  isSigned,
  parseSignature,
  placeRejectableBid,
  postSubscription,
  readEventId,
  readPath,
  readSubscription,
  toExchange,
} from '#client';
import type { CheckContext } from '../check/check-context.ts';
import { TO_BUYERS, TO_SELLERS } from './events/needs.ts';
import { makeFailedDelivery, redeliver, redeliveryPath, type FailedDelivery } from './webhooks/failed-delivery.ts';

/** More than a second, so that signatures before and after it have a different `t`. */
const ANSWERED_AFTER_MS = 1_100;

/** Longer than the delay of the first retry (RTY-4). */
const RETRY_DUE_SECONDS = 12;

/** How an event is sent a second time after its bid has changed. */
const RESENT = [
  {
    name: 'retry',
    what: 'A retry',
    status: 500,
    row_status: 'retrying',
    needs: [...TO_SELLERS, 'hook:advance_clock'],
    lane: 'clock',
    resend: async (t: CheckContext): Promise<void> => t.arrange.advanceClock(RETRY_DUE_SECONDS),
  },
  {
    name: 'redelivery',
    what: 'A redelivery',
    status: 400,
    row_status: 'failed',
    needs: TO_SELLERS,
    lane: 'open',
    resend: async (_t: CheckContext, failed: Pick<FailedDelivery, 'inbox' | 'row'>): Promise<void> =>
      ensureDone(await failed.inbox.actor.post(redeliveryPath(failed)), 'the redelivery failed'),
  },
] as const;

/** Checks that need two deliveries. `oracles/deliveries` checks each single delivery. */
export const SIGNATURE_CHECKS: readonly Check[] = [
  check(
    'SIG-8/redelivery',
    'A redelivery has its own signature with its own t',
    ['buyer', 'writes', 'webhooks'],
    async (t) => {
      const responses = [{ status: 400, after_ms: ANSWERED_AFTER_MS }, { status: 200 }];
      const failed = await makeFailedDelivery(t, chooseQuietTeam(t, 'rival'), responses);
      const { arrival: first, bid_id, inbox } = failed;
      const reply = await redeliver(failed);
      ensureDone(reply, 'the redelivery failed');
      const second = await inbox.requireNext({ where: isAboutBid(bid_id), nth: 2, after: 'its redelivery was queued' });
      const [t1 = '', t2 = ''] = [first, second].map(({ headers }) => parseSignature(headers['svc-signature'] ?? '').t[0]);
      // SIG-1 checks that there is a signature.
      if (t1 === '' || t2 === '') throw new Blocked(NO_SIGNATURE_TIME, toExchange(t1 === '' ? first : second));
      expectThat(Number(t2) > Number(t1), {
        message: 'A redelivery has the same t as the failed delivery.',
        reply: new Reply(toExchange(second)),
        expected: `a t after ${t1}`,
        observed: t2,
        likely_cause: 'The signature is created with the event. Create it for each attempt.',
      });
    },
    { lane: 'patient' },
  ),
  check('SIG-1/two-to-one-url', 'Two subscriptions to one URL sign with their own secrets', TO_BUYERS, async (t) => {
    // Not introduced to the run: its oracles could not know to which of the two a delivery belongs.
    const mailbox = await t.run.receiver.openMailbox(t.check.id, t.buyer.name);
    const inboxes: Inbox[] = [];
    const subscribe = async (event: string): Promise<Inbox> => {
      const inbox = new Inbox(t, t.buyer, await subscribeTo(t, mailbox.url, event, inboxes.length), mailbox);
      inboxes.push(inbox);
      return inbox;
    };
    try {
      const first = await subscribe('bid.rejected');
      const before = await placeRejectableBid(t);
      await before.reject();
      // A sender can keep the secret of a URL after its first delivery.
      await first.requireNext({ where: isAboutBid(before.bid.id), after: 'a bid was rejected' });
      const second = await subscribe('bid.accepted');
      if (first.subscription.id === second.subscription.id || first.subscription.secret === second.subscription.secret)
        t.unverifiable('two subscriptions to one URL have the same id or secret (WHK-2)');
      const { bid } = await t.arrange.trade({ lot: before.lot });
      const of_second = { type: 'bid.accepted', where: isAboutBid(bid.id), after: 'a bid was accepted' };
      await second.requireNext(of_second);
      await expectSignedBy(second, of_second, first);
      const after = await placeRejectableBid(t);
      await after.reject();
      const of_first = { type: 'bid.rejected', where: isAboutBid(after.bid.id), after: 'a bid was rejected' };
      if ((await first.findNeeded(of_first)) === undefined) t.unverifiable('a second subscription to a URL replaces the first');
      await expectSignedBy(first, of_first, second);
    } finally {
      for (const inbox of inboxes) await inbox.close();
      t.run.receiver.introduce(mailbox);
    }
  }),
  ...RESENT.map(({ name, what, status, row_status, needs, lane, resend }) =>
    check(
      `SIG-1/${name}-of-a-changed-bid`,
      `${what} is signed over its own body, even if the bid has changed in the meantime (EVT-21)`,
      needs,
      async (t) => {
        const lot = await t.arrange.lot({}, t.partner);
        const inbox = await t.subscribe(t.partner, ['bid.received'], failEachOnce(status));
        const { bid, reject } = await placeRejectableBid(t, t.buyer, lot);
        const where = isAboutBid(bid.id);
        const first = await inbox.requireNext({ where, after: 'a bid was placed' });
        // Its secret is the newest of the team.
        await t.subscribe(t.partner, ['trade.created']);
        await reject();
        const row = await awaitDeliveryRow(t, { inbox, event_id: readEventId(first), status: row_status });
        await resend(t, { inbox, row });
        const second = await inbox.requireNext({ where, nth: 2, after: `the first attempt got a ${status}` });
        expectOwnSignature(inbox, second, first);
      },
      { lane },
    ),
  ),
];

/** Subscribes a URL that may have a subscription. @param own how many it has @throws Unverifiable if the target rejects it */
async function subscribeTo(t: CheckContext, url: string, event: string, own: number): Promise<Inbox['subscription']> {
  const created = readSubscription(await postSubscription(t, t.buyer, { url, events: [event] }, own));
  if (created === undefined)
    t.unverifiable(own > 0 ? 'a URL can have one subscription only' : 'the target rejects a subscription to this receiver');
  t.run.redactor.hide(created.secret, 'WEBHOOK_SECRET');
  return { ...created, events: [event] };
}

/** How long to wait for the same event with another signature. */
const OTHER_COPY_MS = 1_000;

/**
 * Asserts that a delivery is signed with the secret of its subscription. Its twin to the other subscription does not count: a target that sends it breaks
 * only EVT-24.
 */
async function expectSignedBy(
  own: Inbox,
  query: ArrivalQuery & { where: (arrival: Arrival) => boolean },
  other: Inbox,
): Promise<void> {
  const where = (arrival: Arrival): boolean => query.where(arrival) && isSignedBy(own, arrival);
  const signed = await own.find({ ...query, where, within_ms: OTHER_COPY_MS });
  const arrival = signed ?? (await own.requireNext(query));
  const header = arrival.headers['svc-signature'];
  if (header === undefined) throw new Blocked(NO_SIGNATURE_TIME, toExchange(arrival));
  expectThat(signed !== undefined, {
    message: `A delivery of ${own.subscription.events.join()} is not signed with the secret of the subscription to that event.`,
    reply: new Reply(toExchange(arrival)),
    expected: 'v1 made with the secret of the subscription',
    observed: header,
    ...(isSignedBy(other, arrival)
      ? { likely_cause: 'It has the secret of another subscription to the same URL. Look the secret up by subscription.' }
      : {}),
  });
}

/** Asserts that a second attempt is signed over its own body. */
function expectOwnSignature({ subscription: { secret } }: Inbox, second: Arrival, first: Arrival): void {
  const header = second.headers['svc-signature'];
  if (header === undefined) throw new Blocked(NO_SIGNATURE_TIME, toExchange(second));
  const { t, v1 } = parseSignature(header);
  const isOver = (arrival: Arrival): boolean => isSigned(arrival, secret, t[0] ?? '', v1);
  expectThat(isOver(second), {
    message: 'A second attempt is not signed over its own body.',
    reply: new Reply(toExchange(second)),
    expected: 'v1 made over the body of this attempt',
    observed: header,
    ...(isOver(first) ? { likely_cause: 'It is signed over the body of the first attempt. Sign the bytes that are sent.' } : {}),
  });
}

function isSignedBy({ subscription }: Inbox, arrival: Arrival): boolean {
  const { t, v1 } = parseSignature(arrival.headers['svc-signature'] ?? '');
  return isSigned(arrival, subscription.secret, t[0] ?? '', v1);
}

/** Responds to the first attempt of each bid's event with this status, and to later ones with 200. */
function failEachOnce(status: number): Behavior {
  const failed = new Set<unknown>();
  return (_n, json) => {
    const bid_id = readPath(json, 'data', 'bid_id');
    if (failed.has(bid_id)) return { status: 200 };
    failed.add(bid_id);
    return { status };
  };
}
