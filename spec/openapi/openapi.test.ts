/**
 * Compares the OpenAPI document with rows that were written by hand from the API document, not from the operations: method and path, the
 * scopes, the success status (2XX where the row states none), and the errors that the row lists.
 */
import { expect, test } from 'vitest';
import { findClause } from '../clauses/index.ts';
import { buildDocument } from './build-document.ts';
import { readDocument, type Described } from './read-document.ts';

const ENDPOINTS: readonly (readonly [endpoint: string, scopes: string, success: string, listed: readonly number[]])[] = [
  ['get /inventory', 'inventory.read', '200', [401, 403]],
  ['get /inventory/filters', 'inventory.read', '200', [401, 403]],
  ['get /inventory/{id}', 'inventory.read', '200', [401, 403, 404]],
  ['post /inventory/{id}/bids', 'bids.write', '201', [400, 401, 403, 409, 422]],
  ['get /bids', 'bids.read', '200', [400, 401, 403]],
  ['get /bids/{id}', 'bids.read', '200', [401, 403, 404]],
  ['post /bids/{id}/accept', 'bids.write', '200', [403, 404, 422]],
  ['post /bids/{id}/reject', 'bids.write', '200', [403, 404]],
  ['post /bids/{id}/counter', 'bids.write', '201', [409, 422]],
  ['get /delivery-locations', 'locations.read', '200', [403]],
  ['get /market/commodities', 'market.read', '200', [401, 403]],
  ['get /market/prices', 'market.read', '200', [401, 403]],
  ['get /market/prices/{commodity}/history', 'market.read', '200', [401, 403]],
  ['get /trades', 'trades.read', '200', [400, 401, 403]],
  ['get /trades/{id}', 'trades.read', '200', [401, 403, 404]],
  ['get /teams', 'teams.read', '200', [401, 403]],
  ['get /teams/{id}', 'teams.read', '200', [401, 403, 404]],
  ['get /cash-bids', 'cashbids.read', '200', [401, 403]],
  ['post /cash-bids', 'cashbids.write', '201', [401, 403, 422]],
  ['patch /cash-bids/{id}', 'cashbids.write', '200', [401, 403, 404, 422]],
  ['get /cash-bids/{id}/offers', 'cashbids.read', '200', [403, 404]],
  ['post /cash-bid-offers/{id}/accept', 'cashbids.write', '200', [404, 409]],
  ['post /cash-bid-offers/{id}/reject', 'cashbids.write', '200', [404, 409]],
  ['get /webhooks', 'webhooks.read', '200', [401, 403]],
  ['post /webhooks', 'webhooks.write', '201', [401, 403, 422]],
  ['delete /webhooks/{id}', 'webhooks.write', '200', [404]],
  ['get /webhooks/{id}/deliveries', 'webhooks.read', '200', [404]],
  ['post /webhooks/{id}/deliveries/{delivery_id}/redeliver', 'webhooks.write', '200', [422]],
  // AUTH-12, AUTH-20: the document states no scope, so the default requirement applies.
  ['post /sandbox/simulate-event', 'inventory.read', '2XX', []],
  ['post /sandbox/users', 'inventory.read', '2XX', []],
  ['get /grades', 'inventory.read', '2XX', []],
  ['get /me/farms', 'listings.read or farms.read', '200', []],
  ['post /me/farms', 'farms.write', '201', [422]],
  ['get /me/farms/{id}', 'farms.read', '200', [404]],
  ['patch /me/farms/{id}', 'farms.write', '200', [404]],
  ['get /me/inventory', 'listings.read', '200', []],
  ['post /me/inventory', 'listings.write', '201', [403, 422]],
  ['get /me/inventory/{id}', 'listings.read', '200', [404]],
  ['patch /me/inventory/{id}', 'listings.write', '200', [404]],
  ['delete /me/inventory/{id}', 'listings.write', '200', [404]],
  ['get /me/inventory/{id}/bids', 'listings.read', '200', [404]],
  ['get /me/bids-received', 'listings.read and bids.read', '200', []],
];

const EVENT_TYPES = [
  'bid.accepted',
  'bid.rejected',
  'bid.countered',
  'bid.received',
  'trade.created',
  'trade.settled',
  'cashbid.offer_received',
  'analysis.requested',
  'analysis.sample_received',
  'analysis.graded',
  'analysis.photo_added',
  'queue.congestion_started',
  'queue.congestion_cleared',
  'inventory.matched',
];

const document = readDocument();

const described = new Map(
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Described] => [`${method} ${path}`, operation]),
  ),
);

