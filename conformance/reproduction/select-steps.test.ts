import type { RunAction } from '#client';
import type { OperationId } from '#spec';
import { expect, test } from 'vitest';
import { selectSteps } from './select-steps.ts';

const LOT = 'inv_4f21';

function get(number: number, operation: OperationId, path: string, response: unknown = {}): RunAction {
  const is_shared = number === 1;
  const exchange = {
    number,
    check: 'INV-3/some-check',
    actor: 'buyer',
    operation,
    method: 'GET',
    url: `http://127.0.0.1:4010/v1${path}`,
    request_headers: {},
    request_body: undefined,
    status: 200,
    headers: {},
    text: JSON.stringify(response),
    json: response,
    sent_at_ms: 0,
    duration_ms: 1,
  };
  return { type: 'exchange', number, check: exchange.check, is_shared, exchange };
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
