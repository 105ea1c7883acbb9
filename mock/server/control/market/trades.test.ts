import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestMock } from '../../../testing/open-mock.ts';
import { TEST_NOW, makeBid, makeLot, openTestMock } from '../../../testing/open-mock.ts';
import { openReceiver } from '../../../testing/receiver.ts';

describe('paying an invoice', () => {
  let mock: TestMock;
  beforeAll(async () => {
    mock = await openTestMock();
  });
  afterAll(() => mock[Symbol.asyncDispose]());

  const makeTrade = async (): Promise<string> => {
    const bid = await makeBid(mock, 'buyer', await makeLot(mock, 'partner'));
    const accepted = await mock.call('partner', 'POST', `/bids/${bid}/accept`);
    return (accepted.body as { data: { id: string } }).data.id;
  };

  test('TRD-6 EVT-8 PRIV-4 the second one settles the trade, names the parties and tells both', async () => {
    await using receiver = await openReceiver();
    for (const who of ['buyer', 'partner'])
      await mock.call(who, 'POST', '/webhooks', { body: { url: receiver.url, events: ['trade.settled'] } });
    const id = await makeTrade();
    const first = await mock.control('POST', `/trades/${id}/invoices/seller/pay`);
    expect(first).toMatchObject({
      status: 200,
      body: {
        trade_id: id,
        previous_state: { status: 'Pending', seller_invoice_paid_at: null },
        new_state: { status: 'Pending', seller_invoice_paid_at: TEST_NOW, buyer_invoice_paid_at: null },
        events_emitted: [],
        deliveries_queued: 0,
      },
    });
    expect((await mock.call('buyer', 'GET', `/trades/${id}`)).body).toMatchObject({
      data: { status: 'Pending', counterparty: null },
    });
    const second = await mock.control('POST', `/trades/${id}/invoices/buyer/pay`);
    expect(second.body).toMatchObject({
      new_state: { status: 'Completed', settled_at: TEST_NOW },
      events_emitted: [{ type: 'trade.settled' }],
      deliveries_queued: 2,
    });
    for (const who of ['buyer', 'partner']) {
      const seen = await mock.call(who, 'GET', `/trades/${id}`);
      expect(seen.body).toMatchObject({ data: { status: 'Completed', counterparty: { name: expect.stringMatching(/\S/) } } });
    }
    await receiver.count(2);
    expect(receiver.received.map(({ envelope }) => (envelope as { data: object }).data)).toMatchObject([
      { trade_id: id, status: 'Completed' },
      { trade_id: id },
    ]);
  });

  test('twice is a conflict; an unknown trade or invoice is not found', async () => {
    const id = await makeTrade();
    await mock.control('POST', `/trades/${id}/invoices/buyer/pay`);
    expect(await mock.control('POST', `/trades/${id}/invoices/buyer/pay`)).toMatchObject({
      status: 409,
      body: { error: { status: 409, code: 'conflict' } },
    });
    expect(await mock.control('POST', `/trades/${id}/invoices/bank/pay`)).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found' } },
    });
    expect((await mock.control('POST', '/trades/trd_0/invoices/buyer/pay')).status).toBe(404);
  });

  test('two who pay at once pay once', async () => {
    const id = await makeTrade();
    const paid = await Promise.all([1, 2, 3].map(() => mock.control('POST', `/trades/${id}/invoices/buyer/pay`)));
    expect(paid.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  });
});
