/** The same key at the same moment. */
import type { Check } from '../../check/check.ts';
import { check } from '../../check/check.ts';
import type { RaceSetup, Lot, Reply } from '#client';
import {
  RACE_TIMEOUT_MS,
  RETRYABLE,
  sendConcurrently,
  expectSuccess,
  expectThat,
  chooseRaceSetups,
  readIds,
  listReceivedBids,
  observeUnbrokenRace,
  openConnections,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import type { Body } from './repeat.ts';
import { placeWith } from './repeat.ts';

const CAUSE = 'The key is looked up before it is kept, with nothing that holds a second request back.';

async function placeTogether(
  t: CheckContext,
  lot: Lot,
  key: string,
  bodies: readonly Body[],
  { fresh }: RaceSetup,
): Promise<readonly Reply[]> {
  if (!fresh) await openConnections(t, bodies.length);
  const path = `/inventory/${lot.id}/bids`;
  const headers = { 'Idempotency-Key': key };
  return sendConcurrently(bodies.map((body) => async () => t.buyer.send({ method: 'POST', path, body, headers, fresh })));
}

/** One bid at most came of them, in the answers and on the listing. @returns its id, where there is one */
async function expectOneBid(lot: Lot, replies: readonly Reply[], n: number): Promise<string | undefined> {
  const ids = new Set(readIds(replies));
  expectThat(ids.size <= 1, {
    message: `${n} requests with one Idempotency-Key at the same moment were answered with ${ids.size} bids.`,
    ...(replies[0] === undefined ? {} : { reply: replies[0] }),
    expected: 'one bid',
    observed: [...ids],
    likely_cause: CAUSE,
  });
  const made = (await listReceivedBids(lot)).map((bid) => bid.get('id').value);
  expectThat(made.length <= 1, {
    message: `${n} requests with one Idempotency-Key at the same moment left ${made.length} bids on the listing.`,
    ...(replies[0] === undefined ? {} : { reply: replies[0] }),
    expected: 'one bid',
    observed: made,
    likely_cause: CAUSE,
  });
  return [...ids][0];
}

function expectRetryable(replies: readonly Reply[]): void {
  for (const reply of replies) {
    expectThat(reply.is_success || RETRYABLE.includes(reply.status), {
      message: `One of several requests with one Idempotency-Key at the same moment got ${reply.status}.`,
      reply,
      expected: `201 with the bid, or an error that asks for a repeat: ${RETRYABLE.join(', ')}`,
      observed: reply.json ?? reply.exchange.text,
      likely_cause: CAUSE,
    });
  }
}

async function judgeRace(t: CheckContext, makeBody: () => Promise<Body>, makeLot: () => Promise<Lot>): Promise<void> {
  for (const field of chooseRaceSetups(t)) {
    const lot = await makeLot();
    const key = t.unique('key');
    const body = await makeBody();
    const replies = await placeTogether(
      t,
      lot,
      key,
      Array.from({ length: field.n }, () => body),
      field,
    );
    const id = await expectOneBid(lot, replies, field.n);
    expectRetryable(replies);
    const again = await placeWith(t.buyer, lot.id, key, body);
    expectSuccess(again);
    if (id !== undefined) again.data.get('id').is(id);
    await expectOneBid(lot, [...replies, again], field.n);
  }
  observeUnbrokenRace(t, chooseRaceSetups(t).length);
}

const CHECKS: readonly Check[] = [
  check(
    'IDEM-5/same-body',
    'Requests with one key and body at the same moment make one bid, and each is answered with it or with an error that asks for a repeat',
    ['buyer', 'seller', 'writes'],
    async (t) =>
      judgeRace(
        t,
        async () => t.arrange.bidBody(),
        async () => t.arrange.lot(),
      ),
  ),
  check(
    'IDEM-5/by-grades',
    'Requests with one key and a body by grades at the same moment make one bid',
    ['buyer', 'seller', 'writes'],
    async (t) => {
      const { body } = await t.arrange.multiGradeBid();
      await judgeRace(
        t,
        () => Promise.resolve(body),
        async () => t.arrange.lot({ grade: undefined }),
      );
    },
  ),
  check(
    'IDEM-5/other-bodies',
    'Requests with one key and different bodies at the same moment make one bid at most',
    ['buyer', 'seller', 'writes'],
    async (t) => {
      for (const field of chooseRaceSetups(t)) {
        const lot = await t.arrange.lot();
        const body = await t.arrange.bidBody();
        const bodies = Array.from({ length: field.n }, (_, i) => ({ ...body, quantity_mt: 10 + i }));
        const replies = await placeTogether(t, lot, t.unique('key'), bodies, field);
        await expectOneBid(lot, replies, field.n);
        expectRetryable(replies);
      }
      observeUnbrokenRace(t, chooseRaceSetups(t).length);
    },
  ),
];

export const RACES: readonly Check[] = CHECKS.map((one) => ({ ...one, timeout_ms: RACE_TIMEOUT_MS }));
