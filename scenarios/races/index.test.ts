import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startMock, type TestMock } from '../testing/start-mock.ts';
import { runRaces } from './index.ts';
import { RACES } from './races.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let mock: TestMock;
beforeAll(async () => {
  mock = await startMock();
});
afterEach(async () => {
  await mock.violate();
  await mock.vary();
});
afterAll(() => mock[Symbol.asyncDispose]());

test('no race fails on the clean mock', async () => {
  const results = await runRaces(mock.settings, { tries: 3 });
  expect(results.map(({ id, tries, finding }) => [id, tries, finding?.message])).toEqual(
    RACES.map(({ id }) => [id, 3, undefined]),
  );
});

test('BID-29 no race fails if unlisting rejects bids a moment later', async () => {
  await mock.vary('bids-rejected-later');
  const [result] = await runRaces(mock.settings, { only: ['delist-accept'], tries: 2 });
  expect(result?.finding?.message).toBeUndefined();
});

test('TRD-10 no race fails if trades do not name their bid', async () => {
  await mock.vary('trades-terse');
  const results = await runRaces(mock.settings, { only: ['accept-accept', 'two-bids-one-lot'], tries: 1 });
  expect(results.map(({ finding }) => finding?.message)).toEqual([undefined, undefined]);
});

test.for([
  ['BID-31/no-lock', 'accept-accept'],
  ['BID-31/no-lock', 'accept-five-times'],
  ['IDEM-5/looked-up-too-early', 'same-key'],
] as const)('%s fails the race %s', async ([violation, race]) => {
  await mock.violate(violation);
  const [result] = await runRaces(mock.settings, { only: [race] });
  expect(result?.finding?.invariant).toBe(`race/${race}`);
});
