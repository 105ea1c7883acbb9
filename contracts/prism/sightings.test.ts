import { OPERATION_IDS } from '#spec';
import { expect, test } from 'vitest';
import { readProblem, readViolations, renderSummary, summarize, type Sighting } from './sightings.ts';

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

test('an invalid request is a violation only if the target accepts it; an invalid response always is', () => {
  const summary = summarize([
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
    `Prism validated 5 of 6 exchanges, with 1 of ${OPERATION_IDS.length} operations: the OpenAPI document is violated`,
    expect.stringMatching(/^ {2}not called: /),
    '  1 invalid requests were rejected by the target; 1 more cannot be forwarded by Prism',
    '  2 responses violate the document:',
    '    GET /bids/{id} 404: response.body.items must be array',
    '  1 invalid requests were accepted:',
    '    GET /bids 200: request.query.limit must be integer',
  ]);
});

test('reads the violations that Prism reports, and counts a truncated report as one', () => {
  expect(readViolations(undefined)).toEqual([]);
  expect(readViolations(JSON.stringify([BROKEN]))).toEqual([BROKEN]);
  expect(readViolations('Too many violations! [{"loc')).toMatchObject([{ location: ['response'] }]);
  expect(readProblem({ validation: [BROKEN] })).toEqual([BROKEN]);
  expect(readProblem({ title: 'something else' })).toEqual([]);
});
