import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { makeTestFolder } from '#client/testing/folder';
import { CONSENT_PATH, consentToken } from '#conformance/receiver/consent';
import { DRILLS } from '#conformance/receiver/drills/index';
import type { Habits, SmallReceiver } from '#conformance/receiver/testing/small-receiver';
import { TEST_SECRET, openReceiver } from '#conformance/receiver/testing/small-receiver';
import { parseReport } from '#conformance/reports/index';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { runHere } from './testing/run-here.ts';
import { start } from './testing/start.ts';

beforeEach(() => {
  vi.stubEnv('GRISTMILL_WEBHOOK_SECRET', TEST_SECRET);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

async function open(habits: Habits = {}): Promise<SmallReceiver> {
  const receiver = await openReceiver(habits);
  onTestFinished(async () => receiver[Symbol.asyncDispose]());
  return receiver;
}

describe('wrong usage prints one line that names the flag, and sends nothing', () => {
  test.each<[args: string[], expected: RegExp]>([
    [['{none}'], /^<url>: give an http or https address/],
    [['{none}', '--list', '--clause', 'SIG-99'], /^--clause: clause SIG-99 does not exist/],
    [['{none}', 'ftp://127.0.0.1/'], /^<url>: 'ftp:/],
    [['--secret', 'short'], /^--secret: /],
    [['--secret', TEST_SECRET, '--secret-env', 'X'], /^--secret: give either/],
    [['--secret-env', 'NOT_THERE_AT_ALL'], /^--secret-env: the environment variable NOT_THERE_AT_ALL is not set/],
    [['--effect-url', 'x'], /^--effect-url: /],
    [['--fail-url', 'x'], /^--fail-url: /],
    [['--event', 'bid.acepted'], /^--event: .*did you mean bid\.accepted/],
    [['--timeout', '0'], /^--timeout: /],
    [['--patience', 'long'], /^--patience: /],
    [['--only', 'SIG-4/no-such'], /^--only: 'SIG-4\/no-such' matches no drill; /],
    [['--only', 'SIG-4', '--skip', 'SIG-4'], /^receiver: no drill is left to run/],
    [['--clause', 'WHK-1'], /^--clause: /],
    [['--require', 'SIG-99'], /^--require: /],
    [['--require', 'SIG'], /^--require: 'SIG' is not a clause id/],
    [['--timeout', '0x10'], /^--timeout: '0x10' is invalid; use a number from 0\.1 to 60/],
    [
      ['--report', 'pdf=x'],
      /^--report: pdf=x: there is no format "pdf"; use one of json, junit, html, markdown, badge, text, such as/,
    ],
    [['--report', 'har=x'], /^--report: a receiver test has no HAR/],
    [['--report', 'json=.'], /^--report: \. cannot be written: it is a folder/],
    [['--sekret', 'x'], /unknown option '--sekret' \(Did you mean --secret/],
  ])('%j', async (args, expected) => {
    const { url, arrivals } = await open();
    const { code, complaint } = await runHere('receiver', ...(args[0] === '{none}' ? args.slice(1) : [url, ...args]));
    expect(complaint).toMatch(/^gristmill: [^\n]+\n$/);
    expect(complaint.slice('gristmill: '.length)).toMatch(expected);
    expect([code, arrivals.length]).toEqual([2, 0]);
  });
});

test('--list prints the drills, and needs no address', async () => {
  const all = await runHere('receiver', '--list');
  expect(all).toMatchObject({ code: 0, complaint: '' });
  expect(all.out.trim().split('\n').length).toBe(DRILLS.length);
  const some = await runHere('receiver', '--list', '--only', 'SIG-3', '--skip', 'SIG-3/past-290');
  expect(some.out).toMatch(/SIG-3\/future-290 {2}A `t` 290 s/);
  expect(some.out).not.toContain('SIG-4');
});

describe('exit codes', () => {
  test('0, and the verdict in one word', async () => {
    const { url, arrivals } = await open();
    const { code, out, complaint } = await runHere('receiver', url, '--only', 'SIG-1,SIG-3');
    expect([code, complaint]).toEqual([0, '']);
    expect(arrivals.length).toBeGreaterThan(10);
    expect(out).toMatch(/^Checking \S+: \d+ drills, (?:about|a few)/);
    expect(out).not.toMatch(/\d checks?\b/);
    expect(out).toContain(url);
    expect(out).toMatch(/SIG-3/);
  });

  test('1, with the violation, its cause, and the command that shows it again', async () => {
    const { url } = await open({ key: (secret) => secret.replace('whsec_', '') });
    const { code, out } = await runHere('receiver', url, '--only', 'SIG-1/genuine,SIG-4');
    expect(code).toBe(1);
    expect(out).toMatch(/It uses the secret without\s+whsec_/);
    expect(out).toContain(`gristmill receiver ${url} --only SIG-1/genuine`);
    expect(out).not.toContain(TEST_SECRET);
  });

  test('3, if a required clause could not be verified; --quiet prints nothing', async () => {
    const { url } = await open();
    expect(await runHere('receiver', url, '--only', 'SIG-1,SIG-7/one-effect', '--require', 'SIG-7', '--quiet')).toEqual({
      code: 3,
      out: '',
      complaint: '',
    });
  });

  test('--effect-url counts effects', async () => {
    const { url } = await open();
    const effects = ['--effect-url', new URL('/effects', url).href];
    const { code } = await runHere('receiver', url, '--only', 'SIG-7/one-effect', '--require', 'SIG-7', ...effects);
    expect(code).toBe(0);
  });
});

describe('a host whose name is not that of this machine', () => {
  const openElsewhere = async (shows: boolean): Promise<{ url: string; arrivals: SmallReceiver['arrivals'] }> => {
    const known = { url: '' };
    const { url, arrivals } = await open({
      respond: (arrival, response) => {
        if (arrival.url !== CONSENT_PATH) return false;
        response.writeHead(shows ? 200 : 404).end(shows ? consentToken(known.url, TEST_SECRET) : '');
        return true;
      },
    });
    known.url = url.replace('127.0.0.1', '0.0.0.0');
    return { url: known.url, arrivals };
  };

  test('is tested after it has shown its consent', async () => {
    const { url, arrivals } = await openElsewhere(true);
    expect((await runHere('receiver', url, '--only', 'SIG-1')).code).toBe(0);
    expect(arrivals[0]?.url).toBe(CONSENT_PATH);
    expect(arrivals.length).toBeGreaterThan(1);
  });

  test('is asked for its consent and gets no other request', async () => {
    const { url, arrivals } = await openElsewhere(false);
    const counter = await open();
    const counters = ['--effect-url', counter.url, '--fail-url', counter.url];
    const { code, out, complaint } = await runHere('receiver', url, ...counters, '--report', 'json=/dev/null');
    expect([code, out]).toEqual([3, 'Written: /dev/null\n']);
    expect(complaint).toMatch(
      /^gristmill: 0\.0\.0\.0:\d+ is not this machine, and does not consent[^\n]*gristmill-[0-9a-f]{32}\n$/,
    );
    expect(complaint).not.toContain(TEST_SECRET);
    expect(arrivals.map(({ url: path }) => path)).toEqual([CONSENT_PATH]);
    expect(counter.arrivals).toEqual([]);
  });
});

test('as a process, it ends with 130 after SIGINT, and the report has the results so far', async () => {
  const path = join(makeTestFolder(onTestFinished), 'report.json');
  // It responds to the first six deliveries, and none after them.
  let taken = 0;
  const { url } = await open({ respond: () => (taken += 1) > 6 });
  const child = start('receiver', url, '--report', `json=${path}`);
  child.stdout.resume();
  const lines: string[] = [];
  createInterface(child.stderr).on('line', (line) => lines.push(line));
  await expect.poll(() => taken, { timeout: 25_000 }).toBeGreaterThan(7);
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([130, null]);
  expect(lines).toEqual(['gristmill: stopping; to end immediately, press Ctrl+C again']);
  const report = parseReport(readFileSync(path, 'utf8'), path);
  expect(report).toMatchObject({ is_interrupted: true, exit_code: 130 });
  expect(report.checks[0]).toMatchObject({ id: 'SIG-1/genuine', verdict: 'pass' });
});
