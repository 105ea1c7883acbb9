import { expect, test } from 'vitest';
import { changeResponses, findResponseMutants, type ResponseMutant } from './response-mutants.ts';

const MUTANTS = findResponseMutants();
const of = (operation: string, path: string): readonly string[] =>
  MUTANTS.filter((one) => one.operation_id === operation && one.path.join('.') === path).map(({ change }) => change);

test('each documented member of a response is changed in both ways, and assumed members and those of pages in none', () => {
  expect(of('rejectBid', 'data.delivery.from')).toEqual(['missing', 'other']);
  expect(of('listBids', 'items.*.grades.*.price.amount')).toEqual(['missing', 'other']);
  expect(of('listBids', 'items.*.counter_to')).toEqual([]);
  expect(of('listBids', 'total')).toEqual([]);
});

test.each<[path: string, change: ResponseMutant['change'], body: unknown, changed: unknown]>([
  ['data.price.amount', 'missing', { data: { price: { amount: 1, unit: 'MT' } } }, { data: { price: { unit: 'MT' } } }],
  ['items.*.from', 'other', { items: [{ from: '2026-12-31' }, {}] }, { items: [{ from: '2027-01-01' }, {}] }],
  ['data.id', 'other', { data: { id: 'bid_0a1' } }, { data: { id: 'bid_0a0' } }],
  ['data.year', 'other', { data: { year: 2025 } }, { data: { year: 2026 } }],
  ['data.at', 'other', { data: { at: '2026-01-01T00:00:00.000Z' } }, { data: { at: '2026-01-02T00:00:00.000Z' } }],
  ['data.name', 'other', { data: { name: null } }, { data: { name: null } }],
])('%s: %s', async (path, change, body, changed) => {
  const change_response = changeResponses({ operation_id: 'getBid', path: path.split('.'), change });
  const response = { status: 200, headers: {}, text: JSON.stringify(body) };
  const context = { operation_id: 'getBid', refusal: undefined };
  // The parts of the context that it reads.
  const { text } = await change_response(response, context as never);
  expect(JSON.parse(text)).toEqual(changed);
});
