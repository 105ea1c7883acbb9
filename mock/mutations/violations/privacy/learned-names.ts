/**
 * Leaks of names and ids that no configuration contains. The gate can only learn them from other responses: settled trades, teams, and farms.
 */
import {
  idIn,
  idOfResource,
  INVENTORY_READS,
  isJsonObject,
  OWN_BIDS,
  OWN_TRADES,
  partiesOf,
  readJson,
  violations,
  withBodyFields,
  withDeliveryHeaders,
  withError,
  withFields,
  withHeaders,
  withPayload,
  type ResponseContext,
  type Parties,
  type Reader,
  type Row,
  type Seams,
  type Where,
} from '../kit/index.ts';
import { base64 } from './inventory.ts';

const slugOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
const lastNameOf = (name: string): string => name.split(' ').at(-1) ?? name;

type Seller = Row<'users'>;

async function isSettled(db: Reader, id: string): Promise<boolean> {
  const trades = db.selectFrom('trades').select('status').where('status', '=', 'Completed');
  return (await trades.where((eb) => eb.or([eb('id', '=', id), eb('bid_id', '=', id)])).executeTakeFirst()) !== undefined;
}

/** A bid or a trade. */
interface Deal {
  id: string;
  status: string;
}

/** Sets fields of unsettled bids and trades in responses to everyone except the seller. `fieldsFor` gets the seller, to leak it. */
function changeUnsettled(
  where: Where<(typeof OWN_BIDS)[number] | (typeof OWN_TRADES)[number]>,
  fieldsFor: (deal: Deal, seller: Seller) => object,
): Partial<Seams> {
  return withFields(where, async (deal: Deal, { db, caller }) => {
    const parties = await partiesOf(db, deal.id);
    const is_hidden = parties === undefined || caller?.user_id === parties.seller.id || (await isSettled(db, deal.id));
    return is_hidden ? {} : fieldsFor(deal, parties.seller);
  });
}

/** Adds a header to the responses about a deal or a lot that is not settled. */
function addHeaderBeforeSettlement(where: Where, name: string, valueOf: (seller: Seller, id: string) => string): Partial<Seams> {
  return withHeaders(where, async ({ text }, { db, incoming, caller }) => {
    const id = idOfResource(text) ?? idIn(incoming.path);
    const parties = await partiesOf(db, id);
    const is_hidden = parties === undefined || caller?.user_id === parties.seller.id || (await isSettled(db, id));
    return is_hidden ? {} : { [name]: valueOf(parties.seller, id) };
  });
}

async function partiesInPath({ db, incoming }: ResponseContext): Promise<Parties | undefined> {
  return partiesOf(db, idIn(incoming.path));
}

async function lastSeller(items: readonly { id: string }[], db: Reader): Promise<Seller | undefined> {
  return (await partiesOf(db, items.at(-1)?.id ?? ''))?.seller;
}

const IN_WORDS = violations({
  "PRIV-6/learned-seller-in-a-refusal: Validation errors of POST /inventory/{id}/bids contain the seller's name.": withError(
    'placeBid',
    'validation_failed',
    async ({ message }, context) => {
      const parties = await partiesInPath(context);
      return parties === undefined ? {} : { message: `${message} (${parties.seller.name} reviews all bids.)` };
    },
  ),
  "PRIV-6/learned-email-in-a-counter: A counter's `additional_terms` end with the seller's email address.": withFields(
    OWN_BIDS,
    async (bid, { db }) => {
      const seller = bid.counter_to === null ? undefined : (await partiesOf(db, bid.id))?.seller;
      if (seller === undefined || bid.status !== 'pending') return {};
      return { additional_terms: `${bid.additional_terms ?? ''} Questions: ${seller.email}`.trim() };
    },
  ),
  "PRIV-6/learned-seller-in-an-export: Pending trades include an export line with the seller's name.": changeUnsettled(
    OWN_TRADES,
    ({ id, status }, { name }) => ({ export: `${id};${status};${name};CAD` }),
  ),
  "PRIV-6/learned-name-reversed: Bids include the seller's name with the last name first.": changeUnsettled(
    OWN_BIDS,
    (_bid, { name }) => ({ sort_key: `${lastNameOf(name)}, ${name.split(' ')[0] ?? ''}`.toUpperCase() }),
  ),
  "PRIV-6/learned-name-without-spaces: Bids include the seller's name in capitals, without spaces.": changeUnsettled(
    OWN_BIDS,
    (_bid, { name }) => ({ lane: `CA${name.toUpperCase().replaceAll(' ', '')}01` }),
  ),
  "PRIV-6/learned-last-name-in-a-refusal: The 404 of an unlisted listing contains the seller's last name.": withError(
    ['getInventory', 'placeBid'],
    'not_found',
    async (_error, context) => {
      const parties = await partiesInPath(context);
      if (parties === undefined) return {};
      return { message: `The ${lastNameOf(parties.seller.name)} family has taken this lot off the market.` };
    },
  ),
  "PRIV-1/learned-farm-in-a-photo: Listings link to a photo in a folder with the farm's name.": withFields(
    INVENTORY_READS,
    async ({ id }, { db }) => ({
      photo_url: `https://cdn.example/${slugOf((await partiesOf(db, id))?.farm?.name ?? 'lot')}/1.jpg`,
    }),
  ),
});

