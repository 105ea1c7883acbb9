import {
  afterAct,
  asOwner,
  dropEvent,
  idIn,
  mapQuery,
  onBody,
  onCaller,
  onEvent,
  onField,
  onQuery,
  onResource,
  personaAsCaller,
  refuse,
  refuseAs,
  refusingQuery,
  revealing,
  violations,
  withFields,
  withoutField,
  withoutQuery,
} from './kit/index.ts';
import { findTrade } from '../../market/store/trades.ts';
import { viewTrade } from '../../market/views/parties.ts';

const VIEWS = ['getTrade', 'listTrades', 'acceptBid', 'acceptOffer'] as const;

type Invoices = readonly { kind: string; status: string }[];

function isPaid(invoices: Invoices, kind: 'buyer' | 'seller'): boolean {
  return invoices.some((invoice) => invoice.kind === kind && invoice.status === 'paid');
}

export const TRADES = [
  ...violations({
    'TRD-1/pending-not-listed: A trade is listed when it is settled.': onResource('listTrades', (trade) =>
      trade.status === 'Pending' ? undefined : trade,
    ),
    'TRD-1/status-ignored: The status filter of trades is ignored.': withoutQuery('listTrades', 'status'),
    'TRD-1/completed-finds-pending: status=Completed finds what is pending.': mapQuery('listTrades', 'status', {
      Completed: 'Pending',
    }),
    'TRD-1/completed-empty: status=Completed finds nothing.': onBody('listTrades', (page, { incoming }) =>
      incoming.search.includes('status=Completed') ? { ...page, items: [], total: 0, next: null } : page,
    ),
    'TRD-1/commodity-ignored: The commodity filter of trades is ignored.': withoutQuery('listTrades', 'commodity'),
    'TRD-1/from-ignored: `from` is ignored.': withoutQuery('listTrades', 'from'),
    'TRD-1/to-ignored: `to` is ignored.': withoutQuery('listTrades', 'to'),
    'TRD-1/dates-swapped: `from` and `to` are taken for each other.': onQuery('listTrades', (query) => {
      const [from, to] = [query.get('from'), query.get('to')];
      query.delete('from');
      query.delete('to');
      if (to !== null) query.set('from', to);
      if (from !== null) query.set('to', from);
    }),
    'TRD-1/from-empties: With `from` there is nothing.': onQuery('listTrades', (query) => {
      if (query.has('from')) query.set('from', '2100-01-01');
      query.delete('to');
    }),
    "TRD-2/strangers-read: Another team's trade can be read.": asOwner('getTrade'),
    "TRD-2/forbidden-for-anothers: Another team's trade is 403.": revealing('getTrade'),
    "TRD-2/sellers-read-all: A seller reads other sellers' trades.": onCaller(
      'getTrade',
      async (caller, { db, incoming: { path } }) => {
        if (caller.user_id !== personaAsCaller('partner').user_id) return caller;
        const trades = db.selectFrom('trades').select('seller_user_id as user_id').where('id', '=', idIn(path));
        return { ...caller, ...(await trades.executeTakeFirst()) };
      },
    ),
    'TRD-2/missing-is-400: A trade that does not exist is 400.': refuseAs('getTrade', 'not_found', 'malformed_request'),
    'TRD-2/units-refused: GET /trades/{id} refuses `units`.': refusingQuery('getTrade', 'units'),
    'TRD-3/everybodys-trades: GET /trades has the trades of others as well.': afterAct(
      'listTrades',
      async ({ db, caller }, page) => {
        const rows = db.selectFrom('trades').selectAll().where('livemode', '=', caller.livemode);
        const items = [...page.items];
        for (const { id, buyer_team_id, seller_user_id } of await rows.orderBy('created_at', 'desc').limit(30).execute()) {
          const of = { livemode: caller.livemode, team_id: buyer_team_id, user_id: seller_user_id };
          const truth = items.some((item) => item.id === id) ? undefined : await findTrade(db, of, id);
          if (truth !== undefined) items.push(viewTrade(truth, 'buyer'));
        }
        return { ...page, items };
      },
    ),
    'TRD-3/bought-alone: GET /trades has what a team bought, and not what its user sold.': onCaller(
      ['listTrades', 'getTrade'],
      (caller) => (caller.team_id === null ? caller : { ...caller, user_id: 'usr_0' }),
    ),
    'TRD-3/sold-by-anybody: A seller lists the trades of another seller.': onCaller('listTrades', (caller) =>
      caller.user_id === personaAsCaller('partner').user_id ? { ...caller, user_id: personaAsCaller('seller').user_id } : caller,
    ),
    'TRD-4/no-status: A trade does not say its status.': withoutField(['getTrade', 'listTrades'], 'status'),
    'TRD-4/no-id-in-list: A trade has no id in the list.': withFields('listTrades', { id: undefined }),
    'TRD-4/counterparty-left-out: While it is masked `counterparty` is left out.': maskLeftOut(),
    'TRD-4/counterparty-object: A counterparty that is masked is an object without a name.': onResource('getTrade', (trade) => ({
      ...trade,
      counterparty: trade.counterparty ?? {},
    })),
    'TRD-4/status-number: The status of a trade is a number in the list.': withFields('listTrades', { status: 1 }),
    'TRD-6/completed-after-one: A trade is Completed as soon as one invoice is paid.': onResource(VIEWS, (trade) =>
      isPaid(trade.invoices, 'buyer') || isPaid(trade.invoices, 'seller') ? { ...trade, status: 'Completed' } : trade,
    ),
    "TRD-6/completed-by-buyer: A trade is Completed when the buyer's invoice is paid.": onResource(VIEWS, (trade) =>
      isPaid(trade.invoices, 'buyer') ? { ...trade, status: 'Completed' } : trade,
    ),
    "TRD-6/completed-by-seller: A trade is Completed when the seller's invoice is paid.": onResource(VIEWS, (trade) =>
      isPaid(trade.invoices, 'seller') ? { ...trade, status: 'Completed' } : trade,
    ),
    'TRD-6/never-completed: A trade that is settled stays Pending.': withFields(['getTrade', 'listTrades'], {
      status: 'Pending',
    }),
    'TRD-6/never-unmasked: A settled trade names nobody.': withFields(['getTrade', 'listTrades'], { counterparty: null }),
    'TRD-6/seller-not-told: A settled trade names nobody to its seller.': onResource('getTrade', (trade) =>
      trade.side === 'seller' ? { ...trade, counterparty: null } : trade,
    ),
    'TRD-6/list-lags: In the list a settled trade stays Pending.': withFields('listTrades', { status: 'Pending' }),
    'TRD-6/no-event: A trade settles without an event.': dropEvent('trade.settled'),
    'TRD-7/not-made: The trade that an acceptance answers does not exist.': afterAct('acceptBid', async ({ db }, { data }) => {
      await db.deleteFrom('trades').where('id', '=', data.id).execute();
    }),
    'TRD-7/no-event: An acceptance makes its trade without an event.': dropEvent('trade.created'),
    'TRD-9/team-needed: A token without a team lists no trades.': onCaller('listTrades', (caller) =>
      caller.team_id === null ? refuse('no_team') : caller,
    ),
    'TRD-9/nothing-sold: A token without a team finds none of its trades.': onCaller(['listTrades', 'getTrade'], (caller) =>
      caller.team_id === null ? { ...caller, user_id: 'usr_0' } : caller,
    ),
    'TRD-10/no-price: A trade has no price.': withoutField(VIEWS, 'price'),
    'TRD-10/no-lot: A trade does not say of what listing it is.': withoutField('getTrade', 'inventory_id'),
    'TRD-10/commodity-text: The commodity of a trade is its slug.': onField('getTrade', 'commodity', () => 'canola'),
    'TRD-10/all-of-the-lot: A trade says how much the lot had.': withFields('getTrade', { quantity_mt: 120 }),
  }),
  ...violations(
    {
      'TRD-11/no-side: Trades omit `side`.': withoutField(VIEWS, 'side'),
      'TRD-11/always-buyer: Trades give `side` as `buyer` to the seller too.': withFields(VIEWS, { side: 'buyer' }),
    },
    { only_warns: true },
  ),
  ...violations({
    'TRD-12/born-completed: A trade is Completed from the start.': afterAct('acceptBid', async ({ db }, { data }) => {
      await db.updateTable('trades').set({ status: 'Completed' }).where('id', '=', data.id).execute();
      return { data: { ...data, status: 'Completed' } };
    }),
    'TRD-12/born-open: A trade is Open before it is settled.': onResource(VIEWS, (trade) =>
      trade.status === 'Pending' ? { ...trade, status: 'Open' } : trade,
    ),
    'TRD-12/accepted-as-pending: The answer to an acceptance is in lower case.': withFields('acceptBid', { status: 'pending' }),
    'TRD-13/not-made: The trade that accepting an offer answers does not exist.': afterAct(
      'acceptOffer',
      async ({ db }, { data }) => {
        await db.updateTable('offers').set({ trade_id: null }).where('trade_id', '=', data.id).execute();
        await db.deleteFrom('trades').where('id', '=', data.id).execute();
      },
    ),
    'TRD-13/no-event: Accepting an offer sends no event.': onEvent('trade.created', async (draft, { db }) => {
      const trade = db.selectFrom('trades').select('offer_id').where('id', '=', draft.subject_id);
      return (await trade.executeTakeFirst())?.offer_id === null ? draft : [];
    }),
    'TRD-13/born-completed: A trade from an offer is Completed at once.': withFields('acceptOffer', { status: 'Completed' }),
    'TRD-13/not-listed: Trades from offers are in no list.': onResource('listTrades', (trade) =>
      trade.offer_id === null ? trade : undefined,
    ),
  }),
];

function maskLeftOut(): ReturnType<typeof onResource> {
  return onResource(['getTrade', 'listTrades'], (trade) =>
    trade.counterparty === null ? { ...trade, counterparty: undefined } : trade,
  );
}
