/**
 * PRIV-11: the responses to a buyer do not depend on the identity of the seller. Two worlds differ only in their sellers (names, e-mails, farm names,
 * exact coordinates) and get the same requests. Before settlement, every buyer gets the same bytes from both.
 */
import type { Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { serve, type TestServer } from '#client/testing/server';
import { createMock, type Mock } from '#mock/server/server';
import { afterAll, beforeAll, expect, test } from 'vitest';

const IS_FULL = process.env['PROOFS'] === 'full';
const LOTS = IS_FULL ? 2_000 : 200;
const BUYERS = [
  'buyer',
  'rival',
  'elevator',
  'reader',
  'buyer_sandbox',
  'rival_sandbox',
  'elevator_sandbox',
  'reader_sandbox',
] as const;

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

let worlds: [Mock, Mock];
/** The deliveries to each receiver, by world. */
const received: [string[], string[]] = [[], []];
let receivers: TestServer[];

beforeAll(async () => {
  receivers = await Promise.all(
    received.map((bodies) =>
      serve((request, response) => {
        void text(request).then((body) => {
          bodies.push(body);
          return response.end();
        });
      }),
    ),
  );
  const open = (sellers: string): Promise<Mock> =>
    createMock({
      lots: LOTS,
      clock: '2026-06-10T12:00:00.000Z',
      public_url: 'http://market.localhost',
      test_secrets: true,
      sellers,
    });
  worlds = [await open('the-smiths'), await open('the-joneses')];
});

afterAll(async () => {
  for (const world of worlds) await world.close();
  for (const receiver of receivers) await receiver[Symbol.asyncDispose]();
});

interface Said {
  text: string;
  headers: [string, string][];
}

function portOf(server: Server | undefined): number {
  const address = server?.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server does not listen on TCP');
  return address.port;
}

async function ask(mock: Mock, who: string, method: string, path: string, body?: unknown): Promise<Said> {
  const port = portOf(mock.server);
  const response = await fetch(`http://127.0.0.1:${port}/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${mock.tokens[who] ?? ''}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const headers = [...response.headers].filter(([name]) => name !== 'date');
  return { text: `${response.status} ${await response.text()}`, headers };
}

/** Sends a buyer's request to both worlds and compares bytes and headers. @returns the JSON of one of them */
async function compare(who: string, method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const [one, other] = await Promise.all(worlds.map((world) => ask(world, who, method, path, body)));
  expect(other, `${who} ${method} ${path}`).toEqual(one);
  return JSON.parse((one?.text ?? '').slice(4)) as Record<string, unknown>;
}

const DETAILS: Readonly<Record<string, (id: string) => string[]>> = {
  '/inventory': (id) => [`/inventory/${id}`, `/inventory/${id}?units=LB`],
  '/bids': (id) => [`/bids/${id}`],
  '/trades': (id) => [`/trades/${id}`],
  '/teams': (id) => [`/teams/${id}`],
  '/cash-bids': (id) => [`/cash-bids/${id}/offers?limit=50`],
  '/webhooks': (id) => [`/webhooks/${id}/deliveries?limit=50`],
};

/** Compares a list with all its pages, and the details of its items. @returns the number of compared responses */
async function compareList(who: string, path: string): Promise<number> {
  let compared = 0;
  const bare = path.split('?', 1)[0] ?? '';
  for (let next: string | null = path; next !== null;) {
    const page: Record<string, unknown> = await compare(who, 'GET', next);
    compared += 1;
    const items = (page['items'] ?? []) as { id?: string; counterparty?: unknown }[];
    for (const item of items) {
      // A Completed trade of the fixtures names its seller, so the worlds can differ there.
      for (const detail of item.id === undefined ? [] : (DETAILS[bare]?.(item.id) ?? [])) {
        await compare(who, 'GET', detail);
        compared += 1;
      }
    }
    next = typeof page['next'] === 'string' ? page['next'].replace('http://market.localhost/v1', '') : null;
  }
  return compared;
}
/** Removes the settled trades of the fixtures from both worlds: what they unmask differs. */
async function forgetSettled(mock: Mock): Promise<void> {
  const { write } = mock.worlds.default.store;
  await write((tx) => tx.deleteFrom('trades').where('status', '=', 'Completed').execute());
}

test('the worlds differ in their sellers', async () => {
  const [one, other] = await Promise.all(worlds.map((world) => ask(world, 'seller', 'GET', '/me/farms')));
  expect(other?.text).not.toBe(one?.text);
  const names = await Promise.all(
    worlds.map((world) => world.worlds.default.store.reader.selectFrom('users').select('name').orderBy('id').execute()),
  );
  expect(names[0]).not.toEqual(names[1]);
});

test('PRIV-11 PRIV-6 buyers get the same bytes from both worlds over the whole read surface', async () => {
  for (const world of worlds) await forgetSettled(world);
  let compared = 0;
  for (const who of BUYERS) for (const path of LISTS) compared += await compareList(who, path);
  expect(compared).toBeGreaterThan(500);
});

test('PRIV-11 PRIV-13 PRIV-15 buyers get the same bytes in every step of a trade up to one paid invoice, including deliveries', async () => {
  for (const [index, world] of worlds.entries()) {
    const made = await ask(world, 'buyer', 'POST', '/webhooks', {
      url: receivers[index]?.base_url,
      events: ['bid.countered', 'bid.accepted', 'trade.created'],
    });
    expect(made.text).toMatch(/^201/);
  }
  const own = JSON.parse((await ask(worlds[0], 'seller', 'GET', '/me/inventory?status=listed&limit=50')).text.slice(4)) as {
    items: { id: string; grade: string | null; quantity_mt: number }[];
  };
  const lot = own.items.find((item) => item.grade !== null && item.quantity_mt >= 20);
  const bid = { price: { amount: 300, unit: 'MT' }, quantity_mt: 10, delivery: { from: '2026-07-01', to: '2026-07-31' } };
  const placed = await compare('buyer', 'POST', `/inventory/${lot?.id ?? ''}/bids`, bid);
  const bid_id = (placed['data'] as { id: string }).id;
  const countered = await Promise.all(
    worlds.map((world) =>
      ask(world, 'seller', 'POST', `/bids/${bid_id}/counter`, { ...bid, price: { amount: 310, unit: 'MT' } }),
    ),
  );
  const counter_id = (JSON.parse((countered[0]?.text ?? '').slice(4)) as { data: { id: string } }).data.id;
  const accepted = await compare('buyer', 'POST', `/bids/${counter_id}/accept`);
  const trade_id = (accepted['data'] as { id: string }).id;
  for (const world of worlds) {
    const port = portOf(world.server);
    const paid = await fetch(`http://127.0.0.1:${port}/_gristmill/trades/${trade_id}/invoices/seller/pay`, { method: 'POST' });
    expect(paid.status).toBe(200);
    await world.worlds.default.dispatcher.idle();
  }

  for (const path of [
    `/bids/${bid_id}`,
    `/bids/${counter_id}`,
    `/trades/${trade_id}`,
    '/bids?limit=50',
    '/trades?limit=50',
    '/inventory?limit=50',
  ]) {
    await compare('buyer', 'GET', path);
    await compare('rival', 'GET', path);
  }
  expect(received[0]).toHaveLength(3);
  expect(received[1].toSorted()).toEqual(received[0].toSorted());
});
