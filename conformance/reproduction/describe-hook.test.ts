import { HOOK_NAMES } from '#client';
import { expect, test } from 'vitest';
import { describeHook } from './describe-hook.ts';

test('a hook call is a sentence', () => {
  expect(describeHook('pay_invoice', { trade_id: 'trd_1', invoice: 'buyer' })).toBe('Pay the buyer invoice of trd_1');
  expect(describeHook('make_offer', { cash_bid_id: 'cb_1' })).toBe('Make an offer on cb_1');
  expect(describeHook('make_offer', { cash_bid_id: 'cb_1', price: 305, quantity_mt: 10 })).toBe(
    'Make an offer on cb_1, with price 305 and quantity_mt 10',
  );
  expect(describeHook('set_payment_method', { farm_id: 'farm_1', on_file: false })).toBe('Remove the payment method of farm_1');
  expect(describeHook('mint_token', { actor: 'buyer', scopes: ['bids.read', 'bids.write'] })).toBe(
    'Issue a token for buyer with the scopes bids.read bids.write',
  );
  for (const hook of HOOK_NAMES) expect(describeHook(hook, {})).toMatch(/^[A-Z]/);
});

test('a move of the clock is in the largest unit that divides it', () => {
  const move = (seconds: number): string => describeHook('advance_clock', { seconds });
  expect(move(691_200)).toBe('Move the clock ahead by 8 days');
  expect(move(129_600)).toBe('Move the clock ahead by 36 hours');
  expect(move(60)).toBe('Move the clock ahead by 1 minute');
  expect(move(7.673_000_000_000_001)).toBe('Move the clock ahead by 7.673 s');
  expect(move(0)).toBe('Move the clock ahead by 0 s');
});
