/** Two at the same moment: whatever comes first, the other finds the bid decided. */
import type { Check } from '../../check/check.ts';
import { check } from '../../check/check.ts';
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
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import type { Action, Brought } from './states.ts';
import { act, bringTo, bringToDecided } from './states.ts';

async function acceptTogether(t: CheckContext, made: Brought, { n, fresh }: RaceSetup): Promise<readonly Reply[]> {
  const by = made.counter === undefined ? made.lot.seller : t.buyer;
  if (!fresh) await openConnections(t, n);
  const path = `/bids/${made.id}/accept`;
  return sendConcurrently(Array.from({ length: n }, () => async () => by.send({ method: 'POST', path, fresh })));
}

function tell(replies: readonly Reply[]): string {
  return replies.map(({ status }) => status).join(', ');
}

/** The race is run once for all that look at it; each look at its own tries would cost the target as much again. */
async function judgeAcceptances(t: CheckContext, state: 'bid' | 'counter'): Promise<void> {
  for (const field of chooseRaceSetups(t)) {
    const made = await bringTo(t, state);
    const replies = await acceptTogether(t, made, field);
    const ids = new Set(readIds(replies));
    if (ids.size > 1) await ensureEffects(t, state === 'bid' ? ['accept'] : []);
    expectThat(ids.size <= 1, {
      message: `${field.n} acceptances of one bid at the same moment made ${ids.size} trades.`,
      ...(replies[0] === undefined ? {} : { reply: replies[0] }),
      expected: 'one trade',
      observed: [...ids],
      likely_cause: 'The status of the bid is looked at before it is locked.',
    });
    const trades = await listTradeIds(t.buyer, made.lot.id);
    expectThat((trades?.size ?? 1) <= 1, {
      message: `After ${field.n} acceptances of one bid at the same moment GET /trades lists ${trades?.size ?? 0} trades of its listing.`,
      expected: 'one trade',
      observed: [...(trades ?? [])],
      likely_cause: 'The status of the bid is looked at before it is locked.',
    });
    expectThat(ids.size === 1 || areAllRetryable(replies), {
      message: `Of ${field.n} acceptances of one pending bid at the same moment none made a trade (${tell(replies)}).`,
      ...(replies[0] === undefined ? {} : { reply: replies[0] }),
      expected: 'one that makes the trade',
    });
  }
  observeUnbrokenRace(t, chooseRaceSetups(t).length);
}

/** BID-54: 422; or a status that asks for a repeat, where the repeat gets 422. */
async function judgeLosers(t: CheckContext): Promise<void> {
  for (const field of chooseRaceSetups(t)) {
    const made = await bringTo(t, 'bid');
    const replies = await acceptTogether(t, made, field);
    const winner = replies.findIndex(({ is_success }) => is_success);
    const losers = replies.filter((_, i) => i !== winner);
    for (const loser of losers) {
      if (loser.status === 422) {
        noteAssertion();
        continue;
      }
      const is_tolerated = [409, 423, 429, 503].includes(loser.status);
      const again = is_tolerated ? await act(t, made.lot.seller, made.id, 'accept') : undefined;
      expectThat(again?.status === 422, {
        message: 'An acceptance that came too late by a moment was not answered with 422.',
        reply: again ?? loser,
        expected: 'status 422; 409, 423, 429 or 503 where a repeat gets 422',
        observed: tell(replies),
      });
      t.observe(`the loser of a race gets ${loser.status}`);
    }
  }
  observeUnbrokenRace(t, chooseRaceSetups(t).length);
}

const ENDS = { accept: 'accepted', reject: 'rejected', counter: 'countered' } as const satisfies Readonly<Record<Action, string>>;
const PAIRS: readonly (readonly [Action, Action])[] = [
  ['accept', 'reject'],
  ['accept', 'counter'],
  ['reject', 'counter'],
];
const TRIES_A_PAIR = 5;

/** What nobody hinders has its effect. @throws Blocked where it has none: then there is nothing that could come first */
async function ensureEffects(t: CheckContext, actions: readonly Action[]): Promise<void> {
  for (const action of actions) await bringToDecided(t, ENDS[action]);
}

/** Of two different answers to one bid at the same moment one is carried out, and the bid ends as that one says. */
async function judgePair(t: CheckContext, [one, other]: (typeof PAIRS)[number]): Promise<void> {
  for (let i = 0; i < TRIES_A_PAIR; i += 1) {
    const { lot, id } = await bringTo(t, 'bid');
    const order = i % 2 === 0 ? [one, other] : [other, one];
    const replies = await sendConcurrently(order.map((action) => async () => act(t, lot.seller, id, action)));
    const done = order.filter((_, j) => replies[j]?.is_success === true);
    if (areAllRetryable(replies)) continue;
    if (done.length === 2) await ensureEffects(t, order);
    expectThat(done.length === 1, {
      message: `Of ${one} and ${other} at the same moment ${done.length === 0 ? 'neither was' : 'both were'} carried out (${tell(replies)}).`,
      ...(replies[1] === undefined ? {} : { reply: replies[1] }),
      expected: 'one of the two, and 422 for the other',
      likely_cause: 'The status of the bid is looked at before it is locked.',
    });
    const [winner] = done;
    const status = await readBidStatus(t.buyer, id);
    if (winner !== undefined && status !== ENDS[winner]) await ensureEffects(t, [winner]);
    expectThat(winner === undefined || status === ENDS[winner], {
      message: `The bid does not end as the action that was carried out says (${String(winner)}).`,
      expected: winner === undefined ? '' : ENDS[winner],
      observed: status,
    });
  }
  t.observe(`not broken in ${TRIES_A_PAIR} tries`);
}

