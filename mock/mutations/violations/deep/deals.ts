/** Trades, lots, and offers that go wrong only after several steps. */
import { afterAct, all, findRow, onBody, onEvent, onResource, setRows, violations } from '../kit/index.ts';
import { INVOICES } from '../../../market/rules/trades.ts';
import { updateLot } from '../../../market/store/lots.ts';
import { ancestorsOf, isCounter } from './chains.ts';

const TRADES = violations({
  'TRD-10/deep-price-of-the-first-bid: Three steps (bid, counter, accept): the trade of an accepted counter has the price of the first bid.':
    afterAct('acceptBid', async ({ db }, { data }, { stored }) => {
      const { price_amount, price_unit } = (await ancestorsOf(db, stored.bid)).at(-1) ?? {};
      if (typeof price_amount !== 'number' || typeof price_unit !== 'string') return;
      await setRows(db, 'trades', { id: data.id }, { price_amount, price_unit });
    }),
  'TRD-10/deep-second-lines-change-the-first: Four steps (multi-grade bid, accept lines, both once more): a second acceptance adds its quantity to the first trade.':
    afterAct('acceptBid', async ({ db }, { data }, { stored: { bid, lines } }) => {
      if (lines.length === 0) return;
      await db
        .updateTable('trades')
        .set((eb) => ({ quantity_mt: eb('quantity_mt', '+', bid.quantity_mt) }))
        .where('lot_id', '=', bid.lot_id)
        .where('buyer_team_id', '=', bid.buyer_team_id)
        .where('id', '!=', data.id)
        .execute();
    }),
  "TRD-6/deep-counters-settle-with-one-invoice: Four steps (bid, counter, accept, one invoice): the trade of a counter is Completed once the buyer's invoice is paid.":
    onResource(['getTrade', 'listTrades'], async (trade, { db }) => {
      const [of_buyer] = trade.invoices;
      return of_buyer?.status === 'paid' && (await isCounter(db, trade.bid_id))
        ? { ...trade, status: 'Completed' as const }
        : trade;
    }),
  "EVT-8/deep-not-sent-when-the-seller-paid-first: Four steps (bid, accept, the seller's invoice, the buyer's): no settlement event is sent if the seller pays first.":
    () => {
      const first_paid = new Map<string, string>();
      return all(
        {
          control_request: (request) => {
            const { id, invoice } = request.path;
            const is_known = INVOICES.some((name) => name === invoice);
            if (is_known && id !== undefined && invoice !== undefined && !first_paid.has(id)) first_paid.set(id, invoice);
            return request;
          },
        },
        onEvent('trade.settled', (draft) => (first_paid.get(draft.subject_id ?? '') === 'seller' ? [] : draft)),
      );
    },
});

const LOTS = violations({
  'INV-19/deep-counters-take-twice: Three steps (bid, counter, accept): accepting a counter reduces the lot by twice its quantity.':
    afterAct('acceptBid', async ({ db }, _response, { stored: { bid } }) => {
      if (bid.counter_to === null) return;
      const lot = await db.selectFrom('lots').select('quantity_mt').where('id', '=', bid.lot_id).executeTakeFirstOrThrow();
      await updateLot(db, bid.lot_id, { quantity_mt: Math.max(0, lot.quantity_mt - bid.quantity_mt) });
    }),
  'INV-19/deep-rejection-gives-back: Four steps (two bids, accept one, reject the other): a rejection on a partly sold lot adds quantity to the lot.':
    afterAct('rejectBid', async ({ db }, _response, { stored: { bid } }) => {
      const trade = await findRow(db, 'trades', { lot_id: bid.lot_id });
      if (trade === undefined) return;
      await db
        .updateTable('lots')
        .set((eb) => ({ quantity_mt: eb('quantity_mt', '+', bid.quantity_mt) }))
        .where('id', '=', bid.lot_id)
        .execute();
    }),
  'LST-6/deep-first-price-when-relisted: Three steps (change the price, unlist, publish): relisting a lot restores its first price.':
    () => {
      const first_prices = new Map<string, number | null>();
      return afterAct('updateListing', async ({ db }, { data }, { lot }) => {
        if (!first_prices.has(lot.id)) first_prices.set(lot.id, lot.price_amount);
        if (data.status !== 'listed' || lot.status === 'listed') return;
        await updateLot(db, lot.id, { price_amount: first_prices.get(lot.id) ?? null });
      });
    },
  'PAGE-4/deep-relisted-lots-count-again: Four steps (bid, unlist, publish, bid): `total` of GET /bids grows by one for each relisted lot.':
    () => {
      const relisted = new Set<string>();
      return all(
        afterAct('updateListing', (_call, { data }, { lot }) => {
          if (data.status === 'listed' && lot.status !== 'listed') relisted.add(lot.id);
        }),
        onBody('listBids', (page) => {
          const counted = new Set(page.items.map(({ inventory_id }) => inventory_id).filter((id) => relisted.has(id)));
          return { ...page, total: page.total + counted.size };
        }),
      );
    },
});

const OFFERS = violations({
  'CB-14/deep-new-offers-reopen-the-old: Five steps (cash bid, offer, reject, offer, accept the first): a new offer sets the rejected ones to pending.':
    onEvent('cashbid.offer_received', async (draft, { db }) => {
      const offer = await findRow(db, 'offers', { id: draft.subject_id ?? '' });
      await setRows(db, 'offers', { cash_bid_id: offer?.cash_bid_id ?? '', status: 'rejected' }, { status: 'pending' });
      return draft;
    }),
});

export const DEEP_DEALS = [...TRADES, ...LOTS, ...OFFERS];
