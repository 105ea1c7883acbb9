/** GET /bids and GET /bids/{id}: whose bids, and which of them. */
import type { Check } from '../../check/check.ts';
import { check } from '../../check/check.ts';
import { describeRefusal, ensureSuccess, expectRefusal, expectSuccess, expectThat, findInList, listAllPages } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import type { State } from './states.ts';
import { bringTo } from './states.ts';

const NO_BID = 'bid_000000000000000000000000';

/** What a bid of each state reads, and with which filters its team must not see it. */
const FILTERED: readonly (readonly [State, string])[] = [
  ['bid', 'pending'],
  ['accepted', 'accepted'],
  ['rejected', 'rejected'],
  ['countered', 'countered'],
];

const LIST: readonly Check[] = [
  check('BID-14/own', "GET /bids lists the team's bids, of every status", ['buyer', 'seller', 'writes'], async (t) => {
    for (const [state] of FILTERED) {
      const { id } = await bringTo(t, state);
      const listed = await findInList(t.buyer, '/bids', id);
      expectThat(listed !== undefined, { message: `GET /bids does not list a bid of the team's (${state}).`, expected: id });
    }
  }),
  ...FILTERED.map(([state, status]) =>
    check(
      `BID-14/${status}`,
      `GET /bids?status=${status} lists the bids that are ${status}, and no others`,
      ['buyer', 'seller', 'writes'],
      async (t) => {
        const { id } = await bringTo(t, state);
        const other = await bringTo(t, state === 'bid' ? 'rejected' : 'bid');
        const listed = await findInList(t.buyer, '/bids', id, { status });
        expectThat(listed !== undefined, {
          message: `GET /bids?status=${status} does not list a bid that is ${status}.`,
          expected: id,
        });
        const all = await listAllPages(t.buyer, '/bids', { status });
        for (const bid of all) bid.get('status').is(status);
        const strays = all.filter((bid) => bid.get('id').value === other.id);
        strays[0]?.breach(`GET /bids?status=${status} lists a bid that is not ${status}.`, `only bids that are ${status}`);
      },
    ),
  ),
  check('BID-14/expired', 'GET /bids?status=expired lists no bid that is not expired', ['buyer', 'writes'], async (t) => {
    await t.arrange.bid(await t.arrange.lotToBidOn());
    const reply = await t.buyer.get('/bids', { status: 'expired', limit: 50 });
    expectSuccess(reply);
    for (const bid of reply.body.get('items').array()) bid.get('status').is('expired');
  }),
  check('BID-14/small-pages', 'The filter holds on every page, however small', ['buyer', 'seller', 'writes'], async (t) => {
    const lot = await t.arrange.lot();
    for (let i = 0; i < 3; i += 1) await t.arrange.bid(lot);
    await bringTo(t, 'rejected');
    for (const status of ['pending', 'rejected']) {
      for (const offset of [0, 1, 2, 3]) {
        const reply = await t.buyer.get('/bids', { status, limit: 2, offset });
        expectSuccess(reply);
        for (const bid of reply.body.get('items').array()) bid.get('status').is(status);
      }
    }
  }),
  check(
    'BID-14/of-another-team',
    "GET /bids lists no bid of another team's",
    ['buyer', 'rival', 'seller', 'writes'],
    async (t) => {
      const lot = await t.arrange.lot();
      const own = await t.arrange.bid(lot);
      const theirs = await t.arrange.bid(lot, {}, t.rival);
      const rows = [
        [t.buyer, own.id, theirs.id],
        [t.rival, theirs.id, own.id],
      ] as const;
      for (const [actor, mine, others] of rows) {
        expectThat((await findInList(actor, '/bids', mine)) !== undefined, {
          message: "GET /bids does not list the team's own bid.",
          expected: mine,
        });
        for (const query of [{}, { status: 'pending' }]) {
          const stray = (await listAllPages(actor, '/bids', query)).find((bid) => bid.get('id').value === others);
          stray?.breach("GET /bids lists a bid of another team's.", "the team's own bids");
        }
      }
    },
  ),
  check(
    'BID-14/scope',
    'GET /bids and GET /bids/{id} take bids.read, and no other scope',
    ['buyer', 'writes', 'hook:mint_token'],
    async (t) => {
      const bid = await t.arrange.bid(await t.arrange.lotToBidOn());
      const without = await t.mint('buyer', ['inventory.read', 'bids.write', 'trades.read']);
      const just = await t.mint('buyer', ['bids.read']);
      for (const path of ['/bids', `/bids/${bid.id}`]) {
        expectRefusal(await without.get(path), 403, { code: 'insufficient_scope' });
        expectSuccess(await just.get(path));
      }
    },
  ),
  check('BID-15/unknown-status', 'Another status on GET /bids: 400 invalid_filter', ['buyer'], async (t) => {
    for (const status of ['cancelled', 'Pending', 'nonsense']) {
      const reply = await t.buyer.get('/bids', { status });
      t.observe(`status=${status}: ${describeRefusal(reply)}`);
      expectRefusal(reply, 400, { code: 'invalid_filter' });
    }
  }),
];

