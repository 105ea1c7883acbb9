/** Who can accept, reject, and counter a bid in which state. The expectations are the rows of states.ts. */
import type { Check } from '../../check/check.ts';
import { check } from '../../check/check.ts';
import type { Actor, Reply } from '#client';
import { describeRefusal, expectRefusal, expectSuccess, expectThat, readBidStatus } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import type { Action, State, StateRow } from './states.ts';
import { BID_STATES, act, bringTo, bringToDecided } from './states.ts';

const NO_BID = 'bid_000000000000000000000000';
const ACTIONS = ['accept', 'reject', 'counter'] as const;

type Side = 'seller' | 'buyer';

function sideOf(t: CheckContext, side: Side): Actor {
  return side === 'seller' ? t.seller : t.buyer;
}

/** Asserts that a rejected action did not change the status of the bid. */
async function expectUnmoved(t: CheckContext, id: string, refuse: () => Promise<readonly Reply[]>): Promise<void> {
  const before = await readBidStatus(t.buyer, id);
  const refused = await refuse();
  const after = await readBidStatus(t.buyer, id);
  expectThat(before === after, {
    message: 'An action on the bid was rejected, but the status of the bid changed.',
    ...(refused[0] === undefined ? {} : { reply: refused[0] }),
    expected: String(before),
    observed: after,
  });
}

const DECIDED = [
  'accepted',
  'rejected',
  'countered',
  'accepted-counter',
  'rejected-counter',
  'countered-counter',
] as const satisfies readonly State[];

function rowsOf(state: State): readonly StateRow[] {
  return BID_STATES.filter((row) => row.state === state);
}

const NOT_PENDING: readonly Check[] = DECIDED.flatMap((state) =>
  rowsOf(state).map((row) => {
    const side: Side = row.seller === '422' ? 'seller' : 'buyer';
    return check(
      `BID-20/${row.action}-${state}`,
      `A ${row.action} by the ${side} on a bid that is no longer pending (${state}) returns 422`,
      ['buyer', 'seller', 'writes'],
      async (t) => {
        const { id } = await bringToDecided(t, state);
        await expectUnmoved(t, id, async () => {
          const refused = await act(t, sideOf(t, side), id, row.action);
          expectRefusal(refused, 422);
          t.observe(`${row.action} on a decided bid: ${describeRefusal(refused)}`);
          return [refused];
        });
      },
    );
  }),
);

const STATES: readonly State[] = ['bid', 'counter', ...DECIDED];

const STRANGERS: readonly Check[] = [
  ...STATES.map((state) =>
    check(
      `BID-19/${state}`,
      `Accepting, rejecting, or countering a bid (${state}) as a non-party returns 404`,
      ['buyer', 'rival', 'seller', 'writes'],
      async (t) => {
        const { id } = await bringTo(t, state);
        const strangers = [t.rival, ...(t.has('partner') ? [t.partner] : []), ...(t.has('elevator') ? [t.elevator] : [])];
        await expectUnmoved(t, id, async () => {
          const replies: Reply[] = [];
          for (const stranger of strangers) {
            for (const { action } of rowsOf(state)) {
              const refused = await act(t, stranger, id, action);
              expectRefusal(refused, 404, { code: 'not_found' });
              replies.push(refused);
            }
          }
          return replies;
        });
      },
    ),
  ),
  check(
    'BID-19/unknown',
    'Accepting, rejecting, or countering a bid that does not exist returns 404',
    ['buyer', 'seller', 'writes'],
    async (t) => {
      for (const actor of [t.seller, t.buyer]) {
        for (const action of ACTIONS) expectRefusal(await act(t, actor, NO_BID, action), 404, { code: 'not_found' });
      }
    },
  ),
  check(
    'BID-19/rival-bidder',
    "A team with a bid on the same listing cannot act on another team's bid",
    ['buyer', 'rival', 'seller', 'writes'],
    async (t) => {
      const { lot, id } = await bringTo(t, 'bid');
      const own = await t.arrange.bid(lot, {}, t.rival);
      await expectUnmoved(t, id, async () => {
        const replies: Reply[] = [];
        for (const action of ACTIONS) {
          const refused = await act(t, t.rival, id, action);
          expectRefusal(refused, 404, { code: 'not_found' });
          replies.push(refused);
        }
        return replies;
      });
      t.observe(`the rival's own bid is ${String(await readBidStatus(t.rival, own.id))}`);
    },
  ),
];

