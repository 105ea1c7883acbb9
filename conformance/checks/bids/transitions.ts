/** Who can accept, reject, and counter a bid in which state. The expectations are the rows of states.ts. */
import { check, type Check } from '../../check/check.ts';
import { describeRefusal, expectRefusal, expectSuccess, expectThat, readBidStatus, type Actor, type Reply } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import {
  BID_STATE_ROWS,
  DECIDED_STATES,
  actOnBid,
  arrangeBidInState,
  arrangeDecidedBid,
  describeAState,
  type Action,
  type StateRow,
} from './states.ts';
import { SIDES, WITH_RIVAL } from './needs.ts';

const NO_BID = 'bid_000000000000000000000000';
const ACTIONS = ['accept', 'reject', 'counter'] as const;

/** Asserts that a rejected action did not change the status of the bid. */
async function expectStatusUnchanged(t: CheckContext, id: string, attempt: () => Promise<readonly Reply[]>): Promise<void> {
  const before = await readBidStatus(t.buyer, id);
  const refused = await attempt();
  const after = await readBidStatus(t.buyer, id);
  expectThat(before === after, {
    message: 'An action on the bid was rejected, but the status of the bid changed.',
    ...(refused[0] === undefined ? {} : { reply: refused[0] }),
    expected: String(before),
    observed: after,
  });
}

interface Rejection {
  statuses: readonly number[];
  codes: readonly string[];
}

/** Asserts that every action by every actor is rejected, and that the bid keeps its status. */
async function expectAllRejected(
  t: CheckContext,
  id: string,
  actors: readonly Actor[],
  { statuses, codes }: Rejection,
): Promise<void> {
  await expectStatusUnchanged(t, id, async () => {
    const replies: Reply[] = [];
    for (const actor of actors) {
      for (const action of ACTIONS) {
        const refused = await actOnBid(t, actor, id, action);
        expectRefusal(refused, statuses, { code: codes });
        replies.push(refused);
      }
    }
    return replies;
  });
}

const NOT_FOUND: Rejection = { statuses: [404], codes: ['not_found'] };

const GERUNDS = { accept: 'Accepting', reject: 'Rejecting', counter: 'Countering' } as const satisfies Record<Action, string>;

const NOT_PENDING: readonly Check[] = DECIDED_STATES.flatMap((state) =>
  BID_STATE_ROWS.filter((row) => row.state === state).map((row) => {
    const side = row.seller === '422' ? 'seller' : 'buyer';
    return check(
      `BID-20/${row.action}-${state}`,
      `${GERUNDS[row.action]} ${describeAState(state)} as the ${side} returns 422`,
      SIDES,
      async (t) => {
        const { id } = await arrangeDecidedBid(t, state);
        await expectStatusUnchanged(t, id, async () => {
          const refused = await actOnBid(t, t.actor(side), id, row.action);
          expectRefusal(refused, 422);
          t.observe(`${row.action} on a decided bid: ${describeRefusal(refused)}`);
          return [refused];
        });
      },
    );
  }),
);

const STRANGERS: readonly Check[] = [
  ...(['bid', 'counter', ...DECIDED_STATES] as const).map((state) =>
    check(
      `BID-19/${state}`,
      `Accepting, rejecting, or countering ${describeAState(state)} as a non-party returns 404`,
      WITH_RIVAL,
      async (t) => {
        const { id } = await arrangeBidInState(t, state);
        const strangers = [t.rival, ...(t.has('partner') ? [t.partner] : []), ...(t.has('elevator') ? [t.elevator] : [])];
        await expectAllRejected(t, id, strangers, NOT_FOUND);
      },
    ),
  ),
  check('BID-19/unknown', 'Accepting, rejecting, or countering a bid that does not exist returns 404', SIDES, async (t) => {
    for (const actor of [t.seller, t.buyer]) {
      for (const action of ACTIONS) expectRefusal(await actOnBid(t, actor, NO_BID, action), 404, { code: 'not_found' });
    }
  }),
  check(
    'BID-19/rival-bidder',
    "A team with a bid on the same listing cannot act on another team's bid",
    WITH_RIVAL,
    async (t) => {
      const { lot, id } = await arrangeBidInState(t, 'bid');
      const own = await t.arrange.bid(lot, {}, t.rival);
      await expectAllRejected(t, id, [t.rival], NOT_FOUND);
      t.observe(`the rival's own bid is ${String(await readBidStatus(t.rival, own.id))}`);
    },
  ),
  // A seller needs no team, so a deployment that compares only teams could let any seller in.
  check(
    'BID-19/other-seller',
    "Accepting, rejecting, or countering a bid on another seller's listing returns 404",
    [...SIDES, 'partner'],
    async (t) => {
      const bid = await t.arrange.bid(await t.arrange.lot({}, t.partner));
      await expectAllRejected(t, bid.id, [t.seller], NOT_FOUND);
    },
  ),
];

