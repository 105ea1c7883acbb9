import { expect, test } from 'vitest';
import { outcomeOf } from '../../../testing/responses.ts';
import { makeBid, makeLot, openTestMock } from '../../../testing/open-mock.ts';
import { respondWithStatuses, openReceiver } from '../../../testing/receiver.ts';

test('WHK-9 RTY-6 RTY-8 WHK-8 deactivating a subscription drops and fails its retries, and blocks redelivery until it is active', async () => {
  await using receiver = await openReceiver(respondWithStatuses(500));
  await using mock = await openTestMock();
  const made = await mock.call('buyer', 'POST', '/webhooks', { body: { url: receiver.url, events: ['bid.rejected'] } });
  const { id } = made.body.data;
  const bid = await makeBid(mock, 'buyer', await makeLot(mock));
  await mock.call('seller', 'POST', `/bids/${bid}/reject`);
  await mock.mock.worlds.default.dispatcher.idle();
  expect((await mock.control('GET', `/truth/${id}`)).body).toMatchObject({ relations: { queued: [{ attempt: 2 }] } });
  // Immediately, not when the dispatcher next looks.
  await mock.mock.worlds.default.dispatcher.whileHalted(async () => {
    await mock.control('PATCH', `/webhooks/${id}`, { is_active: false });
    expect((await mock.control('GET', `/truth/${id}`)).body).toMatchObject({
      record: { is_active: false },
      relations: { queued: [] },
    });
  });
  const ran = await mock.control('POST', '/clock/run');
  expect(ran.body).toMatchObject({ deliveries: 0 });
  const deliveries = await mock.call('buyer', 'GET', `/webhooks/${id}/deliveries`);
  const [row] = deliveries.body.items;
  // RTY-6: nothing will be tried again, so that it has failed.
  expect(row?.status).toBe('failed');
  const path = `/webhooks/${id}/deliveries/${row?.id ?? ''}/redeliver`;
  expect((await mock.call('buyer', 'POST', path)).body).toMatchObject({ error: { code: 'subscription_inactive' } });
  await mock.control('PATCH', `/webhooks/${id}`, { is_active: true });
  expect((await mock.call('buyer', 'POST', path)).status).toBe(200);
  await mock.mock.worlds.default.dispatcher.idle();
  expect(receiver.received).toHaveLength(2);

  await mock.call('buyer', 'DELETE', `/webhooks/${id}`);
  expect((await mock.control('PATCH', `/webhooks/${id}`, { is_active: true })).status).toBe(404);
});

test.each([
  ['/teams/tm_0', 'has_good_credit'],
  ['/farms/farm_0', 'payment_method'],
  ['/clients/nobody', 'approved'],
  ['/webhooks/whk_0', 'is_active'],
])('%s gets 404, and an invalid body gets 422', async (path, field) => {
  await using mock = await openTestMock({ lots: 20 });
  expect(outcomeOf(await mock.control('PATCH', path, { [field]: true }))).toBe('404 not_found');
  expect(outcomeOf(await mock.control('PATCH', path, { [field]: 1 }))).toBe(`422 validation_failed: ${field}`);
  expect(outcomeOf(await mock.control('PATCH', path, { [field]: true, more: true }))).toBe('422 validation_failed: more');
});
