import { expect, test } from 'vitest';
import { findCaller } from './caller.ts';

test.each([
  ['Bearer $TOKEN_BUYER', undefined, undefined, { kind: 'actor', name: 'buyer' }],
  ['Bearer ${TOKEN_PARTNER_SANDBOX}', 'seller', 'rival', { kind: 'actor', name: 'partner_sandbox' }],
  ['Bearer $TOKEN_FARMER', 'seller', undefined, { kind: 'unknown', name: 'FARMER' }],
  ['Bearer eyJhbGci', 'seller', 'rival', { kind: 'actor', name: 'seller' }],
  ['Bearer eyJhbGci', undefined, 'rival', { kind: 'actor', name: 'rival' }],
  ['Bearer eyJhbGci', undefined, undefined, { kind: 'sent' }],
  // A pact about 401 sends no token.
  [undefined, 'seller', 'rival', { kind: 'sent' }],
] as const)('%s, with actor %s in the states and %s on the command line', (header, of_states, otherwise, caller) => {
  expect(findCaller(header, of_states, otherwise)).toEqual(caller);
});
