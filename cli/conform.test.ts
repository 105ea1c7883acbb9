import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLedger } from '#client';
import { makeTestFolder } from '#client/testing/folder';
import { serve } from '#client/testing/server';
import { createMock } from '#mock';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Ran } from './testing/run-here.ts';
import { runHere } from './testing/run-here.ts';
import { openStaging } from './testing/staging.ts';

let folder = '';
beforeEach(() => {
  folder = makeTestFolder(onTestFinished);
});

/** A baseline entry of an oracle that passes on the clean mock. */
const UNEXPECTED = {
  check: 'PAGE-1/every-page',
  fingerprint: '0123456789abcdef',
  verdict: 'fail',
  reason: 'known',
  expires: '2099-01-01',
};

async function runConform(...args: string[]): Promise<Ran> {
  return runHere('conform', ...args.map((arg) => arg.replace('{folder}', folder)));
}

test('a problem of the setup is printed once, before the first check, and is in the report', async () => {
  await using mock = await createMock({ lots: 20 });
  writeFileSync(
    join(folder, 'gristmill.config.json'),
    JSON.stringify({ actors: { buyer: { token_env: 'GRISTMILL_NEVER_SET' } } }),
  );
  const selected = ['--only', 'PAGE-1', '--no-ledger', '--report', 'text={folder}/report.txt'];
  const { code, out, complaint } = await runConform(mock.base_url, '--config', '{folder}/gristmill.config.json', ...selected);
  expect([code, complaint]).toEqual([0, '']);
  expect(out.slice(0, out.indexOf('Checking '))).toMatch(/^! actors\.buyer\.token_env: .*GRISTMILL_NEVER_SET/m);
  expect(out.match(/GRISTMILL_NEVER_SET/g)).toHaveLength(1);
  expect(readFileSync(join(folder, 'report.txt'), 'utf8')).toContain('GRISTMILL_NEVER_SET');
  expect(out).toContain('\n  - only a selection was checked, so the result does not cover ');
});

test('a configured secret that the API publishes is named, also without doctor', async () => {
  await using mock = await createMock({ lots: 20 });
  writeFileSync(join(folder, 'gristmill.config.json'), JSON.stringify({ fixtures: { secrets: ['Canola'] } }));
  const flags = ['--config', '{folder}/gristmill.config.json', '--only', 'PAGE-1', '--no-ledger', '--no-doctor'];
  expect((await runConform(mock.base_url, ...flags)).out).toMatch(/^! fixtures: the run does not search for "Canola"/m);
});

test.each(['/worlds/w9/v1', '/nonsense/v1', ''])(
  'a path of a mock without an API, such as %j, is an error that changes nothing',
  async (path) => {
    await using mock = await createMock({ lots: 20, clock: 'frozen' });
    const readClock = async (): Promise<unknown> => (await fetch(`${mock.control_url}/clock`)).json();
    const before = await readClock();
    const target = `${new URL(mock.base_url).origin}${path}`;
    for (const flags of [[], ['--no-doctor']]) {
      const { code, complaint } = await runConform(target, '--only', 'BID-11,TRD-1', '--no-ledger', '--quiet', ...flags);
      expect(code).toBe(3);
      if (flags.length === 0) expect(complaint).toMatch(/target: .*\b404\b.*\baddress\b.*\(target\.base_url\)/);
      if (flags.length === 0 && path.startsWith('/worlds')) expect(complaint).toContain('"There is no such world."');
    }
    expect(await readClock()).toEqual(before);
    const { items } = (await (await fetch(`${mock.control_url}/requests?limit=500`)).json()) as { items: { method: string }[] };
    expect(items.filter(({ method }) => method !== 'GET')).toEqual([]);
  },
);

test('a clock that the hook does not support is not reported as moved, and the hook is not called again', async () => {
  const staging = await openStaging();
  const { out } = await runConform('--config', staging.configure(folder), '--only', 'BID-11', '--no-ledger');
  expect(out).not.toContain("The run moved the target's clock");
  expect(staging.hook_calls.filter((name) => name === 'advance_clock')).toHaveLength(1);
});

