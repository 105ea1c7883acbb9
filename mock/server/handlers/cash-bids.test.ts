import { personas } from '#fixtures';
import type { CashBid, Page, StoreCashBid } from '#spec';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { grantToken } from '../../testing/grant-token.ts';
import type { Answer, TestMock } from '../../testing/open-mock.ts';
import { TEST_NOW, openTestMock } from '../../testing/open-mock.ts';

const BODY: StoreCashBid = {
  commodity: 'canola',
  grade: 'No. 1 Canada',
  price: { amount: 664, unit: 'MT' },
  quantity_mt: 500,
  delivery: { from: '2026-09-01', to: '2026-10-31' },
  delivery_location_id: 1001,
};

let t: TestMock;
/** A token of another elevator, and one of its delivery locations. */
let neighbour: { token: string; location_id: number };
beforeAll(async () => {
  t = await openTestMock();
  const location = await t.mock.worlds.default.store.reader
    .selectFrom('delivery_locations')
    .select(['id', 'team_id'])
    .where('team_id', '!=', personas.elevator.team_id)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  neighbour = { token: await grantToken(t, 'elevator', { team_id: location.team_id }), location_id: location.id };
});
afterAll(() => t[Symbol.asyncDispose]());

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

test('CB-2 CB-8 CB-11 DLOC-3 an elevator posts a cash bid at its own delivery location', async () => {
  const made = await createCashBid();
  expect([made.id, made.reference].join(' ')).toMatch(/^cb_\w+ CSH-\w+$/);
  expect(made).toEqual({
    id: made.id,
    reference: made.reference,
    is_active: true,
    commodity: { slug: 'canola', name: 'Canola' },
    grade: 'No. 1 Canada',
    crop_year: null,
    price: { amount: 664, currency: 'CAD', unit: 'MT' },
    quantity_mt: 500,
    quantity: { amount: 500, unit: 'MT' },
    delivery: { from: '2026-09-01', to: '2026-10-31' },
    delivery_location_id: 1001,
    created_at: TEST_NOW,
  });
  expect((await listCashBids('elevator')).items).toContainEqual(made);
});

/** Bodies made when they are needed: what the neighbour's location is, is known only then. Undefined stands for an empty body. */
const REFUSED: readonly (readonly [string, () => object | undefined, readonly string[]])[] = [
  ['a location of another elevator', () => ({ delivery_location_id: neighbour.location_id }), ['delivery_location_id']],
  ['nothing that is known', () => ({ commodity: 'gold', delivery_location_id: 7 }), ['commodity', 'delivery_location_id']],
  ['a grade of another commodity', () => ({ grade: 'No. 1 CWRS' }), ['grade']],
  ['no quantity', () => ({ quantity_mt: 0, price: { amount: 0, unit: 'MT' } }), ['price.amount', 'quantity_mt']],
  ['a delivery that ends before it begins', () => ({ delivery: { from: '2026-09-02', to: '2026-09-01' } }), ['delivery.to']],
  ['nothing at all', () => undefined, ['commodity', 'price', 'quantity_mt', 'delivery', 'delivery_location_id']],
];

test.for(REFUSED)('CB-2 ERR-5 %s: 422, and nothing is posted', async ([, change, fields]) => {
  const { total } = await listCashBids('elevator');
  const changed = change();
  const refused = await t.call('elevator', 'POST', '/cash-bids', { body: changed === undefined ? {} : { ...BODY, ...changed } });
  expect(refused).toMatchObject({
    status: 422,
    body: { error: { code: 'validation_failed', errors: fields.map((field) => ({ field })) } },
  });
  expect((await listCashBids('elevator')).total).toBe(total);
});

test('DLOC-3 the location that was refused is accepted from the elevator it belongs to', async () => {
  const made = await createCashBid({ delivery_location_id: neighbour.location_id }, neighbour.token);
  expect(made.delivery_location_id).toBe(neighbour.location_id);
});

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

