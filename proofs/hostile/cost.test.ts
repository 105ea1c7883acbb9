/** Examining a response that is ten times as long takes at most twenty times as long, for any content. */
import type { Exchange, Settings } from '#client';
import { Breach, NO_LEDGER, Reply, Run, Secrets, isSameJson, readJson } from '#client';
import { makeSettings } from '#client/testing/settings';
import { objectNodesIn } from '#conformance/expectations/walk';
import { findNamedParty, unmaskedTooEarly } from '#conformance/privacy/check-resource';
import { knowledgeOf } from '#conformance/privacy/knowledge';
import { sweep } from '#conformance/privacy/sweep';
import { makeReport } from '#conformance/reports/testing/sample-report';
import { renderReport } from '#conformance/reports/index';
import { joinLines, sanitizeLines } from '#conformance/reports/text/safe-text';
import { fingerprintOf } from '#conformance/check/evidence';
import { expect, test } from 'vitest';
import { REPORT_FORMATS } from './find-problems.ts';

const GROWTH = 10;
const GROWTH_OF_COST_MAX = 20;
const TRIES_MIN = 3;
const TRIES_MAX = 12;
/** Shorter times are lost in the noise of the machine. */
const LEAST_MS = 4;

// The constructor uses only these two fields.
const SETTINGS = { fixtures: { secrets: ['Rose Valley Acres'] }, actors: new Map() } as unknown as Settings;

function makeSecrets(): Secrets {
  const secrets = new Secrets(SETTINGS);
  for (let n = 0; n < 100; n += 1) {
    secrets.add({ kind: 'farm id', text: `farm_8d2f0c71${String(n).padStart(4, '0')}`, owner: 'seller' });
    secrets.addPoint({ latitude: 50.482917 + n / 1e5, longitude: -104.613371, owner: 'seller' });
  }
  return secrets;
}
const SECRETS = makeSecrets();

function search(text: string, headers: Readonly<Record<string, string>> = {}): unknown {
  return sweep(SECRETS, { headers, text, json: readJson(text).json, sent: '' });
}

const quote = (text: string): string => JSON.stringify({ a: text });
const numbers = (n: number, at: number): string =>
  JSON.stringify(Array.from({ length: n }, (_, i) => at + 0.01 + (i % 900) / 1e4));

function bodyOf(text: string): Reply {
  // No other field of an exchange is used.
  return new Reply({ json: readJson(text).json, text, url: 'http://x/v1', method: 'GET' } as Exchange);
}

function reportOf(text: string): void {
  const report = makeReport();
  const [check] = report.checks;
  if (check === undefined) throw new Error('the sample report has no check');
  const changed = {
    ...report,
    leftovers: [`a bid: ${text}`],
    notices: [text],
    checks: [{ ...check, reason: text, observations: [text] }],
  };
  for (const format of REPORT_FORMATS) renderReport(format, changed, { exchanges: [] });
}

/** Searches a response for a hundred learned names, at the end of a run. */
function searchLearned(text: string): unknown {
  const run = new Run(
    makeSettings({ actors: new Map([['buyer', { token: 't', team_id: undefined, user_id: undefined }]]) }),
    NO_LEDGER,
  );
  const knowledge = knowledgeOf(run);
  for (let n = 0; n < 100; n += 1) knowledge.names.add("seller's name", `Adaline Overby ${n}`, 'sellers');
  const { json } = readJson(text);
  const sent = { url: 'http://x/v1', request_headers: {}, request_body: undefined, sent_at_ms: 0 };
  // Only these members of an exchange are read.
  knowledge.observe({
    ...sent,
    actor: 'buyer',
    status: 200,
    headers: {},
    operation: 'getBid',
    text,
    json,
  } as unknown as Exchange);
  return knowledge.leaks;
}

