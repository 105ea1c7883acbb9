import { afterAll, beforeAll, expect, test } from 'vitest';
import { breakClause } from '../../../testing/break-clause.ts';
import type { TestMock } from '../../../testing/open-mock.ts';
import { bidBody, makeBid, makeLot, openTestMock } from '../../../testing/open-mock.ts';

let t: TestMock;
beforeAll(async () => {
  t = await openTestMock({ lots: 40 });
});
afterAll(() => t[Symbol.asyncDispose]());

test('withoutEffect returns success, and does nothing', async () => {
  const bid = await makeBid(t, 'buyer', await makeLot(t));
  const { total } = (await t.control('GET', '/events')).body;
  await breakClause(t, 'BID-26', 'reject-without-effect');
  const rejected = await t.callDeviant('seller', 'POST', `/bids/${bid}/reject`);
  expect(rejected).toMatchObject({ status: 200, body: { data: { id: bid, status: 'rejected' } } });
  expect((await t.call('buyer', 'GET', `/bids/${bid}`)).body.data.status).toBe('pending');
  expect((await t.control('GET', '/events')).body.total).toBe(total);
  // Whatever comes next is done.
  await t.deviate({});
  await t.call('seller', 'POST', `/bids/${bid}/reject`);
  expect((await t.call('buyer', 'GET', `/bids/${bid}`)).body.data.status).toBe('rejected');
});

test('afterAct does more in the same transaction, and changes the response', async () => {
  await breakClause(t, 'BID-30', 'quantity-left-on-lot');
  const lot = await makeLot(t);
  await t.call('seller', 'POST', `/bids/${await makeBid(t, 'buyer', lot)}/accept`);
  expect((await t.call('seller', 'GET', `/me/inventory/${lot}`)).body.data.quantity_mt).toBe(100);
  await breakClause(t, 'TRD-12', 'born-completed');
  const accepted = await t.callDeviant('seller', 'POST', `/bids/${await makeBid(t, 'buyer', lot)}/accept`);
  expect(accepted.body.data.status).toBe('Completed');
  expect((await t.callDeviant('buyer', 'GET', `/trades/${accepted.body.data.id}`)).body.data.status).toBe('Completed');
});

test('beforeAct keeps its effect if the action is rejected', async () => {
  await breakClause(t, 'BID-50', 'countered-for-nothing');
  const bid = await makeBid(t, 'buyer', await makeLot(t));
  const refused = await t.callDeviant('seller', 'POST', `/bids/${bid}/counter`, { body: bidBody({ quantity_mt: 9_999 }) });
  expect(refused.status).toBe(422);
  expect((await t.call('buyer', 'GET', `/bids/${bid}`)).body.data.status).toBe('countered');
});

test('onFind returns a subject that does not exist, or another refusal', async () => {
  const draft = await makeLot(t, 'seller', { list: false });
  const place = (id: string) => t.callDeviant('buyer', 'POST', `/inventory/${id}/bids`, { body: bidBody() });
  expect((await place(draft)).status).toBe(404);
  await breakClause(t, 'BID-33', 'unlisted-lots-accepted');
  expect([(await place(draft)).status, (await place('inv_0')).status]).toEqual([201, 404]);

  const bid = await makeBid(t, 'buyer', await makeLot(t));
  await breakClause(t, 'ERR-3', 'forbidden-for-anothers');
  const statuses = [];
  for (const id of [bid, 'bid_0']) statuses.push((await t.callDeviant('rival', 'GET', `/bids/${id}`)).status);
  expect(statuses).toEqual([403, 404]);
});
