/** Accept, reject and counter: what they do, for whom, and in which states. The expectations are the rows of states.ts. */
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

/** The action is refused, and the bid is what it was. */
async function expectUnmoved(t: CheckContext, id: string, refuse: () => Promise<readonly Reply[]>): Promise<void> {
  const before = await readBidStatus(t.buyer, id);
  const refused = await refuse();
  const after = await readBidStatus(t.buyer, id);
  expectThat(before === after, {
    message: 'An action on the bid was refused, and the bid changed its status all the same.',
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
      `${row.action} by the ${side} on a bid that is no longer pending (${state}) is 422`,
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
      `A bid (${state}) is missing for whoever is no party: accept, reject and counter are 404`,
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
    'A bid that does not exist is 404 for accept, reject and counter',
    ['buyer', 'seller', 'writes'],
    async (t) => {
      for (const actor of [t.seller, t.buyer]) {
        for (const action of ACTIONS) expectRefusal(await act(t, actor, NO_BID, action), 404, { code: 'not_found' });
      }
    },
  ),
  check(
    'BID-19/rival-bidder',
    "Who has a bid of its own on the same listing is no party to another's",
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
      t.observe(`the rival's own bid reads ${String(await readBidStatus(t.rival, own.id))}`);
    },
  ),
];

/** A counter to a counter is only derived (BID-57); the other moves are stated. */
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
  if (outcome === undefined || outcome === '422' || outcome === 'open') throw new Error(`${action} on ${state} is no move`);
  // BID-21, BID-26 and BID-27 say with which status.
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
        `The ${side} can ${action} a pending ${state} with a token that has bids.write alone`,
        ['buyer', 'seller', 'writes', 'hook:mint_token'],
        async (t) => expectMove(t, move, await t.mint(side, ['bids.write'])),
      ),
    ];
  }),
  check(
    'BID-18/counter-by-buyer',
    'A buyer who counters a counter is not refused for its scopes',
    ['buyer', 'seller', 'writes'],
    async (t) => {
      const { id } = await bringTo(t, 'counter');
      const reply = await act(t, t.buyer, id, 'counter');
      // That a counter can be countered is only derived (BID-57); that it takes no more than bids.write is stated.
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
    'Without bids.write nobody accepts, rejects or counters',
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
    'A token that cannot hold bids.write is refused: 403, or 404 since it is no party',
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
  check('BID-28/author', 'The side that made a bid may not accept it', ['buyer', 'seller', 'writes'], async (t) => {
    const { id } = await bringTo(t, 'bid');
    const reply = await act(t, t.buyer, id, 'accept');
    t.observe(`the author accepts its own bid: ${describeRefusal(reply)}`);
    expectRefusal(reply, 403, { code: 'insufficient_scope' });
  }),
  check('BID-51/author', 'The side that made a bid may not counter it', ['buyer', 'seller', 'writes'], async (t) => {
    const { id } = await bringTo(t, 'bid');
    const reply = await act(t, t.buyer, id, 'counter');
    t.observe(`the author counters its own bid: ${describeRefusal(reply)}`);
    expectRefusal(reply, 403, { code: 'insufficient_scope' });
  }),
];

export const MOVING: readonly Check[] = [...NOT_PENDING, ...STRANGERS, ...SCOPE];
