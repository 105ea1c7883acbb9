/** The contents of `data` for each event type. */
import {
  Breach,
  toExchange,
  isObject,
  readEnvelope,
  readPath,
  type Arrival,
  type JsonNode,
  type Run,
  type JsonObject,
} from '#client';
import { expectCommodity, expectMoney } from '../../expectations/values.ts';
import { oracle, type Oracle, type OracleOpinion } from '../oracle.ts';

const BID_STATUSES = ['pending', 'accepted', 'rejected', 'countered', 'cancelled', 'expired'] as const;

const BID_FIELDS = ['bid_id', 'reference', 'inventory_id', 'status', 'type'] as const;
const TRADE_FIELDS = ['trade_id', 'status', 'inventory_id', 'commodity', 'quantity_mt', 'price'] as const;
const QUEUE_FIELDS = ['location_id', 'name', 'trucks_waiting', 'threshold', 'started_at'] as const;

/** The fields that the document lists for each type of event. */
const FIELDS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['bid.accepted', BID_FIELDS],
  ['bid.rejected', BID_FIELDS],
  ['bid.countered', BID_FIELDS],
  ['bid.received', BID_FIELDS],
  ['trade.created', [...TRADE_FIELDS, 'bid_id']],
  ['trade.settled', TRADE_FIELDS],
  ['cashbid.offer_received', ['offer_id', 'cash_bid_id', 'status']],
  ['analysis.requested', ['inventory_id', 'reference', 'analysis_types', 'invoice_total', 'billed_to']],
  ['analysis.sample_received', ['inventory_id', 'reference']],
  ['analysis.graded', ['inventory_id', 'reference', 'grade']],
  ['analysis.photo_added', ['inventory_id', 'reference', 'photo_url']],
  ['queue.congestion_started', QUEUE_FIELDS],
  ['queue.congestion_cleared', QUEUE_FIELDS],
]);

/** A trade from a cash-bid offer has neither a bid nor a listing. The checks that know the trade decide whether a missing one is wrong. */
const MAY_BE_ABSENT = new Set(['trade.created bid_id', 'trade.created inventory_id', 'trade.settled inventory_id']);

const KEYS_OF: Readonly<Record<string, readonly string[]>> = {
  commodity: ['slug', 'name'],
  price: ['amount', 'currency', 'unit', 'firm'],
};

const isText = (field: JsonNode): unknown => field.text();
const isString = (field: JsonNode): unknown => field.string();
const isNumber = (field: JsonNode): unknown => field.number();

/** The documented types of fields. Those of queue.* are not shown (EVT-15). */
const TYPES: ReadonlyMap<string, (field: JsonNode) => unknown> = new Map<string, (field: JsonNode) => unknown>([
  ['bid_id', isText],
  ['trade_id', isText],
  ['offer_id', isText],
  ['cash_bid_id', isText],
  ['inventory_id', isText],
  ['reference', isString],
  ['status', isText],
  ['type', isString],
  ['commodity', expectCommodity],
  ['quantity_mt', isNumber],
  ['price', expectMoney],
  ['analysis_types', (types) => types.array().map(isString)],
  ['invoice_total', isNumber],
  ['billed_to', isString],
  ['grade', isString],
  ['photo_url', isString],
]);

/** @param types the beginning of the types of events that the oracle checks */
function payloadOracle(id: Oracle['id'], title: string, types: string): Oracle {
  return oracle(id, title, {
    checkReceipt: ({ arrival }, run) => {
      const type = typeOf(arrival.json);
      const fields = FIELDS.get(type);
      if (fields === undefined || !type.startsWith(types) || !isReadable(arrival)) return undefined;
      const data = readEnvelope(arrival).get('data');
      for (const field of fields) checkField(data, field, type);
      // Of all extra keys, the document excludes only this one by name. EVT-26 warns about the others.
      if (type === 'trade.settled' && !run.settings.allow_extra.includes('bid_id')) data.find('bid_id')?.null();
      return 'fine';
    },
  });
}

