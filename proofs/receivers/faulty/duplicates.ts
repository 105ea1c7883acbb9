/** SIG-7: an event takes effect twice, or never, or two events are taken for one. */
import { createHash } from 'node:crypto';
import { parseByKey, type Parts, type Post } from '../clean.ts';
import { makeOnce, type Once } from '../once.ts';
import type { Notice, Setup } from '../receiver.ts';
import type { FaultyRow } from './row.ts';

function headerOf({ request }: Post): string {
  return request.headers['svc-signature']?.toString() ?? '';
}

/**
 * name, what is wrong, what stands for the id, and whether it may warn at most: a receiver may have reasons of its own to do
 * nothing twice about one bid.
 */
const IDENTITIES: readonly (readonly [string, string, Parts['identify'], FaultyRow['kind']?])[] = [
  ['by-signature', 'It knows a delivery by its signature.', (_notice, post) => headerOf(post)],
  ['by-t-and-body', 'It knows a delivery by t and the body.', ({ id }, post) => `${parseByKey(headerOf(post))?.t} ${id}`],
  ['by-bid', 'It knows an event by its bid.', ({ id, data }) => JSON.stringify(data['bid_id'] ?? id), 'warned'],
  [
    'by-data',
    'It knows an event by the hash of its data.',
    ({ data }) => createHash('sha256').update(JSON.stringify(data)).digest('hex'),
    'warned',
  ],
  ['by-instant', 'It knows an event by created_at.', ({ created_at }) => created_at],
];

const SIMILAR: readonly (readonly [string, string, Parts['identify']])[] = [
  ['short-column', 'It keeps the first sixteen characters of an id.', ({ id }) => id.slice(0, 16)],
  ['blind-to-case', 'Its column does not tell upper from lower case.', ({ id }) => id.toLowerCase()],
];

interface Memory {
  readonly keep_seconds?: number;
  readonly keep_count?: number;
  /** An id stays noted although its work failed. */
  readonly keeps_failed?: boolean;
}

/** Remembers for so many seconds, or so many ids. */
export function makeForgetful({ nowSeconds }: Setup, memory: Memory): Once {
  const { keep_seconds = Infinity, keep_count = Infinity, keeps_failed = false } = memory;
  const seen = new Map<string, number>();
  return async (key, work) => {
    const at_seconds = seen.get(key);
    if (at_seconds !== undefined && nowSeconds() - at_seconds <= keep_seconds) return 'duplicate';
    seen.set(key, nowSeconds());
    if (seen.size > keep_count) seen.delete([...seen.keys()][0] ?? '');
    try {
      await work();
    } catch (error) {
      if (!keeps_failed) seen.delete(key);
      throw error;
    }
    return 'done';
  };
}

/** Its effect fails at the first attempt on each settled trade, as where a database is away for a moment, and where it is told to fail. */
function makeFlaky({ effects }: Setup, isRecordedFirst: boolean): Parts['work'] {
  const tried = new Set<string>();
  return ({ id, type }: Notice) => {
    const fails = type === 'trade.settled' && !tried.has(id);
    tried.add(id);
    if (isRecordedFirst) return recordAndFail(effects, id, fails);
    if (!fails) effects.record(id);
    return fails ? Promise.reject(new Error('the database is away')) : Promise.resolve();
  };
}

/** The effect is there, and what comes after it fails. A failure that was asked for stands in the way of the effect once: so it is done again. */
async function recordAndFail(effects: Setup['effects'], id: string, fails: boolean): Promise<void> {
  try {
    effects.record(id);
  } catch (error) {
    effects.record(id);
    throw error;
  }
  if (fails) await Promise.reject(new Error('the database is away'));
}

const WORK_MS = 50;

function workSlowly({ effects, wait }: Setup): Parts['work'] {
  return async ({ id }, request) => {
    await wait(WORK_MS, request);
    effects.record(id);
  };
}

