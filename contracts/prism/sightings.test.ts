import { OPERATION_IDS } from '#spec';
import { expect, test } from 'vitest';
import type { Sighting } from './sightings.ts';
import { readProblem, readViolations, renderSummary, summarise } from './sightings.ts';

const SEEN: Sighting = {
  operation: 'listBids',
  method: 'GET',
  path: '/bids',
  status: 200,
  way: 'prism',
  of_request: [],
  of_response: [],
};
const WRONG = { location: ['request', 'query', 'limit'], severity: 'Error', message: 'must be integer' };
const BROKEN = { location: ['response', 'body', 'items'], severity: 'Error', message: 'must be array' };

test('a wrong request counts by whether it was taken, an answer in any case', () => {
  const summary = summarise([
    SEEN,
    { ...SEEN, status: 400, of_request: [WRONG] },
    { ...SEEN, of_request: [WRONG] },
    { ...SEEN, status: 404, path: '/bids/bid_0123456789abcdef', of_response: [BROKEN] },
    { ...SEEN, status: 404, path: '/bids/bid_fedcba9876543210', of_response: [BROKEN] },
    { ...SEEN, operation: 'listTeams', way: 'past' },
  ]);
  expect(summary).toMatchObject({ requests: 6, operations: ['listBids'], refused: 1, past: 1 });
  expect(summary.missing).toHaveLength(OPERATION_IDS.length - 1);
  expect(renderSummary(summary).split('\n')).toEqual([
    'Prism has judged 5 of 6 exchanges, of 1 of 42 operations: the OpenAPI document is violated',
    expect.stringMatching(/^ {2}not seen: /),
    '  1 requests were wrong on purpose, and refused; 1 more are nothing that Prism can carry',
    '  2 answers are not what the document says:',
    '    GET /bids/{id} 404: response.body.items must be array',
    '  1 requests are not what the document allows, and were taken:',
    '    GET /bids 200: request.query.limit must be integer',
  ]);
});

test('what Prism says is read; what it cuts off is no silence', () => {
  expect(readViolations(undefined)).toEqual([]);
  expect(readViolations(JSON.stringify([BROKEN]))).toEqual([BROKEN]);
  expect(readViolations('Too many violations! [{"loc')).toMatchObject([{ location: ['response'] }]);
  expect(readProblem({ validation: [BROKEN] })).toEqual([BROKEN]);
  expect(readProblem({ title: 'something else' })).toEqual([]);
});
