/**
 * A seller and a farm with names and a place that occur nowhere else, driven through all that buyers see: answers, refusals, headers and
 * deliveries. Whatever is said to a buyer is searched for them, as they are and in disguise.
 */
import { EVENTS } from '#spec';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { grantToken } from '../../testing/grant-token.ts';
import type { Secrets } from '../../testing/leaks.ts';
import { findLeaks, formsOf } from '../../testing/leaks.ts';
import { counterBid, payInvoice } from '../../testing/moves.ts';
import type { Answer, CallOptions, TestMock } from '../../testing/open-mock.ts';
import { TEST_NOW, bidBody, makeLot, openTestMock } from '../../testing/open-mock.ts';
import type { Receiver } from '../../testing/receiver.ts';
import { openReceiver } from '../../testing/receiver.ts';

const SELLER = { id: 'usr_0ca11a4100000001', name: 'Ottoline Quarzmüller', email: 'ottoline.quarz@farm.example' };
const FARM = { name: 'Xanthippe Ødegård Acres', latitude: 51.734961, longitude: -104.268153 };
/** The town is public; the farm lies well outside it. */
const TOWN = { nearest_city: 'Swift Current', nearest_province: 'SK' };

let t: TestMock;
let receiver: Receiver;
/** The token of the seller. */
let seller: string;
let farm_id: string;
let secrets: Secrets;
beforeAll(async () => {
  t = await openTestMock({ lots: 20 });
  receiver = await openReceiver();
  const { write } = t.mock.worlds.default.store;
  await write((tx) =>
    tx
      .insertInto('users')
      .values({ ...SELLER, created_by_client_id: null, created_at: TEST_NOW })
      .execute(),
  );
  seller = await grantToken(t, 'seller', { user_id: SELLER.id });
  const farm = await t.call(seller, 'POST', '/me/farms', { body: { ...FARM, ...TOWN } });
  farm_id = (farm.body as { data: { id: string } }).data.id; // Judged by the document in t.call.
  await write((tx) => tx.updateTable('farms').set({ has_payment_method: 1 }).where('id', '=', farm_id).execute());
  secrets = {
    texts: [SELLER.id, SELLER.name, SELLER.email, FARM.name, farm_id],
    words: ['ottoline', 'quarzmuller', 'quarz', 'xanthippe', 'odegard'],
    degrees: [FARM.latitude, FARM.longitude],
  };
  for (const who of ['buyer', 'rival', 'elevator']) {
    await t.call(who, 'POST', '/webhooks', { body: { url: `${receiver.url}?${who}`, events: Object.keys(EVENTS) } });
  }
});
afterAll(async () => {
  await t[Symbol.asyncDispose]();
  await receiver.close();
});

/** All that was said to buyers so far, each with where it was said. */
const said: { where: string; text: string }[] = [];

async function watch(who: string, method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const answer = await t.call(who, method, path, options);
  const headers = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  said.push({ where: `${who} ${method} ${path}: ${answer.status}`, text: `${headers}\n\n${answer.text}` });
  return answer;
}

test('the search finds what it is to find', () => {
  for (const secret of [SELLER.name, SELLER.email, FARM.name, farm_id, SELLER.id, '"latitude":51.735', 'XANTHIPPE', 'Odegard']) {
    expect(findLeaks(secret, secrets)).not.toEqual([]);
  }
  for (const form of formsOf(FARM.name)) expect(findLeaks(`x ${form} y`, secrets)).not.toEqual([]);
  expect(findLeaks('{"province":"SK","nearest_city":"Swift Current","id":"inv_0123456789abcdef"}', secrets)).toEqual([]);
});

const BUYERS = ['buyer', 'rival', 'elevator', 'reader'];
const LISTS = [
  ...['price', '-price', 'quantity', '-quantity', 'listed_at', '-listed_at'].map((sort) => `/inventory?limit=50&sort=${sort}`),
  '/inventory?limit=50&near=50.2881,-107.7939,40&units=BU',
  '/inventory?limit=1&offset=3&province=sk',
  '/inventory/filters',
  '/grades',
  '/market/commodities',
  '/market/prices',
  '/market/prices/canola/history',
  '/delivery-locations',
  '/teams',
  '/cash-bids',
  '/bids?limit=50',
  '/trades?limit=50',
  '/webhooks',
];