const MEMORIES: readonly FaultyRow[] = [
  {
    name: 'no-memory',
    fault: 'It does not look whether it has seen an event.',
    kind: 'faulty',
    clause: 'SIG-7',
    parts: () => ({
      once: async (_key, work) => {
        await work();
        return 'done';
      },
    }),
  },
  {
    name: 'memory-of-five',
    fault: 'It remembers the last five ids.',
    kind: 'faulty',
    clause: 'SIG-7',
    parts: (setup) => ({ once: makeForgetful(setup, { keep_count: 5 }) }),
  },
  {
    name: 'memory-of-seconds',
    fault: 'It remembers an id for five seconds, and the first retry comes after ten.',
    kind: 'faulty',
    clause: 'SIG-7',
    parts: (setup) => ({ once: makeForgetful(setup, { keep_seconds: 5 }) }),
  },
  {
    name: 'memory-of-half-an-hour',
    fault: 'It remembers an id for half an hour, and the last attempt comes after 37 minutes.',
    kind: 'faulty',
    clause: 'SIG-7',
    parts: (setup) => ({ once: makeForgetful(setup, { keep_seconds: 1_800 }) }),
  },
  {
    name: 'looks-then-acts',
    fault: 'It looks whether it knows an id, works, and only then notes it: what comes meanwhile is done as well.',
    kind: 'faulty',
    clause: 'SIG-7',
    parts: (setup) => {
      const seen = new Set<string>();
      const once: Once = async (key, work) => {
        if (seen.has(key)) return 'duplicate';
        await work();
        seen.add(key);
        return 'done';
      };
      return { once, work: workSlowly(setup) };
    },
  },
  {
    name: 'noted-before-the-effect',
    fault: 'It notes an id before the effect: what failed once is lost when it comes again.',
    kind: 'faulty',
    clause: 'SIG-7',
    parts: (setup) => ({ once: makeForgetful(setup, { keeps_failed: true }), work: makeFlaky(setup, false) }),
  },
  {
    name: 'fails-after-the-effect',
    fault: 'It fails after the effect and before it notes the id: what comes again takes effect again.',
    kind: 'faulty',
    clause: 'SIG-7',
    parts: (setup) => ({ once: makeOnce(), work: makeFlaky(setup, true) }),
  },
  {
    name: 'swallows-failures',
    fault: 'It answers 200 although its effect failed, so that nothing is sent again.',
    kind: 'faulty',
    clause: 'RTY-1',
    parts: (setup) => {
      const work = makeFlaky(setup, false);
      return {
        work: async (notice, request) => {
          try {
            await work(notice, request);
          } catch {
            // The mistake: whoever sent the event is not told.
          }
        },
      };
    },
  },
  {
    name: 'drops-what-is-older',
    fault: 'It answers 200 to an event that is older than one that it has seen, and does nothing.',
    kind: 'warned',
    clause: 'EVT-19',
    parts: ({ effects }) => {
      let latest = '';
      return {
        work: ({ id, created_at }) => {
          if (created_at >= latest) effects.record(id);
          latest = created_at > latest ? created_at : latest;
          return Promise.resolve();
        },
      };
    },
  },
];

const REFUSALS_OF_DUPLICATES: readonly FaultyRow[] = [
  ...[400, 404, 409].map((status): FaultyRow => {
    return {
      name: `duplicate-${status}`,
      fault: `It answers ${status} to an event that it has seen.`,
      kind: 'faulty',
      clause: 'RTY-1',
      parts: () => ({ thank: (outcome) => ({ status: outcome === 'done' ? 200 : status }) }),
    };
  }),
  {
    name: 'duplicate-500',
    fault: 'It answers 500 to an event that it has seen, as where a unique key is violated, so that it comes again and again.',
    kind: 'faulty',
    clause: 'RTY-1',
    parts: () => ({ thank: (outcome) => ({ status: outcome === 'done' ? 200 : 500 }) }),
  },
];

export const DUPLICATE_FAULTS: readonly FaultyRow[] = [
  ...IDENTITIES.map(([name, fault, identify, kind = 'faulty']): FaultyRow => {
    return { name, fault, kind, clause: 'SIG-7', parts: () => ({ identify }) };
  }),
  ...SIMILAR.map(([name, fault, identify]): FaultyRow => {
    return { name, fault, kind: 'warned', clause: 'EVT-3', parts: () => ({ identify }) };
  }),
  ...MEMORIES,
  ...REFUSALS_OF_DUPLICATES,
];
