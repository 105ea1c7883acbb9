import { afterAll, beforeAll, expect, test } from 'vitest';
import { breakClause } from '../../../testing/break-clause.ts';
import type { Answer, TestMock } from '../../../testing/open-mock.ts';
import { bidBody, makeBid, makeLot, openTestMock } from '../../../testing/open-mock.ts';

let t: TestMock;
let lot: string;
let bid: string;
beforeAll(async () => {
  t = await openTestMock({ lots: 60 });
  lot = await makeLot(t);
  bid = await makeBid(t, 'buyer', lot);
});
afterAll(() => t[Symbol.asyncDispose]());

function read(path: string, who = 'buyer'): Promise<Answer> {
  return t.callDeviant(who, 'GET', path);
}

test('onBody: a resource without its envelope; errors stay', async () => {
  await breakClause(t, 'CONV-1', 'bare-resource');
  expect((await read(`/bids/${bid}`)).body).toMatchObject({ id: bid, status: 'pending' });
  expect((await read('/bids/bid_0')).body).toMatchObject({ error: { code: 'not_found' } });
});

test('onField: wherever it stands, in lists and alone, by a path too', async () => {
  await breakClause(t, 'CONV-4', 'numeric-references');
  expect((await read('/bids')).body.items[0].reference).toBe(4_711);
  const inbox = await read('/me/bids-received?limit=50', 'seller');
  expect(
    new Set(inbox.body.items.flatMap((group: { bids: { reference: number }[] }) => group.bids.map(({ reference }) => reference))),
  ).toEqual(new Set([4_711]));
  await breakClause(t, 'FMT-1', 'amounts-as-text');
  expect((await read(`/bids/${bid}`)).body.data).toMatchObject({
    price: { amount: '630', currency: 'CAD' },
    quantity: { amount: 40 },
  });
});

test('withoutField: left out', async () => {
  const { body } = await read('/trades');
  expect(body.items[0]).toHaveProperty('status');
  await breakClause(t, 'TRD-4', 'no-status');
  const { items } = (await read('/trades')).body;
  expect(items[0]).not.toHaveProperty('status');
  // However deep.
  expect(items[0].invoices[0]).toEqual({ kind: 'buyer' });
});

test('onResource: with what the store knows', async () => {
  await breakClause(t, 'PRIV-1', 'farm-named');
  expect((await read(`/inventory/${lot}`)).body.data.farm).toBe('Quiet Coulee');
  const { items } = (await read('/inventory?limit=5')).body;
  expect(items.every(({ farm }: { farm: unknown }) => typeof farm === 'string')).toBe(true);
});

test('withFields', async () => {
  await breakClause(t, 'SBX-5', 'simulated-as-text');
  await makeLot(t, 'seller_sandbox');
  const simulated = await t.callDeviant('seller_sandbox', 'POST', '/sandbox/simulate-event', { body: { event: 'bid.received' } });
  expect(simulated).toMatchObject({ status: 200, body: { data: { simulated: 'true', event: 'bid.received' } } });
});

test('onStatus: the body stays', async () => {
  await breakClause(t, 'OP-1', 'created-with-200');
  const placed = await t.callDeviant('buyer', 'POST', `/inventory/${lot}/bids`, { body: bidBody() });
  expect(placed).toMatchObject({ status: 200, body: { data: { status: 'pending' } } });
});

test('withHeaders: everywhere, on refusals and where there is no operation too', async () => {
  await breakClause(t, 'CONV-5', 'plain-text');
  const answers = [
    await read('/inventory'),
    await read('/bids/x'),
    await read('/nothing'),
    await t.callDeviant(null, 'PUT', '/bids'),
  ];
  expect(answers.map(({ status, headers }) => [status, headers.get('Content-Type')])).toEqual(
    [200, 404, 404, 405].map((status) => [status, 'text/plain; charset=utf-8']),
  );
  expect(answers[3]?.headers.get('Allow')).toBe('GET, HEAD');
});

test('onAnswer: an error without `error` around it', async () => {
  await breakClause(t, 'ERR-1', 'no-error-around-it');
  expect((await read('/bids/x')).body).toMatchObject({ status: 404, code: 'not_found' });
  expect((await read('/nothing')).body).toMatchObject({ status: 404, code: 'not_found' });
});

test('onError: the HTTP status stays', async () => {
  await breakClause(t, 'ERR-6', 'status-500-in-body');
  expect(await read('/bids/x')).toMatchObject({ status: 404, body: { error: { status: 500, code: 'not_found' } } });
  await breakClause(t, 'ERR-2', 'fields-untold');
  const refused = await t.callDeviant('buyer', 'POST', `/inventory/${lot}/bids`, { body: {} });
  expect(refused).toMatchObject({ status: 422, body: { error: { code: 'validation_failed' } } });
  expect(refused.body.error).not.toHaveProperty('errors');
});

test('refuseAs, refusing, insteadOfRefusal', async () => {
  const cash_bids = await read('/cash-bids', 'elevator');
  const { id } = cash_bids.body.items[0];
  expect((await t.callDeviant('elevator', 'PATCH', `/cash-bids/${id}`)).status).toBe(200);
  await breakClause(t, 'CB-12', 'body-required');
  expect(await t.callDeviant('elevator', 'PATCH', `/cash-bids/${id}`)).toMatchObject({
    status: 422,
    body: { error: { errors: [{ field: 'body' }] } },
  });
  expect((await t.callDeviant('elevator', 'PATCH', `/cash-bids/${id}`, { body: {} })).status).toBe(200);

  const made = await t.control('POST', `/cash-bids/${id}/offers`, {});
  const { offer_id } = made.body;
  const reject = (): Promise<Answer> => t.callDeviant('elevator', 'POST', `/cash-bid-offers/${offer_id}/reject`);
  expect((await reject()).status).toBe(200);
  expect((await reject()).status).toBe(409);
  await breakClause(t, 'CB-6', 'conflict-is-400');
  expect(await reject()).toMatchObject({ status: 400, body: { error: { status: 400, code: 'malformed_request' } } });

  await breakClause(t, 'WHK-5', 'missing-is-deleted');
  expect(await t.callDeviant('buyer', 'DELETE', '/webhooks/whk_0')).toMatchObject({
    status: 200,
    body: { data: { deleted: true, id: 'whk_0' } },
  });
});

test('of a trade one paid invoice unmasks both sides', async () => {
  await breakClause(t, 'PRIV-4', 'unmasked-after-one-invoice');
  const other = await makeBid(t, 'buyer', await makeLot(t));
  const { id } = (await t.call('seller', 'POST', `/bids/${other}/accept`)).body.data;
  expect((await read(`/trades/${id}`)).body.data.counterparty).toBeNull();
  await t.control('POST', `/trades/${id}/invoices/buyer/pay`);
  const names = [
    (await read(`/trades/${id}`)).body.data.counterparty.name,
    (await read(`/trades/${id}`, 'seller')).body.data.counterparty.name,
  ];
  expect(names.every((name) => typeof name === 'string' && name.length > 0)).toBe(true);
  expect(names[0]).not.toBe(names[1]);
});
