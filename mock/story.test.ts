/** The story of the README, with a client whose types all come from spec/openapi.json. It has no casts. */
import type { paths } from '#spec/openapi.types';
import createClient from 'openapi-fetch';
import type { Client } from 'openapi-fetch';
import { expect, test } from 'vitest';
import { createMock } from './server/server.ts';

function clientOf(base_url: string, token: string | undefined): Client<paths> {
  return createClient<paths>({ baseUrl: base_url, headers: { Authorization: `Bearer ${token ?? ''}` } });
}

test('PRIV-4 TRD-6 a bid becomes a trade, and the seller gets a name when both invoices are paid', async () => {
  await using mock = await createMock({ lots: 60 });
  const buyer = clientOf(mock.base_url, mock.tokens['buyer']);
  const seller = clientOf(mock.base_url, mock.tokens['seller']);

  const own = await seller.GET('/me/inventory', { params: { query: { status: 'listed', limit: 50 } } });
  const graded = own.data?.items.find((lot) => lot.grade !== null && lot.quantity_mt >= 10);
  expect(graded).toBeDefined();
  const lot_id = graded?.id ?? '';
  const shown = await buyer.GET('/inventory/{id}', { params: { path: { id: lot_id } } });
  expect(shown.data?.data.location).toEqual(graded?.location);

  const placed = await buyer.POST('/inventory/{id}/bids', {
    params: { path: { id: lot_id }, header: { 'Idempotency-Key': 'story-1' } },
    body: { price: { amount: 300, unit: 'MT' }, quantity_mt: 10, delivery: { from: '2030-09-01', to: '2030-09-30' } },
  });
  expect(placed.response.status).toBe(201);
  const bid_id = placed.data?.data.id ?? '';
  expect(placed.data?.data.counterparty).toBeNull();

  const received = await seller.GET('/me/inventory/{id}/bids', {
    params: { path: { id: lot_id }, query: { status: 'pending' } },
  });
  expect(received.data?.items.find((bid) => bid.id === bid_id)).toMatchObject({
    listing_id: lot_id,
    buyer_label: 'Buyer',
    counterparty: null,
  });

  const accepted = await seller.POST('/bids/{id}/accept', { params: { path: { id: bid_id } } });
  expect(accepted.data?.data).toMatchObject({ status: 'Pending', side: 'seller', counterparty: null });
  const trade_id = accepted.data?.data.id ?? '';

  const readTrade = async (): Promise<{ status: string; counterparty: { name: string } | null } | undefined> => {
    const trade = await buyer.GET('/trades/{id}', { params: { path: { id: trade_id } } });
    return trade.data?.data;
  };
  const pay = (invoice: string): Promise<Response> =>
    fetch(`${mock.control_url}/trades/${trade_id}/invoices/${invoice}/pay`, { method: 'POST' });
  expect(await readTrade()).toMatchObject({ status: 'Pending', counterparty: null });
  expect((await pay('buyer')).status).toBe(200);
  expect(await readTrade()).toMatchObject({ status: 'Pending', counterparty: null });
  expect((await pay('seller')).status).toBe(200);
  const settled = await readTrade();
  expect(settled).toMatchObject({ status: 'Completed' });
  expect(settled?.counterparty?.name).toMatch(/\S/);
});
