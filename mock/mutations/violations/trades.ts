import {
  afterAct,
  asOwner,
  deleteRows,
  dropEvent,
  findRow,
  idIn,
  isPaid,
  mapQuery,
  onCaller,
  onEvent,
  onField,
  onQuery,
  personaAsCaller,
  refuse,
  refusingUnits,
  revealing,
  setRows,
  violations,
  withBodyFields,
  withFields,
  withoutField,
  withoutItems,
  withoutQuery,
  type Row,
  type Seams,
} from './kit/index.ts';
import type { Trade } from '#spec';
import { findTrade } from '../../market/store/trades.ts';
import { viewTrade } from '../../market/views/parties.ts';

const VIEWS = ['getTrade', 'listTrades', 'acceptBid', 'acceptOffer'] as const;

/** Shows some trades as Completed. */
function completedIf(isCompleted: (trade: Trade) => boolean): Partial<Seams> {
  return withFields(VIEWS, (trade) => (isCompleted(trade) ? { status: 'Completed' } : {}));
}

/** Gives the trade of an accepted offer some terms of the cash bid. */
function ofCashBid(termsOf: (cash_bid: Row<'cash_bids'>) => Partial<Row<'trades'>>): Partial<Seams> {
  return afterAct('acceptOffer', async ({ db }, { data }, { offer }) => {
    const cash_bid = await findRow(db, 'cash_bids', { id: offer.cash_bid_id });
    if (cash_bid !== undefined) await setRows(db, 'trades', { id: data.id }, termsOf(cash_bid));
  });
}

/** Also lists trades of other teams and sellers. */
function alsoListing(isListed: (trade: Row<'trades'>) => boolean): Partial<Seams> {
  return afterAct('listTrades', async ({ db, caller }, page) => {
    const rows = db.selectFrom('trades').selectAll().where('livemode', '=', caller.livemode);
    const recent = await rows.orderBy('created_at', 'desc').limit(30).execute();
    const items = [...page.items];
    for (const { id, buyer_team_id, seller_user_id } of recent.filter(isListed)) {
      const of = { livemode: caller.livemode, team_id: buyer_team_id, user_id: seller_user_id };
      const stored = items.some((item) => item.id === id) ? undefined : await findTrade(db, of, id);
      if (stored !== undefined) items.push(viewTrade(stored, 'buyer'));
    }
    return { ...page, items };
  });
}

