/**
 * A deployment that sometimes sends mutated responses: every command ends in time, reports its findings, and never crashes. `HOSTILE_SEED`
 * repeats a failed run.
 */
import { conform } from '#conformance';
import { CHECKS } from '#conformance/checks/index';
import { NO_LEDGER, Run, cleanUp, elapsedMs, openLedger, senderOf, type Settings } from '#client';
import { resolveConfig } from '#conformance/config/resolve-config';
import { describeFinding } from '#conformance/doctor/finding';
import { examine } from '#conformance/doctor/examine';
import { attackReceiver } from '#conformance/receiver/attack';
import { DRILLS } from '#conformance/receiver/drills/index';
import { makeReceiverSettings, openReceiver } from '#conformance/receiver/testing/small-receiver';
import type { TimedExchange } from '#conformance/reports/index';
import { describeExchange } from '#conformance/check/evidence';
import { createMock, type Mock } from '#mock';
import { explore } from '#scenarios';
import { formatStory, writeScript } from '#scenarios/story/index';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pick } from './chance.ts';
import { findProblems } from './find-problems.ts';
import { openHostile, type HostileServer } from './proxy.ts';

const IS_FULL = process.env['PROOFS'] === 'full';
const SEED = process.env['HOSTILE_SEED'] ?? '20260610';
/** The number of mutated responses to send. */
const RESPONSES = { conform: 700, explore: 250, doctor: 200, cleanup: 150, receiver: 150 };
const SIZE = IS_FULL ? 10 : 1;
/** Rare enough for a run to get far, and frequent enough to reach the number soon. */
const RATES = [0.05, 0.15, 0.4, 1];
const CHECKS_AT_A_TIME = 12;
/** With these, the coverage pass calls every operation. */
const ORACLES = [
  'PRIV-6/no-secret-anywhere',
  'PRIV-6/no-learned-name',
  'BID-14/nothing-of-others',
  'PRIV-1/no-secret-in-inventory',
  'PRIV-16/no-unknown-key',
  'PRIV-13/masked-before-payment',
];
const HEAP_MAX_BYTES = 1_500 * 1024 * 1024;
const RUN_MAX_MS = 60_000;
/** The runs mostly wait for responses that never come. */
const TIMEOUT_MS = 600_000 * SIZE;

let mock: Mock;
let hostile: HostileServer;
let settings: Settings;
const uncaught: unknown[] = [];
const recordUncaught = (error: unknown): void => void uncaught.push(error);

beforeAll(async () => {
  mock = await createMock({ lots: 40 });
  hostile = await openHostile(new URL(mock.base_url).origin);
  const found = await resolveConfig({ target: hostile.base_url, ledger: false, seed: 'hostile' }, '/', {});
  settings = { ...found, request_timeout_ms: 500, check_timeout_ms: 3_000 };
  process.on('uncaughtException', recordUncaught).on('unhandledRejection', recordUncaught);
});
afterAll(async () => {
  process.off('uncaughtException', recordUncaught).off('unhandledRejection', recordUncaught);
  await hostile[Symbol.asyncDispose]();
  await mock.close();
});

/** Repeats runs until this many responses were mutated. @param play one whole run, which gets a label for its messages @returns the number of mutated responses */
async function attack(
  server: HostileServer,
  responses: number,
  play: (about: string, n: number) => Promise<void>,
): Promise<number> {
  const before = server.mutated;
  let longest_ms = 0;
  let n = 0;
  const began = process.cpuUsage();
  for (; server.mutated - before < responses * SIZE; n += 1) {
    const seed = `${SEED}|${n}`;
    server.attack(seed, pick(RATES, seed));
    const began_ms = elapsedMs();
    const about = (): string => `HOSTILE_SEED=${SEED}, run ${n}: ${server.mutations.slice(0, 30).join('; ')}`;
    await play(`HOSTILE_SEED=${SEED}, run ${n}`, n).catch((error: unknown) => {
      throw new Error(about(), { cause: error });
    });
    longest_ms = Math.max(longest_ms, elapsedMs() - began_ms);
    expect(elapsedMs() - began_ms, about()).toBeLessThan(RUN_MAX_MS);
    expect(process.memoryUsage().heapUsed, about()).toBeLessThan(HEAP_MAX_BYTES);
    expect(uncaught, about()).toEqual([]);
  }
  server.attack('', 0);
  const { user, system } = process.cpuUsage(began);
  process.stdout.write(
    `${server.mutated - before} mutated responses in ${n} runs, ${Math.round((user + system) / 1e6)} s of CPU, the longest run ${Math.round(longest_ms)} ms\n`,
  );
  return server.mutated - before;
}

