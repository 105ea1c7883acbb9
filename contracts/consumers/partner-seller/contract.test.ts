/** The pact of the partner's storefront. */
import { afterAll, describe, expect, test } from 'vitest';
import { JSON_RESPONSE, as, like, openPactBook, refusal, tokenOf } from '../pact-book.ts';
import { openPartnerSeller } from './partner-seller.ts';

const SENDS_JSON = { 'Content-Type': 'application/json' };
const BID_1 = '/v1/bids/bid_1';
const OF_BID = '/v1/bids/${bid_id}';
const OF_LOT = '/v1/me/inventory/${lot_id}';
const TRADE = { id: like.string('trd_c40b7e19a2d8f356'), status: 'Pending', counterparty: null };

describe('partner-seller', () => {
  const book = openPactBook('partner-seller');
  const { pact } = book;
  const seller = (url: string, actor = 'seller'): ReturnType<typeof openPartnerSeller> =>
    openPartnerSeller(`${url}/v1`, tokenOf(actor));
  afterAll(() => {
    book[Symbol.dispose]();
  });

  test('FARM-1 adds a farm', async () => {
    const farm = {
      name: 'North Quarter',
      latitude: 50.288,
      longitude: -107.794,
      nearest_city: 'Swift Current',
      nearest_province: 'SK',
    };
    await pact
      .addInteraction()
      .given('nothing in particular')
      .uponReceiving('a new farm')
      .withRequest('POST', '/v1/me/farms', (request) => {
        request.headers({ ...as('seller'), ...SENDS_JSON }).jsonBody(farm);
      })
      .willRespondWith(201, (answer) => {
        answer.headers(JSON_RESPONSE).jsonBody({ data: { id: like.string('farm_b7a4105e9c3d268f') } });
      })
      .executeTest(async ({ url }) => {
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
    await pact
      .addInteraction()
      .given('a farm with a payment method')
      .uponReceiving('a listing')
      .withRequest('POST', '/v1/me/inventory', (request) => {
        request.headers({ ...as('seller'), ...SENDS_JSON }).jsonBody(CROP);
      })
      .willRespondWith(201, (answer) => {
        const listing = {
          id: like.string('inv_1'),
          status: 'listed',
          public_url: like.string('https://marketplace.example/lots/1'),
        };
        answer.headers(JSON_RESPONSE).jsonBody({ data: listing });
      })
      .executeTest(async ({ url }) => {
        const listed = await seller(url).list(crop);
        expect(listed).toEqual({ lot_id: 'inv_1', public_url: 'https://marketplace.example/lots/1' });
      });
  });

  test('LST-4 a farm without a payment method returns payment_method_required', async () => {
    await pact
      .addInteraction()
      .given('a farm without a payment method')
      .uponReceiving('a listing of a farm that cannot be paid')
      .withRequest('POST', '/v1/me/inventory', (request) => {
        request.headers({ ...as('seller'), ...SENDS_JSON }).jsonBody(CROP);
      })
      .willRespondWith(403, (answer) => {
        answer.headers(JSON_RESPONSE).jsonBody(refusal(403, 'payment_method_required'));
      })
      .executeTest(async ({ url }) => {
        await expect(seller(url).list(crop)).rejects.toMatchObject({ code: 'payment_method_required' });
      });
  });

  test('LST-2 lists its listings', async () => {
    await pact
      .addInteraction()
      .given('a listed lot')
      .uponReceiving('the listings on offer')
      .withRequest('GET', '/v1/me/inventory', (request) => {
        request.query({ status: 'listed' }).headers(as('seller'));
      })
      .willRespondWith(200, (answer) => {
        answer.headers(JSON_RESPONSE).jsonBody({ items: like.eachLike({ id: like.string('inv_1'), status: 'listed' }) });
      })
      .executeTest(async ({ url }) => {
        expect(await seller(url).onOffer()).toEqual(['inv_1']);
      });
  });

  test('LST-6 changes the price, and archives', async () => {
    await pact
      .addInteraction()
      .given('a listed lot')
      .uponReceiving('another price')
      .withRequest('PATCH', like.fromProviderState(OF_LOT, '/v1/me/inventory/inv_1'), (request) => {
        request.headers({ ...as('seller'), ...SENDS_JSON }).jsonBody({ target_price: { amount: 655.25 } });
      })
      .willRespondWith(200, (answer) => {
        answer.headers(JSON_RESPONSE).jsonBody({ data: { target_price: { amount: 655.25 } } });
      })
      .executeTest(async ({ url }) => {
        await expect(seller(url).reprice('inv_1', 655.25)).resolves.toBeUndefined();
      });
    await pact
      .addInteraction()
      .given('a listed lot')
      .uponReceiving('the end of a listing')
      .withRequest('DELETE', like.fromProviderState(OF_LOT, '/v1/me/inventory/inv_1'), (request) => {
        request.headers(as('seller'));
      })
      .willRespondWith(200, (answer) => {
        answer.headers(JSON_RESPONSE);
      })
      .executeTest(async ({ url }) => {
        await expect(seller(url).archive('inv_1')).resolves.toBeUndefined();
      });
  });

  test('PRIV-7 reads the bids on a lot without the name of the buyer', async () => {
    await pact
      .addInteraction()
      .given('a pending bid', { price: 311.75 })
      .uponReceiving('the bids on a listing')
      .withRequest('GET', like.fromProviderState(`${OF_LOT}/bids`, '/v1/me/inventory/inv_1/bids'), (request) => {
        request.query({ status: 'pending' }).headers(as('seller'));
      })
      .willRespondWith(200, (answer) => {
        const bid = {
          id: like.fromProviderState('${bid_id}', 'bid_1'),
          buyer_label: 'Buyer',
          price: { amount: 311.75 },
          counterparty: null,
        };
        answer.headers(JSON_RESPONSE).jsonBody({ items: [bid], total: 1 });
      })
      .executeTest(async ({ url }) => {
        expect(await seller(url).bidsOn('inv_1')).toEqual([{ bid_id: 'bid_1', from: 'Buyer', per_tonne: 311.75, lines: [] }]);
      });
  });

  test('LST-13 reads the inbox', async () => {
    await pact
      .addInteraction()
      .given('a pending bid')
      .uponReceiving('the inbox of bids')
      .withRequest('GET', '/v1/me/bids-received', (request) => {
        request.headers(as('seller'));
      })
      .willRespondWith(200, (answer) => {
        const listing = { id: like.string('inv_1'), reference: like.string('LOT-4D0ZK1PW'), quantity_mt: like.number(120) };
        const entry = { listing, bids: like.eachLike({ id: like.string('bid_1') }) };
        answer.headers(JSON_RESPONSE).jsonBody({ items: like.eachLike(entry), total: like.integer(1) });
      })
      .executeTest(async ({ url }) => {
        expect(await seller(url).inbox()).toBe(1);
      });
  });

  test('BID-18 accepts a bid without learning who placed it', async () => {
    await pact
      .addInteraction()
      .given('a pending bid')
      .uponReceiving('the acceptance of a bid')
      .withRequest('POST', like.fromProviderState(`${OF_BID}/accept`, `${BID_1}/accept`), (request) => {
        request.headers(as('seller'));
      })
      .willRespondWith(200, (answer) => {
        answer.headers(JSON_RESPONSE).jsonBody({ data: TRADE });
      })
      .executeTest(async ({ url }) => {
        expect(await seller(url).accept('bid_1')).toEqual({ trade_id: 'trd_c40b7e19a2d8f356', buyer: undefined });
      });
  });

  test('BID-22 names the lines of a multi-grade bid', async () => {
    await pact
      .addInteraction()
      .given('a pending multi-grade bid')
      .uponReceiving('the acceptance of a multi-grade bid without lines')
      .withRequest('POST', like.fromProviderState(`${OF_BID}/accept`, `${BID_1}/accept`), (request) => {
        request.headers(as('seller'));
      })
      .willRespondWith(422, (answer) => {
        answer.headers(JSON_RESPONSE).jsonBody(refusal(422, 'bid_items_required'));
      })
      .executeTest(async ({ url }) => {
        await expect(seller(url).accept('bid_1')).rejects.toMatchObject({ code: 'bid_items_required' });
      });
    await pact
      .addInteraction()
      .given('a pending multi-grade bid')
      .uponReceiving('the acceptance of one line')
      .withRequest('POST', like.fromProviderState(`${OF_BID}/accept`, `${BID_1}/accept`), (request) => {
        const body = { bid_items: [like.fromProviderState('${second_grade}', 'No. 2 Canada')] };
        request.headers({ ...as('seller'), ...SENDS_JSON }).jsonBody(body);
      })
      .willRespondWith(200, (answer) => {
        answer.headers(JSON_RESPONSE).jsonBody({ data: TRADE });
      })
      .executeTest(async ({ url }) => {
        expect((await seller(url).accept('bid_1', ['No. 2 Canada'])).trade_id).toBe('trd_c40b7e19a2d8f356');
      });
  });

  test('BID-26 rejects a bid', async () => {
    await pact
      .addInteraction()
      .given('a pending bid')
      .uponReceiving('the rejection of a bid')
      .withRequest('POST', like.fromProviderState(`${OF_BID}/reject`, `${BID_1}/reject`), (request) => {
        request.headers(as('seller'));
      })
      .willRespondWith(200, (answer) => {
        answer
          .headers(JSON_RESPONSE)
          .jsonBody({ data: { id: like.fromProviderState('${bid_id}', 'bid_1'), status: 'rejected' } });
      })
      .executeTest(async ({ url }) => {
        expect(await seller(url).reject('bid_1')).toBe('rejected');
      });
  });

  test('BID-27 counters a bid', async () => {
    await pact
      .addInteraction()
      .given('a pending bid')
      .uponReceiving('a counter')
      .withRequest('POST', like.fromProviderState(`${OF_BID}/counter`, `${BID_1}/counter`), (request) => {
        const delivery = { from: '2030-09-01', to: '2030-09-30' };
        const body = { price: { amount: 318.5, unit: 'MT' }, quantity_mt: 10, delivery };
        request.headers({ ...as('seller'), ...SENDS_JSON }).jsonBody(body);
      })
      .willRespondWith(201, (answer) => {
        answer.headers(JSON_RESPONSE).jsonBody({ data: { id: like.string('bid_2'), status: 'pending' } });
      })
      .executeTest(async ({ url }) => {
        expect(await seller(url).counter('bid_1', 318.5, 10)).toBe('bid_2');
      });
  });

  test('SBX-1 simulates a bid in the sandbox', async () => {
    await pact
      .addInteraction()
      .given('a sandbox listing')
      .uponReceiving('a simulated bid')
      .withRequest('POST', '/v1/sandbox/simulate-event', (request) => {
        const body = { event: 'bid.received', inventory_id: like.fromProviderState('${lot_id}', 'inv_1') };
        request.headers({ ...as('partner_sandbox'), ...SENDS_JSON }).jsonBody(body);
      })
      .willRespondWith(like.matchStatus(200, [200, 201]), (answer) => {
        answer
          .headers(JSON_RESPONSE)
          .jsonBody({ data: { event: 'bid.received', simulated: true, bid_id: like.string('bid_1') } });
      })
      .executeTest(async ({ url }) => {
        expect(await seller(url, 'partner_sandbox').simulateBid('inv_1')).toBe('bid_1');
      });
  });

  test('the committed pact is current; if not, run with UPDATE_PACTS=1, then npm run format', () => {
    expect(book.readCommitted()).toEqual(book.read());
  });
});
