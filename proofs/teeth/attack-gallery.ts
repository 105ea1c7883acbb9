/** The attack on each receiver of the gallery, in this process: they mostly wait for each other. */
import { attackReceiver } from '#conformance/receiver/attack';
import { countAt } from '#conformance/receiver/effects';
import type { RunReport } from '#conformance/check/verdicts';
import type { CorrectReceiver, FaultyReceiver, MakeReceiver } from '../receivers/index.ts';
import { CORRECT, FAULTY, serveReceiver } from '../receivers/index.ts';
import { LASTING, NARROWED } from './exceptions.ts';
import type { ReceiverBite, ReceiverPeace } from './judge-receivers.ts';
import { judgeReceiverBite, judgeReceiverPeace } from './judge-receivers.ts';

export type GalleryOutcome =
  | { kind: 'bite'; bite: ReceiverBite; bitten: readonly string[] }
  | { kind: 'peace'; peace: ReceiverPeace };

interface Selected {
  only?: readonly string[];
  skip?: readonly string[];
}

/** RTY-4: the second attempt comes so long after the first. */
const LATER_SECONDS = 10;
/** RTY-5 */
const TIMEOUT_MS = 10_000;
const IN_FLIGHT = 16;
const RECEIVERS_AT_ONCE = 20;

/** Judges a receiver with a state of its own, which is made to fail where a drill asks for it. */
export async function attackMade(make: MakeReceiver, { only = [], skip = [] }: Selected = {}): Promise<RunReport> {
  await using serving = await serveReceiver(make);
  // The receiver is there until the attack has ended.
  return await attackReceiver({
    url: serving.url,
    secret: serving.secret,
    countEffects: countAt(serving.effect_url),
    failNext: async () => {
      await fetch(serving.fail_url, { method: 'POST' });
    },
    type: 'bid.accepted',
    livemode: true,
    later_seconds: LATER_SECONDS,
    selection: { only, skip, clauses: [], shard: undefined },
    is_strict: false,
    require: [],
    timeout_ms: TIMEOUT_MS,
    time_limit_ms: 600_000,
    max_in_flight: IN_FLIGHT,
    rerun_flags: [],
    notices: [],
  });
}

/** A faulty receiver meets all drills but the long ones that its row does not name; one that takes long itself meets those of its row. */
export async function attackFaulty({ name, make, drills }: FaultyReceiver): Promise<RunReport> {
  if (NARROWED.includes(name)) return attackMade(make, { only: ['SIG-1/genuine', ...drills] });
  return attackMade(make, { skip: LASTING.filter((id) => !drills.includes(id)) });
}

/**
 * Attacks those receivers of the gallery whose names are meant, several at once. A faulty one that escapes in the crowd is attacked once more when that is
 * over: where the machine is busy, what is sent in pieces arrives in one.
 * @param tell called with each outcome as it comes
 */
export async function attackGallery(isMeant: (name: string) => boolean, tell: (outcome: GalleryOutcome) => void): Promise<void> {
  const jobs = [...CORRECT.map(forCorrect), ...FAULTY.map(forFaulty)].filter(({ name }) => isMeant(name));
  // What lasts longest begins first.
  const waiting = jobs.toSorted((one, other) => Number(takesLong(other.name)) - Number(takesLong(one.name)));
  const again: Job[] = [];
  const work = async (): Promise<void> => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      const outcome = await job.judge();
      if (outcome.kind === 'bite' && outcome.bite.escaped_as !== undefined) again.push(job);
      else tell(outcome);
    }
  };
  await Promise.all(Array.from({ length: RECEIVERS_AT_ONCE }, work));
  for (const job of again) tell(await job.judge());
}

interface Job {
  name: string;
  judge: () => Promise<GalleryOutcome>;
}

function forCorrect(row: CorrectReceiver): Job {
  return {
    name: row.name,
    judge: async () => ({ kind: 'peace', peace: judgeReceiverPeace(row, await attackMade(row.make)) }),
  };
}

function forFaulty(row: FaultyReceiver): Job {
  return {
    name: row.name,
    judge: async () => {
      const report = await attackFaulty(row);
      const bitten = report.checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map(({ id }) => id);
      return { kind: 'bite', bite: judgeReceiverBite(row, report), bitten };
    },
  };
}

function takesLong(name: string): boolean {
  return NARROWED.includes(name) || ['slow', 'mismatch-429', 'first-chunk-only'].includes(name);
}
