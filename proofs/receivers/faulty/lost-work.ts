/** RTY-1, RTY-3: it answers 2xx and the work is lost, or a failure leaves something behind. */
import type { Parts } from '../clean.ts';
import { makeOnce, type Once } from '../once.ts';
import type { Notice, Setup } from '../receiver.ts';
import { makeForgetful } from './duplicates.ts';
import { faultyRows, type FaultyRow } from './row.ts';

const DEBOUNCE_MS = 30;
const QUEUE_MAX = 10;
const WORK_MS = 50;

/** Effects that come after the answer. Their failures are nobody's: that is the mistake. */
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

/** One lock per event, which is not released where the work fails. */
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

/** The key has the type in front, so that `once` can tell types apart. */
function onlyFor(prefix: string, own: Once): Partial<Parts> {
  const clean = makeOnce();
  return {
    identify: ({ id, type }) => `${type} ${id}`,
    once: async (key, work) => (key.startsWith(prefix) ? own : clean)(key, work),
  };
}

function looksThenActs(): Once {
  const seen = new Set<string>();
  return async (key, work) => {
    if (seen.has(key)) return 'duplicate';
    await work();
    seen.add(key);
    return 'done';
  };
}

function swallowFor(type: string, { effects }: Setup): Parts['work'] {
  return async (notice: Notice) => {
    try {
      effects.record(notice.id);
    } catch (error) {
      if (notice.type !== type) throw error;
    }
    return Promise.resolve();
  };
}

function recordTwiceFor(type: string, { effects }: Setup): Parts['work'] {
  return async (notice: Notice) => {
    try {
      effects.record(notice.id);
    } catch (error) {
      // The effect was there before what failed.
      if (notice.type === type) effects.record(notice.id);
      throw error;
    }
    return Promise.resolve();
  };
}

export const LOST_WORK_FAULTS: readonly FaultyRow[] = faultyRows('faulty', [
  [
    'settlement-failures-swallowed',
    'It answers 200 where its work on trade.settled failed.',
    'RTY-3/failed-each-type',
    /before it has stored/,
    (setup) => ({ work: swallowFor('trade.settled', setup) }),
  ],
  [
    'offers-noted-first',
    'It notes the id of cashbid.offer_received before its work: what failed once is lost.',
    'RTY-3/failed-each-type',
    /stores the id before/,
    (setup) => onlyFor('cashbid.', makeForgetful(setup, { keeps_failed: true })),
  ],
  [
    'created-twice-after-a-failure',
    'It fails after the effect of trade.created and has not noted the id.',
    'RTY-3/failed-each-type',
    /after its effect/,
    (setup) => ({ work: recordTwiceFor('trade.created', setup) }),
  ],
  [
    'settled-race',
    'Two deliveries of one trade.settled at once both take effect.',
    'SIG-7/each-type',
    /unique key|trade\.settled/,
    ({ effects, wait }) => ({
      ...onlyFor('trade.settled', looksThenActs()),
      work: async ({ id }, request) => {
        await wait(WORK_MS, request);
        effects.record(id);
      },
    }),
  ],
  [
    'lock-outlives-failure',
    'It answers 500 to every later attempt of an event that it failed on once: the lock stays.',
    'RTY-3/failed',
    /lock/,
    () => ({ once: keepLock() }),
  ],
  [
    'every-tenth-lost',
    'It works after its answer, and every tenth job is lost.',
    'RTY-1/each-takes-effect',
    /after it has answered|lost/,
    (setup) => ({ work: later(setup, 20, (count) => count % 10 === 0) }),
  ],
  [
    'debounced',
    'It works after its answer, and on the last event of 30 ms only.',
    'RTY-1/each-takes-effect',
    /after it has answered|at once|lost/,
    (setup) => ({ work: debounce(setup) }),
  ],
  [
    'full-queue',
    'It answers 200 and drops the event where ten others wait already.',
    'RTY-1/each-takes-effect',
    /after it has answered|at once|lost/,
    (setup) => ({ work: dropWhenFull(setup) }),
  ],
]);
