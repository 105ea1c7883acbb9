/** The pact of the partner's storefront. */
import { describe, expect, test } from 'vitest';
import { like, openPactBook, refusal, tokenOf } from '../pact-book.ts';
import { PartnerSeller } from './partner-seller.ts';

const BID_1 = '/v1/bids/bid_1';
const OF_BID = '/v1/bids/${bid_id}';
const ACCEPTANCE = like.fromProviderState(`${OF_BID}/accept`, `${BID_1}/accept`);
const OF_LOT = '/v1/me/inventory/${lot_id}';
const TRADE = { id: like.string('trd_c40b7e19a2d8f356'), status: 'Pending', counterparty: null };

describe('partner-seller', () => {
  const book = openPactBook('partner-seller', 'seller');
  const { interaction } = book;
  const seller = (url: string, actor = 'seller'): PartnerSeller => new PartnerSeller(`${url}/v1`, tokenOf(actor));

  test('FARM-1 adds a farm', async () => {
    const farm = {
      name: 'North Quarter',
      latitude: 50.288,
      longitude: -107.794,
      nearest_city: 'Swift Current',
      nearest_province: 'SK',
    };
    await interaction({
      given: ['nothing in particular'],
      uponReceiving: 'a new farm',
      request: ['POST', '/v1/me/farms', { body: farm }],
      response: [201, { data: { id: like.string('farm_b7a4105e9c3d268f') } }],
    }).executeTest(async ({ url }) => {
      expect(await seller(url).addFarm(farm)).toBe('farm_b7a4105e9c3d268f');
    });
  });

  const CROP = {
    commodity: like.fromProviderState('${commodity}', 'canola'),
    grade: like.fromProviderState('${grade}', 'No. 1 Canada'),
    farm_id: like.fromProviderState('${farm_id}', 'farm_1'),
    quantity_mt: 120,
    target_price: { amount: 640.5, firm: false },
  };
  const crop = { commodity: 'canola', grade: 'No. 1 Canada', farm_id: 'farm_1', tonnes: 120, asking_per_tonne: 640.5 };

  test('LST-1 lists a crop', async () => {
    const public_url = like.string('https://marketplace.example/lots/1');
    await interaction({
      given: ['a farm with a payment method'],
      uponReceiving: 'a listing',
      request: ['POST', '/v1/me/inventory', { body: CROP }],
      response: [201, { data: { id: like.string('inv_1'), status: 'listed', public_url } }],
    }).executeTest(async ({ url }) => {
      const listed = await seller(url).list(crop);
      expect(listed).toEqual({ lot_id: 'inv_1', public_url: 'https://marketplace.example/lots/1' });
    });
  });

  test('LST-4 a farm without a payment method returns payment_method_required', async () => {
    await interaction({
      given: ['a farm without a payment method'],
      uponReceiving: 'a listing of a farm that cannot be paid',
      request: ['POST', '/v1/me/inventory', { body: CROP }],
      response: [403, refusal(403, 'payment_method_required')],
    }).executeTest(async ({ url }) => {
      await expect(seller(url).list(crop)).rejects.toMatchObject({ code: 'payment_method_required' });
    });
  });

  test('LST-2 lists its listings', async () => {
    await interaction({
      given: ['a listed lot'],
      uponReceiving: 'the listings on offer',
      request: ['GET', '/v1/me/inventory', { query: { status: 'listed' } }],
      response: [200, { items: like.eachLike({ id: like.string('inv_1'), status: 'listed' }) }],
    }).executeTest(async ({ url }) => {
      expect(await seller(url).onOffer()).toEqual(['inv_1']);
    });
  });

  test('LST-6 changes the price, and archives', async () => {
    const lot_path = like.fromProviderState(OF_LOT, '/v1/me/inventory/inv_1');
    await interaction({
      given: ['a listed lot'],
      uponReceiving: 'another price',
      request: ['PATCH', lot_path, { body: { target_price: { amount: 655.25 } } }],
      response: [200, { data: { target_price: { amount: 655.25 } } }],
    }).executeTest(async ({ url }) => {
      await expect(seller(url).reprice('inv_1', 655.25)).resolves.toBeUndefined();
    });
    await interaction({
      given: ['a listed lot'],
      uponReceiving: 'the end of a listing',
      request: ['DELETE', lot_path],
      response: [200],
    }).executeTest(async ({ url }) => {
      await expect(seller(url).archive('inv_1')).resolves.toBeUndefined();
    });
  });

  test('PRIV-7 reads the bids on a lot without the name of the buyer', async () => {
    const id = like.fromProviderState('${bid_id}', 'bid_1');
    const bid = { id, buyer_label: 'Buyer', price: { amount: 311.75 }, counterparty: null };
    const path = like.fromProviderState(`${OF_LOT}/bids`, '/v1/me/inventory/inv_1/bids');
    await interaction({
      given: ['a pending bid', { price: 311.75 }],
      uponReceiving: 'the bids on a listing',
      request: ['GET', path, { query: { status: 'pending' } }],
      response: [200, { items: [bid], total: 1 }],
    }).executeTest(async ({ url }) => {
      expect(await seller(url).bidsOn('inv_1')).toEqual([{ bid_id: 'bid_1', from: 'Buyer', per_tonne: 311.75, lines: [] }]);
    });
  });

  test('LST-13 reads the inbox', async () => {
    const listing = { id: like.string('inv_1'), reference: like.string('LOT-4D0ZK1PW'), quantity_mt: like.number(120) };
    const entry = { listing, bids: like.eachLike({ id: like.string('bid_1') }) };
    await interaction({
      given: ['a pending bid'],
      uponReceiving: 'the inbox of bids',
      request: ['GET', '/v1/me/bids-received'],
      response: [200, { items: like.eachLike(entry), total: like.integer(1) }],
    }).executeTest(async ({ url }) => {
      expect(await seller(url).inbox()).toBe(1);
    });
  });

  test('BID-18 accepts a bid without learning who placed it', async () => {
    await interaction({
      given: ['a pending bid'],
      uponReceiving: 'the acceptance of a bid',
      request: ['POST', ACCEPTANCE],
      response: [200, { data: TRADE }],
    }).executeTest(async ({ url }) => {
      expect(await seller(url).accept('bid_1')).toEqual({ trade_id: 'trd_c40b7e19a2d8f356', buyer: undefined });
    });
  });

  test('BID-22 names the lines of a multi-grade bid', async () => {
    await interaction({
      given: ['a pending multi-grade bid'],
      uponReceiving: 'the acceptance of a multi-grade bid without lines',
      request: ['POST', ACCEPTANCE],
      response: [422, refusal(422, 'bid_items_required')],
    }).executeTest(async ({ url }) => {
      await expect(seller(url).accept('bid_1')).rejects.toMatchObject({ code: 'bid_items_required' });
    });
    const bid_items = [like.fromProviderState('${second_grade}', 'No. 2 Canada')];
    await interaction({
      given: ['a pending multi-grade bid'],
      uponReceiving: 'the acceptance of one line',
      request: ['POST', ACCEPTANCE, { body: { bid_items } }],
      response: [200, { data: TRADE }],
    }).executeTest(async ({ url }) => {
      expect((await seller(url).accept('bid_1', ['No. 2 Canada'])).trade_id).toBe('trd_c40b7e19a2d8f356');
    });
  });

  test('BID-26 rejects a bid', async () => {
    await interaction({
      given: ['a pending bid'],
      uponReceiving: 'the rejection of a bid',
      request: ['POST', like.fromProviderState(`${OF_BID}/reject`, `${BID_1}/reject`)],
      response: [200, { data: { id: like.fromProviderState('${bid_id}', 'bid_1'), status: 'rejected' } }],
    }).executeTest(async ({ url }) => {
      expect(await seller(url).reject('bid_1')).toBe('rejected');
    });
  });

  test('BID-27 counters a bid', async () => {
    const delivery = { from: '2030-09-01', to: '2030-09-30' };
    const body = { price: { amount: 318.5, unit: 'MT' }, quantity_mt: 10, delivery };
    await interaction({
      given: ['a pending bid'],
      uponReceiving: 'a counter',
      request: ['POST', like.fromProviderState(`${OF_BID}/counter`, `${BID_1}/counter`), { body }],
      response: [201, { data: { id: like.string('bid_2'), status: 'pending' } }],
    }).executeTest(async ({ url }) => {
      expect(await seller(url).counter('bid_1', 318.5, 10)).toBe('bid_2');
    });
  });

  test('SBX-1 simulates a bid in the sandbox', async () => {
    const body = { event: 'bid.received', inventory_id: like.fromProviderState('${lot_id}', 'inv_1') };
    await interaction({
      given: ['a sandbox listing'],
      uponReceiving: 'a simulated bid',
      request: ['POST', '/v1/sandbox/simulate-event', { body }],
      actor: 'partner_sandbox',
      response: [
        like.matchStatus(200, [200, 201]),
        { data: { event: 'bid.received', simulated: true, bid_id: like.string('bid_1') } },
      ],
    }).executeTest(async ({ url }) => {
      expect(await seller(url, 'partner_sandbox').simulateBid('inv_1')).toBe('bid_1');
    });
  });

  test('the committed pact is current; if not, run with UPDATE_PACTS=1, then npm run format', () => {
    expect(book.readCommitted()).toEqual(book.read());
  });
});