test('a target that stops responding: the end says when, and how to delete what is left, and nothing that was never sent is left', async () => {
  const staging = await openStaging();
  let requests = 0;
  staging.stopAt(() => (requests += 1) > 120);
  const args = ['--config', staging.configure(folder), '--only', 'BID,LST', '--ledger', '{folder}/ledger.jsonl'];
  const { code, out } = await runConform(...args, '--report', 'json={folder}/r.json');
  expect(code).toBe(3);
  const text = out.replaceAll(/\s+/g, ' ');
  expect(text).toMatch(
    /INCONCLUSIVE exit code 3 .*- the target stopped responding at \S+Z \(3 consecutive requests .*- \d+ of \d+ checks had ended by then;/,
  );
  const report = JSON.parse(readFileSync(join(folder, 'r.json'), 'utf8'));
  expect(report.counts.checks.blocked).toBeGreaterThan(200);
  expect(text).toMatch(/- to delete what was not deleted, run: gristmill cleanup --config \S+ --ledger \S+ledger\.jsonl/);
  const { records } = readLedger(join(folder, 'ledger.jsonl'));
  // At most eight requests were in progress.
  expect(records.open.filter(({ id }) => id === undefined).length).toBeLessThanOrEqual(8);
});

test('a required clause that was not selected is reported, with exit code 3', async () => {
  await using mock = await createMock({ lots: 20 });
  const { code, out } = await runConform(mock.base_url, '--only', 'PAGE-1', '--no-ledger', '--require', 'BID-1,PAGE-1');
  expect(code).toBe(3);
  expect(out).toContain('! --require: BID-1 was not selected, so it cannot be verified\n');
  expect(out).toContain('- required and not verified: BID-1 (not selected)\n');
  const all = await runConform(mock.base_url, '--only', 'PAGE-1', '--no-ledger', '--require', 'all');
  expect(all.code).toBe(0);
});

test('a failure that the baseline accepts is listed as known, once', async () => {
  await using mock = await createMock({ lots: 20, violations: ['PAGE-1/total-as-text'] });
  const baseline = ['--baseline', '{folder}/b.json'];
  const args = [mock.base_url, '--only', 'PAGE-1', '--no-ledger'];
  const broken = await runConform(...args, '--update-baseline', '{folder}/b.json');
  expect(broken.code).toBe(1);
  expect(broken.complaint).toContain('; to accept them in later runs, pass --baseline ');
  const { code, out } = await runConform(...args, ...baseline);
  expect(code).toBe(0);
  expect(out).not.toContain('✗');
  const end = out.slice(out.indexOf('Accepted by the baseline')).replaceAll(/\s+/g, ' ');
  expect(end).toMatch(/~ PAGE-1\/\S+: known, accepted until \d{4}-\d\d-\d\d: /);
});

test('scripts name the environment variable that a token came from', async () => {
  await using mock = await createMock({ lots: 20, violations: ['PAGE-1/total-as-text'] });
  vi.stubEnv('STAGING_BUYER', 'dev_buyer');
  writeFileSync(join(folder, 'gristmill.config.json'), JSON.stringify({ actors: { buyer: { token_env: 'STAGING_BUYER' } } }));
  const selected = ['--only', 'PAGE-1', '--no-ledger', '--report', 'json={folder}/report.json'];
  const { code, out } = await runConform(mock.base_url, '--config', '{folder}/gristmill.config.json', ...selected);
  const report = readFileSync(join(folder, 'report.json'), 'utf8');
  vi.unstubAllEnvs();
  expect(code).toBe(1);
  expect(report).toMatch(/need STAGING_BUYER.*call \\"\$STAGING_BUYER\\" GET/);
  expect(`${out}${report}`).not.toContain('TOKEN_BUYER');
});

test('a baseline path that cannot be written is reported before the first request, and leaves no file', async () => {
  await using mock = await createMock({ lots: 20 });
  const { code, out, complaint } = await runConform(mock.base_url, '--only', 'PAGE-1', '--update-baseline', '{folder}');
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(complaint).toBe(`gristmill: --update-baseline: ${folder} cannot be written: it is a folder; give another path\n`);
  expect(readdirSync(folder)).toEqual([]);
});

test('a selection of no check is reported before the first request', async () => {
  const paths: (string | undefined)[] = [];
  await using target = await serve(({ url }, response) => {
    paths.push(url);
    response.writeHead(404).end();
  });
  const { code, complaint } = await runConform(target.base_url, '--only', 'NOPE');
  expect([code, paths]).toEqual([2, []]);
  expect(complaint).toContain('NOPE');
});

describe('--list', () => {
  test.each([
    [['--config', '{folder}/missing.json'], /^gristmill: --config: /],
    [['--config', '{folder}/broken.json'], /broken\.json: /],
    [['--config', '{folder}/typo.json'], /typo\.json: actors\.byer: .*did you mean buyer\?/],
    [['--shard', '1/3', '--require', 'PRIV-1'], /^gristmill: --require: .*pass --require to gristmill merge/],
    [['--rerun-failed', '{folder}/missing.json'], /^gristmill: --rerun-failed: .*missing\.json cannot be read/],
    [['--rerun-failed', '{folder}/typo.json'], /^gristmill: --rerun-failed: /],
    [['--baseline', '{folder}/missing.json'], /^gristmill: --baseline: .*missing\.json cannot be read: there is no such file/],
    [['not-an-address'], /^gristmill: target: 'not-an-address' /],
    [
      ['--report', 'json={folder}/report.json'],
      /^gristmill: --report: --list runs no checks, so there is nothing to write; remove one of the two/,
    ],
    [['--update-baseline', '{folder}/b.json'], /^gristmill: --update-baseline: --list runs no checks/],
  ])('%j is reported, with exit code 2', async (args, complaint) => {
    writeFileSync(join(folder, 'broken.json'), '{');
    writeFileSync(join(folder, 'typo.json'), '{"actors":{"byer":{}}}');
    const ran = await runConform('--list', ...args);
    expect([ran.code, ran.out]).toEqual([2, '']);
    expect(ran.complaint).toMatch(complaint);
  });

  test('shows what --rerun-failed would run', async () => {
    await using mock = await createMock({ lots: 20, violations: ['PAGE-1/total-as-text'] });
    const report = ['--report', 'json={folder}/report.json'];
    await runConform(mock.base_url, '--only', 'PAGE-1', '--no-ledger', '--quiet', ...report);
    const { code, out } = await runConform('--list', '--rerun-failed', '{folder}/report.json');
    expect(code).toBe(0);
    expect(out).toMatch(/^(?:PAGE-1\/.*\n)+$/);
  });

  test('--rerun-failed selects what the baseline expected to fail, and ends with 0 if nothing failed', async () => {
    await using mock = await createMock({ lots: 20 });
    writeFileSync(join(folder, 'b.json'), JSON.stringify([UNEXPECTED]));
    const args = [mock.base_url, '--only', 'PAGE-1', '--no-ledger', '--report', 'json={folder}/report.json'];
    const failed = await runConform(...args, '--baseline', '{folder}/b.json');
    expect(failed.code).toBe(1);
    expect(failed.out.replaceAll(/[\s│]+/g, ' ')).toContain(
      'remove its entry from the baseline, or write a new one with --update-baseline',
    );
    const rerun = ['--list', '--rerun-failed', '{folder}/report.json'];
    expect((await runConform(...rerun)).out).toMatch(new RegExp(`^${UNEXPECTED.check} .*\\n$`));
    await runConform(...args, '--quiet');
    expect(await runConform(...rerun)).toMatchObject({ code: 0, out: expect.stringContaining('nothing to run again') });
  });
});

test('--dry-run writes nothing, and rejects flags that ask for a file', async () => {
  await using mock = await createMock({ lots: 20 });
  const { code, complaint } = await runConform(mock.base_url, '--dry-run', '--update-baseline', '{folder}/b.json');
  expect([code, complaint]).toEqual([2, expect.stringMatching(/^gristmill: --update-baseline: --dry-run runs no checks/)]);
});

test('--dry-run says how many checks --read-only leaves out', async () => {
  await using mock = await createMock({ lots: 20 });
  const { code, out } = await runConform(mock.base_url, '--dry-run', '--read-only', '--only', 'AUTH-15,INV-12');
  expect(code).toBe(0);
  expect(out).toMatch(/^\d+ checks would run against /);
  expect(out).toMatch(/^\d+ checks could not run: the run only reads \(remove --read-only\)\n .* AUTH-15\/just-expired\b/m);
});
