import { STAGES } from '#certify';
import { expect, test } from 'vitest';
import { CLIENTS, type ClientRow } from './clients/index.ts';
import { examine, findingsOf } from './exam.ts';
import { FOUND } from './found.ts';

const IS_FULL = process.env['PROOFS'] === 'full';
/** At the size of CI, the client of the guide runs the whole exam (guide.test.ts), and these run a part. */
const CI_STAGES = ['placing', 'pages', 'auth.expired-token', 'auth.parallel-refresh', 'events.delivered', 'bids.countered'];
const CI_FAULTY = new Set([
  'key-per-attempt',
  'retries-422',
  'page-arithmetic',
  'keeps-old-refresh-token',
  'null-throws',
  'no-dedupe',
  'py-float-money',
]);
/** The seed of a world whose first lot expires within 4 days. A bid expires after 7. */
const FIRST_LOT_EXPIRES_SOON = '2';
/** Correct clients that are special in one stage. The others run at full size only. */
const CI_DIFFERENT: Readonly<Record<string, readonly string[]>> = { 'counts-nothing': ['events.without-alias'] };

const named = (rows: readonly ClientRow[]): [string, ClientRow][] => rows.map((row) => [row.id, row]);
const FAULTY = CLIENTS.filter(({ kind }) => kind === 'faulty');

test('the table has a row per faulty client, each with a stage that exists', () => {
  expect(Object.keys(FOUND).toSorted()).toEqual(FAULTY.map(({ id }) => id).toSorted());
  const stages = new Set(STAGES.map(({ id }) => id));
  expect(Object.values(FOUND).filter((stage) => !stages.has(stage))).toEqual([]);
});

test.for(named(CLIENTS.filter(({ kind }) => kind === 'good')))('%s passes every requirement', async ([, row]) => {
  const report = await examine(row, IS_FULL ? undefined : CI_STAGES);
  expect(findingsOf(report)).toEqual([]);
  expect(report.stages.filter(({ level, verdict }) => level === 'must' && verdict !== 'ready').map((one) => one.id)).toEqual([]);
  expect(report.verdict).toBe('ready');
});

test('a bid expires although the first lot of the world would expire before it', async () => {
  const [row] = CLIENTS.filter(({ kind }) => kind === 'good');
  if (row === undefined) throw new Error('no client is correct');
  const report = await examine(row, ['bids.expired'], FIRST_LOT_EXPIRES_SOON);
  expect(findingsOf(report)).toEqual([]);
  expect(report.verdict).toBe('ready');
});

test.for(named(FAULTY.filter(({ id }) => IS_FULL || CI_FAULTY.has(id))))('%s is found', async ([id, row]) => {
  const by = FOUND[id] ?? '';
  const report = await examine(row, [by]);
  expect(findingsOf(report), row.does).toEqual([expect.stringContaining(`${by}: `)]);
});

test.for(named(CLIENTS.filter(({ id, kind }) => kind === 'different' && (IS_FULL || CI_DIFFERENT[id] !== undefined))))(
  '%s has no finding',
  async ([id, row]) => {
    const report = await examine(row, IS_FULL ? undefined : CI_DIFFERENT[id]);
    expect(findingsOf(report)).toEqual([]);
    expect(report.stages.length).toBeGreaterThan(0);
  },
);
