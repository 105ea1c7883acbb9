import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeTestFolder } from '#client/testing/folder';
import { CHECKS } from '#conformance/checks/index';
import { ORACLES } from '#conformance/oracles/index';
import type { CheckResult, CheckVerdict, RunReport } from '#conformance/check/verdicts';
import { reportInconclusive } from '#conformance/reports/inconclusive';
import { parseReport } from '#conformance/reports/index';
import { makeReceiverReport, makeReport } from '#conformance/reports/testing/sample-report';
import { foldClauses } from '#conformance/runner/conclude-run';
import { findClause } from '#spec/clauses/index';
import { expect, test, vi } from 'vitest';
import { runHere } from './testing/run-here.ts';
import { writeReports } from './testing/write-reports.ts';

const folder = makeTestFolder();

/** The report of one of two shards. The checks alternate between them, and both ran every oracle. Verdicts are `pass` unless `verdicts` names another. */
function shardOf(index: 1 | 2, verdicts: Readonly<Record<string, CheckVerdict>> = {}, rest: Partial<RunReport> = {}): RunReport {
  const checks = [...CHECKS, ...ORACLES].map(({ id, title, clause }, i): CheckResult => {
    const is_mine = i >= CHECKS.length || i % 2 === index - 1;
    const verdict = is_mine ? (verdicts[id] ?? 'pass') : 'not_selected';
    return { id, title, clauses: [clause], verdict, duration_ms: 1, requests: 1 };
  });
  const seed = `seed-${index}`;
  const began = { started_at: `2026-06-0${index}T12:00:00.000Z`, ended_at: `2026-06-0${index}T12:01:00.000Z` };
  const at = { seed, ...began, selection: [`--shard ${index}/2`], reasons: [], verdict: 'partial', exit_code: 0 } as const;
  return makeReport({ ...at, checks, clauses: foldClauses(checks), ...rest });
}

interface Merged {
  code: number;
  complaint: string;
  out: string;
  report: RunReport | undefined;
}

async function merge(reports: readonly RunReport[], ...flags: string[]): Promise<Merged> {
  const paths = writeReports(folder, reports);
  const all = join(folder, 'all.json');
  rmSync(all, { force: true });
  const { code, out, complaint } = await runHere('merge', ...paths, '--report', `json=${all}`, ...flags);
  const report = code === 2 ? undefined : parseReport(readFileSync(all, 'utf8'), all);
  return { code, report, out, complaint: complaint.replaceAll(`${folder}/`, '') };
}

/** A check of a stated clause, in the second shard. */
const OTHER = CHECKS.find(({ clause }, i) => i % 2 === 1 && findClause(clause).level === 'S')?.id ?? '';

test('two shards have the verdict of all checks, and the flags name no shard', async () => {
  const { code, report, out } = await merge([shardOf(1), shardOf(2)], '--require', 'TRD');
  expect(report?.checks.every(({ verdict }) => verdict === 'pass')).toBe(true);
  expect(report).toMatchObject({ seed: 'seed-1 seed-2', selection: [], duration_ms: 24 * 3_600_000 + 60_000 });
  expect(report?.counts.clauses.violated).toBe(0);
  expect(out).not.toContain('only a selection was checked');
  expect(code).toBe(0);
});

test('a failure in one shard fails the whole run', async () => {
  const { code, report } = await merge([shardOf(1), shardOf(2, { [OTHER]: 'fail' })]);
  expect([code, report?.verdict]).toEqual([1, 'non_conformant']);
  const clause = report?.checks.find(({ id }) => id === OTHER)?.clauses[0];
  expect(report?.clauses.find(({ id }) => id === clause)?.verdict).toBe('violated');
});

test.each<[one: CheckVerdict, other: CheckVerdict, merged: CheckVerdict]>([
  ['pass', 'fail', 'fail'],
  ['pass', 'warn', 'warn'],
  ['error', 'fail', 'fail'],
  ['pass', 'error', 'error'],
  // A response that could not be checked: not a pass.
  ['pass', 'blocked', 'blocked'],
  // One shard saw nothing to check.
  ['skip', 'pass', 'pass'],
  // The baseline knows a failure that one of them did not see.
  ['unexpected_pass', 'expected_failure', 'expected_failure'],
])('an oracle with %s in one shard and %s in the other: %s', async (one, other, merged) => {
  const [{ id } = { id: '' }] = ORACLES;
  for (const [first, second] of [
    [one, other],
    [other, one],
  ] as const) {
    const { report } = await merge([shardOf(1, { [id]: first }), shardOf(2, { [id]: second })]);
    expect(report?.checks.filter((check) => check.id === id)).toEqual([
      expect.objectContaining({ verdict: merged, requests: 2 }),
    ]);
  }
});

