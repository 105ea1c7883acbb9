/** What must hold across several deliveries, of one event or of different events. */
import { Breach, toExchange, isObject, isSameJson, readEnvelope, readPath, type Arrival, type Receipt, type Run } from '#client';
import { oracle, type Oracle, type OracleOpinion } from '../oracle.ts';

/** The id of a payload's subject. Two events of one type with the same subject are the same event. */
const SUBJECTS = ['bid_id', 'trade_id', 'offer_id'] as const;
/** A bid gets one response, and is received once. */
const ONCE = new Set(['bid.accepted', 'bid.rejected', 'bid.countered', 'bid.received']);

export const ACROSS_DELIVERIES_ORACLES: readonly Oracle[] = [
  oracle('EVT-3/no-id-twice', 'No two events have the same envelope id', {
    checkReceipt: ({ arrival }, run) => {
      const id = readPath(arrival.json, 'id');
      if (typeof id !== 'string') return undefined;
      const known = remember(run, 'EVT-3 ids', id, arrival);
      if (known === arrival || describe(known) === describe(arrival)) return 'fine';
      return readEnvelope(arrival)
        .get('id')
        .breach(`Two events have the id ${id}: ${describe(known)} and ${describe(arrival)}.`, 'a unique id');
    },
  }),
  oracle('EVT-3/no-event-twice', 'No event has two envelope ids', {
    checkReceipt: ({ arrival, subscription }, run) => {
      const [id, type, bid_id] = [
        readPath(arrival.json, 'id'),
        readPath(arrival.json, 'type'),
        readPath(arrival.json, 'data', 'bid_id'),
      ];
      if (typeof id !== 'string' || typeof type !== 'string' || typeof bid_id !== 'string') return undefined;
      if (subscription === undefined || !ONCE.has(type)) return undefined;
      const known = remember(run, 'EVT-3 events', `${subscription.id} ${type} ${bid_id}`, arrival);
      if (readPath(known.json, 'id') === id) return 'fine';
      return readEnvelope(arrival)
        .get('id')
        .breach(`${type} of one bid was delivered to one subscription with two ids.`, String(readPath(known.json, 'id')));
    },
  }),
  oracle('EVT-19/same-on-every-attempt', 'created_at is the same on every attempt and replay of an event', {
    checkReceipt: ({ arrival }, run) => {
      const [id, created_at] = [readPath(arrival.json, 'id'), readPath(arrival.json, 'created_at')];
      if (typeof id !== 'string' || typeof created_at !== 'string') return undefined;
      const known = readPath(remember(run, 'EVT-19', id, arrival).json, 'created_at');
      if (known === created_at) return 'fine';
      return readEnvelope(arrival)
        .get('created_at')
        .breach('created_at differs from an earlier delivery of the same event.', `${String(known)}, as before`);
    },
  }),
  oracle('EVT-21/only-status-moves', 'Only the status in a payload can differ between attempts of an event', {
    checkReceipt: (receipt, run) => checkBytes(receipt, run),
  }),
];

function remember(run: Run, name: string, key: string, arrival: Arrival): Arrival {
  const known = run.remember(name, () => new Map<string, Arrival>());
  const first = known.get(key);
  if (first === undefined) known.set(key, arrival);
  return first ?? arrival;
}

function describe({ json }: Arrival): string {
  const subject = SUBJECTS.map((key) => readPath(json, 'data', key)).filter((value) => typeof value === 'string');
  return [String(readPath(json, 'type')), ...subject].join(' ');
}

/** Receivers that compare bytes notice a change. It is legal, so it is a warning at most. */
function checkBytes({ arrival, subscription }: Receipt, run: Run): OracleOpinion {
  const id = readPath(arrival.json, 'id');
  if (typeof id !== 'string' || subscription === undefined) return undefined;
  const known = remember(run, 'EVT-21', `${subscription.id} ${id}`, arrival);
  if (known === arrival) return undefined;
  const is_status_same = readPath(known.json, 'data', 'status') === readPath(arrival.json, 'data', 'status');
  const has_same_values = isSameJson(omitVarying(known.json), omitVarying(arrival.json));
  if (is_status_same ? known.raw.equals(arrival.raw) : has_same_values) return 'fine';
  return new Breach({
    message: has_same_values
      ? 'The body of a later attempt has the same values but different bytes, such as another key order.'
      : 'The body of a later attempt differs in more than the status.',
    severity: 'warn',
    exchange: toExchange(arrival),
    expected: known.text.slice(0, 300),
    observed: arrival.text.slice(0, 300),
  });
}

/** The payload without the members that can change: the status (EVT-21), and what other clauses cover (EVT-19). */
function omitVarying(json: unknown): unknown {
  if (!isObject(json)) return json;
  const { data } = json;
  return { ...json, created_at: null, data: isObject(data) ? { ...data, status: null } : data };
}
