import { expect, test } from 'vitest';
import { SCOPES } from '#spec';
import { lacksFarmsRead, nameScopes } from './owner-of.ts';

const ALL = Object.keys(SCOPES).filter((scope) => scope !== 'openid');

test.each([
  [['farms.read'], 'farms.read', false],
  [['listings.read', 'bids.read'], 'listings.read bids.read', true],
  [ALL.filter((scope) => scope !== 'farms.read'), 'all scopes but farms.read', true],
  [ALL.filter((scope) => !scope.startsWith('farms.')), 'all scopes but farms.read and farms.write', true],
  [ALL.filter((scope) => scope !== 'bids.read'), 'all scopes but bids.read', false],
])('PRIV-8 the name of a minted token says which scopes it has: %j', (scopes, name, lacks) => {
  expect(nameScopes(scopes)).toBe(name);
  expect(lacksFarmsRead(`seller with ${name}`)).toBe(lacks);
});

test('PRIV-8 nothing is known about the scopes of a configured token', () => {
  expect(lacksFarmsRead('seller')).toBe(false);
});
