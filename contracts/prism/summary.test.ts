import { OPERATION_IDS } from '#spec';
import { expect, test } from 'vitest';
import { readProblem, readViolations, renderSummary, summarize, type PrismExchange } from './summary.ts';

const SEEN: PrismExchange = {
  operation: 'listBids',
  method: 'GET',
  path: '/bids',
  status: 200,
  route: 'prism',
  of_request: [],
  of_response: [],
};
const WRONG = { location: ['request', 'query', 'limit'], message: 'must be integer' };
const BROKEN = { location: ['response', 'body', 'items'], message: 'must be array' };

test('an invalid request is a violation only if the target accepts it, and a 5xx does not reject it; an invalid response always is one', () => {
  const summary = summarize([
    SEEN,
    { ...SEEN, status: 400, of_request: [WRONG] },
    { ...SEEN, of_request: [WRONG] },
    { ...SEEN, status: 500, of_request: [WRONG] },
    { ...SEEN, status: 404, path: '/bids/bid_0123456789abcdef', of_response: [BROKEN] },
    { ...SEEN, status: 404, path: '/bids/bid_fedcba9876543210', of_response: [BROKEN] },
    { ...SEEN, operation: 'listTeams', route: 'direct' },
  ]);
  expect(summary).toMatchObject({ requests: 7, operations: ['listBids'], rejected: 1, direct: 1 });
  expect(summary.missing).toHaveLength(OPERATION_IDS.length - 1);
  expect(renderSummary(summary).split('\n')).toEqual([
    `Prism validated 6 of 7 exchanges, with 1 of ${OPERATION_IDS.length} operations: the OpenAPI document is violated`,
    expect.stringMatching(/^ {2}not called: /),
    '  1 invalid requests were rejected by the target; 1 more cannot be forwarded by Prism',
    '  2 responses violate the document:',
    '    GET /bids/{id} 404: response.body.items must be array',
    '  1 invalid requests were accepted:',
    '    GET /bids 200: request.query.limit must be integer',
    '  1 invalid requests got neither 2xx nor 4xx (not a failure):',
    '    GET /bids 500: request.query.limit must be integer',
  ]);
});

test('reads the violations that Prism reports', () => {
  expect(readViolations(undefined)).toEqual([]);
  expect(readViolations(JSON.stringify([BROKEN]))).toEqual([BROKEN]);
  expect(readProblem({ validation: [BROKEN] })).toEqual([BROKEN]);
  expect(readProblem({ title: 'something else' })).toEqual([]);
});

test('a truncated report counts as one violation of each side that it names', () => {
  const truncate = (...violations: object[]): string => `Too many violations! ${JSON.stringify(violations).slice(0, -5)}`;
  const sidesOf = (header: string): unknown[] => readViolations(header).map(({ location }) => location);
  expect(sidesOf(truncate(WRONG, WRONG))).toEqual([['request']]);
  expect(sidesOf(truncate(BROKEN))).toEqual([['response']]);
  expect(sidesOf(truncate(WRONG, BROKEN))).toEqual([['request'], ['response']]);
  expect(sidesOf(truncate({ ...WRONG, message: JSON.stringify(BROKEN) }))).toEqual([['request']]);
});