const COUNTERS = 4;

const CHECKS: readonly Check[] = [
  check(
    'BID-31/of-a-bid',
    'Acceptances of one bid at the same moment never make two trades',
    ['buyer', 'seller', 'writes'],
    async (t) => judgeAcceptances(t, 'bid'),
  ),
  check(
    'BID-31/of-a-counter',
    'Acceptances of one counter at the same moment never make two trades',
    ['buyer', 'seller', 'writes'],
    async (t) => judgeAcceptances(t, 'counter'),
  ),
  check('BID-54/losers', 'Of acceptances at the same moment those that lose get 422', ['buyer', 'seller', 'writes'], async (t) =>
    judgeLosers(t),
  ),
  ...PAIRS.map((pair) =>
    check(
      `BID-20/${pair.join('-and-')}-at-once`,
      `Of ${pair.join(' and ')} at the same moment one finds the bid no longer pending`,
      ['buyer', 'seller', 'writes'],
      async (t) => judgePair(t, pair),
    ),
  ),
  check(
    'BID-20/accept-and-delist-at-once',
    'A bid is accepted or rejected, not both, when its listing is delisted at the same moment',
    ['buyer', 'seller', 'writes'],
    async (t) => {
      for (let i = 0; i < TRIES_A_PAIR; i += 1) {
        const { lot, id } = await bringTo(t, 'bid');
        const deeds = [
          async () => act(t, lot.seller, id, 'accept'),
          async () => lot.seller.patch(`/me/inventory/${lot.id}`, { listed: false }),
        ];
        const replies = await sendConcurrently(i % 2 === 0 ? deeds : deeds.toReversed());
        const accepted = replies[i % 2];
        const status = await readBidStatus(t.buyer, id);
        if (accepted?.is_success === true && status !== 'accepted') await ensureEffects(t, ['accept']);
        expectThat(accepted?.is_success !== true || status === 'accepted', {
          message: 'A bid was accepted while its listing was delisted, and is not accepted afterwards.',
          ...(accepted === undefined ? {} : { reply: accepted }),
          expected: 'accepted',
          observed: status,
        });
        const trades = accepted?.is_success === true ? undefined : await listTradeIds(t.buyer, lot.id);
        expectThat((trades?.size ?? 0) === 0, {
          message: 'The acceptance was refused, and there is a trade.',
          observed: [...(trades ?? [])],
        });
      }
      t.observe(`not broken in ${TRIES_A_PAIR} tries`);
    },
  ),
  check(
    'BID-40/one-at-a-time',
    'One at a time, a bid that is no longer pending is no conflict: counter answers 422',
    ['buyer', 'seller', 'writes'],
    async (t) => {
      for (const state of ['accepted', 'rejected', 'countered'] as const) {
        const { lot, id } = await bringToDecided(t, state);
        const refused = await act(t, lot.seller, id, 'counter');
        expectThat(refused.status === 422, {
          message: `A counter to a bid that is no longer pending (${state}) answers ${refused.status}, though nobody else acts on it.`,
          reply: refused,
          expected: 'status 422',
        });
      }
    },
  ),
  check(
    'BID-40/at-once',
    'Of counters to one bid at the same moment one is taken; the others get 422, or 409 for a conflict',
    ['buyer', 'seller', 'writes'],
    async (t) => {
      for (let i = 0; i < 3; i += 1) {
        const { lot, id } = await bringTo(t, 'bid');
        const replies = await sendConcurrently(
          Array.from({ length: COUNTERS }, () => async () => act(t, lot.seller, id, 'counter')),
        );
        const made = new Set(readIds(replies));
        if (made.size > 1) await ensureEffects(t, ['counter']);
        expectThat(made.size === 1 || areAllRetryable(replies), {
          message: `${COUNTERS} counters to one bid at the same moment made ${made.size} bids.`,
          ...(replies[1] === undefined ? {} : { reply: replies[1] }),
          expected: 'one counter',
          observed: [...made],
        });
        const odd = replies.find((reply) => !reply.is_success && reply.status !== 422 && !RETRYABLE.includes(reply.status));
        if (odd !== undefined)
          throw warning({ message: `A counter that lost a race got ${odd.status}.`, reply: odd, expected: 'status 422 or 409' });
        // A counter of the seller's may be among the bids it has received, or not.
        t.observe(`${(await listReceivedBids(lot)).length} bids are listed for the listing afterwards`);
      }
    },
  ),
];

export const RACES: readonly Check[] = CHECKS.map((one) => ({ ...one, timeout_ms: RACE_TIMEOUT_MS }));
