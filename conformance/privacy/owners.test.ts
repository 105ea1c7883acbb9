import type { Exchange } from '#client';
import { makeHttpExchange } from '#client/testing/exchange';
import { expect, test } from 'vitest';
import { Owners } from './owners.ts';

function learn(owners: Owners, owner: string, operation: Exchange['operation'], json: unknown, path = '/me/inventory'): void {
  owners.learn(makeHttpExchange({ operation, url: `http://x/v1${path}`, json }), owner);
}

test('actors are different parties if their teams are known and differ', () => {
  const owners = new Owners(new Map());
  learn(owners, 'buyer', 'listTeams', { items: [{ id: 'tm_1' }] });
  expect(owners.areDistinct('buyer', 'rival')).toBe(false);
  learn(owners, 'rival', 'listTeams', { items: [{ id: 'tm_2' }] });
  learn(owners, 'elevator', 'listTeams', { data: [{ id: 'tm_1' }, { id: 'tm_3' }] });
  expect([owners.areDistinct('buyer', 'rival'), owners.areDistinct('buyer', 'elevator')]).toEqual([true, false]);
});

test('actors without teams are different parties if their configured users differ', () => {
  for (const [users, expected] of [
    [['usr_1', 'usr_2'], true],
    [['usr_1', 'usr_1'], false],
    [['usr_1'], false],
  ] as const) {
    const owners = new Owners(new Map(users.map((user, i) => [i === 0 ? 'seller' : 'partner', user])));
    for (const name of ['seller', 'partner']) learn(owners, name, 'listTeams', { items: [] });
    expect(owners.areDistinct('seller', 'partner')).toBe(expected);
  }
});

test('a list of teams in an unknown form says nothing', () => {
  const owners = new Owners(new Map());
  learn(owners, 'buyer', 'listTeams', { teams: [{ id: 'tm_1' }] });
  learn(owners, 'rival', 'listTeams', { items: [{ id: 'tm_2' }] });
  expect(owners.areDistinct('buyer', 'rival')).toBe(false);
});

test('the sides of a deal pass from the listing and the bid to the counter and the trade', () => {
  const owners = new Owners(new Map());
  learn(owners, 'seller', 'createListing', { data: { id: 'inv_1' } });
  learn(owners, 'buyer', 'placeBid', { data: { id: 'bid_1' } }, '/inventory/inv_1/bids');
  learn(owners, 'seller', 'counterBid', { data: { id: 'bid_2' } }, '/bids/bid_1/counter');
  learn(owners, 'buyer', 'acceptBid', { data: { trade_id: 'trd_1' } }, '/bids/bid_2/accept');
  learn(owners, 'buyer', 'placeBid', { data: { id: 'bid_3' } }, '/inventory/inv_of_somebody/bids');
  const sides = { buyer: 'buyer', seller: 'seller' };
  expect(['bid_1', 'bid_2', 'trd_1'].map((id) => owners.find(id))).toEqual([sides, sides, sides]);
  expect(owners.find('bid_3')).toEqual({ buyer: 'buyer', seller: undefined });
  expect(owners.tradeOf('bid_2')).toBe('trd_1');
});
