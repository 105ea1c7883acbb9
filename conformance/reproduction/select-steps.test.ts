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

test('BID-41 a value that several steps show comes from the last record that shows it, and an id from the step that created it', () => {
  const post = (number: number, operation: OperationId, path: string, request: unknown, response: unknown): RunAction => {
    const exchange = makeHttpExchange({
      number,
      operation,
      method: 'POST',
      url: `http://127.0.0.1:4010/v1${path}`,
      status: 201,
      request_body: JSON.stringify(request),
      json: response,
    });
    return { type: 'exchange', number, check: exchange.check, is_shared: false, exchange };
  };
  const place = post(2, 'placeBid', '/inventory/inv_4f21/bids', {}, { data: { id: 'bid_1a2b', grades: [{ id: 'line_1' }] } });
  const counter = post(3, 'counterBid', '/bids/bid_1a2b/counter', {}, { data: { id: 'bid_2a2b', grades: [{ id: 'line_2' }] } });
  const read = get(4, 'getBid', '/bids/bid_2a2b', { data: { id: 'bid_2a2b', grades: [{ id: 'line_1' }] } });
  const list = get(5, 'listBids', '/bids', { items: [{ id: 'bid_1a2b', grades: [{ id: 'line_1' }] }] });
  const evidence = post(6, 'acceptBid', '/bids/bid_2a2b/accept', { bid_items: [{ id: 'line_1' }] }, {});
  const { actions, captures } = selectSteps([place, counter, read, list, evidence], evidence, []);
  expect(actions).toEqual([place, counter, read, evidence]);
  expect(captures.map(({ value, at }) => [value, at.number])).toEqual([
    ['bid_1a2b', 2],
    ['bid_2a2b', 3],
    ['line_1', 4],
  ]);
});
