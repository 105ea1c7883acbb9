import {
  afterAct,
  asOwner,
  deleteRows,
  dropEvent,
  findRow,
  idIn,
  isPaid,
  mapQuery,
  onBody,
  onCaller,
  onEvent,
  onField,
  onQuery,
  onResource,
  personaAsCaller,
  refuse,
  refusingQuery,
  revealing,
  setRows,
  violations,
  withFields,
  withoutField,
  withoutItems,
  withoutQuery,
} from './kit/index.ts';
import { findTrade } from '../../market/store/trades.ts';
import { viewTrade } from '../../market/views/parties.ts';

const VIEWS = ['getTrade', 'listTrades', 'acceptBid', 'acceptOffer'] as const;

export const TRADES = [
  ...violations({
    'TRD-1/pending-not-listed: GET /trades omits pending trades.': withoutItems(
      'listTrades',
      (trade) => trade.status === 'Pending',
    ),
    'TRD-1/status-ignored: GET /trades ignores `status`.': withoutQuery('listTrades', 'status'),
    'TRD-1/completed-finds-pending: `status=Completed` finds pending trades.': mapQuery('listTrades', 'status', {
      Completed: 'Pending',
    }),
    'TRD-1/completed-empty: `status=Completed` finds nothing.': onBody('listTrades', (page, { incoming }) =>
      incoming.search.includes('status=Completed') ? { ...page, items: [], total: 0, next: null } : page,
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
      async (caller, { db, incoming: { path } }) => {
        if (caller.user_id !== personaAsCaller('partner').user_id) return caller;
        const trades = db.selectFrom('trades').select('seller_user_id as user_id').where('id', '=', idIn(path));
        return { ...caller, ...(await trades.executeTakeFirst()) };
      },
    ),
    'TRD-2/units-refused: GET /trades/{id} rejects `units`.': refusingQuery('getTrade', 'units'),
    "TRD-3/everybodys-trades: GET /trades lists other teams' trades.": afterAct('listTrades', async ({ db, caller }, page) => {
      const rows = db.selectFrom('trades').selectAll().where('livemode', '=', caller.livemode);
      const items = [...page.items];
      for (const { id, buyer_team_id, seller_user_id } of await rows.orderBy('created_at', 'desc').limit(30).execute()) {
        const of = { livemode: caller.livemode, team_id: buyer_team_id, user_id: seller_user_id };
        const truth = items.some((item) => item.id === id) ? undefined : await findTrade(db, of, id);
        if (truth !== undefined) items.push(viewTrade(truth, 'buyer'));
      }
      return { ...page, items };
    }),
    'TRD-3/bought-alone: GET /trades lists what the team bought, but not what the user sold.': onCaller(
      ['listTrades', 'getTrade'],
      (caller) => (caller.team_id === null ? caller : { ...caller, user_id: 'usr_0' }),
    ),
    "TRD-3/sold-by-anybody: GET /trades shows a seller another seller's trades.": onCaller('listTrades', (caller) =>
      caller.user_id === personaAsCaller('partner').user_id ? { ...caller, user_id: personaAsCaller('seller').user_id } : caller,
    ),
    'TRD-4/no-status: Trades omit `status`.': withoutField(['getTrade', 'listTrades'], 'status'),
    'TRD-4/no-id-in-list: GET /trades omits `id`.': withFields('listTrades', { id: undefined }),
    'TRD-4/counterparty-left-out: Trades omit a masked `counterparty`.': maskLeftOut(),
    'TRD-4/counterparty-object: GET /trades/{id} shows a masked counterparty as an empty object.': withFields(
      'getTrade',
      (trade) => ({ counterparty: trade.counterparty ?? {} }),
    ),
    'TRD-4/status-number: GET /trades returns a numeric `status`.': withFields('listTrades', { status: 1 }),
    'TRD-6/completed-after-one: A trade is Completed once one invoice is paid.': onResource(VIEWS, (trade) =>
      isPaid(trade, 'buyer') || isPaid(trade, 'seller') ? { ...trade, status: 'Completed' } : trade,
    ),
    "TRD-6/completed-by-buyer: A trade is Completed once the buyer's invoice is paid.": onResource(VIEWS, (trade) =>
      isPaid(trade, 'buyer') ? { ...trade, status: 'Completed' } : trade,
    ),
    "TRD-6/completed-by-seller: A trade is Completed once the seller's invoice is paid.": onResource(VIEWS, (trade) =>
      isPaid(trade, 'seller') ? { ...trade, status: 'Completed' } : trade,
    ),
    'TRD-6/never-completed: A settled trade stays Pending.': withFields(['getTrade', 'listTrades'], {
      status: 'Pending',
    }),
    'TRD-6/never-unmasked: A settled trade has a null `counterparty`.': withFields(['getTrade', 'listTrades'], {
      counterparty: null,
    }),
    'TRD-6/seller-not-named: A settled trade has a null `counterparty` for the seller.': onResource('getTrade', (trade) =>
      trade.side === 'seller' ? { ...trade, counterparty: null } : trade,
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
    'TRD-9/nothing-sold: GET /trades lists nothing without a team.': onCaller(['listTrades', 'getTrade'], (caller) =>
      caller.team_id === null ? { ...caller, user_id: 'usr_0' } : caller,
    ),
    'TRD-10/no-price: Trades omit `price`.': withoutField(VIEWS, 'price'),
    'TRD-10/no-lot: GET /trades/{id} omits `inventory_id`.': withoutField('getTrade', 'inventory_id'),
    'TRD-10/commodity-text: GET /trades/{id} returns the commodity as a slug.': onField('getTrade', 'commodity', () => 'canola'),
    'TRD-10/all-of-the-lot: GET /trades/{id} returns the quantity of the whole lot.': withFields('getTrade', {
      quantity_mt: 120,
    }),
  }),
  ...violations(
    {
      'TRD-11/no-side: Trades omit `side`.': withoutField(VIEWS, 'side'),
      'TRD-11/always-buyer: Trades give `side` as `buyer` to the seller too.': withFields(VIEWS, { side: 'buyer' }),
    },
    { only_warns: true },
  ),
  ...violations({
    'TRD-12/born-completed: A new trade is Completed.': afterAct('acceptBid', async ({ db }, { data }) => {
      await setRows(db, 'trades', { id: data.id }, { status: 'Completed' });
      return { data: { ...data, status: 'Completed' } };
    }),
    'TRD-12/born-open: A trade has the status Open before settlement.': onResource(VIEWS, (trade) =>
      trade.status === 'Pending' ? { ...trade, status: 'Open' } : trade,
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
  }),
];

function maskLeftOut(): ReturnType<typeof onResource> {
  return onResource(['getTrade', 'listTrades'], (trade) =>
    trade.counterparty === null ? { ...trade, counterparty: undefined } : trade,
  );
}
