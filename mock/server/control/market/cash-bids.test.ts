import { personas } from '#fixtures/personas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestMock } from '../../../testing/open-mock.ts';
import { TEST_NOW, openTestMock } from '../../../testing/open-mock.ts';
import { openReceiver } from '../../../testing/receiver.ts';

describe('an offer on a cash bid', () => {
  let mock: TestMock;
  let cash_bid: { id: string; quantity_mt: number; price: { amount: number } };
  beforeAll(async () => {
    mock = await openTestMock();
    const active = await mock.call('elevator', 'GET', '/cash-bids?is_active=true');
    // Documented answers are judged by the test mock.
    [cash_bid] = (active.body as { items: [typeof cash_bid] }).items;
  });
  afterAll(() => mock[Symbol.asyncDispose]());

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

  test.each([
    [{ price: 0 }, 'price'],
    [{ price: '1' }, 'price'],
    [{ quantity_mt: 0.001 }, 'quantity_mt'],
    [{ quantity_mt: 1_000_000 }, 'quantity_mt'],
    [{ seller_user_id: 'usr_0' }, 'seller_user_id'],
    [{ seller_user_id: personas.elevator.user_id }, 'seller_user_id'],
    [{ colour: 'red' }, 'colour'],
  ])('is refused as %j', async (body, field) => {
    expect(await mock.control('POST', `/cash-bids/${cash_bid.id}/offers`, body)).toMatchObject({
      status: 422,
      body: { error: { code: 'validation_failed', errors: [{ field }] } },
    });
  });

  test('is for an active cash bid that is there', async () => {
    expect((await mock.control('POST', '/cash-bids/cb_0/offers')).status).toBe(404);
    await mock.call('elevator', 'PATCH', `/cash-bids/${cash_bid.id}`, { body: { is_active: false } });
    expect(await mock.control('POST', `/cash-bids/${cash_bid.id}/offers`)).toMatchObject({
      status: 409,
      body: { error: { code: 'conflict' } },
    });
  });
});
