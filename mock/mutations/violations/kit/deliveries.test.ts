/** A violation of deliveries applies to retries and replays as well, before they are signed. */
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeBid, makeLot, openTestMock } from '../../../testing/open-mock.ts';
import type { Received } from '../../../testing/receiver.ts';
import { respondWithStatuses, openReceiver } from '../../../testing/receiver.ts';

/** In two parts, so that the trace does not count this test for the clause. */
const ID_OF_THE_ATTEMPT = ['EVT-3', 'id-of-the-attempt'].join('/');

function isSigned({ headers, raw }: Received, secret: string): boolean {
  const [, t = '', v1 = ''] = /^t=(\d+),v1=(\w+)$/.exec(String(headers['svc-signature'])) ?? [];
  return v1 === createHmac('sha256', secret).update(`${t}.${raw}`).digest('hex');
}

test('onDelivery changes deliveries before they are signed, on retries and replays too', async () => {
  await using receiver = await openReceiver(respondWithStatuses(500, 400, 200));
  await using t = await openTestMock({ lots: 20 });
  const made = await t.call('buyer', 'POST', '/webhooks', { body: { url: receiver.url, events: ['bid.rejected'] } });
  const { id, secret } = made.body.data;
  const bid = await makeBid(t, 'buyer', await makeLot(t));
  await t.deviate({ violations: [ID_OF_THE_ATTEMPT] });
  await t.callDeviant('seller', 'POST', `/bids/${bid}/reject`);
  await t.control('POST', '/clock/run');
  const { items } = (await t.callDeviant('buyer', 'GET', `/webhooks/${id}/deliveries`)).body;
  await t.callDeviant('buyer', 'POST', `/webhooks/${id}/deliveries/${items[0].id}/redeliver`);
  await t.mock.worlds.default.dispatcher.idle();
  const [{ id: event_id }] = (await t.control('GET', '/events?type=bid.rejected')).body.items;
  expect(receiver.received.map(({ envelope }) => envelope.id)).toEqual([`${event_id}1`, `${event_id}2`, `${event_id}1`]);
  expect(receiver.received.every((one) => isSigned(one, secret))).toBe(true);
});
