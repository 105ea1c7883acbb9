import { expect, test } from 'vitest';
import { hasContent, namingOf } from './keys.ts';

test.each([
  ['seller', 'party'],
  ['sellerName', 'party'],
  ['farm_id', 'party'],
  ['manage_url', 'party'],
  ['lat', 'place'],
  ['pickup_latitude', 'place'],
  ['postalCode', 'place'],
  ['legal_land_description', 'place'],
  ['user_id', 'person'],
  ['email', 'person'],
  ['fob_farm', undefined],
  ['seller_invoice_status', undefined],
  ['latest_bid', undefined],
  ['platform', undefined],
  ['long_name', undefined],
  ['related', undefined],
])('%s names %s', (key, naming) => {
  expect(namingOf(key)).toBe(naming);
});

test.each<[unknown, boolean]>([
  [null, false],
  [true, false],
  ['Anonymous seller', false],
  ['A seller', false],
  ['(hidden)', false],
  ['Undisclosed until settlement', false],
  ['[not disclosed]', false],
  ['N/A', false],
  ['Hidden Valley Farm', true],
  ['(Ada)', true],
  ['***', false],
  [{ name: null }, false],
  ['Ada Byron', true],
  [50.1, true],
  [{ name: 'Ada' }, true],
])('%j has content: %s', (value, tells) => {
  expect(hasContent(value)).toBe(tells);
});
