/** Extreme contents of a response: `gristmill` still writes every report, without a stack trace or an internal error. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMock, type Mock } from '#mock';
import { parseReport } from '#conformance/reports/index';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFolder, runCli } from '../conform/run-cli.ts';
import { INTERNAL_ERROR, STACK } from './find-problems.ts';
import type { TargetResponse } from './mutations.ts';
import { openHostile, type HostileServer } from './proxy.ts';

let mock: Mock;
let hostile: HostileServer;
beforeAll(async () => {
  mock = await createMock({ lots: 40 });
  hostile = await openHostile(new URL(mock.base_url).origin, /\/(?:v1|oauth)\//);
});
afterAll(async () => {
  await hostile[Symbol.asyncDispose]();
  await mock.close();
});

/** Adds `"extra": …` to every JSON object of a response. */
function withExtra(value: string): (response: TargetResponse) => TargetResponse {
  return (response) => {
    const text = response.body.toString();
    return text.startsWith('{')
      ? { ...response, body: Buffer.from(`{"extra":${value},${text.slice(1)}`.replace(',}', '}')) }
      : response;
  };
}

/** Only the first listings, because large ones take long to send. */
function few(change: (response: TargetResponse) => TargetResponse): (response: TargetResponse) => TargetResponse {
  let left = 4;
  return (response) => (response.body.includes('"listed_at"') && (left -= 1) >= 0 ? change(response) : response);
}

/** Replaces parts of the text of a response. */
function replaceAll(pattern: RegExp, text: string): (response: TargetResponse) => TargetResponse {
  return (response) => ({ ...response, body: Buffer.from(response.body.toString().replaceAll(pattern, text)) });
}

const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;

/** The content of every response, the checks to run, and the text of the report. */
const CASES: readonly (readonly [
  name: string,
  only: readonly string[],
  change: (response: TargetResponse) => TargetResponse,
  output: RegExp,
])[] = [
  ['50,000 nested arrays', ['PRIV-1', 'BID-26'], withExtra(deep), /levels deep/],
  ['20,000 nested objects', ['PRIV-13', 'CONV-1'], withExtra(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`), /levels deep/],
  ['7 MB of letters', ['PRIV-16'], few(withExtra(`"${'a'.repeat(7_000_000)}"`)), /characters of a text/],
  [
    '4,000 numbers with two decimals',
    ['PRIV-1'],
    withExtra(JSON.stringify(Array.from({ length: 4_000 }, (_, i) => 49.01 + i / 2e3))),
    /PRIV-1/,
  ],
  ['half a surrogate pair as id', ['PRIV-6'], replaceAll(/"id":"farm_[^"]*"/g, String.raw`"id":"farm_\ud800abcdef"`), /PRIV-6/],
  [
    'an invalid link in next',
    ['PAGE-6', 'PAGE-7', 'PAGE-5', 'PAGE-8', 'WHK-4', 'WHK-5'],
    replaceAll(/"next":(?:null|"[^"]*")/g, '"next":"http://["'),
    /is not a link/,
  ],
  [
    'an invalid Location',
    ['AUTH-3'],
    (one) => ({ ...one, status: 302, headers: { ...one.headers, location: 'http://[' } }),
    /AUTH/,
  ],
];

test.for(CASES)('%s', async ([, only, change, expected]) => {
  using folder = makeFolder();
  const read = (name: string): string => readFileSync(join(folder.path, name), 'utf8');
  const flags = ['--no-doctor', '--timeout', '5', '--report', 'json=r.json', '--report', 'junit=r.xml'];
  hostile.change(change);
  const { code, stdout, stderr } = await runCli(['conform', hostile.base_url, '--only', only.join(','), ...flags], folder.path);
  expect(`${stdout}${stderr}`).not.toMatch(STACK);
  expect(read('r.xml')).toContain('</testsuites>');
  const report = parseReport(read('r.json'), 'r.json');
  expect(JSON.stringify(report)).not.toContain(INTERNAL_ERROR);
  expect(JSON.stringify(report)).toMatch(expected);
  expect([0, 1, 3]).toContain(code);
  if (code === 1)
    expect(report.checks.some(({ verdict, evidence = [] }) => verdict === 'fail' && evidence.length > 0)).toBe(true);
  // A sweep that could not examine everything does not pass.
  if (report.notices.some((notice) => notice.includes('levels deep'))) {
    const sweeps = report.checks.filter(({ id }) => /^PRIV-(?:1|6|13)\/(?:no-secret|masked)/.test(id));
    expect(sweeps.filter(({ verdict }) => verdict === 'pass')).toEqual([]);
  }
});
