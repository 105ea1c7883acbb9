/** Farms and listings of a seller: what the mock assumes. */
import { personas } from '#fixtures';
import type { Farm, Listing, Page, StoreFarm } from '#spec';
import { beforeAll, describe, expect, test } from 'vitest';
import { itemsIn, outcomeOf } from '../../testing/answers.ts';
import type { Answer } from '../../testing/open-mock.ts';
import { makeFarm, makeLot, useMock } from '../../testing/open-mock.ts';

describe('farms', () => {
  const FIELDS: StoreFarm = {
    name: 'Quiet Coulee',
    latitude: 50.312477,
    longitude: -107.801932,
    nearest_city: 'Swift Current',
    nearest_province: 'SK',
  };

  const t = useMock();

  /** The one farm of an answer. */
  function farmIn(answer: Answer): Farm {
    const { data } = answer.body as { data: Farm }; // Judged by the document in t.call.
    return data;
  }

  async function createFarm(who = 'seller', body: unknown = FIELDS): Promise<Farm> {
    const made = await t.call(who, 'POST', '/me/farms', { body });
    expect(made.status).toBe(201);
    return farmIn(made);
  }

  test.for([
    ['latitude', 90, 90.000001],
    ['latitude', -90, -90.000001],
    ['longitude', 180, 180.000001],
    ['longitude', -180, -180.000001],
  ] as const)('FARM-4 a %s of %d is the last that is taken, on create and on change', async ([field, within, beyond]) => {
    const refusal = { status: 422, body: { error: { errors: [{ field }] } } };
    expect(await t.call('seller', 'POST', '/me/farms', { body: { ...FIELDS, [field]: beyond } })).toMatchObject(refusal);
    const farm = await createFarm('seller', { ...FIELDS, [field]: within });
    expect(farm[field]).toBe(within);
    expect(await t.call('seller', 'PATCH', `/me/farms/${farm.id}`, { body: { [field]: beyond } })).toMatchObject(refusal);
  });

  test('LST-24 a new live farm has no payment method and a new sandbox farm has one', async () => {
    const publish = async (who: string): Promise<Answer> => {
      const { id } = await createFarm(who);
      return t.call(who, 'POST', '/me/inventory', { body: { commodity: 'canola', quantity_mt: 10, farm_id: id } });
    };
    expect(await publish('seller')).toMatchObject({ status: 403, body: { error: { code: 'payment_method_required' } } });
    expect(await publish('seller_sandbox')).toMatchObject({ status: 201 });
  });

  test('a lot keeps the location that its farm had at submission', async () => {
    const { id: farm_id } = await createFarm();
    await t.mock.worlds.default.store.write((tx) =>
      tx.updateTable('farms').set({ has_payment_method: 1 }).where('id', '=', farm_id).execute(),
    );
    const placeOf = async (lot: string): Promise<unknown> => (await t.call('buyer', 'GET', `/inventory/${lot}`)).body;
    const before = await makeLot(t, 'seller', { farm_id });
    await t.call('seller', 'PATCH', `/me/farms/${farm_id}`, { body: { nearest_city: 'Weyburn' } });
    const after = await makeLot(t, 'seller', { farm_id });
    expect(await placeOf(before)).toMatchObject({ data: { location: { province: 'SK', nearest_city: 'Swift Current' } } });
    expect(await placeOf(after)).toMatchObject({ data: { location: { province: 'SK', nearest_city: 'Weyburn' } } });
  });
});

describe('listings', () => {
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
    const rows = await t.mock.worlds.default.store.reader
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
});