const IN_LINKS_AND_HEADERS = violations({
  "PRIV-16/learned-user-id-in-a-cursor: `next` of GET /bids contains the user id of the last bid's seller in base64.":
    withBodyFields('listBids', async ({ items, next }, { db }) => {
      const seller = await lastSeller(items, db);
      if (next === null || seller === undefined) return {};
      return { next: `${next}&cursor=${base64(JSON.stringify({ after: items.length, owner: seller.id }))}` };
    }),
  "PRIV-6/learned-name-in-a-cursor: `next` of GET /trades contains the name of the last trade's seller in base64.":
    withBodyFields('listTrades', async ({ items, next }, { db, caller }) => {
      const seller = await lastSeller(items, db);
      if (next === null || seller === undefined || seller.id === caller?.user_id) return {};
      return { next: `${next}&cursor=${base64(JSON.stringify({ by: 'seller', after: seller.name }))}` };
    }),
  "PRIV-6/learned-seller-in-a-self-link: `href` of GET /bids contains the name of the last bid's seller, URL-encoded.":
    withBodyFields('listBids', async ({ items, href }, { db }) => {
      const seller = await lastSeller(items, db);
      return seller === undefined ? {} : { href: `${href}#${encodeURIComponent(seller.name)}` };
    }),
  "PRIV-6/learned-name-in-an-etag: The ETag of a bid contains the seller's name in base64.": addHeaderBeforeSettlement(
    'getBid',
    'ETag',
    ({ name }, id) => `"${base64(`${id}:${name.toLowerCase()}`)}"`,
  ),
  "PRIV-6/learned-name-in-a-location: The Location of a new bid contains the seller's name.": addHeaderBeforeSettlement(
    'placeBid',
    'Location',
    ({ name }, id) => `/sellers/${slugOf(name)}/bids/${id}`,
  ),
  "PRIV-6/learned-name-in-hexadecimal: A header of GET /trades/{id} contains the seller's name in hexadecimal.":
    addHeaderBeforeSettlement('getTrade', 'X-Trace', ({ name }) => Buffer.from(name).toString('hex')),
});

/** The seller behind the data of a delivery. */
async function sellerOfData(db: Reader, data: unknown): Promise<Seller | undefined> {
  const id = isJsonObject(data) ? (data['bid_id'] ?? data['trade_id']) : undefined;
  return typeof id === 'string' ? (await partiesOf(db, id))?.seller : undefined;
}

const IN_DELIVERIES = violations({
  "PRIV-6/learned-seller-in-a-payload: `bid.rejected` and `trade.created` include the seller's name.": withPayload(
    ['bid.rejected', 'trade.created'],
    async (data, { db }) => ({ note: `Decided by ${(await sellerOfData(db, data))?.name ?? 'the seller'}` }),
  ),
  "PRIV-16/learned-user-id-in-a-delivery-header: A header of deliveries contains the seller's user id.": withDeliveryHeaders(
    'all',
    async ({ body }, { db }) => {
      const envelope = readJson(body);
      const seller = await sellerOfData(db, isJsonObject(envelope) ? envelope['data'] : undefined);
      return seller === undefined ? {} : { 'X-Tenant': seller.id };
    },
  ),
});

export const LEARNED_NAMES = [...IN_WORDS, ...IN_LINKS_AND_HEADERS, ...IN_DELIVERIES];
