/** The pact of the buyer desk. */
import { describe, expect, test } from 'vitest';
import { like, openPactBook, refusal, tokenOf } from '../pact-book.ts';
import { Refused } from '../marketplace-api.ts';
import { BuyerDesk } from './buyer-desk.ts';

const DELIVERY = { from: '2030-09-01', to: '2030-09-30' };
const BODY = { price: { amount: 305.25, unit: 'MT' }, quantity_mt: 10, delivery: DELIVERY };
const LOT = {
  id: like.string('inv_3f9c2a71b04e8d55'),
  commodity: { slug: like.string('canola'), name: like.string('Canola') },
  quantity_mt: like.number(120),
  location: { province: like.string('SK'), nearest_city: like.string('Swift Current') },
};
const BID = {
  id: like.string('bid_8a1f04c2de97b365'),
  reference: like.string('BID-7K2QM9XA'),
  status: 'pending',
  counterparty: null,
};

const LOT_PATH = '/v1/inventory/${lot_id}';
const BIDS_OF_LOT = like.fromProviderState(`${LOT_PATH}/bids`, '/v1/inventory/inv_1/bids');

describe('buyer-desk', () => {
  const book = openPactBook('buyer-desk', 'buyer');
  const { interaction } = book;
  const desk = (url: string, actor = 'buyer'): BuyerDesk => new BuyerDesk(`${url}/v1`, tokenOf(actor));

  test('INV-1 finds lots of a commodity', async () => {
    const commodity = like.fromProviderState('${commodity}', 'canola');
    await interaction({
      given: ['a listed lot'],
      uponReceiving: 'a search by commodity',
      request: ['GET', '/v1/inventory', { query: { commodity, sort: 'price', limit: '5' } }],
      response: [200, { items: like.eachLike(LOT), total: like.integer(1) }],
    }).executeTest(async ({ url }) => {
      expect(await desk(url).search('canola')).toEqual([
        { lot_id: 'inv_3f9c2a71b04e8d55', what: 'Canola, ungraded', tonnes: 120, from: 'Swift Current, SK' },
      ]);
    });
  });

  test('INV-16 reads one lot', async () => {
    await interaction({
      given: ['a listed lot', { quantity_mt: 120 }],
      uponReceiving: 'a look at a lot',
      request: ['GET', like.fromProviderState(LOT_PATH, '/v1/inventory/inv_3f9c2a71b04e8d55')],
      response: [200, { data: { ...LOT, grade: like.string('No. 1 Canada'), quantity_mt: 120 } }],
    }).executeTest(async ({ url }) => {
      const lot = await desk(url).look('inv_3f9c2a71b04e8d55');
      expect(lot).toMatchObject({ what: 'Canola, No. 1 Canada', tonnes: 120 });
    });
  });

  test('ERR-3 a lot that is gone is not found', async () => {
    await interaction({
      given: ['a delisted lot'],
      uponReceiving: 'a look at a lot that is gone',
      request: ['GET', like.fromProviderState(LOT_PATH, '/v1/inventory/inv_0000000000000001')],
      response: [404, refusal(404, 'not_found')],
    }).executeTest(async ({ url }) => {
      await expect(desk(url).look('inv_0000000000000001')).rejects.toMatchObject({ code: 'not_found' });
    });
  });

  test('AUTH-2 an expired token returns 401', async () => {
    await interaction({
      given: ['nothing in particular'],
      uponReceiving: 'a look at its bids with an expired token',
      request: ['GET', '/v1/bids', { query: { status: 'pending' } }],
      actor: 'expired',
      response: [401, refusal(401, 'unauthenticated')],
    }).executeTest(async ({ url }) => {
      await expect(desk(url, 'expired').openBids()).rejects.toThrow(Refused);
    });
  });

  test('BID-1 bids on a lot', async () => {
    await interaction({
      given: ['a listed lot'],
      uponReceiving: 'a bid with an idempotency key',
      request: ['POST', BIDS_OF_LOT, { headers: { 'Idempotency-Key': 'order-1' }, body: BODY }],
      response: [201, { data: BID }],
    }).executeTest(async ({ url }) => {
      const order = { lot_id: 'inv_1', price_per_tonne: 305.25, tonnes: 10, delivery: DELIVERY, key: 'order-1' };
      const bid = await desk(url).bid(order);
      expect(bid).toEqual({ bid_id: 'bid_8a1f04c2de97b365', reference: 'BID-7K2QM9XA', status: 'pending' });
    });
  });

  test('IDEM-2 a retry of an order places no second bid', async () => {
    await interaction({
      given: ['a bid placed with an idempotency key', { key: 'order-2', body: BODY }],
      uponReceiving: 'the same bid again, with its key',
      request: ['POST', BIDS_OF_LOT, { headers: { 'Idempotency-Key': 'order-2' }, body: BODY }],
      response: [201, { data: { ...BID, id: like.fromProviderState('${bid_id}', 'bid_1') } }],
    }).executeTest(async ({ url }) => {
      const order = { lot_id: 'inv_1', price_per_tonne: 305.25, tonnes: 10, delivery: DELIVERY, key: 'order-2' };
      expect((await desk(url).bid(order)).bid_id).toBe('bid_1');
    });
  });

  test('BID-4 a quantity of zero returns 422 and names the field', async () => {
    await interaction({
      given: ['a listed lot'],
      uponReceiving: 'a bid for nothing',
      request: ['POST', BIDS_OF_LOT, { body: { ...BODY, quantity_mt: 0 } }],
      response: [422, refusal(422, 'validation_failed', ['quantity_mt'])],
    }).executeTest(async ({ url }) => {
      const bid = desk(url).bid({ lot_id: 'inv_1', price_per_tonne: 305.25, tonnes: 0, delivery: DELIVERY });
      await expect(bid).rejects.toMatchObject({ code: 'validation_failed', fields: ['quantity_mt'] });
    });
  });

  test('BID-5 bids on an ungraded lot by grade', async () => {
    const line = (name: string, grade: string, amount: number): object => ({
      grade: like.fromProviderState(`\${${name}}`, grade),
      price: { amount, unit: 'MT' },
    });
    const bids = [line('first_grade', 'No. 1', 307.5), line('second_grade', 'No. 2', 298.25)];
    const lines = like.eachLike({ id: like.string('1'), grade: like.string('No. 1'), status: like.string('pending') });
    await interaction({
      given: ['an ungraded lot'],
      uponReceiving: 'a multi-grade bid',
      request: ['POST', BIDS_OF_LOT, { body: { bids, quantity_mt: 10, delivery: DELIVERY } }],
      response: [201, { data: { ...BID, price: null, grades: lines } }],
    }).executeTest(async ({ url }) => {
      const bid = desk(url).bidByGrades('inv_1', { 'No. 1': 307.5, 'No. 2': 298.25 }, { tonnes: 10, delivery: DELIVERY });
      expect(await bid).toBe('bid_8a1f04c2de97b365');
    });
  });

  test('BID-15 lists its pending bids', async () => {
    await interaction({
      given: ['a pending bid'],
      uponReceiving: 'the list of its pending bids',
      request: ['GET', '/v1/bids', { query: { status: 'pending' } }],
      response: [200, { items: like.eachLike(BID), next: null }],
    }).executeTest(async ({ url }) => {
      expect(await desk(url).openBids()).toEqual(['bid_8a1f04c2de97b365']);
    });
  });

  test('BID-21 accepts a counter and gets a trade', async () => {
    await interaction({
      given: ['a countered bid'],
      uponReceiving: 'the acceptance of a counter',
      request: ['POST', like.fromProviderState('/v1/bids/${counter_id}/accept', '/v1/bids/bid_2/accept')],
      response: [200, { data: { id: like.string('trd_c40b7e19a2d8f356'), status: 'Pending', counterparty: null } }],
    }).executeTest(async ({ url }) => {
      const deal = await desk(url).accept('bid_2');
      expect(deal).toEqual({ trade_id: 'trd_c40b7e19a2d8f356', is_settled: false, seller: undefined });
    });
  });

  test.each([
    ['a trade with one invoice paid', 'Pending', null, undefined],
    ['a settled trade', 'Completed', { name: like.string('Hollow Creek Farms') }, 'Hollow Creek Farms'],
  ])('PRIV-4 follows %s', async (state, status, counterparty, seller) => {
    await interaction({
      given: [state],
      uponReceiving: `a look at ${state}`,
      request: ['GET', like.fromProviderState('/v1/trades/${trade_id}', '/v1/trades/trd_1')],
      response: [200, { data: { id: like.string('trd_1'), status, counterparty } }],
    }).executeTest(async ({ url }) => {
      expect(await desk(url).follow('trd_1')).toEqual({ trade_id: 'trd_1', is_settled: status === 'Completed', seller });
    });
  });

  test('the committed pact is current; if not, run with UPDATE_PACTS=1, then npm run format', () => {
    expect(book.readCommitted()).toEqual(book.read());
  });
});
