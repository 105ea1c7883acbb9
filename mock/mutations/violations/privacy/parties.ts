/** PRIV-5 to PRIV-7, PRIV-12, PRIV-15, PRIV-18: who is named to whom. */
import type { AnswerAbout } from '../../seams.ts';
import { onAnswer, onError, onPayload, onResource, partiesOf, violation } from '../kit/index.ts';
import type { Parties } from '../kit/parties.ts';
import type { Reader } from '../../../market/records/tables.ts';
import type { Violation } from '../violation.ts';

async function partiesIn(db: Reader, id: unknown): Promise<Parties | undefined> {
  return typeof id === 'string' ? partiesOf(db, id) : undefined;
}

/** Whether any trade of a seller is Completed. */
async function hasSettled(db: Reader, seller_user_id: string, buyer_team_id?: string): Promise<boolean> {
  const trades = await db.selectFrom('trades').selectAll().where('seller_user_id', '=', seller_user_id).execute();
  return trades.some(
    (trade) => trade.status === 'Completed' && (buyer_team_id === undefined || trade.buyer_team_id === buyer_team_id),
  );
}

async function sellerIfSettled({ db, caller }: AnswerAbout, lot_id: string, is_pair: boolean): Promise<string | undefined> {
  const parties = await partiesOf(db, lot_id);
  if (parties === undefined) return undefined;
  const team_id = is_pair ? (caller?.team_id ?? 'nobody') : undefined;
  return (await hasSettled(db, parties.seller.id, team_id)) ? parties.seller.name : undefined;
}