/** The stated moves. A counter to a counter is only derived (BID-57). */
const MOVES: readonly (readonly [State, Action, Side])[] = [
  ['bid', 'accept', 'seller'],
  ['bid', 'reject', 'seller'],
  ['bid', 'counter', 'seller'],
  ['counter', 'accept', 'buyer'],
  ['counter', 'reject', 'buyer'],
];

async function expectMove(t: CheckContext, [state, action, side]: (typeof MOVES)[number], by?: Actor): Promise<void> {
  const { id } = await bringTo(t, state);
  const row = rowsOf(state).find((one) => one.action === action);
  const outcome = row?.[side];
  if (outcome === undefined || outcome === '422' || outcome === 'open') throw new Error(`${action} on ${state} is not a move`);
  // BID-21, BID-26, and BID-27 check the status code.
  expectSuccess(await act(t, by ?? sideOf(t, side), id, action));
}

const SCOPE: readonly Check[] = [
  ...MOVES.flatMap((move) => {
    const [state, action, side] = move;
    return [
      check(
        `BID-18/${action}-by-${side}`,
        `The ${side} can ${action} a pending ${state}`,
        ['buyer', 'seller', 'writes'],
        async (t) => expectMove(t, move),
      ),
      check(
        `BID-18/${action}-by-${side}-scope`,
        `The ${side} can ${action} a pending ${state} with only the scope bids.write`,
        ['buyer', 'seller', 'writes', 'hook:mint_token'],
        async (t) => expectMove(t, move, await t.mint(side, ['bids.write'])),
      ),
    ];
  }),
  check(
    'BID-18/counter-by-buyer',
    'A buyer can counter a counter with only the scope bids.write',
    ['buyer', 'seller', 'writes'],
    async (t) => {
      const { id } = await bringTo(t, 'counter');
      const reply = await act(t, t.buyer, id, 'counter');
      // That a counter can be countered is only derived (BID-57); that bids.write is enough is stated.
      if (!reply.is_success) t.observe(`a buyer counters a counter: ${describeRefusal(reply)}`);
      expectThat(![400, 401, 403].includes(reply.status), {
        message: `A buyer with bids.write who counters a seller's counter gets ${reply.status}.`,
        reply,
        expectation: { kind: 'status', statuses: [201] },
        observed: reply.json,
      });
    },
  ),
  check(
    'BID-18/without-bids-write',
    'Accepting, rejecting, or countering without bids.write returns 403',
    ['buyer', 'seller', 'writes', 'hook:mint_token'],
    async (t) => {
      const { id } = await bringTo(t, 'bid');
      const without = await t.mint('seller', ['inventory.read', 'bids.read', 'listings.read', 'listings.write']);
      await expectUnmoved(t, id, async () => {
        const replies: Reply[] = [];
        for (const action of ACTIONS) {
          const refused = await act(t, without, id, action);
          expectRefusal(refused, 403, { code: 'insufficient_scope' });
          replies.push(refused);
        }
        return replies;
      });
    },
  ),
  check(
    'BID-18/reader',
    'Accepting, rejecting, or countering with a client-credentials token returns 403 or 404',
    ['buyer', 'seller', 'reader', 'writes'],
    async (t) => {
      const { id } = await bringTo(t, 'bid');
      await expectUnmoved(t, id, async () => {
        const replies: Reply[] = [];
        for (const action of ACTIONS) {
          const refused = await act(t, t.reader, id, action);
          expectRefusal(refused, [403, 404], { code: ['insufficient_scope', 'not_found'] });
          replies.push(refused);
        }
        return replies;
      });
    },
  ),
  check('BID-28/author', 'The side that made a bid cannot accept it', ['buyer', 'seller', 'writes'], async (t) => {
    const { id } = await bringTo(t, 'bid');
    const reply = await act(t, t.buyer, id, 'accept');
    t.observe(`the author accepts its own bid: ${describeRefusal(reply)}`);
    expectRefusal(reply, 403, { code: 'insufficient_scope' });
  }),
  check('BID-51/author', 'The side that made a bid cannot counter it', ['buyer', 'seller', 'writes'], async (t) => {
    const { id } = await bringTo(t, 'bid');
    const reply = await act(t, t.buyer, id, 'counter');
    t.observe(`the author counters its own bid: ${describeRefusal(reply)}`);
    expectRefusal(reply, 403, { code: 'insufficient_scope' });
  }),
];

export const MOVING: readonly Check[] = [...NOT_PENDING, ...STRANGERS, ...SCOPE];
