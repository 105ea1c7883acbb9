/** The exam against the clients of this folder. */
import { type CertifyReport, STAGES, type Stage, readConfig, runExam } from '#certify';
import { expect, test } from 'vitest';
import { CLIENTS, type ClientRow, commandOf } from './clients/index.ts';
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
const CI_DIFFERENT: Readonly<Record<string, readonly string[]>> = {
  'counts-nothing': ['events.without-alias'],
  'shows-its-store': ['bids.expired'],
  'bids-for-an-hour': ['clock.server-ahead'],
  'fetches-first': ['events.two-signatures', 'events.unknown-type'],
};

/** The same worlds in every run. */
const SEED = '7';

const RECEIVER = 'receiver_url: http://127.0.0.1:{port}/webhooks';
const HOOKS = 'do: { url: "http://127.0.0.1:{port}/do" }\nshow: { url: "http://127.0.0.1:{port}/show" }';
/** What a `certify.yaml` says of clients that lack a part. */
const CONFIGS: Readonly<Record<string, string>> = {
  polls: `${HOOKS}\nnot_applicable: { events: "this client has no receiver", receiver: "this client has no receiver" }`,
  'no-hooks': RECEIVER,
  stays: RECEIVER,
  // It polls only while it works by itself.
  polling: RECEIVER,
};

/** @param ids stages or areas. Default: all */
async function examine(row: ClientRow, ids?: readonly string[], seed = SEED): Promise<CertifyReport> {
  const is_alone = CONFIGS[row.id] === RECEIVER;
  const config = readConfig(
    CONFIGS[row.id] ?? `${RECEIVER}\n${HOOKS}`,
    'certify.yaml',
    commandOf(row, is_alone ? 'day' : 'serve'),
  );
  const isChosen = ({ id }: Stage): boolean => ids?.some((name) => id === name || id.startsWith(`${name}.`)) ?? true;
  return runExam(config, { seed, stages: STAGES.filter(isChosen) });
}

/** The stages that a client did not pass, with why. */
function findingsOf({ stages }: CertifyReport): readonly string[] {
  return stages
    .filter(({ verdict }) => verdict === 'not_ready' || verdict === 'error')
    .map(({ id, findings, reason }) => `${id}: ${findings.join('; ')}${reason ?? ''}`);
}

const named = (rows: readonly ClientRow[]): [string, ClientRow][] => rows.map((row) => [row.id, row]);
const FAULTY = CLIENTS.filter(({ kind }) => kind === 'faulty');

test('there are two good clients, twelve that differ, and fifty-three faulty ones, each with a stage that exists', () => {
  const count = (kind: string): number => CLIENTS.filter((row) => row.kind === kind).length;
  expect([count('good'), count('different'), FAULTY.length]).toEqual([2, 12, 53]);
  expect(new Set(CLIENTS.map(({ id }) => id)).size).toBe(CLIENTS.length);
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
