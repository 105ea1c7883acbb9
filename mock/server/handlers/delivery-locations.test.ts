import type { DeliveryLocation, Page } from '#spec';
import { expect, test } from 'vitest';
import { useMock } from '../../testing/open-mock.ts';

const t = useMock();

async function listLocations(who: string, query = ''): Promise<Page<DeliveryLocation>> {
  const answer = await t.call(who, 'GET', `/delivery-locations${query}`);
  expect(answer.status).toBe(200);
  return answer.body as Page<DeliveryLocation>; // Judged by the document in t.call.
}

test('AUTH-21 a team without an elevator reads an empty list, a token without a team is refused', async () => {
  expect(await listLocations('buyer')).toMatchObject({ items: [], total: 0 });
  const seller = await t.call('seller', 'GET', '/delivery-locations');
  expect(seller).toMatchObject({ status: 400, body: { error: { code: 'no_team' } } });
});

test('PAGE-16 the list is paged', async () => {
  const all = await listLocations('elevator');
  const page = await listLocations('elevator', '?limit=2&offset=1');
  expect(page).toMatchObject({ items: all.items.slice(1), limit: 2, offset: 1, total: 3, next: null });
});