test('conform: every report is well-formed, and every failure is a finding', { timeout: TIMEOUT_MS }, async () => {
  const quick = CHECKS.filter(({ lane, needs }) => lane === 'open' && !needs.includes('webhooks')).map(({ id }) => id);
  const responses = await attack(hostile, RESPONSES.conform, async (about, n) => {
    const checks = Array.from({ length: CHECKS_AT_A_TIME }, (_, i) => pick(quick, SEED, n, i));
    const exchanges: TimedExchange[] = [];
    const only = n % 3 === 0 ? [...checks, ...ORACLES] : checks;
    const ledger = openLedger(undefined, { base_url: hostile.base_url, marker: 'hostile' });
    const report = await conform(
      { ...settings, selection: { only, skip: [], clauses: [], shard: undefined } },
      {
        ledger,
        onExchange: (exchange, run) =>
          exchanges.push({ ...describeExchange(run, exchange), started_at: new Date(exchange.sent_at_ms).toISOString() }),
        cleanUp: async (run) => (await cleanUp(ledger, senderOf(run))).left,
      },
    );
    expect(findProblems(report, exchanges), about).toEqual([]);
  });
  expect(responses).toBeGreaterThan(0);
});

test('explore: a finding, no finding, or a reason', { timeout: TIMEOUT_MS }, async () => {
  const responses = await attack(hostile, RESPONSES.explore, async (about, n) => {
    const exploration = await explore(settings, { runs: 3, seed: n, commands: 10, shrink: { plays: 3 } });
    const { verdict, counterexample, reason } = exploration;
    if (verdict === 'violated') expect(counterexample, about).toBeDefined();
    if (verdict === 'inconclusive') expect(reason, about).toMatch(/\S/);
    if (counterexample === undefined) return;
    for (const { text } of formatStory(counterexample)) expect(text).not.toContain('\n');
    expect(writeScript(counterexample, { target: settings.base_url, is_mock: true, replay: '' })).not.toBe('');
    expect(JSON.stringify(counterexample).isWellFormed()).toBe(true);
  });
  expect(responses).toBeGreaterThan(0);
});

test('doctor: one line per finding', { timeout: TIMEOUT_MS }, async () => {
  const responses = await attack(hostile, RESPONSES.doctor, async (about) => {
    const findings = await examine(settings);
    expect(findings.length, about).toBeGreaterThan(0);
    for (const finding of findings) expect(describeFinding(finding), about).not.toMatch(/\n\s+at /);
  });
  expect(responses).toBeGreaterThan(0);
});

test('cleanup: everything that can be removed is removed', { timeout: TIMEOUT_MS }, async () => {
  const makings = [
    { kind: 'webhook', actor: 'buyer', path: '/webhooks', body: '{"url":"http://127.0.0.1:1/x"}' },
    { kind: 'listing', actor: 'seller', path: '/me/inventory', body: '{"farm_id":"farm_1","quantity_mt":1}' },
    { kind: 'bid', actor: 'buyer', path: '/inventory/inv_1/bids', body: '{"quantity_mt":1}' },
    { kind: 'cash_bid', actor: 'elevator', path: '/cash-bids', body: '{"quantity_mt":1}' },
  ];
  const ids = ['', 'inv_1', '\ud800', '%zz', '../..'];
  const responses = await attack(hostile, RESPONSES.cleanup, async (about, n) => {
    const ledger = openLedger(undefined, { base_url: settings.base_url, marker: 'hostile' });
    for (const making of makings) {
      const entry = ledger.begin(making, settings.redactor);
      const id = pick(ids, SEED, n, making.kind);
      if (id !== '') entry.made(id);
    }
    const run = new Run(settings, NO_LEDGER);
    try {
      const { gone, kept, left } = await cleanUp(ledger, senderOf(run));
      expect(gone + kept.length + left.length, about).toBeGreaterThan(0);
    } finally {
      await run.close();
    }
  });
  expect(responses).toBeGreaterThan(0);
});

test('receiver: every report is well-formed, and every failure is a finding', { timeout: TIMEOUT_MS }, async () => {
  await using receiver = await openReceiver();
  await using between = await openHostile(new URL(receiver.url).origin, /^\//);
  const url = receiver.url.replace(new URL(receiver.url).origin, new URL(between.base_url).origin);
  const open = DRILLS.filter(({ lane }) => lane === 'open').map(({ id }) => id);
  const responses = await attack(between, RESPONSES.receiver, async (about, n) => {
    const only = Array.from({ length: 4 }, (_, i) => pick(open, SEED, n, i));
    const selection = { only, skip: [], clauses: [], shard: undefined };
    const report = await attackReceiver(makeReceiverSettings(url, { selection, timeout_ms: 500 }));
    expect(findProblems(report, []), about).toEqual([]);
  });
  expect(responses).toBeGreaterThan(0);
});
