/** GET /bids and GET /bids/{id}. */
import { check, type Check } from '../../check/check.ts';
import type { Actor, Lot, Query } from '#client';
import {
  describeRefusal,
  ensureSuccess,
  errorIn,
  expectRefusal,
  expectSuccess,
  expectThat,
  isInOwnList,
  listAllPages,
  listReceivedBids,
  sendBid,
  chooseTeamless,
  encodePath,
  readBidStatus,
  readUntil,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { arrangeBidInState, type State } from './states.ts';
import { arrangePastBid, awaitExpired } from './expiry.ts';
import { placeMultiGradeBid } from './multi-grade.ts';
import { SIDES, WITH_RIVAL } from './needs.ts';
import { expectInList, expectReadable } from './bid-views.ts';

const NO_BID = 'bid_000000000000000000000000';

/** States to arrange, each with the status that such a bid has. */
const STATUSES: readonly (readonly [State, string])[] = [
  ['bid', 'pending'],
  ['accepted', 'accepted'],
  ['rejected', 'rejected'],
  ['countered', 'countered'],
];

/** A bid that the buyer reads as expired. */
async function arrangeExpiredBid(t: CheckContext): Promise<{ lot: Lot; id: string }> {
  const bid = await arrangePastBid(t);
  await awaitExpired(t, bid.id);
  return bid;
}

/** Asserts that a list leaves a bid out. A list can be a moment old. */
async function expectNotListed(actor: Actor, path: string, id: string, status: string): Promise<void> {
  const is_listed = await readUntil(
    () => isInOwnList(actor, path, id, { status }),
    (listed) => !listed,
  );
  expectThat(!is_listed, { message: `GET ${nameOfList(path)}?status=${status} lists an expired bid.`, observed: id });
}

/** How a bid expires is open, but not whether the list and the bid agree. Both can be a moment old. */
async function expectNoContradiction(t: CheckContext, id: string): Promise<void> {
  const is_listed = await readUntil(
    () => isInOwnList(t.buyer, '/bids', id, { status: 'expired' }),
    (listed) => listed,
    t.signal,
  );
  if (!is_listed) return;
  const status = await readUntil(
    () => readBidStatus(t.buyer, id),
    (shown) => shown === 'expired',
    t.signal,
  );
  expectThat(status === 'expired', {
    message: `GET /bids?status=expired lists a bid that is ${String(status)} in GET /bids/{id}.`,
    expected: 'expired',
    observed: status,
    likely_cause: 'Only the list computes the expiry when it is read.',
  });
}

function nameOfList(path: string): string {
  return path === '/bids' ? path : '/me/inventory/{id}/bids';
}

/** Asserts that a team's list leaves out a bid of another team. */
async function expectNoStray(actor: Actor, query: Query, id: string): Promise<void> {
  const stray = (await listAllPages(actor, '/bids', query)).find((bid) => bid.get('id').value === id);
  stray?.breach("GET /bids lists another team's bid.", "the team's own bids");
}

const LIST: readonly Check[] = [
  check('BID-14/pending', 'GET /bids?status=pending lists a pending bid and only pending ones', SIDES, async (t) => {
    const { id } = await t.arrange.bid(await t.arrange.lot());
    await expectInList(t.buyer, id, { status: 'pending' }, 'a pending bid');
    for (const bid of await listAllPages(t.buyer, '/bids', { status: 'pending' })) bid.get('status').is('pending');
  }),
  check('BID-14/expired', 'GET /bids?status=expired lists only expired bids', ['buyer', 'writes'], async (t) => {
    await t.arrange.bid(await t.arrange.lotToBidOn());
    const reply = await t.buyer.get('/bids', { status: 'expired', limit: 50 });
    expectSuccess(reply);
    for (const bid of reply.items) bid.get('status').is('expired');
  }),
  check(
    'BID-14/just-expired',
    'GET /bids lists an expired bid with status=expired, and with no other status',
    SIDES,
    async (t) => {
      const { id } = await arrangePastBid(t);
      await expectNoContradiction(t, id);
      await awaitExpired(t, id);
      await expectInList(t.buyer, id, { status: 'expired' }, 'an expired bid');
      for (const [, status] of STATUSES) await expectNotListed(t.buyer, '/bids', id, status);
    },
    { lane: 'patient' },
  ),
  check(
    'LST-11/just-expired',
    'The status filter of received bids lists an expired bid only as expired',
    SIDES,
    async (t) => {
      const { id, lot } = await arrangeExpiredBid(t);
      const path = encodePath`/me/inventory/${lot.id}/bids`;
      for (const [, status] of STATUSES) await expectNotListed(lot.seller, path, id, status);
    },
    { lane: 'patient' },
  ),
  check('BID-14/small-pages', 'The status filter applies to every page', SIDES, async (t) => {
    for (let i = 0; i < 3; i += 1) await t.arrange.bid(await t.arrange.lot());
    await arrangeBidInState(t, 'rejected');
    for (const status of ['pending', 'rejected']) {
      for (const offset of [0, 1, 2, 3]) {
        const reply = await t.buyer.get('/bids', { status, limit: 2, offset });
        expectSuccess(reply);
        for (const bid of reply.items) bid.get('status').is(status);
      }
    }
  }),
  check('BID-14/of-another-team', "GET /bids does not list another team's bids", WITH_RIVAL, async (t) => {
    const lot = await t.arrange.lot();
    const own = await t.arrange.bid(lot);
    const theirs = await t.arrange.bid(lot, {}, t.rival);
    const rows = [
      [t.buyer, own.id, theirs.id],
      [t.rival, theirs.id, own.id],
    ] as const;
    for (const [actor, mine, others] of rows) {
      await expectInList(actor, mine, {}, "the team's own bid");
      await expectNoStray(actor, {}, others);
    }
    for (const [state, status] of STATUSES) await expectNoStray(t.rival, { status }, (await arrangeBidInState(t, state)).id);
  }),
  check(
    'BID-14/of-a-seller',
    'GET /bids lists the bids of a team whose user also sells',
    ['partner', 'seller', 'writes'],
    async (t) => {
      await t.arrange.lot({}, t.partner);
      const lot = await t.arrange.lot({}, t.seller);
      const { reply } = await sendBid(t, t.partner, lot.id);
      if (!reply.is_success) t.unverifiable(`the partner cannot place a bid (status ${reply.status})`, 'actors.partner');
      await expectInList(t.partner, reply.data.get('id').text(), {}, "the team's own bid");
    },
  ),
  check('BID-14/of-every-kind', "GET /bids?status=pending lists sellers' counters and multi-grade bids", SIDES, async (t) => {
    await expectInList(t.buyer, (await arrangeBidInState(t, 'counter')).id, { status: 'pending' }, "a seller's counter");
    await expectInList(t.buyer, (await placeMultiGradeBid(t)).id, { status: 'pending' }, 'a multi-grade bid');
  }),
  check(
    'BID-36/expired',
    'The status of an expired bid is one of the five documented values among the received bids',
    SIDES,
    async (t) => {
      const { lot } = await arrangeExpiredBid(t);
      for (const bid of await listReceivedBids(lot))
        bid.get('status').oneOf([...STATUSES.map(([, status]) => status), 'expired']);
    },
    { lane: 'patient' },
  ),
  check(
    'BID-14/scope',
    'GET /bids and GET /bids/{id} require bids.read and no other scope',
    ['buyer', 'writes', 'hook:mint_token'],
    async (t) => {
      const bid = await t.arrange.bid(await t.arrange.lotToBidOn());
      const without_scope = await t.mint('buyer', ['inventory.read', 'bids.write', 'trades.read']);
      const with_scope = await t.mint('buyer', ['bids.read']);
      for (const path of ['/bids', encodePath`/bids/${bid.id}`]) {
        expectRefusal(await without_scope.get(path), 403, { code: 'insufficient_scope' });
        expectSuccess(await with_scope.get(path));
      }
    },
  ),
  check('BID-15/unknown-status', 'GET /bids with an unknown status returns 400 invalid_filter', ['buyer'], async (t) => {
    for (const status of ['cancelled', 'Pending', 'nonsense']) {
      const reply = await t.buyer.get('/bids', { status });
      t.observe(`status=${status}: ${describeRefusal(reply)}`);
      expectRefusal(reply, 400, { code: 'invalid_filter' });
    }
  }),
];

const READ: readonly Check[] = [
  ...STATUSES.map(([state, status]) =>
    check(`BID-16/${state}`, `A team can read its ${status} bid; other teams get 404`, WITH_RIVAL, async (t) => {
      const { id } = await arrangeBidInState(t, state);
      await expectReadable(t.buyer, id);
      const others = [t.rival, ...(t.has('elevator') ? [t.elevator] : []), ...(t.has('partner') ? [t.partner] : [])];
      for (const actor of others) {
        const reply = await actor.get(encodePath`/bids/${id}`);
        // A seller needs no team (BID-17).
        if (actor.name === 'partner' && errorIn(reply.json)['code'] === 'no_team') continue;
        expectRefusal(reply, 404, { code: 'not_found' });
      }
    }),
  ),
  check('BID-16/counter', "A seller's counter returns 404 to other teams", WITH_RIVAL, async (t) => {
    const { id } = await arrangeBidInState(t, 'counter');
    expectRefusal(await t.rival.get(encodePath`/bids/${id}`), 404, { code: 'not_found' });
  }),
  check('BID-16/rival-bidder', "Two teams with bids on the same listing cannot read each other's bids", WITH_RIVAL, async (t) => {
    const lot = await t.arrange.lot();
    const own = await t.arrange.bid(lot);
    const theirs = await t.arrange.bid(lot, {}, t.rival);
    const rows = [
      [own.id, t.buyer, t.rival],
      [theirs.id, t.rival, t.buyer],
    ] as const;
    for (const [id, bidder, other] of rows) {
      await expectReadable(bidder, id);
      expectRefusal(await other.get(encodePath`/bids/${id}`), 404, { code: 'not_found' });
    }
  }),
  check('BID-16/unknown', 'A bid that does not exist returns 404', ['buyer'], async (t) => {
    expectRefusal(await t.buyer.get(encodePath`/bids/${NO_BID}`), 404, { code: 'not_found' });
  }),
];

/** Requests for bids with a token without a team. */
const NO_TEAM: readonly Check[] = [
  check('BID-17/list', 'GET /bids with a token without a team returns 400 no_team', ['seller'], async (t) => {
    const seller = await findTeamlessSeller(t);
    for (const query of [{}, { status: 'pending' }, { limit: 1, units: 'MT' }]) {
      expectRefusal(await seller.get('/bids', query), 400, { code: 'no_team' });
    }
  }),
  check(
    'BID-17/bid',
    "GET /bids/{id} with a token without a team returns 400 no_team, even for a bid on the seller's listing",
    SIDES,
    async (t) => {
      const seller = await findTeamlessSeller(t);
      const bid = await t.arrange.bid(await t.arrange.lot({}, seller));
      expectRefusal(await seller.get(encodePath`/bids/${bid.id}`), 400, { code: 'no_team' });
      expectRefusal(await seller.get(encodePath`/bids/${bid.id}`, { units: 'MT' }), 400, { code: 'no_team' });
      ensureSuccess(await t.buyer.get(encodePath`/bids/${bid.id}`));
      const unknown = await seller.get(encodePath`/bids/${NO_BID}`);
      expectRefusal(unknown, [400, 404], { code: ['no_team', 'not_found'] });
      t.observe(`no team and an unknown id: ${describeRefusal(unknown)}`);
    },
  ),
];

/** The seller, who has no team. @throws Unverifiable if it has one, or if its token lacks bids.read, because a 403 comes before no_team */
async function findTeamlessSeller(t: CheckContext): Promise<Actor> {
  const seller = chooseTeamless(t);
  const { status } = await seller.get('/me/bids-received');
  if (status === 403) t.unverifiable("the seller's token lacks bids.read or listings.read", 'actors.seller');
  return seller;
}

export const READING_CHECKS: readonly Check[] = [...LIST, ...READ, ...NO_TEAM];
