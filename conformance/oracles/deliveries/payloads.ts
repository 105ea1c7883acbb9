/** The contents of `data` for each event type. */
import type { Arrival, JsonNode, Receipt, Run } from '#client';
import { Breach, toExchange, isObject, readEnvelope, readPath } from '#client';
import type { Oracle, OracleOpinion } from '../oracle.ts';
import { expectCommodity, expectMoney } from '../../expectations/values.ts';
import { opinionOf, oracle } from '../oracle.ts';

const BID_STATUSES = ['pending', 'accepted', 'rejected', 'countered', 'cancelled', 'expired'] as const;

const BID_FIELDS = ['bid_id', 'reference', 'inventory_id', 'status', 'type'] as const;
const TRADE_FIELDS = ['trade_id', 'status', 'inventory_id', 'commodity', 'quantity_mt', 'price'] as const;
const QUEUE_FIELDS = ['location_id', 'name', 'trucks_waiting', 'threshold', 'started_at'] as const;

/** The fields that the document lists for each type. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  'bid.accepted': BID_FIELDS,
  'bid.rejected': BID_FIELDS,
  'bid.countered': BID_FIELDS,
  'bid.received': BID_FIELDS,
  'trade.created': [...TRADE_FIELDS, 'bid_id'],
  'trade.settled': TRADE_FIELDS,
  'cashbid.offer_received': ['offer_id', 'cash_bid_id', 'status'],
  'analysis.requested': ['inventory_id', 'reference', 'analysis_types', 'invoice_total', 'billed_to'],
  'analysis.sample_received': ['inventory_id', 'reference'],
  'analysis.graded': ['inventory_id', 'reference', 'grade'],
  'analysis.photo_added': ['inventory_id', 'reference', 'photo_url'],
  'queue.congestion_started': QUEUE_FIELDS,
  'queue.congestion_cleared': QUEUE_FIELDS,
};

/** A trade from a cash-bid offer has neither a bid nor a listing. The checks that know the trade decide whether a missing one is wrong. */
const MAY_BE_ABSENT = new Set(['trade.created bid_id', 'trade.created inventory_id', 'trade.settled inventory_id']);

const KEYS_OF: Readonly<Record<string, readonly string[]>> = {
  commodity: ['slug', 'name'],
  price: ['amount', 'currency', 'unit', 'firm'],
};

type CheckData = (data: JsonNode) => void;

const FORMS: readonly { id: Oracle['id']; title: string; forms: Readonly<Record<string, CheckData>> }[] = [
  {
    id: 'EVT-6/payload',
    title: 'bid.* carry bid_id, reference, inventory_id, status, and type, with the documented types',
    forms: {
      'bid.accepted': checkBid,
      'bid.rejected': checkBid,
      'bid.countered': checkBid,
      'bid.received': checkBid,
    },
  },
  {
    id: 'EVT-7/payload',
    title: 'trade.created carries ids, status, commodity, quantity_mt, and price, with the documented types',
    forms: {
      'trade.created': (data) => {
        checkTrade(data);
        data.find('bid_id')?.orNull((id) => id.text());
      },
    },
  },
  {
    id: 'EVT-8/payload',
    title: 'trade.settled carries the fields of trade.created except bid_id, with the same types',
    forms: { 'trade.settled': checkTrade },
  },
  {
    id: 'EVT-9/payload',
    title: 'cashbid.offer_received carries offer_id, cash_bid_id, and status',
    forms: {
      'cashbid.offer_received': (data) => {
        data.get('offer_id').text();
        data.get('cash_bid_id').text();
        data.get('status').text();
      },
    },
  },
  {
    id: 'EVT-10/payload',
    title: 'analysis.* carry inventory_id, reference, and the fields of their type',
    forms: {
      'analysis.requested': (data) => {
        checkAnalysis(data);
        for (const type of data.get('analysis_types').array()) type.string();
        data.get('invoice_total').number();
        data.get('billed_to').string();
      },
      'analysis.sample_received': checkAnalysis,
      'analysis.graded': (data) => {
        checkAnalysis(data);
        data.get('grade').string();
      },
      'analysis.photo_added': (data) => {
        checkAnalysis(data);
        data.get('photo_url').string();
      },
    },
  },
  {
    id: 'EVT-12/payload',
    title: 'queue.* carry location_id, name, trucks_waiting, threshold, and started_at',
    forms: { 'queue.congestion_started': checkQueue, 'queue.congestion_cleared': checkQueue },
  },
];

