/** What a buyer could compare: lots by the town they lie in, and lots that differ in nothing but who sells them. */
import type { Inventory } from '#spec';
import { beforeAll, expect, test } from 'vitest';
import { acceptBid } from '../../testing/moves.ts';
import { itemsIn } from '../../testing/answers.ts';
import { TEST_NOW, bidBody, makeLot, useMock } from '../../testing/open-mock.ts';

/** Where the farms say they lie, and where two of them do: far from there, and far from one another. */
const TOWN = { nearest_city: 'Swift Current', nearest_province: 'SK' };
const PLACES = {
  seller: { name: 'Far Away Farm', latitude: 51.734961, longitude: -104.268153 },
  partner: { name: 'Plain Farm', latitude: 49.9, longitude: -109.1 },
} as const;

const t = useMock({ lots: 20 });
let farms: Record<'seller' | 'partner', string>;
beforeAll(async () => {
  farms = { seller: await makePlace('seller'), partner: await makePlace('partner') };
});

async function makePlace(who: 'seller' | 'partner'): Promise<string> {
  const made = await t.call(who, 'POST', '/me/farms', { body: { ...PLACES[who], ...TOWN } });
  const { data } = made.body as { data: { id: string } }; // Judged by the document in t.call.
  await t.mock.worlds.default.store.write((tx) =>
    tx.updateTable('farms').set({ has_payment_method: 1 }).where('id', '=', data.id).execute(),
  );
  return data.id;
}

test('PRIV-3 INV-7 lots of one town come and go together, wherever their farms lie', async () => {
  const near = await makeLot(t, 'partner', { farm_id: farms.partner });
  const far = await makeLot(t, 'seller', { farm_id: farms.seller });
  let found = 0;
  for (const [latitude, longitude] of [
    [50.2881, -107.7939],
    [51.734961, -104.268153],
    [50.312477, -107.801932],
  ] as const) {
    for (const radius_km of [0, 1, 2, 5, 10, 50, 150, 250, 295, 300, 305, 400]) {
      const ids = itemsIn<Inventory>(
        await t.call('buyer', 'GET', `/inventory?limit=50&near=${latitude},${longitude},${radius_km}`),
      ).map(({ id }) => id);
      expect(ids.includes(near)).toBe(ids.includes(far));
      if (ids.includes(near)) found += 1;
    }
  }
  expect(found).toBeGreaterThan(5);
});

test('PRIV-17 PRIV-16 PRIV-9 buyers cannot distinguish twin lots of two sellers from twin lots of one', async () => {
  const lots = [
    await makeLot(t, 'seller', { farm_id: farms.seller }),
    await makeLot(t, 'partner', { farm_id: farms.partner }),
    await makeLot(t, 'seller', { farm_id: farms.seller }),
  ];
  const seen = await Promise.all(
    lots.map(async (lot) => {
      const { data: listing } = (await t.call('buyer', 'GET', `/inventory/${lot}`)).body as { data: object }; // Judged by the document in t.call.
      const placed = await t.call('buyer', 'POST', `/inventory/${lot}/bids`, { body: bidBody() });
      const { data: bid } = placed.body as { data: { id: string } }; // Judged by the document in t.call.
      const trade = await acceptBid(t, lot === lots[1] ? 'partner' : 'seller', bid.id);
      const read = await t.call('buyer', 'GET', `/trades/${trade.id}`);
      return JSON.stringify([listing, bid, read.body]).replaceAll(/\b(?:inv|bid|trd)_[0-9a-f]+|\b(?:BID|TRD)-\w+/g, 'its own');
    }),
  );
  expect(seen[0]).toContain('its own');
  expect(seen[1]).toBe(seen[0]);
  expect(seen[2]).toBe(seen[0]);

  // INV-21: lots that tie stand in the order of their ids, which tells nothing of who made them.
  const listed = itemsIn<Inventory>(await t.call('buyer', 'GET', '/inventory?limit=50&sort=listed_at'));
  const tied = listed.filter(({ listed_at }) => listed_at === TEST_NOW).map(({ id }) => id);
  expect(tied.length).toBeGreaterThanOrEqual(lots.length);
  expect(tied).toEqual(tied.toSorted());
});
