import { describe, expect, test } from 'vitest';
import { outcomeOf } from '../../../testing/responses.ts';
import { makeBid, makeLot, useMock } from '../../../testing/open-mock.ts';

describe('paying an invoice', () => {
  const mock = useMock();

  const makeTrade = async (): Promise<string> => {
    const bid = await makeBid(mock, 'buyer', await makeLot(mock, 'partner'));
    const accepted = await mock.call('partner', 'POST', `/bids/${bid}/accept`);
    return accepted.body.data.id;
  };

  test('twice returns 409; an unknown trade or invoice returns 404', async () => {
    const id = await makeTrade();
    await mock.control('POST', `/trades/${id}/invoices/buyer/pay`);
    expect(await mock.control('POST', `/trades/${id}/invoices/buyer/pay`)).toMatchObject({
      status: 409,
      body: { error: { status: 409, code: 'conflict' } },
    });
    expect(outcomeOf(await mock.control('POST', `/trades/${id}/invoices/bank/pay`))).toBe('404 not_found');
    expect((await mock.control('POST', '/trades/trd_0/invoices/buyer/pay')).status).toBe(404);
  });

  test('takes the reference of the trade instead of its id', async () => {
    const id = await makeTrade();
    const { reference } = (await mock.call('buyer', 'GET', `/trades/${id}`)).body.data;
    const paid = await mock.control('POST', `/trades/${reference}/invoices/buyer/pay`);
    expect(paid).toMatchObject({ status: 200, body: { trade_id: id } });
  });

  test('concurrently succeeds once', async () => {
    const id = await makeTrade();
    const paid = await Promise.all([1, 2, 3].map(() => mock.control('POST', `/trades/${id}/invoices/buyer/pay`)));
    expect(paid.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  });
});