/** Has every buyer read all there is to read. */
async function readEverything(lots: readonly string[], bids: readonly string[], trades: readonly string[]): Promise<void> {
  for (const who of BUYERS) {
    for (const path of LISTS) await watch(who, 'GET', path);
    for (const id of lots)
      for (const path of ['', '?units=LB', '?units=x', '/offers']) await watch(who, 'GET', `/inventory/${id}${path}`);
    for (const id of [...bids, 'bid_0']) await watch(who, 'GET', `/bids/${id}`);
    for (const id of [...trades, 'trd_0']) await watch(who, 'GET', `/trades/${id}`);
    for (const id of lots) {
      for (const method of ['GET', 'PATCH', 'DELETE'])
        await watch(who, method, `/me/inventory/${id}`, method === 'PATCH' ? { body: {} } : {});
      await watch(who, 'GET', `/me/inventory/${id}/bids`);
    }
  }
  await t.mock.worlds.default.dispatcher.idle();
  const { items } = (await t.call('buyer', 'GET', '/webhooks')).body as { items: { id: string }[] }; // Judged by the document in t.call.
  for (const { id } of items) await watch('buyer', 'GET', `/webhooks/${id}/deliveries?limit=50`);
}

function expectNothingLeaked(): void {
  const deliveries = receiver.received.map(({ path, raw, headers }) => ({
    where: `delivery to ${path}`,
    text: `${JSON.stringify(headers)}\n\n${raw}`,
  }));
  const leaks = [...said, ...deliveries].flatMap(({ where, text }) =>
    findLeaks(text, secrets).map((leak) => `${where}: ${leak}`),
  );
  expect(leaks).toEqual([]);
}

test('PRIV-1 PRIV-2 PRIV-6 PRIV-15 PRIV-16 PRIV-18 a buyer meets neither seller nor farm on the whole way to settlement, nor anybody else after it', async () => {
  const graded = await makeLot(t, seller, { farm_id });
  const ungraded = await makeLot(t, seller, { farm_id, commodity: 'cwrs-wheat', grade: null });
  const draft = await makeLot(t, seller, { farm_id, list: false });
  const lots = [graded, ungraded, draft];
  const bids: string[] = [];
  const place = async (who: string, lot: string, body: unknown): Promise<string> => {
    const { data } = (await watch(who, 'POST', `/inventory/${lot}/bids`, { body })).body as { data?: { id: string } }; // Judged by the document in t.call.
    if (data !== undefined) bids.push(data.id);
    return data?.id ?? '';
  };
  for (const body of [{}, bidBody({ quantity_mt: 1e6 }), bidBody({ additional_terms: 'www.example.test' }), '{']) {
    for (const lot of lots) await place('rival', lot, body);
  }
  const first = await place('buyer', graded, bidBody());
  const rejected = await place('rival', graded, bidBody());
  await place('elevator', graded, bidBody());
  const withdrawn = await place('buyer', graded, bidBody());
  await readEverything(lots, bids, []);

  await t.call(seller, 'POST', `/bids/${rejected}/reject`);
  await watch('buyer', 'POST', `/bids/${withdrawn}/reject`);
  const counter = await counterBid(t, seller, first);
  bids.push(counter);
  for (const action of ['accept', 'reject', 'counter'])
    await watch('rival', 'POST', `/bids/${counter}/${action}`, action === 'counter' ? { body: bidBody() } : {});
  await readEverything(lots, bids, []);

  const { data: trade } = (await watch('buyer', 'POST', `/bids/${counter}/accept`)).body as { data: { id: string } }; // Judged by the document in t.call.
  await t.call(seller, 'PATCH', `/me/inventory/${graded}`, { body: { listed: false } });
  await readEverything(lots, bids, [trade.id]);
  await payInvoice(t, trade.id, 'seller');
  await readEverything(lots, bids, [trade.id]);
  expect(receiver.received.length).toBeGreaterThan(5);
  expect(said.length).toBeGreaterThan(400);
  expectNothingLeaked();

  await payInvoice(t, trade.id, 'buyer');
  await t.mock.worlds.default.dispatcher.idle();
  const settled = said.length;
  await readEverything([ungraded], bids, [trade.id]);
  // PRIV-12: the buyer is told the one name, of the accepted bid and its trade, and nothing of the farm; the others are told nothing.
  const named = said.slice(settled).filter(({ text }) => findLeaks(text, secrets).length > 0);
  expect(named.map(({ where }) => where)).toEqual([
    'buyer GET /bids?limit=50: 200',
    'buyer GET /trades?limit=50: 200',
    `buyer GET /bids/${counter}: 200`,
    `buyer GET /trades/${trade.id}: 200`,
  ]);
  for (const { text } of named)
    expect(findLeaks(text.replaceAll(JSON.stringify({ name: SELLER.name }), ''), secrets)).toEqual([]);
  said.splice(settled);
  expectNothingLeaked();
});