export const PARTY_LEAKS: readonly Violation[] = [
  violation(
    'PRIV-5/offers-named',
    'The list of offers names who offers.',
    onResource('listOffers', async (offer, { db }) => ({
      ...offer,
      counterparty: { name: (await partiesOf(db, offer.id))?.seller.name },
    })),
  ),
  violation(
    'PRIV-5/accepted-offers-named',
    'An offer that is accepted names who offered, before anything is paid.',
    onResource('listOffers', async (offer, { db }) =>
      offer.status === 'pending' ? offer : { ...offer, offered_by: (await partiesOf(db, offer.id))?.seller.name },
    ),
  ),
  violation(
    'PRIV-5/trade-named-at-once',
    'Accepting an offer answers with the name of who offered.',
    onResource('acceptOffer', async (trade, { db }) => ({
      ...trade,
      counterparty: { name: (await partiesOf(db, trade.id))?.seller.name },
    })),
  ),
  violation(
    'PRIV-5/farm-of-an-offer',
    'A pending offer has the number of a farm.',
    onResource('listOffers', (offer) => (offer.status === 'pending' ? { ...offer, farm_number: 12 } : offer)),
  ),
  violation(
    'PRIV-6/seller-in-a-bid',
    'A bid has a key with the name of its seller.',
    onResource(['getBid', 'listBids'], async (bid, { db }) => ({
      ...bid,
      seller_name: (await partiesOf(db, bid.id))?.seller.name,
    })),
  ),
  violation(
    'PRIV-6/farm-in-a-refusal',
    'The refusal of a bid on a lot that was taken off names the farm.',
    onError('placeBid', 'any', async (error, { db, incoming }) => {
      const farm = (await partiesOf(db, incoming.path['id'] ?? ''))?.farm;
      return farm === undefined ? error : { ...error, message: `${error.message} ${farm.name} takes no such bid.` };
    }),
  ),
  violation(
    'PRIV-6/farm-in-a-delivery',
    'The payload of bid.accepted has the name of the farm.',
    onPayload('bid.accepted', async (data, { db }) => ({
      ...data,
      pickup: (await partiesIn(db, data['bid_id']))?.farm?.name,
    })),
  ),
  violation(
    'PRIV-6/coordinates-in-a-delivery',
    'The payload of trade.created has the coordinates of the farm, encoded.',
    onPayload('trade.created', async (data, { db }) => {
      const farm = (await partiesIn(db, data['inventory_id']))?.farm;
      return farm === undefined ? data : { ...data, trace: Buffer.from(`${farm.latitude},${farm.longitude}`).toString('base64') };
    }),
  ),
  violation(
    'PRIV-6/seller-in-a-reference',
    'A bid in the list has the name of the seller in its reference.',
    onResource('listBids', async (bid, { db }) => ({
      ...bid,
      reference: `${bid.reference} ${(await partiesOf(db, bid.id))?.seller.name ?? ''}`,
    })),
  ),
  violation(
    'PRIV-6/farm-in-a-header',
    'The answer to a bid names the farm in a header.',
    onAnswer('placeBid', async (answer, { db, incoming }) => {
      const farm = (await partiesOf(db, incoming.path['id'] ?? ''))?.farm;
      return { ...answer, headers: { ...answer.headers, 'X-Route': (farm?.name ?? '').toUpperCase().replaceAll(' ', '.') } };
    }),
  ),
  violation(
    'PRIV-7/company-of-everybody',
    'Sellers see the company of every buyer.',
    onResource('listReceivedBids', async (bid, { db }) => ({ ...bid, buyer_label: (await partiesOf(db, bid.id))?.buyer?.name })),
  ),
  violation(
    'PRIV-7/company-in-the-inbox',
    'The inbox of all listings has the company of every buyer.',
    onResource('listBidsReceived', async ({ listing, bids }, { db }) => {
      const labelled = bids.map(async (bid) => ({ ...bid, buyer_label: (await partiesOf(db, bid.id))?.buyer?.name }));
      return { listing, bids: await Promise.all(labelled) };
    }),
  ),
  violation(
    'PRIV-7/always-buyer',
    'Verified elevators are called Buyer as well.',
    onResource('listReceivedBids', (bid) => ({ ...bid, buyer_label: 'Buyer' })),
  ),
  violation(
    'PRIV-7/type-for-a-label',
    'Whoever is no verified elevator is called by its type.',
    onResource('listReceivedBids', (bid) => ({
      ...bid,
      buyer_label: bid.buyer_label === 'Buyer' ? 'Unverified' : bid.buyer_label,
    })),
  ),
  violation(
    'PRIV-12/pair-unmasked',
    'Once two parties have settled a trade, they know each other in all their trades.',
    onResource(['getTrade', 'listTrades'], async (trade, { db, caller }) => {
      const parties = await partiesOf(db, trade.id);
      if (parties?.buyer === undefined || caller?.team_id !== parties.buyer.id) return trade;
      return (await hasSettled(db, parties.seller.id, parties.buyer.id))
        ? { ...trade, counterparty: { name: parties.seller.name } }
        : trade;
    }),
  ),
  violation(
    'PRIV-12/bids-of-the-pair-unmasked',
    'Once two parties have settled a trade, the seller knows the buyer in the bids that follow.',
    onResource('listReceivedBids', async (bid, { db }) => {
      const parties = await partiesOf(db, bid.id);
      if (parties?.buyer === undefined) return bid;
      return (await hasSettled(db, parties.seller.id, parties.buyer.id))
        ? { ...bid, counterparty: { name: parties.buyer.name } }
        : bid;
    }),
  ),
  violation(
    'PRIV-12/lots-of-the-pair-unmasked',
    'Who has settled a trade with a seller sees its name on its listings.',
    onResource(['getInventory', 'listInventory'], async (lot, about) => {
      const name = await sellerIfSettled(about, lot.id, true);
      return name === undefined ? lot : { ...lot, variety: name };
    }),
  ),
  violation(
    'PRIV-15/seller-after-the-buyer-invoice',
    'Once the buyer has paid, its trade says from whom the grain comes.',
    onResource('getTrade', async (trade, { db }) => {
      const is_paid = trade.invoices.some(({ kind, status }) => kind === 'buyer' && status === 'paid');
      return is_paid ? { ...trade, pickup: { from: (await partiesOf(db, trade.id))?.seller.name } } : trade;
    }),
  ),
  violation(
    'PRIV-15/farm-after-the-seller-invoice',
    'Once the seller has paid, the list of trades says from which farm the grain comes.',
    onResource('listTrades', async (trade, { db }) => {
      const is_paid = trade.invoices.some(({ kind, status }) => kind === 'seller' && status === 'paid');
      return is_paid ? { ...trade, farm_name: (await partiesOf(db, trade.id))?.farm?.name } : trade;
    }),
  ),
  violation(
    'PRIV-18/sellers-known-to-all',
    'Once a seller has settled a trade, every buyer sees its name on its listings.',
    onResource('getInventory', async (lot, about) => {
      const name = await sellerIfSettled(about, lot.id, false);
      return name === undefined ? lot : { ...lot, variety: name };
    }),
  ),
  violation(
    'PRIV-18/sold-by-in-a-refusal',
    'Another team that asks for a settled trade is told who sold.',
    onError('getTrade', 'not_found', async (error, { db, incoming }) => {
      const parties = await partiesOf(db, incoming.path['id'] ?? '');
      if (parties === undefined || !(await hasSettled(db, parties.seller.id))) return error;
      return { ...error, message: `The trade of ${parties.seller.name} is not yours.` };
    }),
  ),
];
