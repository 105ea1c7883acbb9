import { parseArgs } from 'node:util';
import { KILLABLE } from '../mutation-testing/test-gate.ts';
import { matches, runTool } from '../tool.ts';
import { runJobs } from '../worker-pool.ts';
import { SHARE_MIN, summarize } from './summarize.ts';
import type { Attempt } from './try-violation.ts';

const USAGE = `Usage: npm run reproductions -- [options] [NAME ...]

Runs the reproduction script of a finding for each violation, on the broken mock and on the clean one.

  NAME           an area, a clause, or a violation
  --slice I/N    every Nth violation, from the Ith on; I starts at 0
  --scripts      print the scripts that do not work

Exit codes: 0 at least ${SHARE_MIN * 100} % of the scripts work; 1 otherwise; 2 wrong usage.

Examples:
  npm run reproductions -- BID-26
  npm run reproductions -- --slice 0/10`;

/** Jobs that one process runs at the same time: the gate mostly waits. */
const JOBS_AT_ONCE = 3;

async function run(args: readonly string[]): Promise<number> {
  const { values, positionals: names } = parseArgs({
    args: [...args],
    options: { slice: { type: 'string', default: '0/1' }, scripts: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
  });
  if (values.help === true) {
    console.log(USAGE);
    return 0;
  }
  const [at = 0, of = 1] = values.slice.split('/').map(Number);
  const isNamed = (name: string): boolean => names.length === 0 || names.some((one) => matches(one, name));
  const jobs = KILLABLE.filter(({ name }) => isNamed(name))
    .filter((_, i) => i % of === at)
    .map(({ name }) => ({ name }));
  if (jobs.length === 0) throw new Error('no violation is selected');
  const attempts: Attempt[] = [];
  const onOutcome = (attempt: Attempt): void => {
    attempts.push(attempt);
    const { outcome, name, check, why, script } = attempt;
    if (outcome === 'wrong' || outcome === 'survived')
      console.log(`${outcome.toUpperCase()} ${name} (${check ?? 'no check'}): ${why ?? ''}`);
    if (outcome === 'wrong' && values.scripts === true) console.log(script);
  };
  await runJobs<(typeof jobs)[number], Attempt>({
    worker: new URL('worker.ts', import.meta.url),
    jobs,
    jobs_at_once: JOBS_AT_ONCE,
    onOutcome,
  });
  const { text, share } = summarize(attempts);
  console.log(text);
  return share >= SHARE_MIN ? 0 : 1;
}

await runTool('reproductions', run);
