/** Concurrent requests with one Idempotency-Key. */
import { check, type Check } from '../../check/check.ts';
import type { Arrival, RaceSetup, Lot, Reply } from '#client';
import {
  RACE_TIMEOUT_MS,
  RETRYABLE,
  sendConcurrently,
  expectSuccess,
  expectThat,
  chooseRaceSetups,
  readIds,
  listReceivedBids,
  mentions,
  readEventId,
  observeUnbrokenRace,
  openConnections,
  warnUnless,
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
  check(
    'IDEM-5/one-event',
    'Concurrent requests with the same key and body send bid.received once',
    ['buyer', 'partner', 'writes', 'webhooks'],
    expectOneEvent,
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

/** The seller of `lot` has a team, so it receives bid.received. */
async function expectOneEvent(t: CheckContext): Promise<void> {
  const inbox = await t.subscribe(t.partner, ['bid.received']);
  const lot = await t.arrange.lot({}, t.partner);
  const setup = chooseRaceSetups(t).find(({ n }) => n > 2);
  if (setup === undefined) throw new Error('there is no race');
  const body = await t.arrange.bidBody();
  const bodies = Array.from({ length: setup.n }, () => body);
  await placeTogether(t, lot, t.unique('key'), bodies, setup);
  const isAboutLot = mentions(lot.id);
  const first = await inbox.requireNext({ type: 'bid.received', where: isAboutLot, after: 'a bid was placed' });
  const isAgain = (arrival: Arrival): boolean => isAboutLot(arrival) && readEventId(arrival) !== readEventId(first);
  const again = await inbox.find({ where: isAgain, within_ms: 300 });
  warnUnless(again === undefined, {
    message: `${setup.n} concurrent requests with one Idempotency-Key sent bid.received more than once.`,
    expected: 'one event, as for one bid',
    observed: again?.text,
    likely_cause: 'The event is sent before the key is stored. Send it in the transaction that stores the key and the bid.',
  });
}

export const RACES_CHECKS: readonly Check[] = CHECKS.map((one) => ({ ...one, timeout_ms: RACE_TIMEOUT_MS }));
