import { appendFileSync } from 'node:fs';
import { VARIANTS } from '#mock/mutations/variants/index';
import { runJobs } from './worker-pool.ts';
import { ROWS, type RowJob } from './mutation-testing/matrix/row.ts';
import type { MatrixOutcome } from './mutation-testing/matrix/worker.ts';
const worker = new URL('mutation-testing/matrix/worker.ts', import.meta.url);
const warns = new Map(VARIANTS.map((v) => [v.name, new Set<string>(v.warns)]));
const jobs = ROWS.filter(({ kind, name }) => kind === 'variant' && (process.argv.length < 3 || process.argv.slice(2).includes(name)));
let n = 0;
await runJobs<RowJob, MatrixOutcome>({ worker, jobs, jobs_at_once: 4, onOutcome: (o) => {
  n += 1;
  const t = new Date().toISOString().slice(11, 19);
  if ('failed' in o) { appendFileSync('/tmp/variants.out', `${t} FAILED ${o.failed.slice(0, 300)}\n`); return; }
  const { name, verdicts } = o.row;
  const bad = Object.entries(verdicts).filter(([id, [v]]) => v === 'fail' || v === 'error' || (v === 'warn' && !warns.get(name)?.has(id)) );
  const blocked = Object.entries(verdicts).filter(([, [v]]) => v === 'blocked').length;
  appendFileSync('/tmp/variants.out', `${t} ${n}/${jobs.length} ${name} blocked ${blocked}\n${bad.map(([id, [v, r]]) => `   ${v.toUpperCase()} ${id}: ${r}\n`).join('')}`);
} });
