/** Runs pairs that no probe infected, to see whether they have the verdict of the clean mock. */
import { hash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKS } from '#conformance/checks/index';
import { runJobs } from '../../worker-pool.ts';
import { planRows } from './full.ts';
import type { RowJob } from './row.ts';
import { FOLDER, readOutcomes } from './outcome-file.ts';
import type { MatrixJob, MatrixOutcome } from './worker.ts';

const PATH = join(FOLDER, 'audit.json');
const CHECKS_PER_ROW = 40;
const ROWS_AT_ONCE = 4;
const worker = new URL('worker.ts', import.meta.url);

export interface Audit {
  rows: number;
  pairs: number;
  /** How many pairs had another verdict than on the clean mock while other rows ran. Time-outs of a busy machine are among them. */
  odd_at_first: number;
  /** The pairs that had another verdict again, when their row ran alone. */
  disagreements: readonly string[];
}

/** The audit of the matrix in the folder, if there is one. */
export function readAudit(): Audit | undefined {
  // As `audit` wrote it.
  return existsSync(PATH) ? (JSON.parse(readFileSync(PATH, 'utf8')) as Audit) : undefined;
}

/** The same for the same seed. */
function pick<Item>(items: readonly Item[], count: number, seed: string, nameOf: (item: Item) => string): readonly Item[] {
  const rank = (item: Item): string => hash('sha256', `${seed} ${nameOf(item)}`);
  return items.toSorted((one, other) => rank(one).localeCompare(rank(other))).slice(0, count);
}

/** @param count how many violations and variants are audited */
export async function audit(count: number, print: (text: string) => void): Promise<Audit> {
  const { probes } = readOutcomes();
  const clean = new Map(probes.map(({ check, verdict }) => [check, verdict] as const));
  const pruned = planRows(probes)
    .map((row): RowJob => {
      const left = CHECKS.map(({ id }) => id).filter((id) => !row.checks.includes(id));
      return { ...row, checks: pick(left, CHECKS_PER_ROW, row.name, String), has_oracles: false };
    })
    .filter(({ checks }) => checks.length > 0);
  const jobs = pick(pruned, count, 'audit', ({ name }) => name);
  const run = async (rows_to_run: readonly RowJob[], jobs_at_once: number): Promise<readonly Odd[]> => {
    const odd: Odd[] = [];
    await runJobs<MatrixJob, MatrixOutcome>({
      worker,
      jobs: rows_to_run.map((row) => ({ row })),
      jobs_at_once,
      onOutcome: (outcome) => {
        if (!('row' in outcome)) throw new Error('failed' in outcome ? outcome.failed : 'a worker sent no row');
        const { name, verdicts } = outcome.row;
        for (const id of rows_to_run.find((row) => row.name === name)?.checks ?? []) {
          const [verdict, reason] = verdicts[id] ?? ['pass', ''];
          if (verdict !== clean.get(id)) odd.push({ name, text: `${name} × ${id}: ${verdict} ${reason}` });
        }
      },
    });
    return odd;
  };
  const first = await run(jobs, ROWS_AT_ONCE);
  for (const { text } of first) print(`first try: ${text}`);
  const second = await run(
    jobs.filter(({ name }) => first.some((odd) => odd.name === name)),
    1,
  );
  const made: Audit = {
    rows: jobs.length,
    pairs: jobs.reduce((sum, { checks }) => sum + checks.length, 0),
    odd_at_first: first.length,
    disagreements: second.map(({ text }) => text),
  };
  writeFileSync(PATH, JSON.stringify(made));
  return made;
}

/** A pair with another verdict than on the clean mock. */
interface Odd {
  name: string;
  text: string;
}