test('CB-1 CB-11 CB-13 the list has the own cash bids, newest first, by its filters', async () => {
  const barley = await createCashBid({ commodity: 'barley', grade: null });
  const resting = await createCashBid({ is_active: false });
  const { items, total } = await listCashBids('elevator');
  const rows = await t.mock.worlds.default.store.reader
    .selectFrom('cash_bids')
    .selectAll()
    .where('team_id', '=', personas.elevator.team_id)
    .where('livemode', '=', 1)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  expect(items.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  expect(total).toBe(rows.length);

  const idsOf = async (query: string): Promise<string[]> =>
    (await listCashBids('elevator', `${query}&limit=50`)).items.map(({ id }) => id);
  const idsWhere = (matches: (cashBid: CashBid) => boolean): string[] => items.filter(matches).map(({ id }) => id);
  expect(await idsOf('?is_active=true')).toEqual(idsWhere(({ is_active }) => is_active));
  expect(await idsOf('?is_active=false')).toEqual(idsWhere(({ is_active }) => !is_active));
  expect(await idsOf('?is_active=false')).toContain(resting.id);
  expect(await idsOf('?commodity=BARLEY')).toEqual(idsWhere(({ commodity }) => commodity.slug === 'barley'));
  expect(await idsOf('?commodity=barley')).toContain(barley.id);
  expect(await idsOf('?commodity=barley,%20canola')).toEqual(
    idsWhere(({ commodity }) => ['barley', 'canola'].includes(commodity.slug)),
  );
  expect(await idsOf('?commodity=canola&is_active=false')).toEqual(
    idsWhere(({ commodity, is_active }) => commodity.slug === 'canola' && !is_active),
  );
  expect(await idsOf('?commodity=gold')).toEqual([]);
  expect(await listCashBids('elevator', '?limit=2&offset=1')).toMatchObject({ items: items.slice(1, 3), total });

  expect((await t.call('elevator', 'GET', '/cash-bids?is_active=yes')).status).toBe(400);
});

test('CB-13 INV-23 lists of two elevators and of two modes have nothing in common', async () => {
  const lists = await Promise.all(['elevator', 'elevator_sandbox', neighbour.token].map((who) => listCashBids(who)));
  const ids = lists.flatMap(({ items }) => items.map(({ id }) => id));
  for (const { items } of lists) expect(items).not.toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});

test('FMT-8 units render the quantity and leave tonnes and prices as they are', async () => {
  const [plain] = (await listCashBids('elevator', '?limit=1')).items;
  const [pounds] = (await listCashBids('elevator', '?limit=1&units=LB')).items;
  expect(pounds).toMatchObject({ quantity_mt: plain?.quantity_mt, price: plain?.price, quantity: { unit: 'LB' } });
  expect(pounds?.quantity.amount).toBeCloseTo((plain?.quantity_mt ?? 0) * 2204.6226, 0);
});

test.for([
  { change: { is_active: false }, now: { is_active: false } },
  { change: { price: { amount: 17.25, unit: 'BU' } }, now: { price: { amount: 17.25, currency: 'CAD', unit: 'BU' } } },
  { change: { quantity_mt: 0.01 }, now: { quantity_mt: 0.01, quantity: { amount: 0.01, unit: 'MT' } } },
  { change: { delivery: { from: '2026-07-01', to: '2026-07-01' } }, now: { delivery: { from: '2026-07-01', to: '2026-07-01' } } },
  { change: {}, now: {} },
  { change: undefined, now: {} },
])('CB-3 CB-8 CB-12 a change of $change changes nothing else', async ({ change, now }) => {
  const made = await createCashBid();
  const changed = await t.call('elevator', 'PATCH', `/cash-bids/${made.id}`, change === undefined ? {} : { body: change });
  expect(changed.status).toBe(200);
  expect(cashBidIn(changed)).toEqual({ ...made, ...now });
  expect((await listCashBids('elevator')).items.find(({ id }) => id === made.id)).toEqual(cashBidIn(changed));
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

test("CB-13 ERR-3 ERR-7 another's cash bid, one of the other mode and one that does not exist get the same answer", async () => {
  const made = await createCashBid();
  for (const [method, rest, options] of [
    ['PATCH', '', { body: { is_active: false } }],
    ['PATCH', '', { body: 7 }],
    ['GET', '/offers', {}],
  ] as const) {
    const expected = await t.call('elevator', method, `/cash-bids/cb_0000000000000000${rest}`, options);
    expect(expected.status).toBe(404);
    for (const who of [neighbour.token, 'elevator_sandbox', 'buyer']) {
      expect((await t.call(who, method, `/cash-bids/${made.id}${rest}`, options)).text).toBe(expected.text);
    }
  }
  expect((await listCashBids('elevator')).items).toContainEqual(made);
  expect((await t.call('elevator', 'GET', `/cash-bids/${made.id}/offers`)).body).toMatchObject({ items: [], total: 0 });
});
