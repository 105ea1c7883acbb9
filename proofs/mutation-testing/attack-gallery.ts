/** Attacks the receivers of the gallery, in this process because they mostly wait. */
import { attackReceiver } from '#conformance/receiver/attack';
import { countAt } from '#conformance/receiver/effects';
import type { RunReport } from '#conformance/check/verdicts';
import type { Selection } from '#client';
import type { CorrectReceiver, FaultyReceiver, MakeReceiver } from '../receivers/index.ts';
import { CORRECT, FAULTY, serveReceiver } from '../receivers/index.ts';
import { SLOW_DRILLS, SLOW_RECEIVERS, SUMMARY_DRILLS } from './exceptions.ts';
import type { Size } from './job.ts';
import type { CorrectOutcome, FaultyOutcome } from './receiver-outcomes.ts';
import { causesOf, gradeCorrect, gradeFaulty } from './receiver-outcomes.ts';

type GalleryOutcome =
  | { kind: 'faulty'; faulty: FaultyOutcome; found_by: readonly string[]; causes: readonly string[] }
  | { kind: 'correct'; correct: CorrectOutcome };

interface Selected {
  only?: readonly string[];
  skip?: readonly string[];
  shard?: Selection['shard'];
}

/** RTY-4: the delay of the second attempt. */
const LATER_SECONDS = 10;
/** RTY-5 */
const TIMEOUT_MS = 10_000;
const IN_FLIGHT = 16;
/** In the first attack of each receiver, and in those of the survivors. */
const RECEIVERS_AT_ONCE = [40, 8, 1];
/** Attacks that take a minute or more. Each of the others takes less. */
const LONGEST = [
  'effects-later',
  'one-worker',
  'slow',
  'mismatch-429',
  'debounced',
  'by-svc-event',
  'by-a-header-that-is-not-there',
  'queued',
  'busy',
];

/** Receivers whose drills take three minutes one after the other, and in how many parts they run at the same time. */
const PARTS: Readonly<Record<string, number>> = { 'effects-later': 3 };

/** Attacks a new instance of a receiver, and makes its effect fail if a drill asks for it. */
async function attackMade(make: MakeReceiver, { only = [], skip = [], shard }: Selected = {}): Promise<RunReport> {
  await using serving = await serveReceiver(make);
  // `await` keeps the receiver open until the attack ends.
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
    selection: { only, skip, clauses: [], shard },
    is_strict: false,
    require: [],
    timeout_ms: TIMEOUT_MS,
    time_limit_ms: 600_000,
    max_in_flight: IN_FLIGHT,
    rerun_flags: [],
    notices: [],
  });
}

/**
 * Skips the slow drills that its row does not name. A slow receiver gets the drills of its row only.
 * @param size `kill`: the drills of its row only
 */
export async function attackFaulty({ name, make, drills }: FaultyReceiver, size: Size): Promise<RunReport> {
  const is_small = size === 'kill' && !drills.some((id) => SUMMARY_DRILLS.includes(id));
  if (is_small || SLOW_RECEIVERS.includes(name)) return attackMade(make, { only: ['SIG-1/genuine', ...drills] });
  return attackMade(make, { skip: SLOW_DRILLS.filter((id) => !drills.includes(id)) });
}

/**
 * Attacks the selected receivers, many at once. Attacks a faulty receiver that survives again, when less runs: on a busy machine, a body that is sent in
 * pieces can arrive in one.
 * @param others what keeps the processors busy meanwhile
 * @param onOutcome called with each outcome when it is known
 */
export async function attackGallery(
  isSelected: (name: string) => boolean,
  size: Size,
  others: Promise<unknown>,
  onOutcome: (outcome: GalleryOutcome) => void,
): Promise<void> {
  const jobs = [...CORRECT.map((row) => forCorrect(row, size)), ...FAULTY.map((row) => forFaulty(row, size))].filter(({ name }) =>
    isSelected(name),
  );
  // The slowest ones start first.
  let waiting = [...jobs.filter(({ name }) => LONGEST.includes(name)), ...jobs.filter(({ name }) => !LONGEST.includes(name))];
  for (const at_once of RECEIVERS_AT_ONCE) {
    const queue = waiting;
    const survivors: Job[] = [];
    const work = async (): Promise<void> => {
      for (let job = queue.shift(); job !== undefined; job = queue.shift()) {
        const outcome = await job.attack();
        const has_survived = outcome.kind === 'faulty' && outcome.faulty.survived_as !== undefined;
        if (has_survived && at_once > 1) survivors.push(job);
        else onOutcome(outcome);
      }
    };
    await Promise.all(Array.from({ length: at_once }, work));
    if (survivors.length === 0) return;
    await others;
    waiting = survivors;
  }
}

interface Job {
  name: string;
  attack: () => Promise<GalleryOutcome>;
}

function forCorrect(row: CorrectReceiver, size: Size): Job {
  return {
    name: row.name,
    attack: async () => {
      const of = size === 'kill' ? (PARTS[row.name] ?? 1) : 1;
      const parts = await Promise.all(
        Array.from({ length: of }, async (_, i) => attackMade(row.make, { shard: { index: i + 1, of } })),
      );
      const [report] = parts.toSorted((one, other) => other.exit_code - one.exit_code);
      if (report === undefined) throw new Error(`${row.name} has no parts`);
      const checks = parts.flatMap((part) => part.checks.filter(({ verdict }) => verdict !== 'not_selected'));
      return { kind: 'correct', correct: gradeCorrect(row, { ...report, checks }) };
    },
  };
}

function forFaulty(row: FaultyReceiver, size: Size): Job {
  return {
    name: row.name,
    attack: async () => {
      const report = await attackFaulty(row, size);
      const found_by = report.checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map(({ id }) => id);
      const causes = report.checks.flatMap(causesOf);
      return { kind: 'faulty', faulty: gradeFaulty(row, report), found_by, causes };
    },
  };
}
