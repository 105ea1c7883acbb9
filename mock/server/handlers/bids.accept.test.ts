/** Accepting bids: what is taken, what it leaves of the lot, and what becomes of everybody else's bids. */
import { beforeAll, expect, test } from 'vitest';
import { acceptBid, counterBid, readBid, readListing } from '../../testing/moves.ts';
import { outcomeOf } from '../../testing/answers.ts';
import { makeBid, makeFarm, makeLot, useMock } from '../../testing/open-mock.ts';

const t = useMock();
let farm_id: string;
beforeAll(async () => {
  farm_id = await makeFarm(t, 'seller');
});

async function accept(id: string, body?: unknown, who = 'seller'): Promise<string> {
  return outcomeOf(await t.call(who, 'POST', `/bids/${id}/accept`, body === undefined ? {} : { body }));
}

test('BID-30 acceptance takes the quantity off the lot, and the last of it takes the lot off the market with its bids', async () => {
  const lot = await makeLot(t, 'seller', { farm_id, quantity_mt: 0.3 });
  const [tenth, rest, other, countered] = [
    await makeBid(t, 'buyer', lot, { quantity_mt: 0.1 }),
    await makeBid(t, 'buyer', lot, { quantity_mt: 0.2 }),
    await makeBid(t, 'rival', lot, { quantity_mt: 0.3 }),
    await makeBid(t, 'rival', lot, { quantity_mt: 0.1 }),
  ];
  const counter = await counterBid(t, 'seller', countered, { quantity_mt: 0.1 });
  await acceptBid(t, 'seller', tenth);
  expect(await readListing(t, lot)).toMatchObject({ status: 'listed', quantity_mt: 0.2 });
  expect((await readBid(t, other, 'rival')).status).toBe('pending');
  // What asks for more than is left waits for the seller to have more.
  expect(await accept(other)).toBe('422 validation_failed: quantity_mt');

  await acceptBid(t, 'seller', rest);
  expect(await readListing(t, lot)).toMatchObject({ status: 'unlisted', quantity_mt: 0 });
  expect(outcomeOf(await t.call('buyer', 'GET', `/inventory/${lot}`))).toBe('404 not_found');
  const statuses = await Promise.all([other, counter, countered].map(async (id) => (await readBid(t, id, 'rival')).status));
  expect(statuses).toEqual(['rejected', 'rejected', 'countered']);
  expect(await accept(other)).toBe('422 bid_not_pending');
});

test('BID-30 LST-6 a bid that asks for more than is left is accepted once there is more', async () => {
  const lot = await makeLot(t, 'seller', { farm_id });
  const id = await makeBid(t, 'buyer', lot, { quantity_mt: 80 });
  await t.call('seller', 'PATCH', `/me/inventory/${lot}`, { body: { quantity_mt: 79.99 } });
  expect(await accept(id)).toBe('422 validation_failed: quantity_mt');
  await t.call('seller', 'PATCH', `/me/inventory/${lot}`, { body: { quantity_mt: 80 } });
  expect(await accept(id)).toBe('200');
});