export const TRADES = violations({
  'TRD-1/pending-not-listed: GET /trades omits pending trades.': withoutItems(
    'listTrades',
    (trade) => trade.status === 'Pending',
  ),
  'TRD-1/status-ignored: GET /trades ignores `status`.': withoutQuery('listTrades', 'status'),
  'TRD-1/completed-finds-pending: `status=Completed` finds pending trades.': mapQuery('listTrades', 'status', {
    Completed: 'Pending',
  }),
  'TRD-1/completed-empty: `status=Completed` finds nothing.': withBodyFields('listTrades', (_page, { incoming }) =>
    incoming.search.includes('status=Completed') ? { items: [], total: 0, next: null } : {},
  ),
  'TRD-1/commodity-ignored: GET /trades ignores `commodity`.': withoutQuery('listTrades', 'commodity'),
  'TRD-1/from-ignored: GET /trades ignores `from`.': withoutQuery('listTrades', 'from'),
  'TRD-1/to-ignored: GET /trades ignores `to`.': withoutQuery('listTrades', 'to'),
  'TRD-1/dates-swapped: GET /trades swaps `from` and `to`.': onQuery('listTrades', (query) => {
    const [from, to] = [query.get('from'), query.get('to')];
    query.delete('from');
    query.delete('to');
    if (to !== null) query.set('from', to);
    if (from !== null) query.set('to', from);
  }),
  'TRD-1/from-empties: GET /trades finds nothing if `from` is given.': onQuery('listTrades', (query) => {
    if (query.has('from')) query.set('from', '2100-01-01');
    query.delete('to');
  }),
  "TRD-2/strangers-read: GET /trades/{id} returns another team's trade.": asOwner('getTrade'),
  "TRD-2/forbidden-for-anothers: GET /trades/{id} returns 403 instead of 404 for another team's trade.": revealing('getTrade'),
  "TRD-2/sellers-read-all: GET /trades/{id} shows a seller other sellers' trades.": onCaller(
    'getTrade',
    async ({ user_id }, { db, incoming: { path } }) => {
      if (user_id !== personaAsCaller('partner').user_id) return {};
      const trade = await findRow(db, 'trades', { id: idIn(path) });
      return trade === undefined ? {} : { user_id: trade.seller_user_id };
    },
  ),
  'TRD-2/units-refused: GET /trades/{id} rejects `units`.': refusingUnits('getTrade'),
  "TRD-3/everybodys-trades: GET /trades lists other teams' trades.": alsoListing(() => true),
  "TRD-3/everybodys-offers-listed: GET /trades lists other teams' trades that came from offers.": alsoListing(
    ({ offer_id }) => offer_id !== null,
  ),
  "TRD-3/everybodys-offers-read: GET /trades/{id} returns another team's trade that came from an offer.": onCaller(
    'getTrade',
    async (_caller, { db, incoming: { path } }) => {
      const trade = await findRow(db, 'trades', { id: idIn(path) });
      return typeof trade?.offer_id === 'string' ? { team_id: trade.buyer_team_id } : {};
    },
  ),
  'TRD-3/bought-alone: GET /trades lists what the team bought, but not what the user sold.': onCaller(
    ['listTrades', 'getTrade'],
    ({ team_id }) => (team_id === null ? {} : { user_id: 'usr_0' }),
  ),
  "TRD-3/sold-by-anybody: GET /trades shows a seller another seller's trades.": onCaller('listTrades', ({ user_id }) =>
    user_id === personaAsCaller('partner').user_id ? { user_id: personaAsCaller('seller').user_id } : {},
  ),
  'TRD-4/no-status: Trades omit `status`.': withoutField(['getTrade', 'listTrades'], 'status'),
  'TRD-4/no-id-in-list: GET /trades omits `id`.': withFields('listTrades', { id: undefined }),
  'TRD-4/counterparty-left-out: Trades omit a masked `counterparty`.': withFields(
    ['getTrade', 'listTrades'],
    ({ counterparty }) => ({ counterparty: counterparty ?? undefined }),
  ),
  'TRD-4/counterparty-object: GET /trades/{id} shows a masked counterparty as an empty object.': withFields(
    'getTrade',
    ({ counterparty }) => ({ counterparty: counterparty ?? {} }),
  ),
  'TRD-4/status-number: GET /trades returns a numeric `status`.': withFields('listTrades', { status: 1 }),
  'TRD-6/completed-after-one: A trade is Completed once one invoice is paid.': completedIf(
    (trade) => isPaid(trade, 'buyer') || isPaid(trade, 'seller'),
  ),
  "TRD-6/completed-by-buyer: A trade is Completed once the buyer's invoice is paid.": completedIf((trade) =>
    isPaid(trade, 'buyer'),
  ),
  "TRD-6/completed-by-seller: A trade is Completed once the seller's invoice is paid.": completedIf((trade) =>
    isPaid(trade, 'seller'),
  ),
  'TRD-6/never-completed: A settled trade stays Pending.': withFields(['getTrade', 'listTrades'], {
    status: 'Pending',
  }),
  'TRD-6/never-unmasked: A settled trade has a null `counterparty`.': withFields(['getTrade', 'listTrades'], {
    counterparty: null,
  }),
  'TRD-6/seller-not-named: A settled trade has a null `counterparty` for the seller.': withFields('getTrade', ({ side }) =>
    side === 'seller' ? { counterparty: null } : {},
  ),
  'TRD-6/list-lags: GET /trades shows a settled trade as Pending.': withFields('listTrades', { status: 'Pending' }),
  'TRD-6/no-event: A settlement records no event.': dropEvent('trade.settled'),
  'TRD-7/not-made: The trade that POST /bids/{id}/accept returns does not exist.': afterAct('acceptBid', ({ db }, { data }) =>
    deleteRows(db, 'trades', { id: data.id }),
  ),
  'TRD-7/no-event: Accepting a bid does not record `trade.created`.': dropEvent('trade.created'),
  'TRD-9/team-needed: GET /trades requires a team.': onCaller('listTrades', (caller) =>
    caller.team_id === null ? refuse('no_team') : caller,
  ),
  'TRD-9/nothing-sold: GET /trades lists nothing without a team.': onCaller(['listTrades', 'getTrade'], ({ team_id }) =>
    team_id === null ? { user_id: 'usr_0' } : {},
  ),
  'TRD-10/no-price: Trades omit `price`.': withoutField(VIEWS, 'price'),
  'TRD-10/list-without-price: GET /trades omits `price`.': withoutField('listTrades', 'price'),
  'TRD-10/no-lot: GET /trades/{id} omits `inventory_id`.': withoutField('getTrade', 'inventory_id'),
  'TRD-10/commodity-text: GET /trades/{id} returns the commodity as a slug.': onField('getTrade', 'commodity', () => 'canola'),
  'TRD-10/all-of-the-lot: GET /trades/{id} returns the quantity of the whole lot.': withFields('getTrade', {
    quantity_mt: 120,
  }),
  'TRD-10/quantity-of-the-cash-bid: The trade of an accepted offer has the quantity of the cash bid.': ofCashBid(
    ({ quantity_mt }) => ({ quantity_mt }),
  ),
  'TRD-10/price-of-the-cash-bid: The trade of an accepted offer has the price of the cash bid.': ofCashBid(
    ({ price_amount, price_unit }) => ({ price_amount, price_unit }),
  ),
  'TRD-11/no-side: Trades omit `side`.': withoutField(VIEWS, 'side'),
  'TRD-11/always-buyer: Trades give `side` as `buyer` to the seller too.': withFields(VIEWS, { side: 'buyer' }),
  'TRD-11/buyer-once-settled: Settled trades give `side` as `buyer` to a seller with a team.': withFields(
    VIEWS,
    ({ status, side }, { caller }) => ({ side: status === 'Completed' && typeof caller?.team_id === 'string' ? 'buyer' : side }),
  ),
  'TRD-12/born-completed: A new trade is Completed.': afterAct('acceptBid', async ({ db }, { data }) => {
    await setRows(db, 'trades', { id: data.id }, { status: 'Completed' });
    return { data: { ...data, status: 'Completed' } };
  }),
  'TRD-12/born-open: A trade has the status Open before settlement.': withFields(VIEWS, ({ status }) =>
    status === 'Pending' ? { status: 'Open' } : {},
  ),
  'TRD-12/accepted-as-pending: POST /bids/{id}/accept returns the status in lower case.': withFields('acceptBid', {
    status: 'pending',
  }),
  'TRD-13/not-made: The trade that POST /cash-bid-offers/{id}/accept returns does not exist.': afterAct(
    'acceptOffer',
    async ({ db }, { data }) => {
      await setRows(db, 'offers', { trade_id: data.id }, { trade_id: null });
      await deleteRows(db, 'trades', { id: data.id });
    },
  ),
  'TRD-13/no-event: Accepting an offer does not record `trade.created`.': onEvent('trade.created', async (draft, { db }) => {
    return (await findRow(db, 'trades', { id: draft.subject_id }))?.offer_id === null ? draft : [];
  }),
  'TRD-13/born-completed: POST /cash-bid-offers/{id}/accept returns a Completed trade.': withFields('acceptOffer', {
    status: 'Completed',
  }),
  'TRD-13/not-listed: GET /trades omits trades from offers.': withoutItems('listTrades', (trade) => trade.offer_id !== null),
});