function checkField(data: JsonNode, field: string, type: string): void {
  const check = TYPES.get(field);
  if (MAY_BE_ABSENT.has(`${type} ${field}`)) {
    data.find(field)?.orNull((found) => check?.(found));
    return;
  }
  const found = data.get(field);
  if (field === 'status' && type.startsWith('bid.')) found.oneOf(BID_STATUSES);
  else check?.(found);
}

export const PAYLOAD_ORACLES: readonly Oracle[] = [
  payloadOracle(
    'EVT-6/payload',
    'bid.* carry bid_id, reference, inventory_id, status, and type, with the documented types',
    'bid.',
  ),
  payloadOracle(
    'EVT-7/payload',
    'trade.created carries ids, status, commodity, quantity_mt, and price, with the documented types',
    'trade.created',
  ),
  payloadOracle(
    'EVT-8/payload',
    'trade.settled carries the fields of trade.created except bid_id, with the same types',
    'trade.settled',
  ),
  payloadOracle('EVT-9/payload', 'cashbid.offer_received carries offer_id, cash_bid_id, and status', 'cashbid.'),
  payloadOracle('EVT-10/payload', 'analysis.* carry inventory_id, reference, and the fields of their type', 'analysis.'),
  payloadOracle('EVT-12/payload', 'queue.* carry location_id, name, trucks_waiting, threshold, and started_at', 'queue.'),
  oracle('EVT-14/listed-fields', 'Every payload has the fields listed for its type', {
    checkReceipt: ({ arrival }) => checkListed(arrival),
  }),
  oracle('EVT-26/nothing-else', 'No payload has undocumented keys', {
    checkReceipt: ({ arrival }, run) => checkExtra(arrival, run),
  }),
];

/** EVT-14. @throws Breach */
export function checkListed(arrival: Arrival): OracleOpinion {
  const type = typeOf(arrival.json);
  const fields = FIELDS.get(type);
  if (fields === undefined || !isReadable(arrival)) return undefined;
  const data = readEnvelope(arrival).get('data');
  for (const field of fields) if (!MAY_BE_ABSENT.has(`${type} ${field}`)) data.get(field);
  return 'fine';
}

/** EVT-26 */
export function checkExtra(arrival: Arrival, run: Run): OracleOpinion {
  const fields = FIELDS.get(typeOf(arrival.json));
  const data = readPath(arrival.json, 'data');
  if (fields === undefined || !isObject(data)) return undefined;
  const extra = [...extraKeys(data, fields, '/data'), ...nestedExtras(data)];
  const unknown = extra.find(({ key }) => !run.settings.allow_extra.includes(key));
  if (unknown === undefined) return 'fine';
  return new Breach({
    message: `The payload of ${typeOf(arrival.json)} has the key "${unknown.key}", which the document does not list.`,
    exchange: toExchange(arrival),
    pointer: unknown.pointer,
    expected: `only ${fields.join(', ')}`,
    observed: JSON.stringify(data).slice(0, 300),
  });
}

/** EVT-1 covers whether `data` exists and is an object. */
function isReadable({ json }: Arrival): boolean {
  return isObject(readPath(json, 'data'));
}

function typeOf(json: unknown): string {
  const type = readPath(json, 'type');
  return typeof type === 'string' ? type : '';
}

function extraKeys(value: unknown, known: readonly string[], at: string): readonly { key: string; pointer: string }[] {
  if (!isObject(value)) return [];
  return Object.keys(value)
    .filter((key) => !known.includes(key))
    .map((key) => ({ key, pointer: `${at}/${key}` }));
}

function nestedExtras(data: JsonObject): readonly { key: string; pointer: string }[] {
  return Object.entries(KEYS_OF).flatMap(([name, known]) => extraKeys(data[name], known, `/data/${name}`));
}
