import { expect, test } from 'vitest';
import { encodePath, fillPath } from './encode-path.ts';

const ID = 'bid_a/b?c#d%2Fe f';

test('CONV-2 an id in a path is one segment, whatever characters it has', () => {
  const path = encodePath`/bids/${ID}/accept`;
  const { pathname, search, hash } = new URL(`https://api.example/v1${path}`);
  expect(pathname.split('/').map(decodeURIComponent)).toEqual(['', 'v1', 'bids', ID, 'accept']);
  expect([search, hash]).toEqual(['', '']);
  expect(encodePath`/teams/${7}`).toBe('/teams/7');
});

test('CONV-2 the parameters of a documented path are encoded, also those with a dollar sign', () => {
  expect(fillPath('/bids/{id}/accept', { id: ID })).toBe(encodePath`/bids/${ID}/accept`);
  expect(fillPath('/bids/{id}', { id: '$&' })).toBe('/bids/%24%26');
  expect(fillPath('/webhooks/{id}/deliveries/{delivery_id}', { id: 'whk_1' })).toBe('/webhooks/whk_1/deliveries/{delivery_id}');
});
