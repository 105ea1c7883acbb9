/** Runs pairs that no probe infected, to see whether they have the verdict of the clean mock. */
import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKS } from '#conformance/checks/index';
import { runJobs } from '../../worker-pool.ts';
import type { Slice } from './deviations.ts';
import { planRows } from './full.ts';
import type { RowJob } from './row.ts';
import type { Shard } from './shard.ts';
import { FOLDER } from './shard.ts';
import type { MatrixJob, MatrixOutcome } from './worker.ts';

const CHECKS_PER_ROW = 40;
const ROWS_AT_ONCE = 4;
const worker = new URL('worker.ts', import.meta.url);

export interface Audit {
  rows: number;
  pairs: number;
  /** The pairs with another verdict than on the clean mock. */
  disagreements: readonly string[];
}

/** The same for the same seed. */
function pick<Item>(items: readonly Item[], count: number, seed: string, nameOf: (item: Item) => string): readonly Item[] {
  const rank = (item: Item): string => hash('sha256', `${seed} ${nameOf(item)}`);
  return items.toSorted((one, other) => rank(one).localeCompare(rank(other))).slice(0, count);
}

/** @param count how many violations and variants are audited */
export async function audit(shards: readonly Shard[], count: number, print: (text: string) => void): Promise<Audit> {
  const clean = new Map(shards.flatMap(({ probes }) => probes.map(({ check, verdict }) => [check, verdict] as const)));
  const rows = shards.flatMap(({ slice, probes }: { slice: Slice; probes: Shard['probes'] }) => planRows(slice, probes));
  const pruned = rows
    .map((row): RowJob => {
      const left = CHECKS.map(({ id }) => id).filter((id) => !row.checks.includes(id));
      return { ...row, checks: pick(left, CHECKS_PER_ROW, row.name, String), has_oracles: false };
    })
    .filter(({ checks }) => checks.length > 0);
  const jobs = pick(pruned, count, 'audit', ({ name }) => name).map((row): MatrixJob => ({ row }));
  const disagreements: string[] = [];
  let pairs = 0;
  await runJobs<MatrixJob, MatrixOutcome>({
    worker,
    jobs,
    jobs_at_once: ROWS_AT_ONCE,
    onOutcome: (outcome) => {
      if (!('row' in outcome)) throw new Error('failed' in outcome ? outcome.failed : 'no row');
      const { row } = outcome;
      const asked = pruned.find(({ name }) => name === row.name)?.checks ?? [];
      pairs += asked.length;
      for (const id of asked) {
        const [verdict, reason] = row.verdicts[id] ?? ['pass', ''];
        if (verdict === clean.get(id)) continue;
        disagreements.push(`${row.name} × ${id}: ${verdict} ${reason}`);
        print(`DISAGREES ${disagreements.at(-1) ?? ''}`);
      }
    },
  });
  const made: Audit = { rows: jobs.length, pairs, disagreements };
  writeFileSync(join(FOLDER, 'audit.json'), JSON.stringify(made));
  return made;
}
