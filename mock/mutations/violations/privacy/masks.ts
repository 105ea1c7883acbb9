/** Counterparties that are unmasked too early, too late, or for one side only. */
import type { Trade } from '#spec';
import {
  counterpartyOf,
  findRow,
  isJsonObject,
  isPaid,
  onBody,
  OWN_BIDS,
  OWN_TRADES,
  partiesOf,
  sellerOf,
  violations,
  onField,
  withFields,
  type Reader,
  type Row,
  type Seams,
  type Where,
} from '../kit/index.ts';

/** Shows the seller's name to the buyer of bids whose trade matches. */
function bidsUnmasked(isUnmasked: (trade: Row<'trades'>) => boolean): Partial<Seams> {
  return withFields(OWN_BIDS, async ({ id }, { db }) => {
    const trade = await findRow(db, 'trades', { bid_id: id });
    return trade !== undefined && isUnmasked(trade) ? { counterparty: await sellerOf(db, id) } : {};
  });
}

/** Shows the seller's name to the buyer of bids with a status. */
function bidsUnmaskedWhile(status: string, where: 'getBid' | typeof OWN_BIDS = OWN_BIDS): Partial<Seams> {
  return withFields(where, async (bid, { db }) => (bid.status === status ? { counterparty: await sellerOf(db, bid.id) } : {}));
}

/** Names the counterparty in trades that match. */
function tradesUnmasked(
  where: Where<'getTrade' | 'listTrades' | 'acceptBid'>,
  isUnmasked: (trade: Trade) => boolean,
): Partial<Seams> {
  return withFields(where, async (trade, { db }) => (isUnmasked(trade) ? { counterparty: await counterpartyOf(db, trade) } : {}));
}

/** Names a verified elevator to the seller in trades that match. */
function elevatorNamed(isNamed: (trade: Trade) => boolean): Partial<Seams> {
  return withFields(['acceptBid', ...OWN_TRADES], async (trade, { db }) => {
    const buyer = trade.side === 'seller' && isNamed(trade) ? (await partiesOf(db, trade.id))?.buyer : undefined;
    return buyer?.is_verified_elevator === 1 ? { counterparty: { name: buyer.name } } : {};
  });
}

async function buyerOf(db: Reader, id: string): Promise<Row<'teams'> | undefined> {
  return (await partiesOf(db, id))?.buyer;
}

