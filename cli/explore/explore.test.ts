import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTestFolder } from '#client/testing/folder';
import { beforeAll, expect, test } from 'vitest';
import { runHere } from '../testing/run-here.ts';
import { openStaging } from '../testing/staging.ts';
import { makeTally } from '#scenarios';
import { commandOf, requireScenario } from './outcome.ts';

const FOLDER = makeTestFolder();

beforeAll(() => {
  for (const [name, command] of Object.entries(ODD)) writeFileSync(join(FOLDER, name), JSON.stringify({ commands: [command] }));
});
/** One command each that --replay does not take. */
const ODD = {
  'odd.json': { kind: 'bit', params: {} },
  'typo.json': { kind: 'bid', params: { who: 0, lot: 0, prize: 20, share: 0, keyed: 0 } },
  'foreign.json': { kind: 'accept', params: { bid: 0, lines: 1 } },
  'needless.json': { kind: 'cash_bid', params: { price: 1 } },
  'lacking.json': { kind: 'bid', params: { price: 20 } },
  'bare.json': { kind: 'accept' },
  'half.json': { kind: 'accept', params: { bid: 0.5 } },
  'list.json': { kind: 'accept', params: [0] },
};

test.for([
  [['--runs', '0'], "--runs: '0' "],
  [['--time', 'soon'], "--time: 'soon' is not a time"],
  [['--replay', 'nowhere.json'], '--replay: nowhere.json cannot be read'],
  [['--replay', '1:2', '--seed', '1'], '--replay: contains the seed'],
  [['--replay', 'odd.json'], "--replay: odd.json: 'bit' is not a command; did you mean 'bid'?"],
  [['--replay', 'typo.json'], "--replay: typo.json: bid has no parameter 'prize'; did you mean 'price'?"],
  [['--replay', 'foreign.json'], "--replay: foreign.json: accept has no parameter 'lines'; it takes bid"],
  [['--replay', 'needless.json'], "--replay: needless.json: cash_bid has no parameter 'price'; it takes none"],
  [['--replay', 'lacking.json'], '--replay: lacking.json: bid lacks who, lot, share, keyed; add them'],
  [['--replay', 'bare.json'], '--replay: bare.json: accept lacks bid; add them'],
  [['--replay', 'half.json'], '--replay: half.json: the parameter bid of accept must be a whole number'],
  [['--replay', 'list.json'], '--replay: list.json: the params of accept must be an object'],
  [['--script', '.'], '--script: . cannot be written: it is a folder'],
  [['--violate', 'PRIV-4'], "--violate: 'PRIV-4' "],
  [['http://127.0.0.1:9/v1', '--violate', 'x'], '--violate: needs a new mock'],
  [['http://127.0.0.1:9/v1', '--read-only'], "unknown option '--read-only'"],
  [['staging'], 'target: '],
] as const)('%j is wrong usage', async ([args, expected]) => {
  const { code, out, complaint } = await runHere('explore', ...args.map((one) => (one in ODD ? join(FOLDER, one) : one)));
  expect(complaint.replaceAll(`${FOLDER}/`, '')).toContain(`gristmill: ${expected}`);
  expect({ code, out }).toEqual({ code: 2, out: '' });
});

test('--list shows commands and invariants, and sends nothing', async () => {
  const { code, out } = await runHere('explore', '--list');
  expect(code).toBe(0);
  expect(out).toMatch(
    /^pay_one +the first of the two invoices of a trade is paid\n +\{ trade, invoice \}; needs hook:pay_invoice$/m,
  );
  expect(out).toMatch(/^accept +the side whose turn it is accepts a bid.*\n +\{ bid \}$/m);
  expect(out).toMatch(/^privacy\/sweep: No response or delivery contains a secret/m);
});

test('an exploration that had no time for a scenario is inconclusive', () => {
  const none = { verdict: 'clean' as const, seed: 1, runs: 0, calls: 0, sizes: [], tally: makeTally() };
  expect(requireScenario(none)).toMatchObject({
    verdict: 'inconclusive',
    reason: expect.stringMatching(/pass --no-regressions$/),
  });
  expect(requireScenario({ ...none, runs: 1 }).verdict).toBe('clean');
});

test('a target that does not respond is inconclusive', async () => {
  const { code, complaint } = await runHere('explore', 'http://127.0.0.1:9/v1', '--no-ledger');
  expect(code).toBe(3);
  expect(complaint).toMatch(/^gristmill: /);
});

test('the command to replay a finding has the flags that choose the target and its commands, quoted for a shell', () => {
  const summary = { base_url: 'https://staging.example/v1', is_own: false, is_mock: false };
  const flags = { config: 'my config.json', without: ['elevator'], allowWrites: 'staging.example', rps: '9', timeout: '60' };
  expect(commandOf(flags, summary)).toBe(
    "gristmill explore https://staging.example/v1 --config 'my config.json' --allow-writes staging.example --rps 9 --timeout 60 --without elevator",
  );
});

test('hooks that a deployment does not support are left out', async () => {
  const staging = await openStaging();
  const config = staging.configure(FOLDER);
  const { code, out, complaint } = await runHere('explore', '--config', config, '--no-ledger', '--runs', '1', '--no-regressions');
  expect([code, complaint]).toEqual([0, '']);
  expect(out).toContain('Nothing was found: 1 scenario, ');
  expect(staging.hook_calls.filter((name) => name === 'set_payment_method')).toHaveLength(1);
});