/** The transitions that the document states. That a counter can be countered is only derived (BID-57). */
const STATED_TRANSITIONS = BID_STATE_ROWS.filter(
  ({ state, action }) => state === 'bid' || (state === 'counter' && action !== 'counter'),
);

async function expectTransition(t: CheckContext, { state, action }: StateRow, by?: Actor): Promise<void> {
  const { id, answerer } = await arrangeBidInState(t, state);
  // BID-21, BID-26, and BID-27 check the status code.
  expectSuccess(await actOnBid(t, by ?? answerer, id, action));
}

const SCOPE: readonly Check[] = [
  ...STATED_TRANSITIONS.flatMap((move) => {
    const { state, action } = move;
    const side = state === 'bid' ? 'seller' : 'buyer';
    return [
      check(`BID-18/${action}-by-${side}`, `The ${side} can ${action} a pending ${state}`, SIDES, async (t) =>
        expectTransition(t, move),
      ),
      check(
        `BID-18/${action}-by-${side}-scope`,
        `The ${side} can ${action} a pending ${state} with only the scope bids.write`,
        ['buyer', 'seller', 'writes', 'hook:mint_token'],
        async (t) => expectTransition(t, move, await t.mint(side, ['bids.write'])),
      ),
    ];
  }),
  check(
    'BID-18/counter-by-buyer',
    'Countering a counter as a buyer with bids.write returns no 400, 401, or 403',
    SIDES,
    async (t) => {
      const { id } = await arrangeBidInState(t, 'counter');
      const reply = await actOnBid(t, t.buyer, id, 'counter');
      // That a counter can be countered is only derived (BID-57); that bids.write is enough is stated.
      if (!reply.is_success) t.observe(`a buyer counters a counter: ${describeRefusal(reply)}`);
      expectThat(![400, 401, 403].includes(reply.status), {
        message: `A buyer with bids.write countered a seller's counter and got ${reply.status}.`,
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
      const { id } = await arrangeBidInState(t, 'bid');
      const without = await t.mint('seller', ['inventory.read', 'bids.read', 'listings.read', 'listings.write']);
      await expectAllRejected(t, id, [without], { statuses: [403], codes: ['insufficient_scope'] });
    },
  ),
  check(
    'BID-18/reader',
    'Accepting, rejecting, or countering with a client-credentials token returns 403 or 404',
    ['buyer', 'seller', 'reader', 'writes'],
    async (t) => {
      const { id } = await arrangeBidInState(t, 'bid');
      const rejection = { statuses: [403, 404], codes: ['insufficient_scope', 'not_found'] };
      await expectAllRejected(t, id, [t.reader], rejection);
    },
  ),
  ...(
    [
      ['BID-28/author', 'accept'],
      ['BID-51/author', 'counter'],
    ] as const
  ).map(([check_id, action]) =>
    check(check_id, `The side that made a bid cannot ${action} it`, SIDES, async (t) => {
      const { id } = await arrangeBidInState(t, 'bid');
      const reply = await actOnBid(t, t.buyer, id, action);
      t.observe(`the author ${action}s its own bid: ${describeRefusal(reply)}`);
      expectRefusal(reply, 403, { code: 'insufficient_scope' });
    }),
  ),
];

export const TRANSITION_CHECKS: readonly Check[] = [...NOT_PENDING, ...STRANGERS, ...SCOPE];
