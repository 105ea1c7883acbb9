/** Settled trades that reveal the seller in other records or to other teams, and lists that add another party's records to the caller's own. */
import {
  afterAct,
  findRows,
  idIn,
  onBody,
  onError,
  onResource,
  partiesOf,
  queryOf,
  sellerOf,
  violations,
  type ResponseContext,
  type Reader,
} from '../kit/index.ts';
import { findTrade } from '../../../market/store/trades.ts';
import { pageBids } from '../../../market/store/bids.ts';
import { findLots, findOwnLot } from '../../../market/store/lots.ts';
import { viewBid, viewListing, viewReceivedBids, viewTrade } from '../../../market/views/parties.ts';

/** The teams that settled a trade with a seller. */
async function teamsSettledWith(db: Reader, seller_user_id: string): Promise<readonly string[]> {
  const rows = await findRows(db, 'trades', { seller_user_id, status: 'Completed' });
  return rows.map(({ buyer_team_id }) => buyer_team_id);
}

async function hasPairSettled({ db, caller }: ResponseContext, deal_id: string): Promise<boolean> {
  const parties = await partiesOf(db, deal_id);
  return parties !== undefined && (await teamsSettledWith(db, parties.seller.id)).includes(caller?.team_id ?? '');
}

const SETTLED = violations({
  'PRIV-12/learned-pair-in-accepted-bids: GET /bids?status=accepted names every seller with which the team has settled a trade.':
    onResource('listBids', async (bid, context) => {
      const is_affected = queryOf(context.incoming).get('status') === 'accepted' && bid.counterparty === null;
      return is_affected && (await hasPairSettled(context, bid.id))
        ? { ...bid, counterparty: await sellerOf(context.db, bid.id) }
        : bid;
    }),
  'PRIV-12/learned-pair-in-a-refusal: The 422 of a bid to a seller with which the team has settled a trade names the seller.':
    onError('placeBid', 'any', async (error, context) => {
      const id = idIn(context.incoming.path);
      if (!(await hasPairSettled(context, id))) return error;
      return { ...error, message: `${error.message} Call ${(await sellerOf(context.db, id)).name ?? ''}.` };
    }),
  'PRIV-18/learned-seller-known-to-other-bidders: Bids name a seller that has settled a trade with another team.': onResource(
    ['getBid', 'listBids'],
    async (bid, { db, caller }) => {
      const parties = await partiesOf(db, bid.id);
      if (parties === undefined || caller?.team_id === undefined || caller.team_id === null) return bid;
      const teams = await teamsSettledWith(db, parties.seller.id);
      const is_other = teams.some((id) => id !== caller.team_id) && !teams.includes(caller.team_id);
      return is_other ? { ...bid, contact: parties.seller.name } : bid;
    },
  ),
});

const LISTS = violations({
  "PRIV-18/learned-settled-trade-of-another-team: GET /trades?status=Completed also lists another team's settled trade.":
    afterAct('listTrades', async ({ db, caller, query }, page) => {
      if (page.items.length === 0 || query.status !== 'Completed' || caller.team_id === null) return page;
      const row = await db
        .selectFrom('trades')
        .selectAll()
        .where('status', '=', 'Completed')
        .where('livemode', '=', caller.livemode)
        .where('buyer_team_id', '!=', caller.team_id)
        .where('seller_user_id', '!=', caller.user_id ?? '')
        .orderBy('created_at', 'desc')
        .executeTakeFirst();
      if (row === undefined) return page;
      const of = { livemode: caller.livemode, team_id: row.buyer_team_id, user_id: row.seller_user_id };
      const stored = await findTrade(db, of, row.id);
      return stored === undefined ? page : { ...page, items: [...page.items, viewTrade(stored, 'buyer')] };
    }),
  "BID-14/learned-newest-bid-of-another-team: GET /bids?status=accepted also lists another team's newest accepted bid, if the team has one itself.":
    onBody('listBids', async (page, { db, caller, incoming }) => {
      if (page.items.length === 0 || queryOf(incoming).get('status') !== 'accepted') return page;
      const bid = await db
        .selectFrom('bids')
        .selectAll()
        .where('status', '=', 'accepted')
        .where('livemode', '=', caller?.livemode ?? 1)
        .where('buyer_team_id', '!=', caller?.team_id ?? '')
        .orderBy('created_at', 'desc')
        .executeTakeFirst();
      if (bid === undefined) return page;
      const { records } = await pageBids(db, { lot_id: bid.lot_id, status: 'accepted' }, 50, 0);
      return {
        ...page,
        items: [...page.items, ...records.filter((stored) => stored.bid.id === bid.id).map((stored) => viewBid(stored))],
      };
    }),
  "LST-12/learned-anothers-lot-in-the-inbox: GET /me/bids-received also shows another seller's newest lot with bids, if the caller has one itself.":
    onBody('listBidsReceived', async (page, { db, caller }) => {
      if (page.items.length === 0) return page;
      const bid = await db
        .selectFrom('bids')
        .selectAll()
        .where('status', '=', 'pending')
        .where('livemode', '=', caller?.livemode ?? 1)
        .where('seller_user_id', '!=', caller?.user_id ?? '')
        .orderBy('created_at', 'desc')
        .executeTakeFirst();
      const [lot] = await findLots(db, bid === undefined ? [] : [bid.lot_id]);
      if (bid === undefined || lot === undefined) return page;
      const { records } = await pageBids(db, { lot_id: lot.id, status: 'pending' }, 5, 0);
      return { ...page, items: [...page.items, viewReceivedBids(lot, records, 'MT')] };
    }),
  "LST-1/learned-anothers-archive: GET /me/inventory?status=archived also lists another seller's archived listings, if the caller has some.":
    onBody('listListings', async (page, { db, caller, incoming }) => {
      if (page.items.length === 0 || queryOf(incoming).get('status') !== 'archived') return page;
      const lot = await db
        .selectFrom('lots')
        .select(['id', 'user_id', 'livemode'])
        .where('status', '=', 'archived')
        .where('livemode', '=', caller?.livemode ?? 1)
        .where('user_id', '!=', caller?.user_id ?? '')
        .orderBy('created_at', 'desc')
        .executeTakeFirst();
      const own = lot === undefined ? undefined : await findOwnLot(db, lot.id, lot.user_id, lot.livemode);
      return own === undefined ? page : { ...page, items: [...page.items, viewListing(own.lot, own.farm, false)] };
    }),
});

export const LEARNED_OTHER_PARTIES = [...SETTLED, ...LISTS];
