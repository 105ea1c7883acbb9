/**
 * PRIV-11: the responses to a buyer do not depend on the identity of the seller. Two mocks differ only in their sellers (names, e-mails, farm names,
 * exact coordinates) and get the same requests. Before settlement, every buyer gets the same bytes from both.
 */
import { counterBid } from '#mock/testing/actions';
import { idIn } from '#mock/testing/responses';
import { bidBody, openTestMock, type TestResponse, type TestMock } from '#mock/testing/open-mock';
import { openReceiver } from '#mock/testing/receiver';
import { afterAll, expect, onTestFinished, test } from 'vitest';

const IS_FULL = process.env['PROOFS'] === 'full';
const LOTS = IS_FULL ? 2_000 : 200;
const BUYERS = ['buyer', 'rival', 'elevator', 'reader'].flatMap((name) => [name, `${name}_sandbox`]);

/** Every list that a buyer can read, in the forms that could tell sellers apart: order, position, distance, and aggregation. */
const LISTS: readonly string[] = [
  ...[
    '',
    'sort=price&',
    'sort=-price&',
    'sort=quantity&',
    'sort=-quantity&',
    'sort=listed_at&',
    'near=50.29,-107.80,150&',
    'near=53.5,-113.5,90&',
  ].map((filter) => `/inventory?${filter}limit=50`),
  '/inventory?units=BU&min_protein=12&is_organic=false&limit=50',
  '/inventory/filters',
  '/bids?limit=50',
  '/trades?limit=50',
  '/teams',
  '/cash-bids?limit=50',
  '/delivery-locations',
  '/webhooks',
  '/market/commodities',
  '/market/prices',
  '/market/prices/canola/history?limit=50',
  '/grades',
];

async function openMarket(sellers: string): Promise<TestMock> {
  const market = await openTestMock({ lots: LOTS, public_url: 'http://market.localhost', test_secrets: true, sellers });
  afterAll(() => market[Symbol.asyncDispose]());
  return market;
}

const markets = [await openMarket('the-smiths'), await openMarket('the-joneses')] as const;

/** What a caller sees of a response. */
function visibleOf({ status, headers, text }: TestResponse): object {
  return { status, text, headers: [...headers].filter(([name]) => name !== 'date') };
}

/** Sends a buyer's request to both mocks and compares bytes and headers. @returns one of the responses */
async function compare(who: string, method: string, path: string, body?: unknown): Promise<TestResponse> {
  const [one, other] = markets;
  const [response, expected] = await Promise.all([
    one.call(who, method, path, { body }),
    other.call(who, method, path, { body }),
  ]);
  expect(visibleOf(response), `${who} ${method} ${path}`).toEqual(visibleOf(expected));
  return response;
}

const DETAILS: Readonly<Record<string, (id: string) => string[]>> = {
  '/inventory': (id) => [`/inventory/${id}`, `/inventory/${id}?units=LB`],
  '/bids': (id) => [`/bids/${id}`],
  '/trades': (id) => [`/trades/${id}`],
  '/teams': (id) => [`/teams/${id}`],
  '/cash-bids': (id) => [`/cash-bids/${id}/offers?limit=50`],
  '/webhooks': (id) => [`/webhooks/${id}/deliveries?limit=50`],
};

/**
 * Compares a list with all its pages, and the details of its items.
 * @param seen the paths of details that were compared, because several lists have the same items. Gets those of this list
 * @returns the number of compared pages
 */
async function compareList(who: string, path: string, seen: Set<string>): Promise<number> {
  let pages = 0;
  const bare = path.split('?', 1)[0] ?? '';
  for (let next: string | null = path; next !== null;) {
    const { body } = await compare(who, 'GET', next);
    pages += 1;
    const page = body as { items?: { id?: string }[]; next?: string | null }; // validated in `call`
    for (const { id } of page.items ?? []) {
      for (const detail of id === undefined ? [] : (DETAILS[bare]?.(id) ?? [])) {
        if (!seen.has(detail)) await compare(who, 'GET', detail);
        seen.add(detail);
      }
    }
    next = page.next?.replace('http://market.localhost/v1', '') ?? null;
  }
  return pages;
}

test('the mocks differ in their sellers', async () => {
  const [one, other] = await Promise.all(markets.map((market) => market.call('seller', 'GET', '/me/farms')));
  expect(other?.text).not.toBe(one?.text);
  const [names, others] = await Promise.all(
    markets.map(({ mock }) => mock.worlds.default.store.reader.selectFrom('users').select('name').orderBy('id').execute()),
  );
  expect(names).not.toEqual(others);
});

test('PRIV-11 PRIV-6 buyers get the same bytes from both mocks over the whole read surface', async () => {
  // A settled trade of the fixtures names its seller, who differs.
  for (const { mock } of markets)
    await mock.worlds.default.store.write((tx) => tx.deleteFrom('trades').where('status', '=', 'Completed').execute());
  let compared = 0;
  for (const who of BUYERS) {
    const details = new Set<string>();
    for (const path of LISTS) compared += await compareList(who, path, details);
    compared += details.size;
  }
  expect(compared).toBeGreaterThan(1_000);
});

test('PRIV-11 PRIV-13 PRIV-15 buyers get the same bytes in every step of a trade up to one paid invoice, including deliveries', async () => {
  const receivers = await Promise.all(
    markets.map(async (market) => {
      const receiver = await openReceiver();
      onTestFinished(receiver.close);
      const events = ['bid.countered', 'bid.accepted', 'trade.created'];
      idIn(await market.call('buyer', 'POST', '/webhooks', { body: { url: receiver.url, events } }));
      return receiver;
    }),
  );
  const own = await markets[0].call('seller', 'GET', '/me/inventory?status=listed&limit=50');
  const { items } = own.body as { items: { id: string; grade: string | null; quantity_mt: number }[] }; // validated in `call`
  const lot = items.find(({ grade, quantity_mt }) => grade !== null && quantity_mt >= 20);
  const bid = bidBody({ price: { amount: 300, unit: 'MT' }, quantity_mt: 10 });
  const bid_id = idIn(await compare('buyer', 'POST', `/inventory/${lot?.id ?? ''}/bids`, bid));
  const counter = { ...bid, price: { amount: 310, unit: 'MT' } } as const;
  const [counter_id = ''] = await Promise.all(markets.map((market) => counterBid(market, 'seller', bid_id, counter)));
  const trade_id = idIn(await compare('buyer', 'POST', `/bids/${counter_id}/accept`));
  for (const { control, mock } of markets) {
    expect((await control('POST', `/trades/${trade_id}/invoices/seller/pay`)).status).toBe(200);
    await mock.worlds.default.dispatcher.idle();
  }

  const lists = ['/bids?limit=50', '/trades?limit=50', '/inventory?limit=50'];
  for (const path of [`/bids/${bid_id}`, `/bids/${counter_id}`, `/trades/${trade_id}`, ...lists]) {
    await compare('buyer', 'GET', path);
    await compare('rival', 'GET', path);
  }
  const [received = [], others = []] = receivers.map((receiver) => receiver.received.map(({ raw }) => raw).toSorted());
  expect(received).toHaveLength(3);
  expect(others).toEqual(received);
});
