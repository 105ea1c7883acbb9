/** SIG-7: it identifies events by something other than the envelope id, or loses its memory. */
import type { Replacement } from '../../clean.ts';
import { createHash } from 'node:crypto';
import { makeOnce, type Once } from '../../once.ts';
import type { Envelope } from '../../receiver.ts';
import { makeForgetful, noMemory } from './duplicates.ts';
import { explained, faults, fieldOf, type FaultyRow } from '../row.ts';

function hash(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Several processes share the deliveries, each with its own memory. */
function shareAmong(processes: number): Once {
  const memories = Array.from({ length: processes }, makeOnce);
  let next = 0;
  return async (key, work) => {
    next = (next + 1) % processes;
    return (memories[next] ?? makeOnce())(key, work);
  };
}

/** A duplicate waits for the delivery in progress. Afterwards, the event is forgotten. */
function joinRunning(): Once {
  const running = new Map<string, Promise<void>>();
  return async (key, work) => {
    const other = running.get(key);
    if (other !== undefined) {
      await other;
      return 'duplicate';
    }
    const mine = work().finally(() => running.delete(key));
    running.set(key, mine);
    await mine;
    return 'done';
  };
}

function rememberLast(): Once {
  let last = '';
  return async (key, work) => {
    if (key === last) return 'duplicate';
    await work();
    last = key;
    return 'done';
  };
}

/** Gives some events a new key each time, so that their duplicates are not recognized. */
function forgets(isForgotten: (envelope: Envelope) => boolean): Replacement {
  return () => {
    let count = 0;
    return {
      identify: (envelope) => {
        count += 1;
        return isForgotten(envelope) ? String(count) : envelope.id;
      },
    };
  };
}

const KEYS = faults('faulty', {
  'SIG-7/by-body-hash: It identifies an event by the hash of the body, but the status in it can differ between attempts (EVT-21).':
    explained('SIG-7/other-status', /body|status/, { identify: (_envelope, { raw }) => hash(raw) }),
  'SIG-7/by-id-and-status: It identifies an event by its id and the status of the bid.': explained(
    'SIG-7/other-status',
    /body|status/,
    { identify: ({ id, data }) => `${id} ${fieldOf(data, 'status')}` },
  ),
  'SIG-7/by-type-and-second: It identifies an event by its type and the second of created_at.': explained(
    'SIG-7/two-events',
    /created_at/,
    { identify: ({ type, created_at }) => `${type} ${created_at.slice(0, 19)}` },
  ),
  'RTY-1/by-a-header-that-is-not-there: It identifies an event by the X-Event-Id header, which deliveries do not have: all after the first count as duplicates.':
    explained('RTY-1/each-takes-effect', /header/, {
      identify: (_envelope, { request }) => String(request.headers['x-event-id']),
    }),
  'RTY-1/by-svc-event: It identifies an event by the SVC-Event header: only one event of each type takes effect.': explained(
    'RTY-1/each-takes-effect',
    /header|type/,
    { identify: (_envelope, { request }) => String(request.headers['svc-event']) },
  ),
  'SIG-7/by-resource-or-random: It deduplicates only events about a bid, trade, or offer, and gives all others a new key each time.':
    explained(
      'SIG-7/each-type',
      /queue|analysis/,
      forgets(({ data }) => fieldOf(data, 'bid_id', 'trade_id', 'offer_id') === ''),
    ),
  'SIG-7/settled-not-deduplicated: The handler of trade.settled does not check for duplicates.': explained(
    'SIG-7/each-type',
    /trade\.settled/,
    forgets(({ type }) => type === 'trade.settled'),
  ),
  'SIG-7/memory-per-process: Two processes take turns, and each remembers only its own events.': explained(
    'SIG-7/one-effect',
    /several processes/,
    () => ({ once: shareAmong(2) }),
  ),
  'SIG-7/memory-of-eight-processes: Eight processes take turns, and each remembers only its own events.': explained(
    'SIG-7/one-effect',
    /several processes/,
    () => ({ once: shareAmong(8) }),
  ),
  'SIG-7/remembers-while-it-works: It remembers an event only while it processes it.': explained(
    'SIG-7/one-effect',
    /does not remember/,
    () => ({ once: joinRunning() }),
  ),
  'SIG-7/remembers-the-last: It compares an id only with that of the last event.': explained(
    'SIG-7/one-effect',
    /remembers only the last event/,
    () => ({ once: rememberLast() }),
  ),
  'SIG-7/memory-of-250: Its cache holds the last 250 ids.': explained('SIG-7/long-memory', /last few/, (setup) => ({
    once: makeForgetful(setup, { keep_count: 250 }),
  })),
});

/** Its memory before and during verification: what a delivery that is not verified can do to it. */
function remembers(onMismatch: (done: Set<string>, id: string) => void): Replacement {
  return ({ effects }) => {
    const done = new Set<string>();
    return {
      reject: (problem, { raw }) => {
        if (problem === 'mismatch') onMismatch(done, idIn(raw));
        return { status: 400 };
      },
      work: ({ id }) => {
        if (!done.has(id)) effects.record(id);
        done.add(id);
        return Promise.resolve();
      },
      once: noMemory,
    };
  };
}

function idIn(raw: Buffer): string {
  return /"id"\s*:\s*"([^"]+)"/.exec(raw.toString())?.[1] ?? '';
}

