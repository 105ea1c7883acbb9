import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import type { TestMock } from '../../testing/open-mock.ts';
import { bidBody, makeBid, makeLot, openTestMock } from '../../testing/open-mock.ts';
import { placeLines } from '../../testing/actions.ts';
import { respondWithStatuses, openReceiver } from '../../testing/receiver.ts';

function openVariant(...variants: string[]): Promise<TestMock> {
  return openTestMock({ lots: 60, variants });
}

test('bare-filters and relative-links', async () => {
  await using t = await openVariant('bare-filters', 'relative-links');
  expect((await t.callDeviant('buyer', 'GET', '/inventory/filters')).body).toHaveProperty('commodities');
  const page = (await t.callDeviant('buyer', 'GET', '/inventory?limit=5&offset=5')).body;
  expect([page.next, page.previous, page.href]).toEqual([10, 0, 5].map((offset) => `/v1/inventory?limit=5&offset=${offset}`));
  expect((await t.callDeviant('buyer', 'GET', page.next.replace('/v1', ''))).body.offset).toBe(10);
});

test('variants combine in any order: those that change what is around the data apply last', async () => {
  await using t = await openVariant('bare-filters', 'grades-by-code', 'relative-links', 'links-with-cursors');
  const filters = (await t.callDeviant('buyer', 'GET', '/inventory/filters')).body;
  expect(filters.grades.filter((grade: string) => grade.includes('_')).length).toBeGreaterThan(0);
  const page = (await t.callDeviant('buyer', 'GET', '/inventory?limit=5')).body;
  expect(page.next).toMatch(/^\/v1\/inventory\?cursor=/);
  expect((await t.callDeviant('buyer', 'GET', page.next.replace('/v1', ''))).body.offset).toBe(5);
});

test('limit-clamped and bad-filters-422', async () => {
  await using t = await openVariant('limit-clamped', 'bad-filters-422');
  const limits = [];
  for (const limit of ['0', '-3', '51', '99999999999999999999', '7'])
    limits.push((await t.callDeviant('buyer', 'GET', `/inventory?limit=${limit}&offset=-1`)).body.limit);
  expect(limits).toEqual([1, 1, 50, 50, 7]);
  expect(await t.callDeviant('buyer', 'GET', '/inventory?limit=ten')).toMatchObject({
    status: 422,
    body: { error: { status: 422, code: 'validation_failed', errors: [{ field: 'limit' }] } },
  });
});

test('simulated-with-201', async () => {
  await using t = await openVariant('simulated-with-201');
  await makeLot(t, 'seller_sandbox');
  const simulated = await t.callDeviant('seller_sandbox', 'POST', '/sandbox/simulate-event', { body: { event: 'bid.received' } });
  expect(simulated.status).toBe(201);
});

