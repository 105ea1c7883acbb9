/** The consumers of the pacts, under the coach. Each finding is right: a comment says where the consumer does it. */
import { text } from 'node:stream/consumers';
import { coach } from '#certify/coach/index';
import { nowMs } from '#client';
import { serve } from '#client/testing/server';
import { openBuyerDesk } from '#contracts/consumers/buyer-desk/buyer-desk';
import { openPartnerSeller } from '#contracts/consumers/partner-seller/partner-seller';
import { createWebhookReceiver, openReader, subscribe } from '#contracts/consumers/webhook-receiver/webhook-receiver';
import { personas } from '#fixtures/personas';
import { createMock, type ClientFinding, type Mock } from '#mock';
import { expect, test } from 'vitest';

const DELIVERY = { from: '2035-09-01', to: '2035-09-30' };

async function findingsOf(mock: Mock, user_id: string): Promise<readonly (readonly [string, string, number, string])[]> {
  const { items } = await mock.control<{ items: readonly ClientFinding[] }>('GET', '/coach?final=true');
  const own = items.filter(({ client }) => client.user_id === user_id);
  return own.map(({ level, rule, count, first }) => [
    level,
    rule,
    count,
    'path' in first ? `${first.method} ${first.path}` : first.event,
  ]);
}

/** A listed lot of the developer seller, with a grade or without. */
async function findLot(mock: Mock, is_graded: boolean): Promise<string> {
  const own = await mock.as('seller').GET('/me/inventory', { params: { query: { status: 'listed', limit: 50 } } });
  return own.data?.items.find(({ grade, quantity_mt }) => (grade !== null) === is_graded && quantity_mt >= 20)?.id ?? '';
}

test('the buyer desk places a bid without a key if it is given none', async () => {
  await using mock = await createMock({ lots: 200, coach });
  const desk = openBuyerDesk(mock.base_url, mock.tokens['buyer'] ?? '');
  const lot_id = await findLot(mock, true);
  await desk.search('canola');
  const order = { lot_id, price_per_tonne: 300, tonnes: 5, delivery: DELIVERY };
  await desk.bid({ ...order, key: 'order-1' });
  const { bid_id } = await desk.bid(order);
  await desk.openBids();
  const { data } = await mock.as('seller').POST('/bids/{id}/accept', { params: { path: { id: bid_id } } });
  await desk.follow(data?.data.id ?? '');

  expect(await findingsOf(mock, personas.buyer.user_id)).toEqual([
    ['should', 'bids/no-key', 1, `POST /v1/inventory/${lot_id}/bids`],
  ]);
});

test('the partner reads the first page of its listings only', async () => {
  await using mock = await createMock({ lots: 400, coach });
  const partner = openPartnerSeller(mock.base_url, mock.tokens['seller'] ?? '');
  const offered = await partner.onOffer();
  const [lot_id = ''] = offered;
  await partner.reprice(lot_id, 320);
  await partner.bidsOn(lot_id);
  await partner.inbox();
  // `onOffer` does not follow `next`, and so does not know of further listings.
  expect(await findingsOf(mock, personas.seller.user_id)).toEqual([
    ['consider', 'pages/first-only', 1, 'GET /v1/me/inventory?status=listed'],
  ]);
});

test('the webhook receiver does nothing that the coach names, also when deliveries are doubled and forged', async () => {
  await using mock = await createMock({ lots: 100, coach });
  const token = mock.tokens['buyer'] ?? '';
  let receive: ReturnType<typeof createWebhookReceiver> | undefined;
  await using server = await serve((request, response) => {
    void (async () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      const taken = await receive?.({ headers, raw_body: await text(request) });
      response.writeHead(taken?.status ?? 500).end();
    })();
  });
  const { secret } = await subscribe(mock.base_url, token, server.base_url);
  receive = createWebhookReceiver({ secret, read: openReader(mock.base_url, token), now: () => Math.floor(nowMs() / 1000) });
  await mock.fault({ delivery: { event: 'bid.accepted' }, effect: 'duplicate' });
  await mock.fault({ delivery: { event: 'trade.settled', attempt: 1 }, effect: 'bad_signature', count: 1 });
  const desk = openBuyerDesk(mock.base_url, mock.tokens['rival'] ?? '');
  expect(await desk.search('canola')).not.toEqual([]);
  const buyer = openBuyerDesk(mock.base_url, token);
  const lot_id = await findLot(mock, true);
  const { bid_id } = await buyer.bid({ lot_id, price_per_tonne: 300, tonnes: 5, delivery: DELIVERY, key: 'order-1' });
  const { data } = await mock.as('seller').POST('/bids/{id}/accept', { params: { path: { id: bid_id } } });
  await mock.waitFor('delivery', { event: 'bid.accepted' }, { since: 0 });
  await mock.payInvoice(data?.data.id ?? '', 'buyer');
  await mock.payInvoice(data?.data.id ?? '', 'seller');
  const forged = await mock.waitFor('delivery', { event: 'trade.settled' }, { since: 0 });
  expect(forged.response_status).toBe(400);
  expect(await findingsOf(mock, personas.buyer.user_id)).toEqual([]);
});
