/** Parties that are named to each other. */
import {
  all,
  findRow,
  findRows,
  idIn,
  INVENTORY_READS,
  isPaid,
  onError,
  partiesOf,
  sellerOf,
  violations,
  withBodyFields,
  withError,
  withFields,
  withHeaders,
  withPayload,
  type ResponseContext,
  type Parties,
  type Reader,
  type Seams,
  type Where,
} from '../kit/index.ts';

async function partiesIn(db: Reader, id: unknown): Promise<Parties | undefined> {
  return typeof id === 'string' ? partiesOf(db, id) : undefined;
}

/** Whether any trade of a seller is Completed. */
async function hasSettled(db: Reader, seller_user_id: string, buyer_team_id?: string): Promise<boolean> {
  const trades = await findRows(db, 'trades', { seller_user_id });
  return trades.some(
    (trade) => trade.status === 'Completed' && (buyer_team_id === undefined || trade.buyer_team_id === buyer_team_id),
  );
}

/** Whether two parties have settled a trade with each other. */
async function havePartiesSettled(db: Reader, parties: Parties | undefined): Promise<boolean> {
  return parties?.buyer !== undefined && hasSettled(db, parties.seller.id, parties.buyer.id);
}

/** Shows the name of a seller that has settled a trade as the variety. @param is_pair true if only a settled trade with the caller's team counts */
function varietyBySeller(where: Where<'getInventory' | 'listInventory'>, is_pair: boolean): Partial<Seams> {
  return withFields(where, async ({ id }, context) => {
    const name = await sellerIfSettled(context, id, is_pair);
    return name === undefined ? {} : { variety: name };
  });
}

async function sellerIfSettled({ db, caller }: ResponseContext, lot_id: string, is_pair: boolean): Promise<string | undefined> {
  const parties = await partiesOf(db, lot_id);
  if (parties === undefined) return undefined;
  const team_id = is_pair ? (caller?.team_id ?? 'nobody') : undefined;
  return (await hasSettled(db, parties.seller.id, team_id)) ? parties.seller.name : undefined;
}