export const PAYLOAD_ORACLES: readonly Oracle[] = [
  ...FORMS.map(({ id, title, forms }) => oracle(id, title, { checkReceipt: (receipt) => checkForm(receipt, forms) })),
  oracle('EVT-14/listed-fields', 'Every payload has the fields listed for its type', {
    checkReceipt: ({ arrival }) => checkListed(arrival),
  }),
  oracle('EVT-26/nothing-else', 'No payload has unlisted keys', {
    checkReceipt: ({ arrival }, run) => checkExtra(arrival, run),
  }),
];

/** EVT-14 */
export function checkListed(arrival: Arrival): OracleOpinion {
  const type = typeOf(arrival.json);
  const fields = FIELDS[type];
  if (fields === undefined || !isReadable(arrival)) return undefined;
  return opinionOf(() => {
    const data = readEnvelope(arrival).get('data');
    for (const field of fields) if (!MAY_BE_ABSENT.has(`${type} ${field}`)) data.get(field);
  });
}

/** EVT-26 */
export function checkExtra(arrival: Arrival, run: Run): OracleOpinion {
  const fields = FIELDS[typeOf(arrival.json)];
  const data = readPath(arrival.json, 'data');
  if (fields === undefined || !isObject(data)) return undefined;
  const extra = [...extraKeys(data, fields, '/data'), ...nestedExtras(data)];
  const unknown = extra.find(({ key }) => !run.settings.allow_extra.includes(key));
  if (unknown === undefined) return 'fine';
  return new Breach({
    message: `The payload of ${typeOf(arrival.json)} has the key "${unknown.key}", which is not listed for it.`,
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

function checkForm({ arrival }: Receipt, forms: Readonly<Record<string, CheckData>>): OracleOpinion {
  const check = forms[typeOf(arrival.json)];
  if (check === undefined || !isReadable(arrival)) return undefined;
  return opinionOf(() => {
    check(readEnvelope(arrival).get('data'));
  });
}

function extraKeys(value: unknown, known: readonly string[], at: string): readonly { key: string; pointer: string }[] {
  if (!isObject(value)) return [];
  return Object.keys(value)
    .filter((key) => !known.includes(key))
    .map((key) => ({ key, pointer: `${at}/${key}` }));
}

function nestedExtras(data: Readonly<Record<string, unknown>>): readonly { key: string; pointer: string }[] {
  return Object.entries(KEYS_OF).flatMap(([name, known]) => extraKeys(data[name], known, `/data/${name}`));
}

function checkBid(data: JsonNode): void {
  data.get('bid_id').text();
  data.get('reference').string();
  data.get('inventory_id').text();
  data.get('status').oneOf(BID_STATUSES);
  data.get('type').string();
}

function checkTrade(data: JsonNode): void {
  data.get('trade_id').text();
  data.get('status').text();
  data.find('inventory_id')?.orNull((id) => id.text());
  expectCommodity(data.get('commodity'));
  data.get('quantity_mt').number();
  expectMoney(data.get('price'));
}

function checkAnalysis(data: JsonNode): void {
  data.get('inventory_id').text();
  data.get('reference').string();
}

/** EVT-15: the document does not show the types of these fields. */
function checkQueue(data: JsonNode): void {
  for (const field of QUEUE_FIELDS) data.get(field);
}
