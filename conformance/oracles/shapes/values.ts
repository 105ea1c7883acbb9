import { isInstant } from '../../expectations/instants.ts';
import type { OperationId } from '#spec';
import {
  expectAskingPrice,
  expectCommodity,
  expectInstant,
  expectLocation,
  expectMoney,
  expectQuality,
  expectWindow,
} from '../../expectations/values.ts';
import { isObject, type JsonNode, type Run } from '#client';
import { objectNodesIn, resourceNodesIn } from '../../expectations/walk.ts';
import { checkIfThere, onReceipt, onSuccess, sum } from '../check-each.ts';
import { oracle, type Oracle } from '../oracle.ts';

const OF_INVENTORY: readonly OperationId[] = ['listInventory', 'getInventory'];
const OF_LISTINGS: readonly OperationId[] = ['listListings', 'createListing', 'getListing', 'updateListing', 'archiveListing'];
const OF_BIDS: readonly OperationId[] = ['placeBid', 'listBids', 'getBid', 'rejectBid', 'counterBid', 'listReceivedBids'];
const OF_TRADES: readonly OperationId[] = ['acceptBid', 'acceptOffer', 'listTrades', 'getTrade'];

function resourcesOf(operations: readonly OperationId[], operation: OperationId, body: JsonNode): readonly JsonNode[] {
  return operations.includes(operation) ? resourceNodesIn(body).filter(({ pointer }) => isResource(pointer, body)) : [];
}

/** A wrapper is not a resource. */
function isResource(pointer: string, body: JsonNode): boolean {
  return pointer !== '' || !(body.has('items') || body.has('data'));
}

/** All bids of a response: a single bid, a list, or the inbox. */
export function bidsIn(operation: OperationId, body: JsonNode): readonly JsonNode[] {
  if (operation !== 'listBidsReceived') return resourcesOf(OF_BIDS, operation, body);
  return objectNodesIn(body)
    .filter(({ holder }) => holder === 'bids')
    .map(({ at }) => at);
}

function checkBidPrices(bid: JsonNode): number {
  const lines = bid.has('grades') && Array.isArray(bid.get('grades').value) ? bid.get('grades').array() : [];
  return (
    checkIfThere(bid, 'price', (price) => price.orNull(expectMoney)) +
    sum(lines.filter(({ value }) => isObject(value)).map((line) => checkIfThere(line, 'price', expectMoney)))
  );
}

/** The seller's asking price: every member that exists has the types of money. */
function checkTargetPrice(price: JsonNode): void {
  if (!isObject(price.value)) return;
  price.find('amount')?.number();
  price.find('currency')?.text();
  price.find('unit')?.text();
  price.find('firm')?.orNull((firm) => firm.boolean());
}

function checkAllMoney(operation: OperationId, body: JsonNode): number {
  return (
    sum(bidsIn(operation, body).map(checkBidPrices)) +
    sum(
      resourcesOf(OF_TRADES, operation, body).map((trade) => checkIfThere(trade, 'price', (price) => price.orNull(expectMoney))),
    ) +
    sum(objectNodesIn(body).map(({ at }) => checkIfThere(at, 'asking_price', (price) => price.orNull(expectAskingPrice)))) +
    sum(resourcesOf(OF_LISTINGS, operation, body).map((own) => checkIfThere(own, 'target_price', checkTargetPrice)))
  );
}

/** Where the document says Commodity, it is an object. For a seller's own views, it only says "commodity". */
function checkCommodities(operation: OperationId, body: JsonNode): number {
  const stated = [...OF_INVENTORY, ...OF_TRADES].flatMap((one) => (one === operation ? resourceNodesIn(body) : []));
  const filters = operation === 'getInventoryFilters' ? resourceNodesIn(body) : [];
  const open = objectNodesIn(body).filter(
    ({ at, holder }) =>
      holder === 'commodity' && (operation === 'listBidsReceived' || OF_LISTINGS.includes(operation)) && at.has('slug'),
  );
  for (const { at } of open) expectCommodity(at);
  return (
    open.length +
    sum(stated.map((one) => checkIfThere(one, 'commodity', expectCommodity))) +
    sum(filters.map((one) => checkIfThere(one, 'commodities', (all) => all.array().forEach(expectCommodity))))
  );
}

const INSTANTS: Partial<Record<OperationId, readonly string[]>> = {
  listInventory: ['listed_at', 'expires_at'],
  getInventory: ['listed_at', 'expires_at'],
  listDeliveries: ['created_at'],
};

function checkInstantsAt(at: JsonNode, keys: readonly string[]): number {
  return sum(
    keys.map((key) =>
      checkIfThere(at, key, (instant) => (key === 'expires_at' ? instant.orNull(expectInstant) : expectInstant(instant))),
    ),
  );
}

/** `listed_at` and `expires_at` of a listing have the format date-time, which has an offset. Without one, each client reads another time. */
function checkOffsets(listing: JsonNode): number {
  return sum(
    ['listed_at', 'expires_at'].map((key) =>
      checkIfThere(listing, key, (instant) => {
        // FMT-6 checks the rest.
        if (typeof instant.value !== 'string' || !isInstant(instant.value) || OFFSET.test(instant.value)) return;
        instant.breach(`${key} has no offset from UTC, so it is not a point in time.`, 'such as 2026-06-01T15:04:05Z');
      }),
    ),
  );
}

