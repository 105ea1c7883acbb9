import { join } from 'node:path';
import { LIMITS } from '#spec';
import { stopwatchMs } from '#mock/ports/clock';
import { pause } from '#mock/ports/timer';
import type { Benchmark, ReportProgress, Row, Table } from '../kit/benchmark.ts';
import { readMemory } from '../kit/process-figures.ts';
import type { Behavior, Receivers } from '../kit/receivers.ts';
import { openReceivers } from '../kit/receivers.ts';
import type { ServerProcess } from '../kit/server-process.ts';
import { startMock } from '../kit/server-process.ts';
import { percentile } from '../kit/statistics.ts';
import { openTemporaryFolder } from '../kit/temporary-folder.ts';
import type { Webhooks } from '../kit/webhooks.ts';
import { openWebhooks, writeTeams } from '../kit/webhooks.ts';

const SUBSCRIPTIONS = 10_000;
/** WHK-10 limits the subscriptions of a team. */
const TEAMS = SUBSCRIPTIONS / LIMITS.subscriptions_per_team_max;
/** In every 200 subscriptions, by their number: one refuses the connection, one never responds, and two are slow. */
const UNHEALTHY: Readonly<Record<number, Behavior>> = { 33: 'refusing', 66: 'slow', 133: 'silent', 166: 'slow' };
const SECONDS = 60;
/** Each event goes to the twenty subscriptions of one team. */
const EVENTS_PER_SECOND = 20;
const P99_MAX_MS = 1_000;

export const failingReceivers: Benchmark = {
  summary: `first attempts with ${SUBSCRIPTIONS.toLocaleString('en')} subscriptions, 1 % of them dead and 1 % slow (9 s)`,
  runs: 'full',
  run: async ({ report }) => {
    using folder = openTemporaryFolder();
    return [await measure(folder.path, report)];
  },
};

/** The mock, its receivers, and what emits events. */
interface Environment {
  server: ServerProcess;
  receivers: Receivers;
  webhooks: Webhooks;
}

async function measure(folder: string, report: ReportProgress): Promise<Table> {
  const fixtures = join(folder, 'teams.json');
  writeTeams(fixtures, TEAMS);
  await using receivers = await openReceivers();
  await using server = await startMock(['--fixtures', fixtures, '--db', join(folder, 'world.db')]);
  await using webhooks = await openWebhooks(server);
  report(`${SUBSCRIPTIONS} subscriptions`);
  for (let team = 0; team < TEAMS; team += 1) {
    const urls = subscriptionsOf(team).map((number) => receivers.urlOf(behaviorOf(number), number));
    await Promise.all(urls.map((url) => webhooks.subscribe(team, url)));
  }
  const environment: Environment = { server, receivers, webhooks };
  const rows = [await measureSteadily(environment, report), await measureBurst(environment, report)];
  return {
    title: 'first attempts at healthy receivers',
    columns: ['p50 ms', 'p99 ms', 'deliveries per second', 'resident MB', 'peak MB'],
    key: 'p99 ms',
    rows,
  };
}

/** Events at a steady rate, each to the next team. */
async function measureSteadily({ server, receivers, webhooks }: Environment, report: ReportProgress): Promise<Row> {
  const begun_ms = stopwatchMs();
  const never = new AbortController().signal;
  const sent: Promise<void>[] = [];
  let wanted = 0;
  for (let event = 0; event < SECONDS * EVENTS_PER_SECOND; event += 1) {
    const team = event % TEAMS;
    wanted += countHealthy(team);
    sent.push(webhooks.emit(team));
    if (event % EVENTS_PER_SECOND === 0) report(`${receivers.latencies_ms.length} deliveries`);
    await pause(begun_ms + ((event + 1) * 1000) / EVENTS_PER_SECOND - stopwatchMs(), never);
  }
  await Promise.all(sent);
  await receivers.awaitFirstAttempts(wanted);
  const rate = wanted / ((stopwatchMs() - begun_ms) / 1000);
  const name = `${EVENTS_PER_SECOND} events per second to 20 subscriptions each, for ${SECONDS} s`;
  return { name, figures: figuresOf(server, receivers.latencies_ms, rate), goal: { at_most: P99_MAX_MS } };
}

/** One event to every team at the same time, to see how many deliveries the mock makes per second. */
async function measureBurst({ server, receivers, webhooks }: Environment, report: ReportProgress): Promise<Row> {
  report('burst');
  const before = receivers.latencies_ms.length;
  const begun_ms = stopwatchMs();
  const teams = Array.from({ length: TEAMS }, (_, team) => team);
  const wanted = teams.reduce((sum, team) => sum + countHealthy(team), 0);
  await Promise.all(teams.map((team) => webhooks.emit(team)));
  await receivers.awaitFirstAttempts(before + wanted);
  const rate = wanted / ((stopwatchMs() - begun_ms) / 1000);
  const name = `${TEAMS} events to 20 subscriptions each, all at once`;
  return { name, figures: figuresOf(server, receivers.latencies_ms.slice(before), rate) };
}

function figuresOf({ pid }: ServerProcess, latencies_ms: readonly number[], rate: number): Record<string, number> {
  const { resident_mb, peak_mb } = readMemory(pid);
  return {
    'p50 ms': percentile(latencies_ms, 50),
    'p99 ms': percentile(latencies_ms, 99),
    'deliveries per second': rate,
    'resident MB': resident_mb,
    ...(peak_mb === undefined ? {} : { 'peak MB': peak_mb }),
  };
}

function behaviorOf(number: number): Behavior {
  return UNHEALTHY[number % 200] ?? 'healthy';
}

function countHealthy(team: number): number {
  return subscriptionsOf(team).filter((number) => behaviorOf(number) === 'healthy').length;
}

function subscriptionsOf(team: number): number[] {
  return Array.from(
    { length: LIMITS.subscriptions_per_team_max },
    (_, index) => team * LIMITS.subscriptions_per_team_max + index,
  );
}