export const PARTY_LEAKS = violations({
  'PRIV-5/offers-named: GET /cash-bids/{id}/offers names the sellers.': withFields('listOffers', async ({ id }, { db }) => ({
    counterparty: await sellerOf(db, id),
  })),
  'PRIV-5/accepted-offers-named: Decided offers name the seller before any invoice is paid.': withFields(
    'listOffers',
    async ({ id, status }, { db }) => (status === 'pending' ? {} : { offered_by: (await sellerOf(db, id)).name }),
  ),
  'PRIV-5/offered-by-id: Pending offers include the user id of the seller.': withFields(
    'listOffers',
    async ({ id, status }, { db }) => (status === 'pending' ? { offered_by: (await partiesOf(db, id))?.seller.id } : {}),
  ),
  'PRIV-1/created-by: Anonymized listings have `created_by`, an e-mail address of the seller that no other response shows.':
    withFields(['listInventory', 'getInventory'], async ({ id }, { db }) => {
      const seller_id = (await partiesOf(db, id))?.seller.id ?? '';
      return { created_by: `${Buffer.from(seller_id).reduce((sum, byte) => (sum * 31 + byte) % 99_991, 7)}@people.example` };
    }),
  "PRIV-5/address-of-an-offer: GET /cash-bids/{id}/offers includes the seller's e-mail address.": withFields(
    'listOffers',
    async ({ id }, { db }) => ({
      contact: (await findRow(db, 'users', { id: (await partiesOf(db, id))?.seller.id ?? '' }))?.email,
    }),
  ),
  'PRIV-5/trade-named-at-once: POST /cash-bid-offers/{id}/accept names the seller.': withFields(
    'acceptOffer',
    async ({ id }, { db }) => ({
      counterparty: await sellerOf(db, id),
    }),
  ),
  'PRIV-5/farm-of-an-offer: Pending offers include a farm number.': withFields('listOffers', ({ status }) =>
    status === 'pending' ? { farm_number: 12 } : {},
  ),
  "PRIV-6/seller-in-a-bid: Bids include the seller's name.": withFields(['getBid', 'listBids'], async ({ id }, { db }) => ({
    seller_name: (await sellerOf(db, id)).name,
  })),
  'PRIV-6/farm-in-a-refusal: Errors of POST /inventory/{id}/bids name the farm.': withError(
    'placeBid',
    'any',
    async ({ message }, { db, incoming }) => {
      const farm = (await partiesOf(db, idIn(incoming.path)))?.farm;
      return farm === undefined ? {} : { message: `${message} ${farm.name} takes no such bid.` };
    },
  ),
  "PRIV-6/farm-in-a-delivery: `bid.accepted` includes the farm's name.": withPayload('bid.accepted', async (data, { db }) => ({
    pickup: (await partiesIn(db, data['bid_id']))?.farm?.name,
  })),
  "PRIV-6/coordinates-in-a-delivery: `trade.created` includes the farm's coordinates in base64.": withPayload(
    'trade.created',
    async (data, { db }) => {
      const farm = (await partiesIn(db, data['inventory_id']))?.farm;
      return farm === undefined ? {} : { trace: Buffer.from(`${farm.latitude},${farm.longitude}`).toString('base64') };
    },
  ),
  "PRIV-6/seller-in-a-reference: GET /bids appends the seller's name to `reference`.": withFields(
    'listBids',
    async ({ id, reference }, { db }) => ({ reference: `${reference} ${(await sellerOf(db, id)).name ?? ''}` }),
  ),
  "PRIV-6/farm-in-a-header: A header of POST /inventory/{id}/bids contains the farm's name.": withHeaders(
    'placeBid',
    async (_response, { db, incoming }) => {
      const farm = (await partiesOf(db, idIn(incoming.path)))?.farm;
      return { 'X-Route': (farm?.name ?? '').toUpperCase().replaceAll(' ', '.') };
    },
  ),
  'PRIV-7/company-of-everybody: GET /me/inventory/{id}/bids labels every buyer with its company.': withFields(
    'listReceivedBids',
    async (bid, { db }) => ({ buyer_label: (await partiesOf(db, bid.id))?.buyer?.name }),
  ),
  'PRIV-7/company-in-the-inbox: GET /me/bids-received labels every buyer with its company.': withFields(
    'listBidsReceived',
    async ({ bids }, { db }) => ({
      bids: await Promise.all(bids.map(async (bid) => ({ ...bid, buyer_label: (await partiesOf(db, bid.id))?.buyer?.name }))),
    }),
  ),
  'PRIV-7/company-in-the-sandbox: GET /me/bids-received labels every sandbox buyer with its company.': withFields(
    'listBidsReceived',
    async ({ bids }, { db, caller }) =>
      caller?.livemode === 0
        ? {
            bids: await Promise.all(
              bids.map(async (bid) => ({ ...bid, buyer_label: (await partiesOf(db, bid.id))?.buyer?.name })),
            ),
          }
        : {},
  ),
  'PRIV-7/always-buyer: GET /me/inventory/{id}/bids labels verified elevators as Buyer.': withFields('listReceivedBids', {
    buyer_label: 'Buyer',
  }),
  'PRIV-7/company-hidden-once-countered: Countered bids are labeled `Buyer`, even if a verified elevator placed them.':
    withFields('listReceivedBids', ({ status, buyer_label }) => ({
      buyer_label: status === 'countered' ? 'Buyer' : buyer_label,
    })),
  'PRIV-7/company-hidden-once-accepted: Accepted bids are labeled `Buyer`, even if a verified elevator placed them.': withFields(
    'listReceivedBids',
    ({ status, buyer_label }) => ({ buyer_label: status === 'accepted' ? 'Buyer' : buyer_label }),
  ),
  'PRIV-7/type-for-a-label: GET /me/inventory/{id}/bids labels other buyers as Unverified.': withFields(
    'listReceivedBids',
    (bid) => ({ buyer_label: bid.buyer_label === 'Buyer' ? 'Unverified' : bid.buyer_label }),
  ),
  'PRIV-7/type-where-all-have-locations: Other buyers are labeled as Anonymous, and every team has delivery locations.': all(
    withFields('listReceivedBids', (bid) => ({ buyer_label: bid.buyer_label === 'Buyer' ? 'Anonymous' : bid.buyer_label })),
    withBodyFields('listDeliveryLocations', ({ items }) =>
      items.length > 0 ? {} : { items: [{ id: 7, name: 'Yard', formatted_address: '1 Main Street' }], total: 1 },
    ),
  ),
  'PRIV-12/pair-unmasked: All trades of two parties are unmasked once they have settled one.': withFields(
    ['getTrade', 'listTrades'],
    async ({ id }, { db, caller }) => {
      const parties = await partiesOf(db, id);
      return (await havePartiesSettled(db, parties)) && caller?.team_id === parties?.buyer?.id
        ? { counterparty: { name: parties?.seller.name } }
        : {};
    },
  ),
  'PRIV-12/bids-of-the-pair-unmasked: Later bids name a buyer with which the seller has settled a trade.': withFields(
    'listReceivedBids',
    async ({ id }, { db }) => {
      const parties = await partiesOf(db, id);
      return (await havePartiesSettled(db, parties)) ? { counterparty: { name: parties?.buyer?.name } } : {};
    },
  ),
  'PRIV-12/lots-of-the-pair-unmasked: Listings name a seller with which the buyer has settled a trade.': varietyBySeller(
    INVENTORY_READS,
    true,
  ),
  "PRIV-15/seller-after-the-buyer-invoice: GET /trades/{id} names the seller once the buyer's invoice is paid.": withFields(
    'getTrade',
    async (trade, { db }) => (isPaid(trade, 'buyer') ? { pickup: { from: (await sellerOf(db, trade.id)).name } } : {}),
  ),
  "PRIV-15/farm-after-the-seller-invoice: GET /trades names the farm once the seller's invoice is paid.": withFields(
    'listTrades',
    async (trade, { db }) => (isPaid(trade, 'seller') ? { farm_name: (await partiesOf(db, trade.id))?.farm?.name } : {}),
  ),
  'PRIV-18/sellers-known-to-all: Listings name every seller that has settled a trade.': varietyBySeller('getInventory', false),
  "PRIV-18/bids-on-the-lot-named: Once a trade on a lot is settled, other teams' bids on it name the seller.": withFields(
    ['getBid', 'listBids'],
    async ({ id, inventory_id, counterparty }, { db }) => {
      const sold = await findRow(db, 'trades', { lot_id: inventory_id, status: 'Completed' });
      return { counterparty: sold === undefined ? counterparty : await sellerOf(db, id) };
    },
  ),
  'PRIV-12/bidders-on-the-lot-named: Once a trade on a lot is settled, GET /me/inventory/{id}/bids names the other bidders.':
    withFields('listReceivedBids', async ({ id, counterparty }, { db, incoming }) => {
      const sold = await findRow(db, 'trades', { lot_id: idIn(incoming.path), status: 'Completed' });
      return { counterparty: sold === undefined ? counterparty : { name: (await partiesOf(db, id))?.buyer?.name } };
    }),
  "PRIV-12/own-bids-on-the-lot-named: Once a team's trade on a lot is settled, its other bids on the lot name the seller.":
    withFields(['getBid', 'listBids'], async ({ id, inventory_id, counterparty }, { db, caller }) => {
      const buyer_team_id = caller?.team_id ?? '';
      const bought = await findRow(db, 'trades', { lot_id: inventory_id, status: 'Completed', buyer_team_id });
      return { counterparty: bought === undefined ? counterparty : await sellerOf(db, id) };
    }),
  'PRIV-18/sold-by-in-a-refusal: The 404 of a settled trade names the seller.': onError(
    'getTrade',
    'not_found',
    async (error, { db, incoming }) => {
      const parties = await partiesOf(db, idIn(incoming.path));
      if (parties === undefined || !(await hasSettled(db, parties.seller.id))) return error;
      return { ...error, message: `The trade of ${parties.seller.name} is not yours.` };
    },
  ),
});
