import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LIMITS } from '#spec';
import { collectSamples, type Benchmark, type ReportProgress, type Row } from '../kit/benchmark.ts';
import type { Receivers } from '../kit/receivers.ts';
import { openReceivers } from '../kit/receivers.ts';
import { startMock } from '../kit/server-process.ts';
import { openTemporaryFolder } from '../kit/temporary-folder.ts';
import { openWebhooks, writeTeams } from '../kit/webhooks.ts';

const ROUNDS = { quick: 5, full: 11 } as const;
const DELIVERIES = 4_000;
const RATIO_MIN = 0.6;
const LOOP_PROGRAM = 'bench/peers/undici-loop.js';
const PER_TEAM = LIMITS.subscriptions_per_team_max;

interface Case {
  name: string;
  teams: number;
  /** How many different URLs the subscriptions have. */
  url_count: number;
  /** How many connections the loop can use: as many as the mock. */
  connections: number;
}

const CASES: readonly Case[] = [
  { name: '1 receiver', teams: 1, url_count: 1, connections: 4 },
  { name: '1,000 receivers', teams: 1_000 / PER_TEAM, url_count: 1_000, connections: 64 },
];

export const deliveries: Benchmark = {
  summary: 'signed deliveries per second, against a loop of undici that signs the same bodies',
  runs: 'quick',
  run: async ({ size, report }) => {
    const rows: Row[] = [];
    for (const each of CASES) rows.push(await measure(each, ROUNDS[size], report));
    const columns = ['mock per second', 'undici per second', 'ratio'];
    return [{ title: 'signed deliveries', columns, key: 'ratio', is_more_better: true, rows }];
  },
};

async function measure({ name, teams, url_count, connections }: Case, rounds: number, report: ReportProgress): Promise<Row> {
  using folder = openTemporaryFolder();
  const fixtures = join(folder.path, 'teams.json');
  writeTeams(fixtures, teams);
  await using receivers = await openReceivers();
  await using server = await startMock(['--fixtures', fixtures]);
  await using webhooks = await openWebhooks(server);
  const urls = Array.from({ length: url_count }, (_, number) => receivers.urlOf('healthy', number));
  for (let number = 0; number < teams * PER_TEAM; number += 1)
    await webhooks.subscribe(Math.floor(number / PER_TEAM), urls[number % url_count] ?? '');

  // Each event is delivered to all subscriptions of one team.
  const emitAll = (): Promise<unknown> =>
    Promise.all(Array.from({ length: DELIVERIES / PER_TEAM }, (_, event) => webhooks.emit(event % teams)));
  const loop_options_path = join(folder.path, 'loop.json');
  const figures = await collectSamples({ name, rounds, warm_ups: 1, report }, async () => {
    const rate = await rateOf(receivers, emitAll);
    const body = receivers.last_body;
    writeFileSync(loop_options_path, JSON.stringify({ urls, body, secret: 'whsec_bench', count: DELIVERIES, connections }));
    const { stdout } = await promisify(execFile)(process.execPath, [LOOP_PROGRAM, loop_options_path]);
    // The loop prints the seconds that it took.
    const undici_rate = DELIVERIES / Number(stdout);
    return { 'mock per second': rate, 'undici per second': undici_rate, ratio: rate / undici_rate };
  });
  return { name, figures, goal: { at_least: RATIO_MIN } };
}

/** Deliveries per second, from the first event to the last arrival. */
async function rateOf(receivers: Receivers, emitAll: () => Promise<unknown>): Promise<number> {
  const before = receivers.arrivals;
  const begun_ms = performance.now();
  await Promise.all([emitAll(), receivers.awaitArrivals(before + DELIVERIES)]);
  return DELIVERIES / ((performance.now() - begun_ms) / 1000);
}
