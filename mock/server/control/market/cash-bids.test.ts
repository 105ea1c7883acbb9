import { personas } from '#fixtures/personas';
import { beforeAll, describe, expect, test } from 'vitest';
import { TEST_NOW, useMock } from '../../../testing/open-mock.ts';
import { openReceiver } from '../../../testing/receiver.ts';

describe('an offer on a cash bid', () => {
  const mock = useMock();
  let cash_bid: { id: string; quantity_mt: number; price: { amount: number } };
  beforeAll(async () => {
    const active = await mock.call('elevator', 'GET', '/cash-bids?is_active=true');
    // Documented answers are judged by the test mock.
    [cash_bid] = (active.body as { items: [typeof cash_bid] }).items;
  });

  test('CB-9 EVT-9 is made in the name of a seller, and the elevator is told', async () => {
    await using receiver = await openReceiver();
    await mock.call('elevator', 'POST', '/webhooks', { body: { url: receiver.url, events: ['cashbid.offer_received'] } });
    const made = await mock.control('POST', `/cash-bids/${cash_bid.id}/offers`, { price: 123.45, quantity_mt: 10 });
    expect(made).toMatchObject({
      status: 201,
      body: {
        previous_state: null,
        new_state: {
          cash_bid_id: cash_bid.id,
          seller_user_id: personas.seller.user_id,
          status: 'pending',
          price_amount: 123.45,
          quantity_mt: 10,
          livemode: true,
          created_at: TEST_NOW,
        },
        events_emitted: [{ type: 'cashbid.offer_received' }],
        deliveries_queued: 1,
      },
    });
    const { offer_id } = made.body as { offer_id: string };
    await receiver.count(1);
    expect(receiver.received[0]?.envelope).toMatchObject({ data: { offer_id, cash_bid_id: cash_bid.id, status: 'pending' } });
    const offers = await mock.call('elevator', 'GET', `/cash-bids/${cash_bid.id}/offers?status=pending`);
    expect(offers.body).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ id: offer_id, counterparty: null })]),
    });
    expect((await mock.call('elevator', 'POST', `/cash-bid-offers/${offer_id}/accept`)).status).toBe(200);
  });

  test('is for all that the cash bid asks, at its price, unless told otherwise', async () => {
    for (const body of [undefined, {}]) {
      const made = await mock.control('POST', `/cash-bids/${cash_bid.id}/offers`, body);
      expect(made.body).toMatchObject({ new_state: { price_amount: cash_bid.price.amount, quantity_mt: cash_bid.quantity_mt } });
    }
    const other = await mock.control('POST', `/cash-bids/${cash_bid.id}/offers`, { seller_user_id: personas.partner.user_id });
    expect(other.body).toMatchObject({ new_state: { seller_user_id: personas.partner.user_id } });
  });
});