/** Before it verifies, it reserves the id. Only a delivery that is verified releases it. */
function reserves(status: number): Replacement {
  return () => {
    const reserved = new Set<string>();
    let is_held = false;
    return {
      isTrusted: ({ raw }) => {
        is_held = reserved.has(idIn(raw));
        reserved.add(idIn(raw));
        return false;
      },
      validate: ({ id }) => {
        if (is_held) return { status };
        reserved.delete(id);
        return undefined;
      },
    };
  };
}

const MEMORY_MAX = 1_000;

const UNVERIFIED = faults('faulty', {
  'SIG-7/forgeries-fill-its-memory: Its cache of 1,000 ids also takes those of forgeries.': explained(
    'SIG-7/forged-between',
    /forger/,
    remembers((done, id) => {
      done.add(`forged ${id}`);
      if (done.size > MEMORY_MAX) done.delete([...done][0] ?? '');
    }),
  ),
  'SIG-7/forgery-clears-its-id: It forgets the id of a delivery that it rejects, as a rollback does: a forgery makes the next replay take effect again.':
    explained(
      'SIG-7/forged-between',
      /forger/,
      remembers((done, id) => done.delete(id)),
    ),
  'SIG-7/forgery-clears-its-memory: It restarts its store on a forgery, and forgets all ids.': explained(
    'SIG-7/forged-between',
    /forger/,
    remembers((done) => {
      done.clear();
    }),
  ),
  'SIG-7/forged-ids-refused: It reserves the id before it verifies, and returns 409 for a genuine event whose id was forged before.':
    explained('SIG-7/forged-first', /before it verifies/, reserves(409)),
  'SIG-7/forged-ids-locked: It locks the id before it verifies, and returns 503 while the lock of a forgery is held.': explained(
    'SIG-7/forged-first',
    /before it verifies/,
    reserves(503),
  ),
});

const ODD_KEYS = faults('warned', {
  'SIG-7/by-trade: It identifies an event by its trade, so the settlement counts as a duplicate of the creation.': explained(
    'SIG-7/same-resource',
    /trade_id|each with its own id/,
    { identify: ({ id, data }) => fieldOf({ ...data, id }, 'trade_id', 'id') },
  ),
  'SIG-7/by-type-and-resource: It identifies an event by its type and its bid, trade, or offer.': explained(
    'SIG-7/same-data',
    /use their ids/,
    { identify: ({ id, type, data }) => `${type} ${fieldOf({ ...data, id }, 'bid_id', 'trade_id', 'offer_id', 'id')}` },
  ),
  'EVT-3/ids-as-numbers: It reads the digits of an id as one number, which loses precision in a double.': explained(
    'EVT-3/similar-ids',
    /number|opaque/,
    { identify: ({ id }) => String(Number.parseInt(id.slice('evt_'.length), 16)) },
  ),
});

export const IDENTITY_FAULTS: readonly FaultyRow[] = [...KEYS, ...UNVERIFIED, ...ODD_KEYS];
