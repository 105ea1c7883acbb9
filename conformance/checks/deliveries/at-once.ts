/** What the delivery list says as soon as a first attempt has ended: no time has to pass for that. */
import type { Check } from '../../check/check.ts';
import { check } from '../../check/check.ts';
import type { Actor, DeliveryRow, Inbox } from '#client';
import {
  isAboutBid,
  respondForBid,
  expectDeliveryOutcome,
  expectThat,
  readEventId,
  poll,
  postSubscription,
  chooseQuietTeam,
  readDeliveryRows,
  placeRejectableBid,
  unsubscribe,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import type { AnswerRow } from './answers.ts';
import { FINAL, RETRYABLE, TAKEN } from './answers.ts';

export const AT_ONCE_CHECKS: readonly Check[] = [
  check('RTY-1/delivered', 'A delivery that is answered with a 2xx is delivered', ['buyer', 'writes', 'webhooks'], async (t) => {
    await expectEach(t, chooseQuietTeam(t, 'rival'), TAKEN, 'delivered');
  }),
  check(
    'RTY-2/failed-at-once',
    'A delivery that is answered with a 4xx other than 408 and 429 fails at once',
    ['buyer', 'writes', 'webhooks'],
    async (t) => {
      const rows = await expectEach(t, chooseQuietTeam(t, 'rival'), FINAL, 'failed');
      for (const { name, inbox, event_id } of rows) {
        const read = await readDeliveryRows(inbox, event_id);
        expectThat(!read.rows.some(({ status }) => status === 'retrying'), {
          message: `A delivery that was answered with ${name} is to be tried again.`,
          reply: read.reply,
          expected: 'no row that is retrying',
        });
      }
    },
  ),
  check(
    'RTY-3/retrying',
    'A delivery that is answered with 5xx, 408 or 429, or not at all, is to be tried again',
    ['buyer', 'writes', 'webhooks'],
    async (t) => {
      await expectEach(t, t.buyer, RETRYABLE, 'retrying');
    },
  ),
  check(
    'RTY-3/refused-connection',
    'A delivery whose connection is refused is to be tried again',
    ['buyer', 'writes', 'webhooks'],
    async (t) => {
      // Nobody listens at port 1: it is reserved.
      await expectUnreachable(t, 'http://127.0.0.1:1/gristmill');
    },
  ),
  check(
    'RTY-3/unknown-name',
    'A delivery to a name that does not resolve is to be tried again',
    ['buyer', 'writes', 'webhooks'],
    async (t) => {
      // RFC 6761: no name below .invalid ever resolves.
      await expectUnreachable(t, `https://${t.unique()}.invalid/`);
    },
  ),
  check(
    'RTY-13/no-answer',
    'The row of an attempt without an answer shows no HTTP status',
    ['buyer', 'writes', 'webhooks'],
    async (t) => {
      const [row] = await expectEach(t, t.buyer, [{ name: 'reset', answer: { is_reset: true } }], 'retrying');
      const status = row?.row['response_status'];
      expectThat(status === undefined || status === null || status === 0, {
        message: 'The row of an attempt that nobody answered shows an HTTP status.',
        expected: 'response_status null, 0, or none',
        observed: row?.row,
      });
      t.observe(`response_status where no answer came: ${status === undefined ? 'absent' : JSON.stringify(status)}`);
    },
  ),
  check(
    'RTY-12/redirects',
    'What becomes of a delivery that is answered with a 3xx',
    ['buyer', 'writes', 'webhooks'],
    async (t) => {
      // Nobody's subscription: what comes there, if anything does, is signed with another's secret.
      const beyond = await t.run.openMailbox(t.check.id, 'nobody');
      const { bid, reject } = await placeRejectableBid(t);
      const headers = { location: beyond.url };
      const inbox = await t.subscribe(
        t.buyer,
        ['bid.rejected'],
        respondForBid(bid.id, { status: 302, headers }, { status: 200 }),
      );
      await reject();
      const arrival = await inbox.next({ where: isAboutBid(bid.id), after: 'a bid was rejected' });
      const row = await poll(async () => (await readDeliveryRows(inbox, readEventId(arrival))).rows[0], {
        within_ms: 2_000,
        signal: t.signal,
      });
      t.observe(`after a 302 the delivery is ${String(row?.['status'])}`);
      t.observe(beyond.arrivals.length === 0 ? 'redirects are not followed' : 'redirects are followed');
      beyond.close();
    },
  ),
];

interface Judged {
  name: string;
  inbox: Inbox;
  event_id: string;
  row: DeliveryRow;
}

/** One subscription an answer, one event for all of them, and the row that each must lead to. */
async function expectEach(t: CheckContext, by: Actor, answers: readonly AnswerRow[], status: string): Promise<readonly Judged[]> {
  const { bid, reject } = await placeRejectableBid(t, by);
  const inboxes = await Promise.all(
    answers.map(async ({ name, answer }) => {
      return { name, inbox: await t.subscribe(by, ['bid.rejected'], respondForBid(bid.id, answer)) };
    }),
  );
  await reject();
  return Promise.all(
    inboxes.map(async ({ name, inbox }) => {
      const arrival = await inbox.next({ type: 'bid.rejected', where: isAboutBid(bid.id), after: 'a bid was rejected' });
      const event_id = readEventId(arrival);
      const after = name === 'reset' ? 'the connection was reset' : `it was answered with ${name}`;
      return { name, inbox, event_id, row: await expectDeliveryOutcome(t, { inbox, event_id, status, after }) };
    }),
  );
}

/** Subscribes to an address where nobody answers, where the target lets that be done, and looks at the row. */
async function expectUnreachable(t: CheckContext, url: string): Promise<void> {
  const made = await postSubscription(t, t.buyer, { url, events: ['bid.rejected'] });
  if (made.status === 422) t.unverifiable('the target refuses a subscription to an address that cannot be reached');
  const id = made.data.get('id').text();
  try {
    const witness = await t.subscribe(t.buyer, ['bid.rejected']);
    const { bid, reject } = await placeRejectableBid(t);
    await reject();
    const arrival = await witness.next({ where: isAboutBid(bid.id), after: 'a bid was rejected' });
    const inbox = { actor: t.buyer, subscription: { id } };
    const after = 'nobody could be reached';
    await expectDeliveryOutcome(t, {
      inbox,
      event_id: readEventId(arrival),
      status: 'retrying',
      after,
      within_ms: UNREACHABLE_MS,
    });
  } finally {
    await unsubscribe(t, t.buyer, id);
  }
}

/** Looking a name up may take its time. */
const UNREACHABLE_MS = 12_000;
