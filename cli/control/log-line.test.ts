import { expect, test } from 'vitest';
import { personas } from '#fixtures/personas';
import { callerNameOf, formatEntry } from './log-line.ts';

const REQUEST = {
  seq: 1,
  at: '2026-06-10T12:00:00.000Z',
  operation_id: 'listInventory',
  method: 'GET',
  path: '/v1/inventory',
  actor: null,
  status: 200,
  http_version: '1.1',
  request_headers: {},
  request_body: '',
  request_chars: 0,
  response_headers: {},
  response_body: '',
  response_chars: 0,
  duration_ms: 2_013,
  fault: 'flt_1',
  clause: null,
  is_replay: false,
  is_cut: true,
  is_client_gone: true,
  oauth_error: null,
};

test('a client that disconnected is named instead of a duration, and the fault with it', () => {
  expect(formatEntry({ kind: 'request', entry: REQUEST })).toMatch(
    / 200 {2}client disconnected after 2\.0 s {2}#1 {2}fault flt_1$/,
  );
});

test('a request to the authorization server is shown without its query, so that the reason is in sight', () => {
  const entry = {
    ...REQUEST,
    path: '/oauth/authorize?client_id=gristmill-app&redirect_uri=http%3A%2F%2F127.0.0.1%3A8765%2Fcallback',
    is_cut: false,
    is_client_gone: false,
    fault: null,
    status: 303,
    oauth_error: 'invalid_request: not supported value of code_challenge_method',
  };
  expect(formatEntry({ kind: 'request', entry })).toMatch(
    / \/oauth\/authorize\?… +303 {2}2013 ms {2}#1 {2}invalid_request: not supported/,
  );
});

test('a replay is distinguished from a new bid', () => {
  const entry = { ...REQUEST, is_client_gone: false, is_cut: false, fault: null, status: 201, is_replay: true };
  expect(formatEntry({ kind: 'request', entry })).toMatch(/ 201 {2}2013 ms {2}#1 {2}replay: same Idempotency-Key$/);
});

test('a response that a fault cut off says so, and a refusal has its clause', () => {
  const entry = { ...REQUEST, is_client_gone: false };
  expect(formatEntry({ kind: 'request', entry })).toMatch(/ 200 {2}response cut off {2}#1 {2}fault flt_1$/);
  const response_body = '{"error":{"code":"insufficient_scope","message":"No."}}';
  const refused = { ...entry, status: 403, fault: null, is_cut: false, response_body, clause: 'BID-28' };
  expect(formatEntry({ kind: 'request', entry: refused })).toMatch(/ {2}#1 {2}insufficient_scope: No\. \(BID-28\)$/);
});

test.each([
  ['a persona, by its user and team', personas.buyer, 'buyer'],
  ['a persona without a user, by its client', personas.reader, 'reader'],
  ['a persona without a team', personas.seller, 'seller'],
  [
    "a token of a persona's client without a user, by the client",
    { ...personas.buyer, user_id: null, team_id: null },
    'gristmill-desk',
  ],
  ['another user of the same client, by the user', { ...personas.buyer, user_id: 'usr_1' }, 'usr_1'],
])('%s', (_, { client_id, user_id, team_id }, name) => {
  expect(callerNameOf({ client_id, user_id, team_id })).toBe(name);
});
