/** A seller's own listings over HTTP: reading and changing them. */
import { personas } from '#fixtures';
import type { Listing, Page } from '#spec';
import { beforeAll, expect, test } from 'vitest';
import { itemsIn, outcomeOf } from '../../testing/answers.ts';
import { makeFarm, makeLot, useMock } from '../../testing/open-mock.ts';

const t = useMock();
let farm_id: string;
beforeAll(async () => {
  farm_id = await makeFarm(t, 'seller');
});

async function countOwn(who = 'seller'): Promise<number> {
  const answer = await t.call(who, 'GET', '/me/inventory');
  return (answer.body as Page<Listing>).total; // Judged by the document in t.call.
}

test('LST-1 LST-16 LST-22 the list has all own listings of one mode, or those of one status', async () => {
  const draft = await makeLot(t, 'seller', { farm_id, list: false });
  const archived = await makeLot(t, 'seller', { farm_id });
  await t.call('seller', 'DELETE', `/me/inventory/${archived}`);
  const rows = await t.mock.worlds.default.store.db
    .selectFrom('lots')
    .select(['id', 'status'])
    .where('user_id', '=', personas.seller.user_id)
    .where('livemode', '=', 1)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  const walk = async (query: string): Promise<string[]> => {
    const ids: string[] = [];
    for (let offset = 0; ; offset += 50) {
      const items = itemsIn<Listing>(await t.call('seller', 'GET', `/me/inventory?limit=50&offset=${offset}${query}`));
      if (items.length === 0) return ids;
      ids.push(...items.map(({ id }) => id));
    }
  };
  expect(await walk('')).toEqual(rows.map(({ id }) => id));
  expect(await countOwn()).toBe(rows.length);
  for (const status of ['listed', 'unlisted', 'archived']) {
    const expected = rows.filter((row) => row.status === status).map(({ id }) => id);
    expect(expected.length).toBeGreaterThan(0);
    expect(await walk(`&status=${status}`)).toEqual(expected);
  }
  expect(await walk('&status=unlisted')).toContain(draft);
  for (const status of ['Listed', 'draft', '', 'listed,archived']) {
    expect(outcomeOf(await t.call('seller', 'GET', `/me/inventory?status=${status}`))).toBe('400 invalid_filter: status');
  }
});
