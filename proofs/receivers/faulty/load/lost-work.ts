/** RTY-1, RTY-3: it returns 2xx and loses the work, or a failure leaves something behind. */
import { workFor, type Parts } from '../../clean.ts';
import { makeOnce, type Once } from '../../once.ts';
import type { Envelope, Setup } from '../../receiver.ts';
import { lookThenAct, makeForgetful } from '../events/duplicates.ts';
import { explained, faults, type FaultyRow } from '../row.ts';

const DEBOUNCE_MS = 30;
const QUEUE_MAX = 10;
const WORK_MS = 50;
const BATCH = 10;

/** Runs effects after the response. The fault: their failures are not handled. */
function later(setup: Setup, ms: number, isLost: (count: number) => boolean): Parts['work'] {
  let count = 0;
  return async ({ id }) => {
    count += 1;
    if (isLost(count)) return Promise.resolve();
    void setup
      .wait(ms)
      .then(() => setup.effects.record(id))
      .catch(() => undefined);
    return Promise.resolve();
  };
}

function debounce({ effects, wait }: Setup): Parts['work'] {
  let latest: string | undefined;
  const workOff = async (id: string): Promise<void> => {
    await wait(DEBOUNCE_MS);
    if (latest === id) effects.record(id);
  };
  return async ({ id }) => {
    latest = id;
    void workOff(id).catch(() => undefined);
    return Promise.resolve();
  };
}

function dropWhenFull({ effects, wait }: Setup): Parts['work'] {
  let waiting = 0;
  return async ({ id }) => {
    if (waiting >= QUEUE_MAX) return Promise.resolve();
    waiting += 1;
    void wait(WORK_MS)
      .then(() => effects.record(id))
      .catch(() => undefined)
      .finally(() => {
        waiting -= 1;
      });
    return Promise.resolve();
  };
}

function batch({ effects }: Setup): Parts['work'] {
  let waiting: string[] = [];
  return async ({ id }) => {
    waiting.push(id);
    if (waiting.length < BATCH) return Promise.resolve();
    waiting.forEach(effects.record);
    waiting = [];
    return Promise.resolve();
  };
}

/** One lock per event, which is not released if the work fails. */
function keepLock(): Once {
  const done = new Set<string>();
  const locked = new Set<string>();
  return async (key, work) => {
    if (done.has(key)) return 'duplicate';
    if (locked.has(key)) throw new Error('the event is locked');
    locked.add(key);
    await work();
    locked.delete(key);
    done.add(key);
    return 'done';
  };
}

/** The key begins with the type, so that `once` can distinguish types. */
function onlyFor(prefix: string, own: Once): Partial<Parts> {
  const clean = makeOnce();
  return {
    identify: ({ id, type }) => `${type} ${id}`,
    once: async (key, work) => (key.startsWith(prefix) ? own : clean)(key, work),
  };
}

/** Its work on one type fails differently from its work on the others. */
function failsFor(type: string, { effects }: Setup, onFailure: (id: string, error: unknown) => void): Parts['work'] {
  return async (envelope: Envelope) => {
    try {
      effects.record(envelope.id);
    } catch (error) {
      if (envelope.type !== type) throw error;
      onFailure(envelope.id, error);
    }
    return Promise.resolve();
  };
}

/** Stores an id only if the response reached the sender. */
function storesAfterTheResponse({ effects, wait }: Setup): Partial<Parts> {
  const stored = new Set<string>();
  const ids = new WeakMap<object, string>();
  return {
    identify: ({ id }, { request }) => {
      ids.set(request, id);
      return id;
    },
    once: async (key, work) => {
      if (stored.has(key)) return 'duplicate';
      await work();
      return 'done';
    },
    work: async ({ id }) => {
      await wait(DEBOUNCE_MS);
      effects.record(id);
    },
    send: (response, { status, body }, request) => {
      if (!request.socket.destroyed) stored.add(ids.get(request) ?? '');
      response.writeHead(status).end(body);
    },
  };
}

export const LOST_WORK_FAULTS: readonly FaultyRow[] = faults('faulty', {
  'RTY-3/settlement-failures-swallowed: It returns 200 if its work on trade.settled failed.': explained(
    'RTY-3/failed-each-type',
    /before it has stored/,
    (setup) => ({ work: failsFor('trade.settled', setup, () => undefined) }),
  ),
  'RTY-3/offers-noted-first: It records the id of cashbid.offer_received before its work, so a failed event is lost.': explained(
    'RTY-3/failed-each-type',
    /stores the id before/,
    (setup) => onlyFor('cashbid.', makeForgetful(setup, { keeps_failed: true })),
  ),
  'RTY-3/created-twice-after-a-failure: It fails after the effect of trade.created, before it records the id.': explained(
    'RTY-3/failed-each-type',
    /after the effect/,
    (setup) => ({
      work: failsFor('trade.created', setup, (id, error) => {
        setup.effects.record(id);
        throw error;
      }),
    }),
  ),
  'SIG-7/settled-race: Two concurrent deliveries of one trade.settled both take effect.': explained(
    'SIG-7/each-type',
    /unique key|trade\.settled/,
    (setup) => ({ ...onlyFor('trade.settled', lookThenAct()), work: workFor(setup, WORK_MS) }),
  ),
  'RTY-3/lock-outlives-failure: It returns 500 for every later attempt of an event that failed once, because the lock is not released.':
    explained('RTY-3/failed', /lock/, () => ({ once: keepLock() })),
  'RTY-3/stores-after-the-answer: It records the id after its response, and not at all if the sender disconnects early.':
    explained(['RTY-3/hung-up', 'SIG-7/parallel'], /retries an attempt that timed out/, storesAfterTheResponse),
  'RTY-1/every-tenth-lost: It works after its response, and loses every tenth job.': explained(
    'RTY-1/each-takes-effect',
    /after it has responded|lost/,
    (setup) => ({ work: later(setup, 20, (count) => count % 10 === 0) }),
  ),
  'RTY-1/debounced: It works after its response, and only on the last event in 30 ms.': explained(
    'RTY-1/each-takes-effect',
    /after it has responded|at once|lost/,
    (setup) => ({ work: debounce(setup) }),
  ),
  'RTY-1/full-batches-only: It works on ten events at a time, and waits for the tenth forever.': explained(
    'RTY-1/each-takes-effect',
    /batch/,
    (setup) => ({ work: batch(setup) }),
  ),
  'RTY-1/full-queue: It returns 200 and drops the event if ten others are waiting.': explained(
    'RTY-1/each-takes-effect',
    /after it has responded|at once|lost/,
    (setup) => ({ work: dropWhenFull(setup) }),
  ),
});