export const MASKS_LIFTED = violations({
  'PRIV-16/decided-by: Accepted bids show the e-mail address of the seller as `decided_by`.': withFields(
    OWN_BIDS,
    async (bid, { db }) =>
      bid.status === 'accepted' ? { decided_by: (await partiesOf(db, bid.id))?.seller.email } : { decided_by: null },
  ),
  "PRIV-4/email-of-the-counterparty: Settled trades give the counterparty's e-mail address beside the name.": withFields(
    OWN_TRADES,
    async ({ id, side, counterparty }, { db }) => {
      if (counterparty === null || side === 'seller') return {};
      return { counterparty: { ...counterparty, email: (await partiesOf(db, id))?.seller.email } };
    },
  ),
  'PRIV-4/unmasked-after-one-invoice: Trades name the counterparty once one invoice is paid.': tradesUnmasked(
    OWN_TRADES,
    ({ invoices }) => invoices.some(({ status }) => status !== 'unpaid'),
  ),
  "PRIV-4/bid-unmasked-after-the-seller-invoice: Bids name the seller once the seller's invoice is paid.": bidsUnmasked(
    (trade) => trade.seller_invoice_paid_at !== null,
  ),
  'PRIV-4/bid-unmasked-on-acceptance: Bids name the seller once they are accepted.': bidsUnmasked(() => true),
  "PRIV-4/list-unmasked-after-the-buyer-invoice: GET /trades names the counterparty once the buyer's invoice is paid.":
    tradesUnmasked('listTrades', (trade) => isPaid(trade, 'buyer')),
  'PRIV-4/received-bid-unmasked-on-acceptance: Received bids name the buyer once they are accepted.': withFields(
    'listReceivedBids',
    async ({ id, status }, { db }) => (status === 'accepted' ? { counterparty: { name: (await buyerOf(db, id))?.name } } : {}),
  ),
  'PRIV-13/team-of-the-buyer: Trades show the seller the name of the buyer as `buyer_team`.': withFields(
    OWN_TRADES,
    async ({ id, side }, { db }) => (side === 'seller' ? { buyer_team: (await buyerOf(db, id))?.name } : {}),
  ),
  'PRIV-4/team-after-one-invoice: Trades show the seller the name of the buyer as `buyer_team` once one invoice is paid.':
    withFields(OWN_TRADES, async ({ id, side, invoices }, { db }) =>
      side === 'seller' && invoices.some(({ status }) => status === 'paid') ? { buyer_team: (await buyerOf(db, id))?.name } : {},
    ),
  'PRIV-4/elevator-named-after-one-invoice: Trades name a verified elevator to the seller once one invoice is paid.':
    elevatorNamed((trade) => isPaid(trade, 'buyer') || isPaid(trade, 'seller')),
  'PRIV-4/never-unmasked: Settled trades name no counterparty.': withFields(OWN_TRADES, { counterparty: null }),
  'PRIV-4/bid-never-unmasked: Bids name no counterparty after settlement.': withFields(OWN_BIDS, { counterparty: null }),
  'PRIV-4/counter-never-unmasked: Accepted counters name no counterparty after settlement.': withFields(
    OWN_BIDS,
    ({ counter_to, counterparty }) => ({ counterparty: counter_to === null ? counterparty : null }),
  ),
  'PRIV-4/seller-never-named: Settled trades do not name the buyer to the seller.': withFields(OWN_TRADES, ({ side }) =>
    side === 'seller' ? { counterparty: null } : {},
  ),
  'PRIV-4/other-name-in-the-list: GET /trades shows a different name for the counterparty from GET /trades/{id}.': onField(
    'listTrades',
    'counterparty.name',
    (name) => (typeof name === 'string' ? `${name} Group` : name),
  ),
  'PRIV-4/name-alone: `counterparty` of a settled trade is a string.': withFields(OWN_TRADES, (trade) => ({
    counterparty: trade.counterparty?.name ?? null,
  })),
  'PRIV-4/own-name: Settled trades show the seller its own name as the counterparty.': withFields(
    OWN_TRADES,
    async (trade, { db }) =>
      trade.counterparty === null || trade.side === 'buyer' ? {} : { counterparty: await sellerOf(db, trade.id) },
  ),
  'PRIV-4/each-its-own-name: Settled trades show both sides their own name as the counterparty.': withFields(
    OWN_TRADES,
    async ({ id, side, counterparty }, { db }) =>
      counterparty === null
        ? {}
        : { counterparty: { name: (await (side === 'buyer' ? buyerOf : sellerOf)(db, id))?.name ?? '' } },
  ),
  'PRIV-13/pending-unmasked: Pending bids name the seller.': bidsUnmaskedWhile('pending'),
  'PRIV-13/rejected-unmasked: Rejected bids name the seller.': bidsUnmaskedWhile('rejected'),
  'PRIV-13/countered-unmasked: Countered bids name the seller.': bidsUnmaskedWhile('countered'),
  'PRIV-13/expired-unmasked: Expired bids name the seller.': bidsUnmaskedWhile('expired'),
  'PRIV-13/accepted-unmasked: Accepted bids name the seller.': bidsUnmaskedWhile('accepted', 'getBid'),
  'PRIV-13/elevator-named: Trades name a verified elevator to the seller.': elevatorNamed(() => true),
  'PRIV-13/elevator-named-in-received-bids: Accepted bids name a verified elevator to the seller.': withFields(
    'listReceivedBids',
    async ({ id, status }, { db }) => {
      const buyer = status === 'accepted' ? await buyerOf(db, id) : undefined;
      return buyer?.is_verified_elevator === 1 ? { counterparty: { name: buyer.name } } : {};
    },
  ),
  'PRIV-13/acceptance-names-the-buyer: POST /bids/{id}/accept names the counterparty.': tradesUnmasked('acceptBid', () => true),
  'PRIV-13/inbox-names-the-buyer: GET /me/bids-received names the buyers.': withFields(
    'listBidsReceived',
    async ({ bids }, { db }) => ({
      bids: await Promise.all(bids.map(async (bid) => ({ ...bid, counterparty: { name: (await buyerOf(db, bid.id))?.name } }))),
    }),
  ),
  'PRIV-13/empty-counterparty: A masked counterparty is an object with a null name.': onBody('everywhere', (body: unknown) => {
    if (!isJsonObject(body) || !isJsonObject(body['data']) || body['data']['counterparty'] !== null) return body;
    return { ...body, data: { ...body['data'], counterparty: { name: null } } };
  }),
});
