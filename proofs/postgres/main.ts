/**
 * `npm run cluster -- races | explorer | gate`: three processes on PostgreSQL behind a balancer, at full size. Prints figures, and exits with 1
 * if they are wrong.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { resolveConfig } from '#conformance';
import { runRaces } from '#scenarios';
import { makeFolder, runCli } from '../conform/run-cli.ts';
import { startPostgres } from '../postgres.ts';
import type { Cluster } from './cluster.ts';
import { startCluster } from './cluster.ts';
import { describeContests, runContests } from './contests.ts';

const PROCESSES = 3;
const EXIT_USAGE = 2;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** How many bids are answered by several processes at once. */
    count: { type: 'string', default: '1000' },
    /** How often the explorer runs each race. */
    tries: { type: 'string', default: '20' },
    /** A part of the gate, such as 3/40. */
    shard: { type: 'string' },
    seed: { type: 'string', default: 'cluster' },
  },
});

/** Runs work on a new cluster, and prints what its processes wrote to stderr. @param processes how many */
async function onCluster<Result>(processes: number, work: (cluster: Cluster) => Promise<Result>): Promise<Result> {
  await using postgres = await startPostgres();
  await using cluster = await startCluster(processes, await postgres.createDatabase('cluster'), ['--lots', '40']);
  const result = await work(cluster);
  const errors = cluster.processes.map((each) => each.errors()).join('');
  if (errors !== '') console.log(`the processes printed:\n${errors}`);
  return result;
}

async function races(): Promise<boolean> {
  const figures = await onCluster(PROCESSES, ({ processes }) =>
    runContests(
      processes.map(({ addresses }) => addresses),
      Number(values.count),
      values.seed,
    ),
  );
  console.log(`${PROCESSES} processes: ${describeContests(figures)}`);
  const { histories, linearizable, double_trades, not_decided_once } = figures;
  return linearizable === histories && double_trades === 0 && not_decided_once === 0;
}

async function explorer(): Promise<boolean> {
  let is_clean = true;
  for (const count of [1, PROCESSES]) {
    const results = await onCluster(count, async ({ base_url }) => {
      const settings = await resolveConfig({ target: base_url, ledger: false, seed: values.seed }, '/', {});
      return runRaces(settings, { tries: Number(values.tries) });
    });
    const findings = results.flatMap(({ finding }) => (finding === undefined ? [] : [finding]));
    const tries = results.reduce((sum, result) => sum + result.tries, 0);
    console.log(`${nameOf(count)}: ${results.length} races, ${tries} tries, ${findings.length} findings`);
    for (const finding of findings) console.log(JSON.stringify(finding));
    is_clean &&= findings.length === 0;
  }
  return is_clean;
}

async function gate(): Promise<boolean> {
  using folder = makeFolder();
  const shard = values.shard === undefined ? [] : ['--shard', values.shard];
  const reports: string[] = [];
  const codes: (number | null)[] = [];
  for (const count of [1, PROCESSES]) {
    const report = join(folder.path, `${count}.json`);
    const run = ['conform', '--seed', values.seed, '--no-ledger', '--report', `json=${report}`, ...shard];
    const { code, stdout } = await onCluster(count, ({ base_url }) => runCli([...run, base_url], folder.path));
    console.log(`${nameOf(count)}, exit code ${code}:\n${stdout}`);
    reports.push(report);
    codes.push(code);
  }
  const { code, stdout } = await runCli(['compare', ...reports], folder.path);
  console.log(`The difference between one process and ${PROCESSES}:\n${stdout}`);
  return code === 0 && codes.every((each) => each === 0);
}

function nameOf(count: number): string {
  return count === 1 ? 'one process' : `${count} processes behind a balancer`;
}

const TASKS: Readonly<Record<string, () => Promise<boolean>>> = { races, explorer, gate };
const run = positionals.length === 1 ? TASKS[positionals[0] ?? ''] : undefined;
if (run === undefined) {
  console.error(`cluster: name one of: ${Object.keys(TASKS).join(', ')}`);
  process.exitCode = EXIT_USAGE;
} else if (!(await run())) process.exitCode = 1;
