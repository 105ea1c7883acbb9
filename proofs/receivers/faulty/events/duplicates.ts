/** SIG-7: an event takes effect twice or never, or two events count as one. */
import { createHash } from 'node:crypto';
import { parseByKey, signatureOf, workFor, type Parts } from '../../clean.ts';
import { makeOnce, type Once } from '../../once.ts';
import type { Envelope, Setup } from '../../receiver.ts';
import { caughtBy, explained, faults, type FaultyRow, type Found } from '../row.ts';

/** `warned`: a receiver may have reasons not to act twice on one bid. */
const IDENTITIES: readonly FaultyRow[] = [
  ...faults('faulty', {
    'SIG-7/by-signature: It identifies a delivery by its signature.': explained('SIG-7/one-effect', /signature or `t` is part/, {
      identify: (_envelope, { request }) => signatureOf(request),
    }),
    'SIG-7/by-t-and-body: It identifies a delivery by t and the body.': caughtBy('SIG-7/one-effect', {
      identify: ({ id }, { request }) => `${parseByKey(signatureOf(request))?.t} ${id}`,
    }),
    'SIG-7/by-instant: It identifies an event by created_at.': explained('SIG-7/two-events', /created_at/, {
      identify: ({ created_at }) => created_at,
    }),
  }),
  ...faults('warned', {
    'SIG-7/by-bid: It identifies an event by its bid.': explained('SIG-7/same-data', /a bid_id or trade_id/, {
      identify: ({ id, data }) => JSON.stringify(data['bid_id'] ?? id),
    }),
    'SIG-7/by-data: It identifies an event by the hash of its data.': caughtBy('SIG-7/same-data', {
      identify: ({ data }) => createHash('sha256').update(JSON.stringify(data)).digest('hex'),
    }),
    'EVT-3/short-column: It stores only the first sixteen characters of an id.': caughtBy('EVT-3/similar-ids', {
      identify: ({ id }) => id.slice(0, 16),
    }),
    'EVT-3/blind-to-case: Its id column is case-insensitive.': caughtBy('EVT-3/similar-ids', {
      identify: ({ id }) => id.toLowerCase(),
    }),
  }),
];

interface Memory {
  readonly keep_seconds?: number;
  readonly keep_count?: number;
  /** The id stays recorded although its work failed. */
  readonly keeps_failed?: boolean;
}

/** Remembers ids for a number of seconds, or a number of ids. */
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

/** Its effect fails on the first attempt of each settled trade, as in a short database outage, and on request. */
export function makeFlaky({ effects }: Setup, isRecordedFirst: boolean): Parts['work'] {
  const tried = new Set<string>();
  return ({ id, type }: Envelope) => {
    const fails = type === 'trade.settled' && !tried.has(id);
    tried.add(id);
    if (isRecordedFirst) return recordAndFail(effects, id, fails);
    if (!fails) effects.record(id);
    return fails ? Promise.reject(new Error('the database is unavailable')) : Promise.resolve();
  };
}

/** The effect succeeds, and what follows it fails. A requested failure prevents the effect once, so it is done again. */
async function recordAndFail(effects: Setup['effects'], id: string, fails: boolean): Promise<void> {
  try {
    effects.record(id);
  } catch (error) {
    effects.record(id);
    throw error;
  }
  if (fails) await Promise.reject(new Error('the database is unavailable'));
}

const WORK_MS = 50;

/** Does all work, and remembers nothing. */
export const noMemory: Once = async (_key, work) => {
  await work();
  return 'done';
};

/** Looks up a key first and stores it after the work, so that concurrent duplicates are all done. */
export function lookThenAct(): Once {
  const seen = new Set<string>();
  return async (key, work) => {
    if (seen.has(key)) return 'duplicate';
    await work();
    seen.add(key);
    return 'done';
  };
}

const MEMORIES: readonly FaultyRow[] = [
  ...faults('faulty', {
    'SIG-7/no-memory: It does not check for duplicates.': explained(
      'SIG-7/one-effect',
      /does not remember events by the envelope id/,
      { once: noMemory },
    ),
    'SIG-7/memory-of-five: It remembers the last five ids.': caughtBy('SIG-7/long-memory', (setup) => ({
      once: makeForgetful(setup, { keep_count: 5 }),
    })),
    'SIG-7/memory-of-seconds: It remembers an id for five seconds, but the first retry comes after ten.': caughtBy(
      'SIG-7/later',
      (setup) => ({ once: makeForgetful(setup, { keep_seconds: 5 }) }),
    ),
    'SIG-7/memory-of-half-an-hour: It remembers an id for half an hour, but the last attempt comes after 37 minutes.': caughtBy(
      'SIG-7/later',
      (setup) => ({ once: makeForgetful(setup, { keep_seconds: 1_800 }) }),
    ),
    'SIG-7/looks-then-acts: It checks the id, works, and only then records it, so a concurrent duplicate is processed too.':
      explained('SIG-7/parallel', /unique key/, (setup) => ({ once: lookThenAct(), work: workFor(setup, WORK_MS) })),
    'SIG-7/noted-before-the-effect: It records an id before the effect, so a failed event is lost when it is retried.': explained(
      'RTY-3/failed',
      /stores the id before the effect/,
      (setup) => ({ once: makeForgetful(setup, { keeps_failed: true }), work: makeFlaky(setup, false) }),
    ),
    'SIG-7/fails-after-the-effect: It fails after the effect and before it records the id, so the retry takes effect again.':
      explained('RTY-3/failed', /fails after the effect/, (setup) => ({ once: makeOnce(), work: makeFlaky(setup, true) })),
    'RTY-1/swallows-failures: It returns 200 although its effect failed, so the event is not retried.': caughtBy(
      'RTY-3/failed',
      (setup) => {
        const work = makeFlaky(setup, false);
        return {
          work: async (envelope, request) => {
            try {
              await work(envelope, request);
            } catch {
              // The fault: the sender does not learn of it.
            }
          },
        };
      },
    ),
  }),
  ...faults('warned', {
    'EVT-19/drops-what-is-older: It returns 200 for an event that is older than one that it has seen, and does nothing.':
      caughtBy('RTY-1/late-effect', ({ effects }) => {
        let latest = '';
        return {
          work: ({ id, created_at }) => {
            if (created_at >= latest) effects.record(id);
            latest = created_at > latest ? created_at : latest;
            return Promise.resolve();
          },
        };
      }),
  }),
];

const REFUSED_DUPLICATE = ['RTY-1/retry', 'RTY-1/duplicate', 'SIG-7/long-memory'];

function refusesDuplicates(status: number): Found {
  return explained(REFUSED_DUPLICATE, /treats a duplicate as an error/, {
    accept: (outcome) => ({ status: outcome === 'done' ? 200 : status }),
  });
}

const REFUSALS_OF_DUPLICATES = faults('faulty', {
  'RTY-1/duplicate-400: It returns 400 for a duplicate.': refusesDuplicates(400),
  'RTY-1/duplicate-404: It returns 404 for a duplicate.': refusesDuplicates(404),
  'RTY-1/duplicate-409: It returns 409 for a duplicate.': refusesDuplicates(409),
  'RTY-1/duplicate-500: It returns 500 for a duplicate, as with a unique constraint, so the event is retried again and again.':
    refusesDuplicates(500),
});

export const DUPLICATE_FAULTS: readonly FaultyRow[] = [...IDENTITIES, ...MEMORIES, ...REFUSALS_OF_DUPLICATES];
