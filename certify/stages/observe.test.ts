import { expect, test } from 'vitest';
import { listSome } from './observe.ts';

test('a finding lists at most three ids', () => {
  expect(listSome(['bid_1', 'bid_2', 'bid_3'])).toBe('bid_1, bid_2, bid_3');
  expect(listSome(Array.from({ length: 40 }, (_, index) => `bid_${index}`))).toBe('bid_0, bid_1, bid_2, and 37 more');
});
