import { beforeEach, expect, test } from 'vitest';
import type { Truth } from './wire.ts';
import { overview, tokenOfSide } from './world.ts';

const BUYER = { name: 'buyer', about: '', token: 'dev_buyer', user_id: 'usr_1', team_id: 'tm_1' };
const SELLER = { name: 'seller', about: '', token: 'dev_seller', user_id: 'usr_2', team_id: null };
const names = ['buyer', 'buyer_sandbox', 'seller', 'seller_sandbox'];

beforeEach(() => {
  overview.value = {
    version: '0',
    world: { id: 'default', seed: '1', lots: 20, is_lenient: false, violations: [], variants: [] },
    clock: { now: '2026-06-10T12:00:00.000Z', mode: 'frozen', next_due: null },
    addresses: {
      base_url: '',
      auth_url: '',
      control_url: '',
      tokens: Object.fromEntries(names.map((name) => [name, `dev_${name}`])),
    },
    personas: [{ ...BUYER, name: 'expired', token: 'dev_expired' }, BUYER, SELLER],
    examples: { about: '', commands: [] },
  };
});

test.each([
  [true, 'buyer', 'dev_buyer'],
  [false, 'buyer', 'dev_buyer_sandbox'],
  [true, 'seller', 'dev_seller'],
  [false, 'seller', 'dev_seller_sandbox'],
] as const)('with livemode %s, the %s of a bid acts with %s', async (livemode, side, token) => {
  const record = { livemode, buyer_team_id: 'tm_1', buyer_user_id: 'usr_1', seller_user_id: 'usr_2' };
  const bid: Truth = { id: 'bid_1', kind: 'bid', record, relations: {} };
  expect(await tokenOfSide(bid, side)).toBe(token);
});
