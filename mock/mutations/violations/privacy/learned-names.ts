/**
 * Leaks of names and ids that no configuration contains. The gate can only learn them from other responses: settled trades, teams, and farms.
 */
import {
  idIn,
  idOfResource,
  isJsonObject,
  onAnswer,
  onBody,
  onError,
  onOutgoing,
  onResource,
  partiesOf,
  readJson,
  violations,
  withPayload,
  type AnswerAbout,
  type Parties,
  type Reader,
  type Row,
  type Seams,
} from '../kit/index.ts';

const OWN_BIDS = ['getBid', 'listBids'] as const;
const OWN_TRADES = ['getTrade', 'listTrades'] as const;

const base64 = (text: string): string => Buffer.from(text).toString('base64url');
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

/** Changes the bids and trades that others than the seller read before they are settled. `change` gets the seller, to leak it. */
function changeUnsettled(
  where: Parameters<typeof onResource>[0],
  change: (deal: Deal, seller: Seller) => unknown,
): Partial<Seams> {
  return onResource(where, async (resource: unknown, { db, caller }) => {
    // The operations of `where` return deals.
    const deal = resource as Deal;
    const parties = await partiesOf(db, deal.id);
    if (parties === undefined || caller?.user_id === parties.seller.id || (await isSettled(db, deal.id))) return deal;
    return change(deal, parties.seller);
  });
}

/** Adds a header to the answers about a deal or a lot that is not settled. */
function addHeaderBeforeSettlement(
  where: Parameters<typeof onAnswer>[0],
  name: string,
  valueOf: (seller: Seller, id: string) => string,
): Partial<Seams> {
  return onAnswer(where, async (answer, about) => {
    const id = idOfResource(answer.text) ?? idIn(about.incoming.path);
    const parties = await partiesOf(about.db, id);
    if (parties === undefined || about.caller?.user_id === parties.seller.id || (await isSettled(about.db, id))) return answer;
    return { ...answer, headers: { ...answer.headers, [name]: valueOf(parties.seller, id) } };
  });
}

async function partiesInPath({ db, incoming }: AnswerAbout): Promise<Parties | undefined> {
  return partiesOf(db, idIn(incoming.path));
}

async function lastSeller(items: readonly { id: string }[], db: Reader): Promise<Seller | undefined> {
  return (await partiesOf(db, items.at(-1)?.id ?? ''))?.seller;
}

const IN_WORDS = violations({
  "PRIV-6/learned-seller-in-a-refusal: Validation errors of POST /inventory/{id}/bids contain the seller's name.": onError(
    'placeBid',
    'validation_failed',
    async (error, about) => {
      const parties = await partiesInPath(about);
      return parties === undefined ? error : { ...error, message: `${error.message} (${parties.seller.name} reviews all bids.)` };
    },
  ),
  "PRIV-6/learned-email-in-a-counter: A counter's `additional_terms` end with the seller's email address.": onResource(
    OWN_BIDS,
    async (bid, { db }) => {
      const seller = bid.counter_to === null ? undefined : (await partiesOf(db, bid.id))?.seller;
      if (seller === undefined || bid.status !== 'pending') return bid;
      return { ...bid, additional_terms: `${bid.additional_terms ?? ''} Questions: ${seller.email}`.trim() };
    },
  ),
  "PRIV-6/learned-seller-in-an-export: Pending trades include an export line with the seller's name.": changeUnsettled(
    OWN_TRADES,
    (trade, { name }) => ({ ...trade, export: `${trade.id};${trade.status};${name};CAD` }),
  ),
  "PRIV-6/learned-name-reversed: Bids include the seller's name with the last name first.": changeUnsettled(
    OWN_BIDS,
    (bid, { name }) => ({
      ...bid,
      sort_key: `${lastNameOf(name)}, ${name.split(' ')[0] ?? ''}`.toUpperCase(),
    }),
  ),
  "PRIV-6/learned-name-without-spaces: Bids include the seller's name in capitals, without spaces.": changeUnsettled(
    OWN_BIDS,
    (bid, { name }) => ({
      ...bid,
      lane: `CA${name.toUpperCase().replaceAll(' ', '')}01`,
    }),
  ),
  "PRIV-1/learned-farm-in-a-photo: Listings link to a photo in a folder with the farm's name.": onResource(
    ['getInventory', 'listInventory'],
    async (lot, { db }) => {
      const farm = (await partiesOf(db, lot.id))?.farm;
      return { ...lot, photo_url: `https://cdn.example/${slugOf(farm?.name ?? 'lot')}/1.jpg` };
    },
  ),
});

const IN_PART = violations(
  {
    "PRIV-6/learned-last-name-in-a-refusal: The 404 of an unlisted listing contains the seller's last name.": onError(
      ['getInventory', 'placeBid'],
      'not_found',
      async (error, about) => {
        const parties = await partiesInPath(about);
        if (parties === undefined) return error;
        return { ...error, message: `The ${lastNameOf(parties.seller.name)} family has taken this lot off the market.` };
      },
    ),
  },
  // One word of a name can occur by chance.
  { only_warns: true },
);

const IN_LINKS_AND_HEADERS = violations({
  "PRIV-16/learned-user-id-in-a-cursor: `next` of GET /bids contains the user id of the last bid's seller in base64.": onBody(
    'listBids',
    async (page, { db }) => {
      const seller = await lastSeller(page.items, db);
      if (page.next === null || seller === undefined) return page;
      return { ...page, next: `${page.next}&cursor=${base64(JSON.stringify({ after: page.items.length, owner: seller.id }))}` };
    },
  ),
  "PRIV-6/learned-name-in-a-cursor: `next` of GET /trades contains the name of the last trade's seller in base64.": onBody(
    'listTrades',
    async (page, { db, caller }) => {
      const seller = await lastSeller(page.items, db);
      if (page.next === null || seller === undefined || seller.id === caller?.user_id) return page;
      return { ...page, next: `${page.next}&cursor=${base64(JSON.stringify({ by: 'seller', after: seller.name }))}` };
    },
  ),
  "PRIV-6/learned-seller-in-a-self-link: `href` of GET /bids contains the name of the last bid's seller, URL-encoded.": onBody(
    'listBids',
    async (page, { db }) => {
      const seller = await lastSeller(page.items, db);
      return seller === undefined ? page : { ...page, href: `${page.href}#${encodeURIComponent(seller.name)}` };
    },
  ),
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
  "PRIV-16/learned-user-id-in-a-delivery-header: A header of deliveries contains the seller's user id.": onOutgoing(
    'all',
    async (outgoing, { db }) => {
      const body = readJson(outgoing.body);
      const seller = await sellerOfData(db, isJsonObject(body) ? body['data'] : undefined);
      return seller === undefined ? outgoing : { ...outgoing, headers: { ...outgoing.headers, 'X-Tenant': seller.id } };
    },
  ),
});

export const LEARNED_NAMES = [...IN_WORDS, ...IN_PART, ...IN_LINKS_AND_HEADERS, ...IN_DELIVERIES];
