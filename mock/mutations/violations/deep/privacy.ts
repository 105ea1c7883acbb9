/** Names that come out only after a history of their own. */
import { isRefusal } from '../../../market/rules/refusal.ts';
import { findTrade } from '../../../market/store/trades.ts';
import type { Reader } from '../../../market/records/tables.ts';
import { onFind, onPayload, onResource, partiesOf, violation } from '../kit/index.ts';
import type { Violation } from '../violation.ts';
import { isOfCounter, tradeOfChain } from './chains.ts';

const OWN_BIDS = ['getBid', 'listBids'] as const;

async function otherOf(
  db: Reader,
  { id, side }: { id: string; side: 'buyer' | 'seller' },
): Promise<{ name: string | undefined }> {
  const parties = await partiesOf(db, id);
  return { name: side === 'buyer' ? parties?.seller.name : parties?.buyer?.name };
}

const COUNTERPARTIES: readonly Violation[] = [
  violation(
    'PRIV-12/deep-list-named-by-another-trade',
    'Six steps (two bids, two acceptances, two invoices of one): the list of trades names everybody to whoever has settled any trade. Checks of the list have one trade.',
    onResource('listTrades', async (trade, { db, caller }) => {
      if (trade.counterparty !== null || caller === undefined) return trade;
      const settled = await db
        .selectFrom('trades')
        .select('id')
        .where('status', '=', 'Completed')
        .where('id', '!=', trade.id)
        // What the fixtures made was settled before anybody came.
        .where('created_at', '>=', trade.created_at.slice(0, 10))
        .where((eb) => eb.or([eb('buyer_team_id', '=', caller.team_id ?? ''), eb('seller_user_id', '=', caller.user_id ?? '')]))
        .executeTakeFirst();
      return settled === undefined ? trade : { ...trade, counterparty: await otherOf(db, trade) };
    }),
  ),
  violation(
    'PRIV-13/deep-chain-named-on-acceptance',
    'Three steps (bid, counter, accept): the bid behind an accepted counter names the seller before anything is paid. Checks read the counter alone.',
    onResource(OWN_BIDS, async (bid, { db }) =>
      bid.status === 'countered' && (await tradeOfChain(db, bid.id)) !== undefined
        ? { ...bid, counterparty: await otherOf(db, { id: bid.id, side: 'buyer' }) }
        : bid,
    ),
  ),
  violation(
    'PRIV-4/deep-masked-again-when-delisted',
    'Five steps (bid, accept, two invoices, take off the market): a settled bid names nobody any more once its lot is off the market. Checks end with the settlement.',
    onResource(OWN_BIDS, async (bid, { db }) => {
      const lot = await db.selectFrom('lots').select('status').where('id', '=', bid.inventory_id).executeTakeFirst();
      return lot?.status === 'listed' ? bid : { ...bid, counterparty: null };
    }),
  ),
  violation(
    'PRIV-4/deep-offers-named-after-one-invoice',
    'Four steps (cash bid, offer, accept, one invoice): a trade from an offer names the seller after one invoice. Checks pay the invoices of bids.',
    onResource(['getTrade', 'listTrades'], async (trade, { db }) =>
      trade.offer_id !== null && trade.invoices.some(({ status }) => status === 'paid')
        ? { ...trade, counterparty: await otherOf(db, trade) }
        : trade,
    ),
  ),
  violation(
    'PRIV-7/deep-company-of-expired-bids',
    "Three steps (bid, eight days, a look): an expired bid is labelled with the buyer's company. Checks of the label look at pending bids.",
    onResource('listReceivedBids', async (bid, { db }) =>
      bid.status === 'expired' ? { ...bid, buyer_label: (await partiesOf(db, bid.id))?.buyer?.name ?? 'Buyer' } : bid,
    ),
  ),
];

const ELSEWHERE: readonly Violation[] = [
  violation(
    'PRIV-6/deep-farm-in-a-retry',
    'Four steps (a receiver that fails, bid, an answer, ten seconds): a retry has the name of the farm in its payload. Checks of payloads read first attempts.',
    onPayload('all', async (data, { db, attempt }) => {
      const id = [data['bid_id'], data['trade_id']].find((one) => typeof one === 'string');
      if (attempt === 1 || typeof id !== 'string') return data;
      return { ...data, pickup: (await partiesOf(db, id))?.farm?.name };
    }),
  ),
  violation(
    'TRD-2/deep-trades-of-counters-open',
    'Three steps (bid, counter, accept): a trade that came of a counter can be read by anybody. Checks ask for the trade of a first bid.',
    onFind('getTrade', async (found, { db, caller, path }) => {
      const id = path['id'] ?? '';
      const parties = isRefusal(found) ? await partiesOf(db, id) : undefined;
      if (parties?.buyer === undefined) return found;
      const of = { livemode: caller.livemode, team_id: parties.buyer.id, user_id: parties.seller.id };
      const truth = await findTrade(db, of, id);
      return truth !== undefined && (await isOfCounter(db, truth.trade.bid_id)) ? truth : found;
    }),
  ),
];

export const DEEP_PRIVACY: readonly Violation[] = [...COUNTERPARTIES, ...ELSEWHERE];
