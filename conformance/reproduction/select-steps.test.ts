import type { RunAction } from '#client';
import { makeHttpExchange } from '#client/testing/exchange';
import type { OperationId } from '#spec';
import { expect, test } from 'vitest';
import { selectSteps } from './select-steps.ts';

const LOT = 'inv_4f21';

function get(number: number, operation: OperationId, path: string, response: unknown = {}): RunAction {
  const exchange = makeHttpExchange({ number, operation, url: `http://127.0.0.1:4010/v1${path}`, json: response });
  return { type: 'exchange', number, check: exchange.check, is_shared: number === 1, exchange };
}

test.for<[shows: boolean, operation: OperationId, path: string]>([
  [false, 'listInventory', '/inventory?limit=50'],
  [false, 'listInventory', '/inventory?crop_year=2025'],
  [true, 'listReceivedBids', '/me/inventory/inv_90aa/bids?limit=50'],
])('a shared read is a source of ids only below a resource: %s for %s %s', ([shows, operation, path]) => {
  const read = get(1, operation, path, { items: [{ id: LOT }] });
  const evidence = get(2, 'getInventory', `/inventory/${LOT}`);
  const { actions, captures } = selectSteps([read, evidence], evidence, []);
  expect(actions).toEqual(shows ? [read, evidence] : [evidence]);
  expect(captures.map(({ value, pointer }) => [value, pointer])).toEqual(shows ? [[LOT, '/items/0/id']] : []);
});
