/** Counterparties that are unmasked too early, too late, or for one side only. */
import type { Trade } from '#spec';
import {
  counterpartyOf,
  findRow,
  isJsonObject,
  isPaid,
  onBody,
  onResource,
  partiesOf,
  sellerOf,
  violations,
  withFields,
  type Reader,
  type Row,
} from '../kit/index.ts';

const TRADES = ['getTrade', 'listTrades'] as const;
const OWN_BIDS = ['getBid', 'listBids'] as const;

async function tradeOf(db: Reader, bid_id: string): Promise<Row<'trades'> | undefined> {
  return findRow(db, 'trades', { bid_id });
}

/** Unmasks the buyer's bids whose trade matches. */
function bidsUnmasked(isFar: (trade: Row<'trades'>) => boolean): ReturnType<typeof onResource> {
  return onResource(OWN_BIDS, async (bid, { db }) => {
    const trade = await tradeOf(db, bid.id);
    return trade !== undefined && isFar(trade) ? { ...bid, counterparty: await sellerOf(db, bid.id) } : bid;
  });
}

/** Unmasks the buyer's bids of a status. */
function bidsUnmaskedWhile(status: string): ReturnType<typeof onResource> {
  return onResource(OWN_BIDS, async (bid, { db }) =>
    bid.status === status ? { ...bid, counterparty: await sellerOf(db, bid.id) } : bid,
  );
}

/** Names a verified elevator to the seller in trades that match. */
function elevatorNamed(isFar: (trade: Trade) => boolean): ReturnType<typeof onResource> {
  return onResource(['acceptBid', ...TRADES], async (trade, { db }) => {
    const buyer = trade.side === 'seller' && isFar(trade) ? (await partiesOf(db, trade.id))?.buyer : undefined;
    return buyer?.is_verified_elevator === 1 ? { ...trade, counterparty: { name: buyer.name } } : trade;
  });
}

export const MASKS_LIFTED = violations({
  'PRIV-4/unmasked-after-one-invoice: Trades name the counterparty once one invoice is paid.': onResource(
    TRADES,
    async (trade, { db }) =>
      trade.invoices.every(({ status }) => status === 'unpaid')
        ? trade
        : { ...trade, counterparty: await counterpartyOf(db, trade) },
  ),
  "PRIV-4/bid-unmasked-after-the-seller-invoice: Bids name the seller once the seller's invoice is paid.": bidsUnmasked(
    (trade) => trade.seller_invoice_paid_at !== null,
  ),
  'PRIV-4/bid-unmasked-on-acceptance: Bids name the seller once they are accepted.': bidsUnmasked(() => true),
  "PRIV-4/list-unmasked-after-the-buyer-invoice: GET /trades names the counterparty once the buyer's invoice is paid.":
    onResource('listTrades', async (trade, { db }) =>
      isPaid(trade, 'buyer') ? { ...trade, counterparty: await counterpartyOf(db, trade) } : trade,
    ),
  'PRIV-4/received-bid-unmasked-on-acceptance: Received bids name the buyer once they are accepted.': onResource(
    'listReceivedBids',
    async (bid, { db }) =>
      bid.status === 'accepted' ? { ...bid, counterparty: { name: (await partiesOf(db, bid.id))?.buyer?.name } } : bid,
  ),
  'PRIV-4/elevator-named-after-one-invoice: Trades name a verified elevator to the seller once one invoice is paid.':
    elevatorNamed((trade) => isPaid(trade, 'buyer') || isPaid(trade, 'seller')),
  'PRIV-4/never-unmasked: Settled trades name no counterparty.': withFields(TRADES, { counterparty: null }),
  'PRIV-4/bid-never-unmasked: Bids name no counterparty after settlement.': withFields(OWN_BIDS, { counterparty: null }),
  'PRIV-4/seller-never-named: Settled trades do not name the buyer to the seller.': onResource(TRADES, (trade) =>
    trade.side === 'seller' ? { ...trade, counterparty: null } : trade,
  ),
  'PRIV-4/name-alone: `counterparty` of a settled trade is a string.': withFields(TRADES, (trade) => ({
    counterparty: trade.counterparty?.name ?? null,
  })),
  'PRIV-4/own-name: Settled trades show the seller its own name as the counterparty.': onResource(TRADES, async (trade, { db }) =>
    trade.counterparty === null || trade.side === 'buyer'
      ? trade
      : { ...trade, counterparty: await counterpartyOf(db, { ...trade, side: 'buyer' }) },
  ),
  'PRIV-13/pending-unmasked: Pending bids name the seller.': bidsUnmaskedWhile('pending'),
  'PRIV-13/rejected-unmasked: Rejected bids name the seller.': bidsUnmaskedWhile('rejected'),
  'PRIV-13/countered-unmasked: Countered bids name the seller.': bidsUnmaskedWhile('countered'),
  'PRIV-13/expired-unmasked: Expired bids name the seller.': bidsUnmaskedWhile('expired'),
  'PRIV-13/accepted-unmasked: Accepted bids name the seller.': onResource('getBid', async (bid, { db }) =>
    bid.status === 'accepted' ? { ...bid, counterparty: await sellerOf(db, bid.id) } : bid,
  ),
  'PRIV-13/elevator-named: Trades name a verified elevator to the seller.': elevatorNamed(() => true),
  'PRIV-13/elevator-named-in-received-bids: Accepted bids name a verified elevator to the seller.': onResource(
    'listReceivedBids',
    async (bid, { db }) => {
      const buyer = bid.status === 'accepted' ? (await partiesOf(db, bid.id))?.buyer : undefined;
      return buyer?.is_verified_elevator === 1 ? { ...bid, counterparty: { name: buyer.name } } : bid;
    },
  ),
  'PRIV-13/acceptance-names-the-buyer: POST /bids/{id}/accept names the counterparty.': withFields(
    'acceptBid',
    async (trade, { db }) => ({ counterparty: await counterpartyOf(db, trade) }),
  ),
  'PRIV-13/inbox-names-the-buyer: GET /me/bids-received names the buyers.': onBody('listBidsReceived', async (page, { db }) => {
    const items = page.items.map(async (item) => {
      const bids = item.bids.map(async (bid) => ({
        ...bid,
        counterparty: { name: (await partiesOf(db, bid.id))?.buyer?.name },
      }));
      return { ...item, bids: await Promise.all(bids) };
    });
    return { ...page, items: await Promise.all(items) };
  }),
  'PRIV-13/empty-counterparty: A masked counterparty is an object with a null name.': onBody('everywhere', (body: unknown) => {
    if (!isJsonObject(body) || !isJsonObject(body['data']) || body['data']['counterparty'] !== null) return body;
    return { ...body, data: { ...body['data'], counterparty: { name: null } } };
  }),
});