const READ: readonly Check[] = [
  ...(['bid', 'accepted', 'rejected', 'countered'] as const).map((state) =>
    check(
      `BID-16/${state}`,
      `A bid (${state}) is there for its team, and for every other team it is missing`,
      ['buyer', 'rival', 'seller', 'writes'],
      async (t) => {
        const { id } = await bringTo(t, state);
        const own = await t.buyer.get(`/bids/${id}`);
        expectSuccess(own);
        own.data.get('id').is(id);
        const others = [t.rival, ...(t.has('elevator') ? [t.elevator] : []), ...(t.has('partner') ? [t.partner] : [])];
        for (const actor of others) expectRefusal(await actor.get(`/bids/${id}`), 404, { code: 'not_found' });
      },
    ),
  ),
  check(
    'BID-16/counter',
    "A seller's counter is missing for every other team",
    ['buyer', 'rival', 'seller', 'writes'],
    async (t) => {
      const { id } = await bringTo(t, 'counter');
      expectRefusal(await t.rival.get(`/bids/${id}`), 404, { code: 'not_found' });
    },
  ),
  check('BID-16/unknown', 'A bid that does not exist is missing', ['buyer'], async (t) => {
    expectRefusal(await t.buyer.get(`/bids/${NO_BID}`), 404, { code: 'not_found' });
  }),
];

/** Each way in which a token without a team may ask for bids. */
const NO_TEAM: readonly Check[] = [
  check('BID-17/list', 'GET /bids with a token without a team: 400 no_team', ['seller'], async (t) => {
    await requireNoTeam(t);
    for (const query of [{}, { status: 'pending' }, { limit: 1, units: 'MT' }]) {
      expectRefusal(await t.seller.get('/bids', query), 400, { code: 'no_team' });
    }
  }),
  check(
    'BID-17/bid',
    "GET /bids/{id} with a token without a team: 400 no_team, for a bid on the seller's own listing as well",
    ['buyer', 'seller', 'writes'],
    async (t) => {
      await requireNoTeam(t);
      const bid = await t.arrange.bid(await t.arrange.lot({}, t.seller));
      expectRefusal(await t.seller.get(`/bids/${bid.id}`), 400, { code: 'no_team' });
      expectRefusal(await t.seller.get(`/bids/${bid.id}`, { units: 'MT' }), 400, { code: 'no_team' });
      ensureSuccess(await t.buyer.get(`/bids/${bid.id}`));
      const unknown = await t.seller.get(`/bids/${NO_BID}`);
      expectRefusal(unknown, [400, 404], { code: ['no_team', 'not_found'] });
      t.observe(`no team and an unknown id: ${describeRefusal(unknown)}`);
    },
  ),
];

/** A seller's token without bids.read is refused for that, and one with a team is not meant. */
async function requireNoTeam(t: CheckContext): Promise<void> {
  if (t.seller.team_id !== undefined) t.unverifiable('the actor seller has a team', 'actors.seller');
  const { status } = await t.seller.get('/me/bids-received');
  if (status === 403) t.unverifiable("the seller's token lacks bids.read or listings.read", 'actors.seller');
}

export const LISTING_BIDS: readonly Check[] = [...LIST, ...READ, ...NO_TEAM];
