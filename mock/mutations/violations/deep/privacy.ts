/** Names that are revealed, or hidden again, only after several steps. */
import {
  counterpartyOf,
  findRow,
  idIn,
  isRefusal,
  onFind,
  onPayload,
  onResource,
  OWN_BIDS,
  partiesOf,
  violations,
} from '../kit/index.ts';
import { findTrade } from '../../../market/store/trades.ts';
import { isCounter, tradeOfChain } from './chains.ts';

const COUNTERPARTIES = violations({
  'PRIV-12/deep-list-named-by-another-trade: Six steps (two bids, two acceptances, two invoices of one): GET /trades names every counterparty to a caller that has settled another trade of the same day or a later one.':
    onResource('listTrades', async (trade, { db, caller }) => {
      if (trade.counterparty !== null || caller === undefined) return trade;
      const settled = await db
        .selectFrom('trades')
        .select('id')
        .where('status', '=', 'Completed')
        .where('id', '!=', trade.id)
        // Excludes the settled trades of the fixtures, which are older.
        .where('created_at', '>=', trade.created_at.slice(0, 10))
        .where((eb) => eb.or([eb('buyer_team_id', '=', caller.team_id ?? ''), eb('seller_user_id', '=', caller.user_id ?? '')]))
        .executeTakeFirst();
      return settled === undefined ? trade : { ...trade, counterparty: await counterpartyOf(db, trade) };
    }),
  'PRIV-13/deep-chain-named-on-acceptance: Three steps (bid, counter, accept): the bid before an accepted counter names the seller before any payment.':
    onResource(OWN_BIDS, async (bid, { db }) =>
      bid.status === 'countered' && (await tradeOfChain(db, bid.id)) !== undefined
        ? { ...bid, counterparty: await counterpartyOf(db, { id: bid.id, side: 'buyer' }) }
        : bid,
    ),
  'PRIV-4/deep-masked-again-when-delisted: Five steps (bid, accept, two invoices, unlist): a settled bid is masked if its lot is no longer listed.':
    onResource(OWN_BIDS, async (bid, { db }) => {
      const lot = await findRow(db, 'lots', { id: bid.inventory_id });
      return lot?.status === 'listed' ? bid : { ...bid, counterparty: null };
    }),
  'PRIV-4/deep-offers-named-after-one-invoice: Four steps (cash bid, offer, accept, one invoice): a trade from an offer names the seller after one invoice.':
    onResource(['getTrade', 'listTrades'], async (trade, { db }) =>
      trade.offer_id !== null && trade.invoices.some(({ status }) => status === 'paid')
        ? { ...trade, counterparty: await counterpartyOf(db, trade) }
        : trade,
    ),
  "PRIV-7/deep-company-of-expired-bids: Three steps (bid, eight days, read): an expired bid is labeled with the buyer's company.":
    onResource('listReceivedBids', async (bid, { db }) =>
      bid.status === 'expired' ? { ...bid, buyer_label: (await partiesOf(db, bid.id))?.buyer?.name ?? 'Buyer' } : bid,
    ),
});

const ELSEWHERE = violations({
  "PRIV-6/deep-farm-in-a-retry: Four steps (failing receiver, bid, answer, ten seconds): the payload of a retry includes the farm's name.":
    onPayload('all', async (data, { db, attempt }) => {
      const id = [data['bid_id'], data['trade_id']].find((one) => typeof one === 'string');
      if (attempt === 1 || typeof id !== 'string') return data;
      return { ...data, pickup: (await partiesOf(db, id))?.farm?.name };
    }),
  'TRD-2/deep-trades-of-counters-open: Three steps (bid, counter, accept): GET /trades/{id} returns the trade of a counter to anyone.':
    onFind('getTrade', async (found, { db, caller, path }) => {
      const id = idIn(path);
      const parties = isRefusal(found) ? await partiesOf(db, id) : undefined;
      if (parties?.buyer === undefined) return found;
      const of = { livemode: caller.livemode, team_id: parties.buyer.id, user_id: parties.seller.id };
      const stored = await findTrade(db, of, id);
      return stored !== undefined && (await isCounter(db, stored.trade.bid_id)) ? stored : found;
    }),
});

export const DEEP_PRIVACY = [...COUNTERPARTIES, ...ELSEWHERE];
