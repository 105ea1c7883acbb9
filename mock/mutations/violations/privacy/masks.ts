/** PRIV-4, PRIV-13: counterparties that are told too early, too late, or to one side only. */
import { isJsonObject, onBody, onResource, partiesOf, violation } from '../kit/index.ts';
import type { Reader, Row } from '../../../market/records/tables.ts';
import type { Violation } from '../violation.ts';

const TRADES = ['getTrade', 'listTrades'] as const;
const OWN_BIDS = ['getBid', 'listBids'] as const;

/** The other side, as the caller of a trade would be told. */
async function otherOf(db: Reader, trade: { id: string; side: 'buyer' | 'seller' }): Promise<{ name: string | undefined }> {
  const parties = await partiesOf(db, trade.id);
  return { name: trade.side === 'buyer' ? parties?.seller.name : parties?.buyer?.name };
}

async function sellerOf(db: Reader, id: string): Promise<{ name: string | undefined }> {
  return { name: (await partiesOf(db, id))?.seller.name };
}

async function tradeOf(db: Reader, bid_id: string): Promise<Row<'trades'> | undefined> {
  return db.selectFrom('trades').selectAll().where('bid_id', '=', bid_id).executeTakeFirst();
}

/** Unmasks the buyer's own bids where their trade is as far as that. */
function bidsUnmasked(isFar: (trade: Row<'trades'>) => boolean): ReturnType<typeof onResource> {
  return onResource(OWN_BIDS, async (bid, { db }) => {
    const trade = await tradeOf(db, bid.id);
    return trade !== undefined && isFar(trade) ? { ...bid, counterparty: await sellerOf(db, bid.id) } : bid;
  });
}

/** Unmasks the buyer's own bids of a status. */
function bidsUnmaskedWhile(status: string): ReturnType<typeof onResource> {
  return onResource(OWN_BIDS, async (bid, { db }) =>
    bid.status === status ? { ...bid, counterparty: await sellerOf(db, bid.id) } : bid,
  );
}

export const MASKS_LIFTED: readonly Violation[] = [
  violation(
    'PRIV-4/unmasked-after-one-invoice',
    'The counterparty of a trade is named as soon as one invoice is paid.',
    onResource(TRADES, async (trade, { db }) =>
      trade.invoices.every(({ status }) => status === 'unpaid') ? trade : { ...trade, counterparty: await otherOf(db, trade) },
    ),
  ),
  violation(
    'PRIV-4/bid-unmasked-after-the-seller-invoice',
    "The bid behind a trade is unmasked by the seller's invoice alone.",
    bidsUnmasked((trade) => trade.seller_invoice_paid_at !== null),
  ),
  violation(
    'PRIV-4/bid-unmasked-on-acceptance',
    'An accepted bid is unmasked at once.',
    bidsUnmasked(() => true),
  ),
  violation(
    'PRIV-4/list-unmasked-after-the-buyer-invoice',
    "The list of trades is unmasked by the buyer's invoice alone.",
    onResource('listTrades', async (trade, { db }) =>
      trade.invoices.some(({ kind, status }) => kind === 'buyer' && status === 'paid')
        ? { ...trade, counterparty: await otherOf(db, trade) }
        : trade,
    ),
  ),
  violation(
    'PRIV-4/received-bid-unmasked-on-acceptance',
    'Sellers see who the buyer is as soon as they accept.',
    onResource('listReceivedBids', async (bid, { db }) =>
      bid.status === 'accepted' ? { ...bid, counterparty: { name: (await partiesOf(db, bid.id))?.buyer?.name } } : bid,
    ),
  ),
  violation(
    'PRIV-4/never-unmasked',
    'Nobody is ever told who the other side was.',
    onResource(TRADES, (trade) => ({ ...trade, counterparty: null })),
  ),
  violation(
    'PRIV-4/bid-never-unmasked',
    'The bid behind a settled trade stays masked.',
    onResource(OWN_BIDS, (bid) => ({ ...bid, counterparty: null })),
  ),
  violation(
    'PRIV-4/seller-never-told',
    'The seller is not told who the buyer of a settled trade was.',
    onResource(TRADES, (trade) => (trade.side === 'seller' ? { ...trade, counterparty: null } : trade)),
  ),
  violation(
    'PRIV-4/name-alone',
    'The counterparty of a settled trade is a text.',
    onResource(TRADES, (trade) => ({ ...trade, counterparty: trade.counterparty?.name ?? null })),
  ),
  violation(
    'PRIV-4/own-name',
    'A party of a settled trade is told its own name.',
    onResource(TRADES, async (trade, { db }) =>
      trade.counterparty === null || trade.side === 'buyer'
        ? trade
        : { ...trade, counterparty: await otherOf(db, { ...trade, side: 'buyer' }) },
    ),
  ),
  violation('PRIV-13/pending-unmasked', 'A pending bid names the seller.', bidsUnmaskedWhile('pending')),
  violation('PRIV-13/rejected-unmasked', 'A rejected bid names the seller.', bidsUnmaskedWhile('rejected')),
  violation('PRIV-13/countered-unmasked', 'A countered bid names the seller.', bidsUnmaskedWhile('countered')),
  violation('PRIV-13/expired-unmasked', 'An expired bid names the seller.', bidsUnmaskedWhile('expired')),
  violation(
    'PRIV-13/accepted-unmasked',
    'An accepted bid names the seller.',
    onResource('getBid', async (bid, { db }) =>
      bid.status === 'accepted' ? { ...bid, counterparty: await sellerOf(db, bid.id) } : bid,
    ),
  ),
  violation(
    'PRIV-13/acceptance-names-the-buyer',
    'Accepting a bid answers with the name of the buyer.',
    onResource('acceptBid', async (trade, { db }) => ({ ...trade, counterparty: await otherOf(db, trade) })),
  ),
  violation(
    'PRIV-13/inbox-names-the-buyer',
    'The inbox of all listings names the buyers.',
    onBody('listBidsReceived', async (page, { db }) => {
      const items = page.items.map(async (item) => {
        const bids = item.bids.map(async (bid) => ({
          ...bid,
          counterparty: { name: (await partiesOf(db, bid.id))?.buyer?.name },
        }));
        return { ...item, bids: await Promise.all(bids) };
      });
      return { ...page, items: await Promise.all(items) };
    }),
  ),
  violation(
    'PRIV-13/empty-counterparty',
    'A masked counterparty is an object without a name.',
    onBody('everywhere', (body: unknown) => {
      if (!isJsonObject(body) || !isJsonObject(body['data']) || body['data']['counterparty'] !== null) return body;
      return { ...body, data: { ...body['data'], counterparty: { name: null } } };
    }),
  ),
];
