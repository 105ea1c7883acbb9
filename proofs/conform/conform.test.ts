/** `gristmill conform` on the mock, on an unknown deployment, and with an incomplete configuration. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunReport } from '#conformance/check/verdicts';
import { parseReport } from '#conformance/reports/index';
import { isCheckable } from '#conformance/runner/conclude-run';
import { createMock } from '#mock';
import { CLAUSES } from '#spec/clauses/index';
import { expect, test } from 'vitest';
import { makeFolder, runCli } from './run-cli.ts';
import { hideControlPlane } from './hide-control-plane.ts';

function readReport(folder: string, path = 'report.json'): RunReport {
  return parseReport(readFileSync(join(folder, path), 'utf8'), path);
}

test('the default mock is conformant without configuration, and every checkable clause is verified', async () => {
  await using mock = await createMock();
  using folder = makeFolder();
  const args = ['conform', mock.base_url, '--report', 'json=report.json'];
  const { code, stdout, stderr } = await runCli(args, folder.path);
  expect(stderr).toBe('');
  const report = readReport(folder.path);
  expect(report.reasons).toEqual([]);
  expect(report).toMatchObject({ verdict: 'conformant', exit_code: 0, is_interrupted: false });
  expect(code).toBe(0);
  expect(stdout).toContain('CONFORMANT');
  const checkable = CLAUSES.filter(isCheckable).map(({ id }) => id);
  expect(checkable.length).toBeGreaterThan(240);
  const open = report.clauses.filter(({ id, verdict }) => checkable.includes(id) && verdict !== 'verified');
  expect(open.map(({ id, verdict, reason }) => `${id} ${verdict}: ${reason ?? ''}`)).toEqual([]);
  expect(report.checks.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'skip')).toEqual([]);
});

test('with only a reader token, the other clauses are not verified and name what they need', async () => {
  await using mock = await createMock();
  await using stranger = await hideControlPlane(mock);
  using folder = makeFolder();
  writeFileSync(join(folder.path, 'gristmill.config.json'), JSON.stringify({ actors: { reader: { token_env: 'READER' } } }));
  const args = ['conform', stranger.base_url, '--report', 'json=report.json'];
  const { code } = await runCli(args, folder.path, { READER: 'dev_reader' });
  const report = readReport(folder.path);
  expect(report).toMatchObject({ verdict: 'partial', exit_code: 0, target: {} });
  expect(code).toBe(0);
  expect(report.target.is_mock).toBe(false);
  const verdicts = new Map(report.clauses.map((clause) => [clause.id, clause]));
  for (const id of ['INV-1', 'AUTH-1', 'AUTH-2', 'ERR-1', 'PAGE-1', 'CONV-5'] as const) {
    expect(verdicts.get(id), id).toMatchObject({ verdict: 'verified' });
  }
  expect(verdicts.get('BID-1')).toMatchObject({ verdict: 'not_verified', config_key: 'actors.buyer' });
  for (const { id, verdict, reason } of report.clauses) {
    if (verdict === 'not_verified') expect(reason ?? '', id).not.toBe('');
  }

  const only = ['--only', 'PRIV-4', '--require', 'PRIV-4'];
  const required = await runCli([...args, ...only], folder.path, { READER: 'dev_reader' });
  expect(required.code).toBe(3);
});

test('with target.mode sandbox, a mock is tested with the tokens of its sandbox', async () => {
  await using mock = await createMock();
  using folder = makeFolder();
  writeFileSync(join(folder.path, 'gristmill.config.json'), JSON.stringify({ target: { mode: 'sandbox' } }));
  const only = ['AUTH-14', 'LST-8', 'SBX-7'] as const;
  const args = ['conform', mock.base_url, '--only', only.join(','), '--report', 'json=report.json'];
  const { code } = await runCli(args, folder.path);
  const { clauses } = readReport(folder.path);
  expect(clauses.filter(({ verdict }) => verdict === 'verified').map(({ id }) => id)).toEqual(expect.arrayContaining([...only]));
  expect(code).toBe(0);
});

test('a violation is found, reported in every format, and fails the run', async () => {
  await using mock = await createMock({ violations: ['BID-26/reject-without-effect'] });
  using folder = makeFolder();
  const formats = ['json', 'junit', 'html', 'markdown', 'har', 'badge', 'text'];
  const reports = formats.flatMap((format) => ['--report', `${format}=report.${format}`]);
  const { code, stdout } = await runCli(['conform', mock.base_url, '--only', 'BID-26', ...reports], folder.path);
  expect(code).toBe(1);
  expect(stdout).toContain('BID-26');
  for (const format of formats) {
    const text = readFileSync(join(folder.path, `report.${format}`), 'utf8');
    if (format !== 'har' && format !== 'badge') expect(text, format).toContain('BID-26');
    if (format === 'har' || format === 'json') expect(text, format).not.toContain('dev_buyer');
  }
});
