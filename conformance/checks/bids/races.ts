/** Concurrent actions on one bid: exactly one succeeds. */
import { check, type Check } from '../../check/check.ts';
import type { RaceSetup, Reply } from '#client';
import {
  RACE_TIMEOUT_MS,
  RETRYABLE,
  areAllRetryable,
  sendConcurrently,
  expectThat,
  chooseRaceSetups,
  readIds,
  noteAssertion,
  readBidStatus,
  listReceivedBids,
  observeUnbrokenRace,
  listTradeIds,
  openConnections,
  warning,
  encodePath,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { actOnBid, arrangeBidInState, arrangeDecidedBid, type Action, type BidInState } from './states.ts';
import { SIDES } from './needs.ts';

const CAUSE = 'The status is read before the bid is locked. Lock it first, or update it only if it is still pending.';

async function acceptConcurrently(t: CheckContext, made: BidInState, { n, fresh }: RaceSetup): Promise<readonly Reply[]> {
  if (!fresh) await openConnections(t, n);
  const path = encodePath`/bids/${made.id}/accept`;
  return sendConcurrently(Array.from({ length: n }, () => async () => made.answerer.send({ method: 'POST', path, fresh })));
}

function listStatuses(replies: readonly Reply[]): string {
  return replies.map(({ status }) => status).join(', ');
}

/** BID-31: concurrent acceptances create one trade. */
async function checkAcceptances(t: CheckContext, state: 'bid' | 'counter'): Promise<void> {
  for (const setup of chooseRaceSetups(t)) {
    const made = await arrangeBidInState(t, state);
    const replies = await acceptConcurrently(t, made, setup);
    const ids = new Set(readIds(replies));
    if (ids.size > 1) await ensureEffects(t, state === 'bid' ? ['accept'] : []);
    expectThat(ids.size <= 1, {
      message: `${setup.n} concurrent acceptances of one bid created ${ids.size} trades.`,
      ...(replies[0] === undefined ? {} : { reply: replies[0] }),
      expected: 'one trade',
      observed: [...ids],
      likely_cause: CAUSE,
    });
    const trades = await listTradeIds(t.buyer, made.lot.id);
    expectThat((trades?.size ?? 1) <= 1, {
      message: `After ${setup.n} concurrent acceptances of one bid, GET /trades lists ${trades?.size ?? 0} trades of its listing.`,
      expected: 'one trade',
      observed: [...(trades ?? [])],
      likely_cause: CAUSE,
    });
    expectThat(ids.size === 1 || areAllRetryable(replies), {
      message: `None of ${setup.n} concurrent acceptances of a pending bid created a trade (${listStatuses(replies)}).`,
      ...(replies[0] === undefined ? {} : { reply: replies[0] }),
      expected: 'one trade',
    });
  }
  observeUnbrokenRace(t, chooseRaceSetups(t).length);
}

/** BID-54 tolerates only these statuses, not all of RETRYABLE, and only if a second acceptance then gets 422. */
const ASKING_FOR_RETRY: readonly number[] = [409, 423, 429, 503];

/** BID-54: every losing acceptance gets 422, or a status that asks for a retry, and then 422. */
async function checkLosers(t: CheckContext): Promise<void> {
  for (const setup of chooseRaceSetups(t)) {
    const made = await arrangeBidInState(t, 'bid');
    const replies = await acceptConcurrently(t, made, setup);
    const winner = replies.findIndex(({ is_success }) => is_success);
    const losers = replies.filter((_, i) => i !== winner);
    for (const loser of losers) {
      if (loser.status === 422) {
        noteAssertion();
        continue;
      }
      const asks_for_retry = ASKING_FOR_RETRY.includes(loser.status);
      const again = asks_for_retry ? await actOnBid(t, made.lot.seller, made.id, 'accept') : undefined;
      expectThat(again?.status === 422, {
        message: 'An acceptance that lost a race did not get 422.',
        reply: again ?? loser,
        expected: 'status 422; or 409, 423, 429, or 503 and then 422',
        observed: listStatuses(replies),
      });
      t.observe(`the loser of a race gets ${loser.status}`);
    }
  }
  observeUnbrokenRace(t, chooseRaceSetups(t).length);
}

const RESULTING_STATUS = { accept: 'accepted', reject: 'rejected', counter: 'countered' } as const satisfies Readonly<
  Record<Action, string>
>;
const PAIRS: readonly (readonly [Action, Action])[] = [
  ['accept', 'reject'],
  ['accept', 'counter'],
  ['reject', 'counter'],
];
const TRIES_PER_PAIR = 5;

/** @throws Blocked if an action has no effect even without a race, because two successes then prove nothing. Another check reports that */
async function ensureEffects(t: CheckContext, actions: readonly Action[]): Promise<void> {
  for (const action of actions) await arrangeDecidedBid(t, RESULTING_STATUS[action]);
}

/** Whether one of the actions succeeds on a bid that the other has decided, so that no race is needed. */
async function isDecidedTwice(t: CheckContext, actions: readonly Action[]): Promise<boolean> {
  for (const first of actions) {
    const { lot, id } = await arrangeBidInState(t, 'bid');
    await actOnBid(t, lot.seller, id, first);
    for (const then of actions) if (then !== first && (await actOnBid(t, lot.seller, id, then)).is_success) return true;
  }
  return false;
}

/** Of two different concurrent actions on one bid, one succeeds and decides the status of the bid. */
async function checkPair(t: CheckContext, [one, other]: (typeof PAIRS)[number]): Promise<void> {
  for (let i = 0; i < TRIES_PER_PAIR; i += 1) {
    const { lot, id } = await arrangeBidInState(t, 'bid');
    const order = i % 2 === 0 ? [one, other] : [other, one];
    const replies = await sendConcurrently(order.map((action) => async () => actOnBid(t, lot.seller, id, action)));
    const done = order.filter((_, j) => replies[j]?.is_success === true);
    if (areAllRetryable(replies)) continue;
    if (done.length === 2) await ensureEffects(t, order);
    const is_race = done.length !== 2 || !(await isDecidedTwice(t, order));
    const [winner] = done;
    expectThat(winner !== undefined && done.length === 1, {
      message: `Of concurrent requests to ${one} and ${other} one bid, ${done.length === 0 ? 'neither' : 'both'} succeeded (${listStatuses(replies)}).`,
      ...(replies[1] === undefined ? {} : { reply: replies[1] }),
      expected: 'success for exactly one',
      likely_cause: is_race ? CAUSE : 'One of the two succeeds on a decided bid even without a race (BID-20).',
    });
    const status = await readBidStatus(t.buyer, id);
    if (status !== RESULTING_STATUS[winner]) await ensureEffects(t, [winner]);
    expectThat(status === RESULTING_STATUS[winner], {
      message: `The status of the bid does not match the action that succeeded (${winner}).`,
      expected: RESULTING_STATUS[winner],
      observed: status,
    });
  }
  t.observe(`no violation in ${TRIES_PER_PAIR} tries`);
}

const CONCURRENT_COUNTERS = 4;

const CHECKS: readonly Check[] = [
  check('BID-31/of-a-bid', 'Concurrent acceptances of one bid never create two trades', SIDES, async (t) =>
    checkAcceptances(t, 'bid'),
  ),
  check('BID-31/of-a-counter', 'Concurrent acceptances of one counter never create two trades', SIDES, async (t) =>
    checkAcceptances(t, 'counter'),
  ),
  check('BID-54/losers', 'Of concurrent acceptances, those that lose get 422', SIDES, async (t) => checkLosers(t)),
  ...PAIRS.map((pair) =>
    check(
      `BID-20/${pair.join('-and-')}-at-once`,
      `Of concurrent requests to ${pair.join(' and ')} one bid, exactly one succeeds`,
      SIDES,
      async (t) => checkPair(t, pair),
    ),
  ),
  check(
    'BID-20/accept-and-delist-at-once',
    'If a bid is accepted while its listing is delisted, either it stays accepted or there is no trade',
    SIDES,
    async (t) => {
      for (let i = 0; i < TRIES_PER_PAIR; i += 1) {
        const { lot, id } = await arrangeBidInState(t, 'bid');
        const actions = [
          async () => actOnBid(t, lot.seller, id, 'accept'),
          async () => lot.seller.patch(encodePath`/me/inventory/${lot.id}`, { listed: false }),
        ];
        const replies = await sendConcurrently(i % 2 === 0 ? actions : actions.toReversed());
        const accepted = replies[i % 2];
        const status = await readBidStatus(t.buyer, id);
        if (accepted?.is_success === true) {
          if (status !== 'accepted') await ensureEffects(t, ['accept']);
          expectThat(status === 'accepted', {
            message: 'A bid was accepted while its listing was delisted, but its status is not accepted.',
            reply: accepted,
            expected: 'accepted',
            observed: status,
          });
        } else {
          const trades = [...((await listTradeIds(t.buyer, lot.id)) ?? [])];
          expectThat(trades.length === 0, {
            message: 'An acceptance during a delisting returned an error, but created a trade.',
            expected: 'no trade',
            observed: trades,
          });
        }
      }
      t.observe(`no violation in ${TRIES_PER_PAIR} tries`);
    },
  ),
  check(
    'BID-40/one-at-a-time',
    'Without concurrency, countering a bid that is no longer pending returns 422, not 409',
    SIDES,
    async (t) => {
      for (const state of ['accepted', 'rejected', 'countered'] as const) {
        const { lot, id } = await arrangeDecidedBid(t, state);
        const refused = await actOnBid(t, lot.seller, id, 'counter');
        expectThat(refused.status === 422, {
          message: `A counter to a bid that is no longer pending (${state}) returned ${refused.status} without any concurrent action.`,
          reply: refused,
          expected: 'status 422',
        });
      }
    },
  ),
  check(
    'BID-40/at-once',
    'Of concurrent counters to one bid, one succeeds; the others get 422, 409, or a status that asks for a retry',
    SIDES,
    async (t) => {
      for (let i = 0; i < 3; i += 1) {
        const { lot, id } = await arrangeBidInState(t, 'bid');
        const replies = await sendConcurrently(
          Array.from({ length: CONCURRENT_COUNTERS }, () => async () => actOnBid(t, lot.seller, id, 'counter')),
        );
        const made = new Set(readIds(replies));
        if (made.size > 1) await ensureEffects(t, ['counter']);
        expectThat(made.size === 1 || areAllRetryable(replies), {
          message: `${CONCURRENT_COUNTERS} concurrent counters to one bid created ${made.size} bids.`,
          ...(replies[1] === undefined ? {} : { reply: replies[1] }),
          expected: 'one counter',
          observed: [...made],
        });
        const odd = replies.find((reply) => !reply.is_success && reply.status !== 422 && !RETRYABLE.includes(reply.status));
        if (odd !== undefined)
          throw warning({
            message: `A counter that lost a race got ${odd.status}.`,
            reply: odd,
            expected: 'status 422, 409, or one that asks for a retry',
          });
        // Whether a seller's list of received bids has its own counters is open, so this is only an observation.
        t.observe(`the listing then has ${(await listReceivedBids(lot)).length} bids`);
      }
    },
  ),
];

export const RACES_CHECKS: readonly Check[] = CHECKS.map((one) => ({ ...one, timeout_ms: RACE_TIMEOUT_MS }));
