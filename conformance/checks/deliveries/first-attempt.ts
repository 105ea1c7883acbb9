/** The delivery list right after the first attempt. */
import { check, type Check } from '../../check/check.ts';
import type { Actor, Inbox, JsonObject } from '#client';
import {
  awaitListed,
  isAboutBid,
  isLoopbackTarget,
  respondForBid,
  expectDeliveryOutcome,
  expectThat,
  readEventId,
  postSubscription,
  chooseQuietTeam,
  readDeliveryRows,
  placeRejectableBid,
  unsubscribe,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { TO_BUYERS } from '../events/needs.ts';
import { ACCEPTED, CONNECTION_RESET, FINAL, RETRIED, type ResponseRow } from './responses.ts';

/** A name lookup can be slow. */
const UNREACHABLE_MS = 12_000;

export const FIRST_ATTEMPT_CHECKS: readonly Check[] = [
  check('RTY-1/delivered', 'A delivery that gets a 2xx is delivered', TO_BUYERS, async (t) => {
    await expectEach(t, chooseQuietTeam(t, 'rival'), ACCEPTED, 'delivered');
  }),
  check('RTY-2/failed-at-once', 'A delivery that gets a 4xx other than 408 and 429 fails immediately', TO_BUYERS, async (t) => {
    const rows = await expectEach(t, chooseQuietTeam(t, 'rival'), FINAL, 'failed');
    for (const { received, inbox, event_id } of rows) {
      const read = await readDeliveryRows(inbox, event_id);
      expectThat(!read.rows.some(({ status }) => status === 'retrying'), {
        message: `A delivery that got ${received} is scheduled for a retry.`,
        reply: read.reply,
        expected: 'no row with status retrying',
      });
    }
  }),
  check(
    'RTY-3/retrying',
    'A delivery that gets a 5xx, 408, 429, or no response is scheduled for a retry',
    TO_BUYERS,
    async (t) => {
      await expectEach(t, t.buyer, RETRIED, 'retrying');
    },
  ),
  check('RTY-3/refused-connection', 'A delivery whose connection is refused is scheduled for a retry', TO_BUYERS, async (t) => {
    // A target that blocks private addresses (WHK-11) refuses nothing. One that reaches the receiver on loopback does not block them.
    if (!isLoopbackTarget(await t.hookUrl())) t.unverifiable('the target may not connect to private addresses');
    // Port 1 is reserved, so nothing listens there.
    await expectUnreachable(t, 'http://127.0.0.1:1/gristmill');
  }),
  check(
    'RTY-3/unknown-name',
    'A delivery to a host name that does not resolve is scheduled for a retry',
    TO_BUYERS,
    async (t) => {
      // RFC 6761: names under .invalid never resolve.
      await expectUnreachable(t, `https://${t.unique()}.invalid/`);
    },
  ),
  check('RTY-13/no-answer', 'The row of an attempt without a response has no HTTP status', TO_BUYERS, async (t) => {
    const [row] = await expectEach(t, t.buyer, [CONNECTION_RESET], 'retrying');
    const status = row?.row['response_status'];
    expectNoStatus(row?.row);
    t.observe(`response_status without a response: ${status === undefined ? 'absent' : JSON.stringify(status)}`);
  }),
  check('RTY-12/redirects', 'Reports the status of a delivery that gets a 3xx', TO_BUYERS, async (t) => {
    // This URL has no subscription, so a redirected delivery has another subscription's signature.
    const redirect_target = await t.run.receiver.openMailbox(t.check.id, 'no actor');
    const { bid, reject } = await placeRejectableBid(t);
    const headers = { location: redirect_target.url };
    const inbox = await t.subscribe(t.buyer, ['bid.rejected'], respondForBid(bid.id, { status: 302, headers }, { status: 200 }));
    await reject();
    const arrival = await inbox.requireNext({ where: isAboutBid(bid.id), after: 'a bid was rejected' });
    const row = await awaitListed(async () => (await readDeliveryRows(inbox, readEventId(arrival))).rows[0], t.signal);
    t.observe(`after a 302 the delivery is ${String(row?.['status'])}`);
    t.observe(redirect_target.arrivals.length === 0 ? 'redirects are not followed' : 'redirects are followed');
    redirect_target.close();
  }),
];

/** RTY-13: no status in the row of an attempt without a reply. */
export function expectNoStatus(row: JsonObject | undefined): void {
  const status = row?.['response_status'];
  expectThat(status === undefined || status === null || status === 0, {
    message: 'The row of an attempt without a response has an HTTP status.',
    expected: 'response_status null, 0, or absent',
    observed: row,
  });
}

interface CheckedDelivery {
  received: string;
  inbox: Inbox;
  event_id: string;
  row: JsonObject;
}

/** Creates one subscription per reply, causes one event, and checks the resulting rows. */
async function expectEach(
  t: CheckContext,
  by: Actor,
  responses: readonly ResponseRow[],
  status: string,
): Promise<readonly CheckedDelivery[]> {
  const { bid, reject } = await placeRejectableBid(t, by);
  const inboxes = await Promise.all(
    responses.map(async ({ received, response }) => ({
      received,
      inbox: await t.subscribe(by, ['bid.rejected'], respondForBid(bid.id, response)),
    })),
  );
  await reject();
  return Promise.all(
    inboxes.map(async ({ received, inbox }) => {
      const arrival = await inbox.requireNext({ type: 'bid.rejected', where: isAboutBid(bid.id), after: 'a bid was rejected' });
      const event_id = readEventId(arrival);
      const row = await expectDeliveryOutcome(t, { inbox, event_id, status, after: `it got ${received}` });
      return { received, inbox, event_id, row };
    }),
  );
}

/** Subscribes a URL that cannot be reached, if the target accepts that, and checks the row. */
async function expectUnreachable(t: CheckContext, url: string): Promise<void> {
  const made = await postSubscription(t, t.buyer, { url, events: ['bid.rejected'] });
  if (made.status === 422) t.unverifiable('the target rejects a subscription to a URL that cannot be reached');
  const id = made.data.get('id').text();
  try {
    const witness = await t.subscribe(t.buyer, ['bid.rejected']);
    const { bid, reject } = await placeRejectableBid(t);
    await reject();
    const arrival = await witness.requireNext({ where: isAboutBid(bid.id), after: 'a bid was rejected' });
    const inbox = { actor: t.buyer, subscription: { id } };
    // An event can have another id for each subscription. No delivery to this one succeeds, so any row will do.
    const listed = await awaitListed(async () => (await readDeliveryRows(inbox)).rows[0], t.signal);
    const own = (await readDeliveryRows(inbox, readEventId(arrival))).rows[0] ?? listed;
    await expectDeliveryOutcome(t, {
      inbox,
      event_id: typeof own?.['event_id'] === 'string' ? own['event_id'] : readEventId(arrival),
      status: 'retrying',
      after: 'the receiver could not be reached',
      within_ms: UNREACHABLE_MS,
    });
  } finally {
    await unsubscribe(t, t.buyer, id);
  }
}
