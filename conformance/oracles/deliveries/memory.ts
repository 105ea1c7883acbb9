/** What holds over several deliveries: of one event, or of two. */
import type { Arrival, Receipt, Run } from '#client';
import { Breach, toExchange, isObject, isSameJson, readEnvelope, readPath } from '#client';
import { opinionOf } from '../oracle-runner.ts';
import type { Oracle, OracleOpinion } from '../oracle.ts';
import { oracle } from '../oracle.ts';

/** What a payload is about: two events of one type about one of these are the same event. */
const SUBJECTS = ['bid_id', 'trade_id', 'offer_id'] as const;
/** A bid is answered once, and received once. */
const ONCE = new Set(['bid.accepted', 'bid.rejected', 'bid.countered', 'bid.received']);

export const MEMORY_ORACLES: readonly Oracle[] = [
  oracle('EVT-3/no-id-twice', 'No two events have one envelope id', {
    judgeReceipt: ({ arrival }, run) => {
      const id = readPath(arrival.json, 'id');
      if (typeof id !== 'string') return undefined;
      const known = remember(run, 'EVT-3 ids', id, arrival);
      if (known === arrival || describe(known) === describe(arrival)) return 'fine';
      return opinionOf(() =>
        readEnvelope(arrival)
          .get('id')
          .breach(`Two events have the id ${id}: ${describe(known)} and ${describe(arrival)}.`, 'an id that no other event has'),
      );
    },
  }),
  oracle('EVT-3/no-event-twice', 'No event has two envelope ids', {
    judgeReceipt: ({ arrival, subscription }, run) => {
      const [id, type, bid_id] = [
        readPath(arrival.json, 'id'),
        readPath(arrival.json, 'type'),
        readPath(arrival.json, 'data', 'bid_id'),
      ];
      if (typeof id !== 'string' || typeof type !== 'string' || typeof bid_id !== 'string') return undefined;
      if (subscription === undefined || !ONCE.has(type)) return undefined;
      const known = remember(run, 'EVT-3 events', `${subscription.id} ${type} ${bid_id}`, arrival);
      if (readPath(known.json, 'id') === id) return 'fine';
      return opinionOf(() =>
        readEnvelope(arrival)
          .get('id')
          .breach(`${type} of one bid came to one subscription under two ids.`, String(readPath(known.json, 'id'))),
      );
    },
  }),
  oracle('EVT-19/same-on-every-attempt', 'created_at is the same on every attempt and replay of an event', {
    judgeReceipt: ({ arrival }, run) => {
      const [id, created_at] = [readPath(arrival.json, 'id'), readPath(arrival.json, 'created_at')];
      if (typeof id !== 'string' || typeof created_at !== 'string') return undefined;
      const known = readPath(remember(run, 'EVT-19', id, arrival).json, 'created_at');
      if (known === created_at) return 'fine';
      return opinionOf(() =>
        readEnvelope(arrival)
          .get('created_at')
          .breach('created_at has changed since an earlier delivery of the event.', `${String(known)}, as before`),
      );
    },
  }),
  oracle('EVT-21/only-status-moves', 'Nothing but the status in a payload differs between attempts of an event', {
    judgeReceipt: (receipt, run) => judgeBytes(receipt, run),
  }),
];

/** The first arrival under a key. */
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

/** Receivers that compare bytes are surprised by a change: legal all the same, and so a warning at most. */
function judgeBytes({ arrival, subscription }: Receipt, run: Run): OracleOpinion {
  const id = readPath(arrival.json, 'id');
  if (typeof id !== 'string' || subscription === undefined) return undefined;
  const known = remember(run, 'EVT-21', `${subscription.id} ${id}`, arrival);
  if (known === arrival) return undefined;
  const is_status_same = readPath(known.json, 'data', 'status') === readPath(arrival.json, 'data', 'status');
  if (is_status_same ? known.raw.equals(arrival.raw) : isSameJson(withoutMoving(known.json), withoutMoving(arrival.json))) {
    return 'fine';
  }
  return new Breach({
    message: 'Another attempt of an event has another body, and not only another status.',
    severity: 'warn',
    exchange: toExchange(arrival),
    expected: known.text.slice(0, 300),
    observed: arrival.text.slice(0, 300),
  });
}

/** Without what may move: the status (EVT-21), and what has clauses of its own (EVT-19). */
function withoutMoving(json: unknown): unknown {
  if (!isObject(json)) return json;
  const { data } = json;
  return { ...json, created_at: null, data: isObject(data) ? { ...data, status: null } : data };
}
