/** Concurrent requests with one Idempotency-Key. */
import { check, type Check } from '../../check/check.ts';
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
  encodePath,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { placeWithKey, type Body } from './repeat.ts';
import { SIDES } from '../bids/needs.ts';

const CAUSE = 'The key is looked up before it is stored, without a lock or a unique constraint. Reserve the key first.';

async function placeTogether(
  t: CheckContext,
  lot: Lot,
  key: string,
  bodies: readonly Body[],
  { fresh }: RaceSetup,
): Promise<readonly Reply[]> {
  if (!fresh) await openConnections(t, bodies.length);
  const path = encodePath`/inventory/${lot.id}/bids`;
  const headers = { 'Idempotency-Key': key };
  return sendConcurrently(bodies.map((body) => async () => t.buyer.send({ method: 'POST', path, body, headers, fresh })));
}

/** Asserts that the requests created at most one bid, in the replies and on the listing. @returns its id, if any */
async function expectOneBid(lot: Lot, replies: readonly Reply[], requests: string): Promise<string | undefined> {
  const ids = new Set(readIds(replies));
  expectThat(ids.size <= 1, {
    message: `${requests} with one Idempotency-Key returned ${ids.size} different bids.`,
    ...(replies[0] === undefined ? {} : { reply: replies[0] }),
    expected: 'one bid',
    observed: [...ids],
    likely_cause: CAUSE,
  });
  const made = (await listReceivedBids(lot)).map((bid) => bid.get('id').value);
  expectThat(made.length <= 1, {
    message: `${requests} with one Idempotency-Key created ${made.length} bids.`,
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
      message: `One of several concurrent requests with one Idempotency-Key got ${reply.status}.`,
      reply,
      expected: `201 with the bid, or a status that asks for a retry: ${RETRYABLE.join(', ')}`,
      observed: reply.json ?? reply.exchange.text,
      likely_cause: CAUSE,
    });
  }
}

/** @param prepare creates a lot, and a body for it */
async function checkRace(t: CheckContext, prepare: () => Promise<{ lot: Lot; body: Body }>): Promise<void> {
  for (const setup of chooseRaceSetups(t)) {
    const { lot, body } = await prepare();
    const key = t.unique('key');
    const bodies = Array.from({ length: setup.n }, () => body);
    const replies = await placeTogether(t, lot, key, bodies, setup);
    const id = await expectOneBid(lot, replies, `${setup.n} concurrent requests`);
    expectRetryable(replies);
    const again = await placeWithKey(t.buyer, lot.id, key, body);
    expectSuccess(again);
    if (id !== undefined) again.data.get('id').is(id);
    await expectOneBid(lot, [...replies, again], `${setup.n} concurrent requests and a later retry`);
  }
  observeUnbrokenRace(t, chooseRaceSetups(t).length);
}

const CHECKS: readonly Check[] = [
  check(
    'IDEM-5/same-body',
    'Concurrent requests with the same key and body create one bid, and each returns it or a retryable error',
    SIDES,
    async (t) => checkRace(t, async () => ({ lot: await t.arrange.lot(), body: await t.arrange.bidBody() })),
  ),
  check('IDEM-5/by-grades', 'Concurrent requests with the same key and multi-grade body create one bid', SIDES, async (t) => {
    const { body } = await t.arrange.multiGradeBid();
    await checkRace(t, async () => ({ lot: await t.arrange.lot({ grade: undefined }), body }));
  }),
  check(
    'IDEM-5/other-bodies',
    'Concurrent requests with the same key and different bodies create at most one bid',
    SIDES,
    async (t) => {
      for (const setup of chooseRaceSetups(t)) {
        const lot = await t.arrange.lot();
        const body = await t.arrange.bidBody();
        const bodies = Array.from({ length: setup.n }, (_, i) => ({ ...body, quantity_mt: 10 + i }));
        const replies = await placeTogether(t, lot, t.unique('key'), bodies, setup);
        await expectOneBid(lot, replies, `${setup.n} concurrent requests`);
        expectRetryable(replies);
      }
      observeUnbrokenRace(t, chooseRaceSetups(t).length);
    },
  ),
];

export const RACES_CHECKS: readonly Check[] = CHECKS.map((one) => ({ ...one, timeout_ms: RACE_TIMEOUT_MS }));