const OFFSET = /(?:Z|[+-]\d{2}(?::?\d{2})?)$/i;

/** Keys other than `location` that reveal where a listing is. */
const PLACE_KEY =
  /^(?:country|country_code|region|county|municipality|district|distance|distance_km|distance_miles|rural_municipality|timezone)$/i;

function checkNoMoreOfPlace(listing: JsonNode, run: Run): number {
  const isAllowed = (key: string): boolean => run.settings.allow_extra.includes(key);
  const extra = Object.keys(listing.object()).find((key) => PLACE_KEY.test(key) && !isAllowed(key));
  if (extra !== undefined)
    listing.get(extra).breach(`The location of a listing has the key "${extra}".`, 'only the province and the nearest city');
  const location = listing.find('location');
  if (location === undefined || !isObject(location.value)) return 0;
  const more = Object.keys(location.value).find((key) => key !== 'province' && key !== 'nearest_city' && !isAllowed(key));
  if (more !== undefined)
    location
      .get(more)
      .breach(`A location has more than the province and the nearest city: "${more}".`, 'only province and nearest_city');
  return 1;
}

function checkEvent(envelope: JsonNode, key: string, check: (member: JsonNode) => void): number {
  const data = envelope.find('data');
  const type = envelope.find('type')?.value;
  const is_meant = typeof type === 'string' && (key === 'started_at' ? type.startsWith('queue.') : type.startsWith('trade.'));
  return data === undefined || !isObject(data.value) || !is_meant ? 0 : checkIfThere(data, key, check);
}

export const VALUE_ORACLES: readonly Oracle[] = [
  oracle('FMT-1/every-price', 'Every price has the Money shape, and an asking price also has firm', {
    check: onSuccess(({ operation, body }) => checkAllMoney(operation, body)),
    checkReceipt: onReceipt((envelope) => checkEvent(envelope, 'price', expectMoney)),
  }),
  oracle('FMT-2/every-commodity', 'Every commodity has a slug and a name', {
    check: onSuccess(({ operation, body }) => checkCommodities(operation, body)),
    checkReceipt: onReceipt((envelope) => checkEvent(envelope, 'commodity', expectCommodity)),
  }),
  oracle('FMT-3/every-quality', 'Every quality measurement is a number, null, or absent', {
    check: onSuccess(({ operation, body }) =>
      sum(
        resourcesOf([...OF_INVENTORY, ...OF_LISTINGS], operation, body).map((listing) =>
          checkIfThere(listing, 'quality', (quality) =>
            OF_LISTINGS.includes(operation) ? quality.orNull(expectQuality) : expectQuality(quality),
          ),
        ),
      ),
    ),
  }),
  oracle('FMT-4/every-place', 'Every place is a province and a city, and nothing more precise', {
    check: onSuccess(({ operation, body }) =>
      sum(
        resourcesOf(OF_INVENTORY, operation, body).map((listing) =>
          checkIfThere(listing, 'location', (location) => location.orNull(expectLocation)),
        ),
      ),
    ),
  }),
  oracle('FMT-5/every-window', 'Every delivery window is from a date to a date', {
    check: onSuccess(({ operation, body }) =>
      sum(bidsIn(operation, body).map((bid) => checkIfThere(bid, 'delivery', expectWindow))),
    ),
  }),
  oracle('FMT-6/every-instant', 'Times of listings, delivery records, and envelopes are ISO 8601', {
    check: onSuccess(({ operation, body }) => {
      const keys = INSTANTS[operation] ?? [];
      return sum(resourcesOf([operation], operation, body).map((one) => checkInstantsAt(one, keys)));
    }),
    checkReceipt: onReceipt((envelope) => checkIfThere(envelope, 'created_at', expectInstant)),
  }),
  oracle(
    'FMT-10/every-instant',
    'expires_at of bids, delivered_at, and started_at are ISO 8601, and times of listings have an offset',
    {
      check: onSuccess(({ operation, body }) => {
        if (OF_INVENTORY.includes(operation)) return sum(resourcesOf(OF_INVENTORY, operation, body).map(checkOffsets));
        const bids = sum(bidsIn(operation, body).map((bid) => checkInstantsAt(bid, ['expires_at'])));
        const rows = resourcesOf(['listDeliveries'], operation, body);
        return bids + sum(rows.map((row) => checkIfThere(row, 'delivered_at', (instant) => instant.orNull(expectInstant))));
      }),
      checkReceipt: onReceipt((envelope) => checkEvent(envelope, 'started_at', expectInstant)),
    },
  ),
  oracle('FMT-11/every-place', 'A listing reveals only the province and city of its place', {
    check: (exchange, run) =>
      onSuccess(({ operation, body }) =>
        sum(resourcesOf(OF_INVENTORY, operation, body).map((one) => checkNoMoreOfPlace(one, run))),
      )(exchange),
  }),
];
