/** A correct deployment in set-ups that are wrong or poor: no violation, an honest verdict, and the cause is named. */
import { createMock, type Mock } from '#mock';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { partOfCommit } from '../sample.ts';
import { SET_UPS } from './index.ts';
import { runSetUp, runTwice } from './run-set-up.ts';
import type { SetUp } from './set-up.ts';

const IS_FULL = process.env['PROOFS'] === 'full';
/** In CI, a set-up that concerns the whole gate runs a part of it, another one each. */
const SHARDS = 40;
/** CI tests one part of the set-ups. */
const PARTS = 6;
const PART = partOfCommit(PARTS);
const OF_THIS_RUN = SET_UPS.filter((_, i) => IS_FULL || i % PARTS === PART);
/** Whole runs of the gate are long. */
const TIMEOUT_MS = 600_000;

let mock: Mock | undefined;
beforeAll(async () => {
  mock = await createMock({ port: 0, lots: 60 });
});
afterAll(async () => {
  await mock?.close();
});

test('there are at least 30 set-ups, of which at least 8 run the whole gate', () => {
  expect(new Set(SET_UPS.map(({ name }) => name)).size).toBe(SET_UPS.length);
  expect(SET_UPS.length).toBeGreaterThanOrEqual(30);
  expect(SET_UPS.filter(({ only }) => only === undefined).length).toBeGreaterThanOrEqual(8);
});

test('LST-4 a hook that works excuses no violation, even if the check itself does not see its effect', async () => {
  const { origin } = new URL(mock?.base_url ?? '');
  const violated: SetUp = {
    name: 'drafts are published without a payment method',
    causes: [],
    only: ['LST-4'],
    change: (it) =>
      void (it.intercept = ({ method }, outgoing) => {
        if (method === 'PATCH') outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{"data":{}}');
        return method === 'PATCH';
      }),
  };
  expect(await runSetUp(origin, violated, '1/1')).toContainEqual(expect.stringMatching(/^fail LST-4\/draft-published:/));
});

test('OP-1 a gateway that returns 502 to some writes fails no operation: the coverage pass repeats its visits', async () => {
  const { origin } = new URL(mock?.base_url ?? '');
  let writes = 0;
  const disturbed: SetUp = {
    name: 'a gateway returns 502 to every thirteenth write',
    causes: [],
    only: ['OP-1'],
    verdict: 'conformant',
    change: (it) =>
      void (it.intercept = ({ method }, outgoing) => {
        writes += method === 'GET' ? 0 : 1;
        if (method === 'GET' || writes % 13 !== 0) return false;
        outgoing.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502 Bad Gateway</h1>');
        return true;
      }),
  };
  expect(await runSetUp(origin, disturbed, '1/1')).toEqual([]);
  expect(writes).toBeGreaterThan(3 * 13);
});

test('two runs at once with the same accounts fail no check', { timeout: TIMEOUT_MS }, async () => {
  const { origin } = new URL(mock?.base_url ?? '');
  const concerned = ['SBX-3', 'PAGE-4', 'PAGE-5', 'PAGE-12', 'WHK-2', 'BID-20', 'BID-39', 'LST-4'];
  expect(await runTwice(origin, IS_FULL ? [] : concerned)).toEqual([]);
});

describe.concurrent('a set-up', () => {
  test.each(OF_THIS_RUN.map((set_up) => [set_up.name, set_up] as const))('%s', { timeout: TIMEOUT_MS }, async (_, set_up) => {
    const { origin } = new URL(mock?.base_url ?? '');
    // A part of all checks need not contain those that verify the clauses of the others.
    const sample = set_up.verdict === 'conformant' ? '1/1' : `${1 + (SET_UPS.indexOf(set_up) % SHARDS)}/${SHARDS}`;
    const shard = IS_FULL ? undefined : sample;
    expect(await runSetUp(origin, set_up, shard)).toEqual([]);
  });
});