/** Creates content of a size, and the function that examines it. */
const CASES: readonly (readonly [name: string, size: number, make: (n: number) => string, work: (text: string) => unknown])[] = [
  ['an array of numbers with two decimals', 2_000, (n) => numbers(n, 3), search],
  [
    'an array of numbers close to the coordinates of a farm',
    2_000,
    (n) => JSON.stringify(Array.from({ length: n }, (_, i) => 50.48 + i / 1e7)),
    search,
  ],
  ['spaces after a number, in a text', 20_000, (n) => quote(`1.25${' '.repeat(n)}`), search],
  ['spaces after a number, in a header', 2_000, (n) => ' '.repeat(n), (text) => search('{}', { x: `1.25${text}` })],
  ['encoded spaces after a number', 20_000, (n) => quote(`1.25${'%20'.repeat(n)}`), search],
  ['pairs of numbers in a text', 5_000, (n) => quote('1.25,2.25;'.repeat(n)), search],
  ['a number with many decimals', 50_000, (n) => quote(`1.${'2'.repeat(n)}`), search],
  ['one long word', 300_000, (n) => quote('a'.repeat(n)), search],
  ['many tokens', 5_000, (n) => quote(Array.from({ length: n }, (_, i) => `abcdefghijklmnop${i}`).join(' ')), search],
  ['many percent signs', 100_000, (n) => quote('%41'.repeat(n)), search],
  ['many escapes', 30_000, (n) => `"${String.raw`\u0041`.repeat(n)}"`, search],
  ['the beginning of a secret, repeated', 5_000, (n) => quote('farm_8d2f0c71 '.repeat(n)), search],
  [
    'spaces after a number, inside a token',
    15_000,
    (n) => quote(Buffer.from(`1.25${' '.repeat(n)}`).toString('base64url')),
    search,
  ],
  [
    'many texts, for learned names',
    5_000,
    (n) => JSON.stringify(Array.from({ length: n }, (_, i) => `Overby ${i} Adaline`)),
    searchLearned,
  ],
  ['one long text, for learned names', 50_000, (n) => quote('adaline.overby@'.repeat(n / 10)), searchLearned],
  [
    'a learned name, again and again',
    2_000,
    (n) => JSON.stringify(Array.from({ length: n }, (_, i) => `${i} Adaline Overby 7`)),
    searchLearned,
  ],
  ['addresses in terms', 2_000, (n) => JSON.stringify({ id: 'bid_1', additional_terms: 'a@b.c '.repeat(n) }), searchLearned],
  ['underscores before a colon, in a report', 5_000, (n) => `${'_'.repeat(n)}:`, reportOf],
  ['JSON inside a token', 3_000, (n) => quote(Buffer.from(numbers(n, 50)).toString('base64url')), search],
  [
    'a response with many objects',
    1_000,
    (n) => JSON.stringify(Array.from({ length: n }, () => ({ a: { seller: null } }))),
    (text) => objectNodesIn(bodyOf(text).body),
  ],
  [
    'the keys of many objects',
    1_000,
    (n) => JSON.stringify({ a: Array.from({ length: n }, (_, i) => ({ [`k${i}`]: null })) }),
    (text) => {
      const { json } = bodyOf(text);
      // The created content.
      const resource = json as Readonly<Record<string, unknown>>;
      return [findNamedParty({ view: 'bid', resource, pointer: '' }, ['party']), unmaskedTooEarly(json, () => false)];
    },
  ],
  [
    'nested arrays',
    10_000,
    (n) => `${'['.repeat(n)}${']'.repeat(n)}`,
    (text) => {
      const { json } = readJson(text);
      return isSameJson(json, structuredClone(json));
    },
  ],
  ['blank lines', 20_000, (n) => `a${' '.repeat(n)}b`, (text) => [joinLines(text), sanitizeLines(text)]],
  ['a fingerprint', 100_000, (n) => 'inv_'.repeat(n), (text) => fingerprintOf('A-1/x', new Breach({ message: text }))],
  ...['_', ' ', '`', '#', '/1', '1.', ': a_', '|', '&'].map(
    (sign) => [`reports with many ${JSON.stringify(sign)}`, 2_000, (n: number) => sign.repeat(n), reportOf] as const,
  ),
];

/** The CPU time in milliseconds. */
function cost(text: string, work: (text: string) => unknown): number {
  const began = process.cpuUsage();
  work(text);
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
}

/** Takes the minimum of several measurements of each size, because other work only adds time. Measures more often while the growth is too high. */
test.for(CASES)('%s', ([, size, make, work]) => {
  work(make(size));
  const [text, longer] = [make(size), make(size * GROWTH)];
  let [small, large] = [Infinity, Infinity];
  const growth = (): number => large / Math.max(small, LEAST_MS);
  for (let n = 0; n < TRIES_MIN || (n < TRIES_MAX && growth() > GROWTH_OF_COST_MAX); n += 1) {
    small = Math.min(small, cost(text, work));
    large = Math.min(large, cost(longer, work));
  }
  expect(growth(), `${small} ms, then ${large} ms`).toBeLessThanOrEqual(GROWTH_OF_COST_MAX);
});