function find(endpoint: string): Described {
  const operation = described.get(endpoint);
  if (operation === undefined) throw new Error(`There is no ${endpoint} in the document`);
  return operation;
}

/** All values of a key, at any depth. No data in the examples has a key with the name of an extension. */
function collect(key: string, within: unknown): unknown[] {
  if (typeof within !== 'object' || within === null) return [];
  return Object.entries<unknown>({ ...within }).flatMap(([name, value]) => (name === key ? [value] : collect(key, value)));
}

test('the operations are those of the document, in its order', () => {
  expect([...described.keys()].toSorted()).toEqual(ENDPOINTS.map(([endpoint]) => endpoint).toSorted());
  expect(Object.keys(document.paths)).toEqual([...new Set(ENDPOINTS.map(([endpoint]) => endpoint.replace(/^\w+ /, '')))]);
});

test.for(ENDPOINTS)('OP-1 %s succeeds with its status', ([endpoint, , success]) => {
  const statuses = Object.keys(find(endpoint).responses);

  expect(statuses.filter((status) => status < '400')).toEqual([expect.stringMatching(success.replace('XX', '\\d\\d'))]);
});

test.for(ENDPOINTS.filter(([, , success]) => success === '2XX'))(
  'OP-4 the success status of %s is an assumption, and marked',
  ([endpoint]) => {
    const { 200: ok, 201: created } = find(endpoint).responses;

    expect((ok ?? created)?.['x-assumed']).toBeDefined();
  },
);

test.for(ENDPOINTS)('OP-4 %s lists the errors of its row, and marks all others as assumptions', ([endpoint, , , listed]) => {
  const errors = Object.entries(find(endpoint).responses).filter(([status]) => /^[45]/.test(status));

  expect(errors.filter(([, response]) => response['x-assumed'] === undefined).map(([status]) => Number(status))).toEqual(listed);
  expect(errors.every(([, response]) => [undefined, 'OP-4'].includes(response['x-assumed']))).toBe(true);
  // AUTH-1, AUTH-2: every endpoint can return these.
  expect(errors.map(([status]) => status)).toEqual(expect.arrayContaining(['401', '403']));
});

test.for(ENDPOINTS)('AUTH-2 %s requires %s', ([endpoint, scopes]) => {
  const alternatives = scopes.split(' or ').map((each) => ({ oauth2: each.split(' and ') }));

  expect(find(endpoint).security).toEqual([...alternatives, { bearer: [] }]);
});

test('AUTH-10 every 401 names the scheme, and every 429 has Retry-After', () => {
  for (const { responses } of described.values()) {
    expect(Object.keys(responses['401']?.headers ?? {})).toEqual(['WWW-Authenticate']);
    expect(Object.keys(responses['429']?.headers ?? {})).toEqual(['Retry-After']);
  }
});

test('IDEM-1 the key is accepted where a bid is placed or countered, and nowhere else', () => {
  const takers = [...described].filter(([, { parameters = [] }]) =>
    parameters.some(({ $ref }) => $ref?.endsWith('/idempotency_key')),
  );

  expect(takers.map(([endpoint]) => endpoint)).toEqual(['post /inventory/{id}/bids', 'post /bids/{id}/counter']);
});

test('EVT-1 there is one webhook per event type', () => {
  expect(Object.keys(document.webhooks)).toEqual(EVENT_TYPES);
});

test.for(EVENT_TYPES)('EVT-2 %s is posted with its two headers, and needs no token', (type) => {
  const post = document.webhooks[type]?.post;

  expect(post?.parameters?.map(({ name }) => name)).toEqual(['SVC-Event', 'SVC-Signature']);
  expect(post?.security).toEqual([]);
});

test('AUTH-5, AUTH-13 the code flow offers eighteen scopes, and the client credentials flow two', () => {
  const { authorizationCode, clientCredentials } = document.components.securitySchemes.oauth2.flows;

  expect(Object.keys(authorizationCode?.scopes ?? {})).toHaveLength(18);
  expect(Object.keys(clientCredentials?.scopes ?? {})).toEqual(['inventory.read', 'market.read']);
});

test('VER-1 the description has the version 1.0.0', () => {
  expect(document.info.version).toBe('1.0.0');
});

test('no stated clause is marked as an assumption', () => {
  const ids = collect('x-assumed', document).map(String);

  expect(ids.length).toBeGreaterThan(100);
  expect([...new Set(ids)].filter((id) => !['A', 'D'].includes(findClause(id)?.level ?? ''))).toEqual([]);
});

test('the document is deterministic', () => {
  expect(JSON.stringify(buildDocument())).toBe(JSON.stringify(buildDocument()));
});
