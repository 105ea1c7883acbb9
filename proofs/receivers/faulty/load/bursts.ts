/** RTY-1, RTY-2: it loses or rejects some of the deliveries that come at once. */
import { nowMs } from '#client';
import type { Parts } from '../../clean.ts';
import type { Setup } from '../../receiver.ts';
import { explained, faults, fieldOf, type FaultyRow } from '../row.ts';

const WORK_MS = 10;
const SLOTS = 256;

/** Drops events while so many are being worked on. */
function dropsBeyond(running_max: number, ms = WORK_MS): (setup: Setup) => Partial<Parts> {
  return ({ effects, wait }) => {
    let running = 0;
    return {
      work: async ({ id }, request) => {
        if (running >= running_max) return;
        running += 1;
        try {
          await wait(ms, request);
          effects.record(id);
        } finally {
          running -= 1;
        }
      },
    };
  };
}

function refusesBeyond(running_max: number, status: number): (setup: Setup) => Partial<Parts> {
  return ({ wait, effects }) => {
    let running = 0;
    return {
      intercept: (_request, response) => {
        if (running >= running_max) return { status };
        running += 1;
        response.once('close', () => {
          running -= 1;
        });
        return undefined;
      },
      work: async ({ id }, request) => {
        await wait(WORK_MS * 15, request);
        effects.record(id);
      },
    };
  };
}

/** Reads the list of events, adds one, and writes it: what was written in between is lost. */
function overwrites({ effects, wait }: Setup): Partial<Parts> {
  let list: readonly string[] = [];
  const written = new Set<string>();
  const work = async (id: string): Promise<void> => {
    await wait(100);
    if (!list.includes(id) || written.has(id)) return;
    written.add(id);
    effects.record(id);
  };
  return {
    work: async ({ id }) => {
      const before = list;
      await wait(2);
      list = [...before, id];
      void work(id)
        .catch(async () => work(id))
        .catch(() => undefined);
    },
  };
}

/** Of the events of one key that come within 50 ms, only the last takes effect. */
function debounces(keyOf: (data: Readonly<Record<string, unknown>>) => string): (setup: Setup) => Partial<Parts> {
  return ({ effects, wait }) => {
    const latest = new Map<string, string>();
    const work = async (key: string, id: string): Promise<void> => {
      await wait(50);
      if (latest.get(key) === id) effects.record(id);
    };
    return {
      work: async ({ id, data }) => {
        const key = keyOf({ id, ...data });
        latest.set(key, id);
        void work(key, id)
          .catch(async () => work(key, id))
          .catch(() => undefined);
        return Promise.resolve();
      },
    };
  };
}

/** It also has a unique key on the time of arrival, and ignores what violates it. */
function keyedBy(keyOf: (type: string, setup: Setup) => string): (setup: Setup) => Partial<Parts> {
  return (setup) => {
    const keys = new Set<string>();
    return {
      work: ({ id, type }) => {
        const key = keyOf(type, setup);
        if (!keys.has(key)) setup.effects.record(id);
        keys.add(key);
        return Promise.resolve();
      },
    };
  };
}

function limitsSilently(per_second: number): (setup: Setup) => Partial<Parts> {
  return ({ effects, nowSeconds }) => {
    let second = 0;
    let count = 0;
    return {
      work: ({ id }) => {
        count = nowSeconds() === second ? count + 1 : 1;
        second = nowSeconds();
        if (count <= per_second) effects.record(id);
        return Promise.resolve();
      },
    };
  };
}

function slotOf(text: string): string {
  let sum = 0;
  for (const letter of text) sum = (sum * 31 + letter.charCodeAt(0)) % SLOTS;
  return String(sum);
}

export const BURST_FAULTS: readonly FaultyRow[] = [
  ...faults('faulty', {
    'RTY-1/busy-flag: It returns 200 and does nothing while it works on another event.': explained(
      'RTY-1/each-takes-effect',
      /lost/,
      dropsBeyond(1),
    ),
    'RTY-1/queue-of-two: It works on one event, keeps one more, and drops the others.': explained(
      'RTY-1/each-takes-effect',
      /lost/,
      dropsBeyond(2),
    ),
    'RTY-1/queue-of-thirty: It drops events while thirty others wait.': explained(
      'RTY-1/each-takes-effect',
      /lost|full/,
      dropsBeyond(30, 60),
    ),
    'RTY-1/keyed-by-hundredth: Its primary key is the hundredth of a second at which an event came: of two in one, the second is ignored.':
      explained(
        'RTY-1/each-takes-effect',
        /time of arrival/,
        keyedBy(() => String(Math.floor(nowMs() / 10))),
      ),
    'RTY-1/keyed-by-second: Its primary key is the type and the second in which an event came.': explained(
      'RTY-1/each-takes-effect',
      /time of arrival/,
      keyedBy((type, { nowSeconds }) => `${type} ${nowSeconds()}`),
    ),
    'RTY-1/overwrites: It reads its list of events, adds one, and writes the list: concurrent events overwrite each other.':
      explained('RTY-1/each-takes-effect', /lost/, overwrites),
    'RTY-1/limits-silently: It returns 200 and does nothing for more than 25 events per second.': explained(
      'RTY-1/each-takes-effect',
      /lost/,
      limitsSilently(25),
    ),
    'RTY-1/short-hashes: It remembers an 8-bit hash of each id, and takes other ids with the same hash for duplicates.':
      explained('RTY-1/each-takes-effect', /known ones/, { identify: ({ id }) => slotOf(id) }),
    'RTY-2/refuses-beyond-thirty: It returns 409 for more than thirty concurrent deliveries.': explained(
      'RTY-2/50-at-once',
      /retried/,
      refusesBeyond(30, 409),
    ),
  }),
  ...faults('warned', {
    'RTY-1/last-of-a-lot: Of the events about one lot that come within 50 ms, only the last takes effect: delisting a lot rejects all of its bids at once.':
      explained(
        'RTY-1/one-lot-at-once',
        /lot/,
        debounces((data) => fieldOf(data, 'inventory_id', 'id')),
      ),
  }),
];