test('ids-with-reserved-characters: ids work encoded, links have them encoded, and ids without the characters are unknown', async () => {
  await using t = await openVariant('ids-with-reserved-characters');
  const { call } = t;
  const lot = await makeLot(t, 'seller_sandbox');
  expect(lot).toMatch(/^inv_.*[/].*[?].*#.*%.* .*[0-9a-f]{16}$/);
  const path = `/me/inventory/${encodeURIComponent(lot)}`;
  expect((await call('seller_sandbox', 'GET', path)).body.data).toMatchObject({ id: lot });
  expect((await call('seller_sandbox', 'GET', `${path}/bids`)).body.href).toContain(`${path}/bids`);
  expect((await call('seller_sandbox', 'GET', `/me/inventory/${lot}`)).status).toBe(404);
  const plain = `inv_${lot.slice(-16)}`;
  expect((await call('seller_sandbox', 'GET', `/me/inventory/${plain}`)).status).toBe(404);
});

test('ids-of-another-shape changes ids in every response, request, and delivery, and in the control plane', async () => {
  await using receiver = await openReceiver(respondWithStatuses(200));
  await using t = await openVariant('ids-of-another-shape');
  const letters = /^[a-z]+_[GHJKMNPQRSTVWXYZ]{16}$/;
  const { call } = t;
  const lot = await makeLot(t, 'seller_sandbox');
  expect(lot).toMatch(letters);
  const types = ['bid.rejected', 'trade.created', 'trade.settled'];
  const hook = (await call('buyer_sandbox', 'POST', '/webhooks', { body: { url: receiver.url, events: types } })).body.data;
  const bid = await makeBid(t, 'buyer_sandbox', lot);
  expect((await call('buyer_sandbox', 'GET', `/bids/${bid}`)).body.data).toMatchObject({ id: bid, inventory_id: lot });
  const page = (await call('seller_sandbox', 'GET', `/me/inventory/${lot}/bids`)).body;
  expect(page.items).toMatchObject([{ id: bid, listing_id: lot }]);
  expect(page.href).toContain(`/me/inventory/${lot}/bids`);

  // As the store has it, it is the id of nothing.
  const [inside] = await t.mock.worlds.default.store.reader
    .selectFrom('bids')
    .select('id')
    .orderBy('created_at', 'desc')
    .execute();
  expect((await call('buyer_sandbox', 'GET', `/bids/${inside?.id ?? ''}`)).status).toBe(404);

  const trade = (await call('seller_sandbox', 'POST', `/bids/${bid}/accept`)).body.data;
  for (const side of ['buyer', 'seller']) {
    expect(await t.control('POST', `/trades/${trade.id}/invoices/${side}/pay`)).toMatchObject({ body: { trade_id: trade.id } });
  }
  await t.mock.worlds.default.dispatcher.idle();
  const settled = receiver.received.find(({ envelope }) => envelope.type === 'trade.settled');
  expect(settled?.envelope).toMatchObject({
    id: expect.stringMatching(letters),
    data: { trade_id: trade.id, inventory_id: lot },
  });
  const [, at, v1] = /^t=(\d+),v1=(\w+)$/.exec(String(settled?.headers['svc-signature'])) ?? [];
  expect(v1).toBe(createHmac('sha256', hook.secret).update(`${at}.${settled?.raw}`).digest('hex'));
  const { items } = (await call('buyer_sandbox', 'GET', `/webhooks/${hook.id}/deliveries`)).body;
  expect(items.map(({ event_id }: { event_id: string }) => event_id)).toContain(settled?.envelope.id);
});

test('quantity-with-other-names, trade-id, more-fields, archived-as-deleted', async () => {
  await using t = await openVariant('quantity-with-other-names', 'trade-id', 'more-fields', 'archived-as-deleted');
  const lot = await makeLot(t, 'seller_sandbox').catch((error: unknown) => String(error));
  // `t.call` validates against the document, which knows no such quantity.
  expect(lot).toContain('must have required property');
  const trades = (await t.callDeviant('buyer', 'GET', '/trades')).body;
  expect(trades).toMatchObject({ x_served_by: 'node-3' });
  expect(trades.items[0]).toMatchObject({ trade_id: expect.any(String), quantity: { unit_code: 'MT' }, x_schema: 'v1.7' });
  expect(trades.items[0]).not.toHaveProperty('id');
  const own = (await t.callDeviant('seller_sandbox', 'GET', '/me/inventory')).body.items[0];
  const deleted = await t.callDeviant('seller_sandbox', 'DELETE', `/me/inventory/${own.id}`);
  expect(deleted.body.data).toMatchObject({ deleted: true, id: own.id });
});

test('legacy-segment and upper-case-hex', async () => {
  await using receiver = await openReceiver(respondWithStatuses(200));
  await using t = await openVariant('upper-case-hex', 'legacy-segment');
  await t.call('buyer', 'POST', '/webhooks', { body: { url: receiver.url, events: ['bid.rejected'] } });
  await t.call('seller', 'POST', `/bids/${await makeBid(t, 'buyer', await makeLot(t))}/reject`);
  await receiver.count(1);
  expect(receiver.received[0]?.headers['svc-signature']).toMatch(/^sha256=[0-9a-f]{64},t=\d+,v1=[0-9A-F]{64}$/);
});

test('delays-from-the-start has the same delays on a frozen clock', async () => {
  await using receiver = await openReceiver(respondWithStatuses(500, 200));
  await using t = await openVariant('delays-from-the-start');
  await t.call('buyer', 'POST', '/webhooks', { body: { url: receiver.url, events: ['bid.rejected'] } });
  await t.call('seller', 'POST', `/bids/${await makeBid(t, 'buyer', await makeLot(t))}/reject`);
  await t.control('POST', '/clock/run');
  const [first, second] = (await t.control('GET', '/deliveries')).body.items;
  expect(Date.parse(second.created_at) - Date.parse(first.created_at)).toBe(10_000);
});

test('empty-bid-items-omitted and repeat-shows-the-current-bid', async () => {
  await using t = await openVariant('empty-bid-items-omitted', 'repeat-shows-the-current-bid');
  const lot = await makeLot(t);
  const place = () =>
    t.call('buyer', 'POST', `/inventory/${lot}/bids`, { body: bidBody(), headers: { 'Idempotency-Key': 'again' } });
  const { id } = (await place()).body.data;
  expect((await t.call('seller', 'POST', `/bids/${id}/accept`, { body: { bid_items: [] } })).status).toBe(200);
  expect((await place()).body.data).toMatchObject({ id, status: 'accepted' });
});

test('bodies-before-ids, events-by-audience, and duplicate-types-422', async () => {
  await using t = await openVariant('bodies-before-ids', 'events-by-audience', 'duplicate-types-422');
  const statusOf = async (path: string, body: object): Promise<number> =>
    (await t.callDeviant('buyer', 'POST', path, { body })).status;
  expect(await statusOf('/inventory/inv_000000000000000000000000/bids', {})).toBe(422);
  expect(await statusOf('/inventory/inv_000000000000000000000000/bids', bidBody())).toBe(404);
  const url = 'http://127.0.0.1:9/';
  expect(await statusOf('/webhooks', { url, events: ['bid.received'] })).toBe(422);
  expect(await statusOf('/webhooks', { url, events: ['bid.accepted', 'bid.accepted'] })).toBe(422);
  expect(await statusOf('/webhooks', { url, events: ['bid.accepted', 'trade.created'] })).toBe(201);
});

test('bids-per-tonne shows the price of a bid per pound per tonne', async () => {
  await using t = await openVariant('bids-per-tonne');
  const body = { ...bidBody(), price: { amount: 0.14, currency: 'CAD', unit: 'LB' } };
  const placed = await t.callDeviant('buyer', 'POST', `/inventory/${await makeLot(t, 'seller')}/bids`, { body });
  expect(placed.body.data.price).toMatchObject({ amount: expect.closeTo(308.65, 1), unit: 'MT' });
});

test('trade-per-line divides a bid among its lines, and never shows the suffix of their bid', async () => {
  await using t = await openVariant('trade-per-line');
  const grades = ['No. 1 Canada', 'No. 2 Canada'];
  const lot = await makeLot(t, 'seller', { grade: undefined });
  const bid = await placeLines(t, lot, { 'No. 1 Canada': 640, 'No. 2 Canada': 610 });
  const accepted = await t.call('seller', 'POST', `/bids/${bid.id}/accept`, {
    body: { bid_items: grades.map((grade) => ({ grade })) },
  });
  expect(accepted.body.data).toMatchObject({ bid_id: bid.id, quantity_mt: 20, price: { amount: 640 } });
  const { items } = (await t.call('buyer', 'GET', '/trades?status=Pending')).body;
  const made = items.filter(({ bid_id }: { bid_id: string }) => bid_id === bid.id);
  expect(made.map(({ price }: { price: { amount: number } }) => price.amount).toSorted()).toEqual([610, 640]);
  expect(made.map(({ quantity_mt }: { quantity_mt: number }) => quantity_mt)).toEqual([20, 20]);
});

test('bids-rejected-later rejects the bids of a delisted listing after the response, and sends their events then', async () => {
  await using receiver = await openReceiver(respondWithStatuses(200));
  await using t = await openVariant('bids-rejected-later');
  await t.call('buyer', 'POST', '/webhooks', { body: { url: receiver.url, events: ['bid.rejected'] } });
  const lot = await makeLot(t);
  const bid = await makeBid(t, 'buyer', lot);
  await t.call('seller', 'PATCH', `/me/inventory/${lot}`, { body: { listed: false } });
  expect((await t.call('buyer', 'GET', `/bids/${bid}`)).body.data.status).toBe('pending');
  await receiver.count(1);
  expect(receiver.received[0]?.envelope.data).toMatchObject({ bid_id: bid, status: 'rejected' });
  expect((await t.call('buyer', 'GET', `/bids/${bid}`)).body.data.status).toBe('rejected');
});