test('two reports of the same oracle without shards are rejected', async () => {
  const { code, complaint } = await merge([shardOf(1, {}, { selection: [] }), shardOf(2, {}, { selection: [] })]);
  expect([code, complaint]).toEqual([2, `gristmill: merge: 1.json and 2.json both ran ${ORACLES[0]?.id}; give one of the two\n`]);
});

test('--require applies to the whole run', async () => {
  const skipped = Object.fromEntries(CHECKS.filter(({ clause }) => clause === 'PRIV-4').map(({ id }) => [id, 'skip' as const]));
  expect((await merge([shardOf(1, skipped), shardOf(2, skipped)])).code).toBe(0);
  for (const required of ['PRIV', 'PRIV-4', 'all']) {
    const { code, report } = await merge([shardOf(1, skipped), shardOf(2, skipped)], '--require', required);
    expect([code, report?.reasons[0]]).toEqual([3, expect.stringMatching(/^required and not verified: .*PRIV-4/)]);
  }
});

test('a shard that is missing or never began makes the run inconclusive', async () => {
  const missing = await merge([shardOf(2)]);
  expect([missing.code, missing.report?.verdict, missing.report?.reasons[0]]).toEqual([
    3,
    'inconclusive',
    'shard 1/2 is missing: give its report too',
  ]);
  const { target } = makeReport();
  const never = reportInconclusive({
    base_url: target.base_url,
    reasons: ['the target was down'],
    selection: ['--shard 1/2'],
    is_strict: false,
  });
  const { code, report } = await merge([
    { ...never, gristmill: makeReport().gristmill, is_strict: makeReport().is_strict },
    shardOf(2),
  ]);
  expect([code, report?.reasons[0]]).toEqual([
    3,
    expect.stringMatching(/1\.json has no results about the target: the target was down$/),
  ]);
});

test('an error of Gristmill in one shard, or no working token in any, makes the run inconclusive', async () => {
  const faulty = await merge([shardOf(1, {}, { faults: ['an error in Gristmill: oops'] }), shardOf(2)]);
  expect([faulty.code, faulty.report?.reasons]).toEqual([3, ['an error in Gristmill: oops']]);
  const anonymous = { is_anonymous: true };
  expect((await merge([shardOf(1, {}, anonymous), shardOf(2, {}, anonymous)])).code).toBe(3);
  expect((await merge([shardOf(1, {}, anonymous), shardOf(2)])).code).toBe(0);
});

test('a stale baseline entry of one shard stays stale', async () => {
  // Recognized by the field of the report, whatever its text says.
  const stale = { stale_baseline: ['X/y is past its day'], exit_code: 1 };
  const { code, report } = await merge([shardOf(1, {}, stale), shardOf(2)]);
  expect([code, report?.reasons]).toEqual([1, expect.arrayContaining(stale.stale_baseline)]);
});

test.each<[what: string, other: () => RunReport, expected: RegExp]>([
  [
    'another target',
    () => shardOf(2, {}, { target: { ...makeReport().target, base_url: 'https://b.example/v1' } }),
    /differ in the target: https:.* and https:\/\/b\.example\/v1$/,
  ],
  [
    'another version',
    () => shardOf(2, {}, { gristmill: '9.9.9' }),
    /^merge: 1\.json and 2\.json differ in the version of gristmill: .* and 9\.9\.9$/,
  ],
  ['another number of shards', () => shardOf(2, {}, { selection: ['--shard 2/3'] }), /differ in the number of shards: 2 and 3$/],
  [
    'another selection',
    () => shardOf(2, {}, { selection: ['--only BID', '--shard 2/2'] }),
    /differ in what was selected: none and --only BID$/,
  ],
  [
    'the same shard of another run',
    () => shardOf(1, {}, { seed: 'again' }),
    /1\.json and 2\.json are both shard 1\/2; give one of the two$/,
  ],
  ['the same report twice', () => shardOf(1), /1\.json and 2\.json are both shard 1\/2/],
  ['a receiver', () => makeReceiverReport(), /^merge: 2\.json is a report of a receiver/],
])('%s is rejected by name', async (_what, other, expected) => {
  const { code, complaint } = await merge([shardOf(1), other()]);
  expect(code).toBe(2);
  expect(complaint).toMatch(/^gristmill: [^\n]+\n$/);
  expect(complaint.slice('gristmill: '.length, -1)).toMatch(expected);
});

test('in a job of GitHub Actions, failures are annotated and the summary is appended', async () => {
  const summary = join(folder, 'summary.md');
  vi.stubEnv('GITHUB_ACTIONS', 'true');
  vi.stubEnv('GITHUB_STEP_SUMMARY', summary);
  const { code, out } = await merge([shardOf(1), shardOf(2, { [OTHER]: 'fail' })]);
  vi.unstubAllEnvs();
  expect(code).toBe(1);
  expect(out).toContain(`\n::error title=${OTHER}::`);
  expect(readFileSync(summary, 'utf8')).toMatch(/^## ❌ /);
});
