import type { CashBid, Page, StoreCashBid } from '#spec';
import { expect, test } from 'vitest';
import type { Answer } from '../../testing/open-mock.ts';
import { useMock } from '../../testing/open-mock.ts';

const BODY: StoreCashBid = {
  commodity: 'canola',
  grade: 'No. 1 Canada',
  price: { amount: 664, unit: 'MT' },
  quantity_mt: 500,
  delivery: { from: '2026-09-01', to: '2026-10-31' },
  delivery_location_id: 1001,
};

const t = useMock();

function cashBidIn(answer: Answer): CashBid {
  const { data } = answer.body as { data: CashBid }; // Judged by the document in t.call.
  return data;
}

async function createCashBid(change: Partial<StoreCashBid> = {}, who = 'elevator'): Promise<CashBid> {
  const made = await t.call(who, 'POST', '/cash-bids', { body: { ...BODY, ...change } });
  expect(made.status).toBe(201);
  return cashBidIn(made);
}

async function listCashBids(who: string, query = '?limit=50'): Promise<Page<CashBid>> {
  const answer = await t.call(who, 'GET', `/cash-bids${query}`);
  expect(answer.status).toBe(200);
  return answer.body as Page<CashBid>; // Judged by the document in t.call.
}

test('AUTH-21 a team without an elevator may not post, whatever it sends, and reads an empty list', async () => {
  for (const body of [BODY, {}, '{']) {
    const refused = await t.call('buyer', 'POST', '/cash-bids', { body });
    expect(refused).toMatchObject({ status: 403, body: { error: { code: 'insufficient_scope' } } });
  }
  expect(await listCashBids('buyer')).toMatchObject({ items: [], total: 0 });
  expect((await t.call('elevator', 'POST', '/cash-bids', { body: '{' })).status).toBe(400);
});

test('AUTH-21 a token without a team is refused on cash bids and their offers', async () => {
  const { id } = await createCashBid();
  for (const [method, path] of [
    ['GET', '/cash-bids'],
    ['POST', '/cash-bids'],
    ['PATCH', `/cash-bids/${id}`],
    ['GET', `/cash-bids/${id}/offers`],
  ] as const) {
    expect(await t.call('seller', method, path)).toMatchObject({ status: 400, body: { error: { code: 'no_team' } } });
  }
});

test.for([
  [{ quantity_mt: 0.001 }, 'quantity_mt'],
  [{ price: { amount: 0, unit: 'MT' } }, 'price.amount'],
  [{ is_active: 'no' }, 'is_active'],
  // CB-8: what grain it is for, and where, does not change.
  [{ commodity: 'barley' }, 'commodity'],
  [{ delivery_location_id: 1002 }, 'delivery_location_id'],
] as const)('CB-3 CB-8 a change of %j is refused', async ([change, field]) => {
  const made = await createCashBid();
  const refused = await t.call('elevator', 'PATCH', `/cash-bids/${made.id}`, { body: { is_active: false, ...change } });
  expect(refused).toMatchObject({ status: 422, body: { error: { errors: [{ field }] } } });
  expect((await listCashBids('elevator')).items).toContainEqual(made);
});
