/**
 * PRIV-1, PRIV-4, PRIV-6, PRIV-10: every text field that one side of a deal can fill. Text that identifies a person is rejected before the
 * other side can read it. A new text field of any body needs a row here.
 */
import { personas } from '#fixtures';
import type { Operation } from '#spec';
import { OPERATIONS } from '#spec';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { outcomeOf } from '../../testing/responses.ts';
import { counterBid, linesBody, placeLines } from '../../testing/actions.ts';
import type { TestResponse } from '../../testing/open-mock.ts';
import { bidBody, makeBid, makeFarm, makeLot, useMock } from '../../testing/open-mock.ts';

const SELLER = { name: 'Wilhelmina Quarbeck', farm: 'Zorblatt Seed Farm' };
const BUYER = { name: 'Ulf Vraxholm', team: 'Kestrelby Feeders' };

const t = useMock({ lots: 20 });
beforeAll(async () => {
  const { write } = t.mock.worlds.default.store;
  await write((tx) => tx.updateTable('users').set({ name: SELLER.name }).where('id', '=', personas.seller.user_id).execute());
  await write((tx) => tx.updateTable('users').set({ name: BUYER.name }).where('id', '=', personas.buyer.user_id).execute());
  await write((tx) =>
    tx.updateTable('teams').set({ name: BUYER.team, is_verified_elevator: 0 }).where('id', '=', personas.buyer.team_id).execute(),
  );
});

const CONTACTS: readonly string[] = ['jo@zorblatt.example', 'zorblatt.ca', 'https://example.test/lot', 'call 306-555-1234'];
/** What the city of a farm must not reveal. */
const OF_SELLER: readonly string[] = [
  ...CONTACTS,
  SELLER.farm,
  'from ZORBLATT',
  'Zorblatt Farm',
  'Zórblatt',
  'ＺＯＲＢＬＡＴＴ',
  SELLER.name,
  'ask for Quarbeck',
];
const UNKNOWN: readonly string[] = [...CONTACTS, SELLER.farm, BUYER.team];

/** A lot of the seller, bids on it, and a farm, created for each test. */
let at: { farm: string; lot: string; ungraded: string; bid: string; lines: string; countered: string };

async function post(who: string, path: string, body: unknown): Promise<TestResponse> {
  return t.call(who, 'POST', path, { body });
}

const FARM = { name: SELLER.farm, latitude: 50.1, longitude: -104.5, nearest_city: 'Nokomis', nearest_province: 'SK' };
const LISTING = { commodity: 'canola', quantity_mt: 10 };
const CASH_BID = {
  commodity: 'canola',
  price: { amount: 640, unit: 'MT' },
  quantity_mt: 10,
  delivery: { from: '2026-07-01', to: '2026-07-31' },
  delivery_location_id: 1001,
};

const terms = (additional_terms: string): unknown => bidBody({ additional_terms });
const counter = (id: string, body: unknown): Promise<TestResponse> => post('seller', `/bids/${id}/counter`, body);
const listing = (change: object): Promise<TestResponse> =>
  post('seller', '/me/inventory', { ...LISTING, farm_id: at.farm, ...change });
const farm = (change: object): Promise<TestResponse> => post('seller', '/me/farms', { ...FARM, ...change });
const move = (body: object): Promise<TestResponse> => t.call('seller', 'PATCH', `/me/farms/${at.farm}`, { body });

type Row = readonly [field: string, rejected: readonly string[], write: (text: string) => Promise<TestResponse>];

/** The text fields that the other side could read, and the texts that must be rejected in them. */
const SHOWN: readonly Row[] = [
  ['placeBid additional_terms', CONTACTS, (text) => post('buyer', `/inventory/${at.lot}/bids`, terms(text))],
  ['placeBid bids[].grade', UNKNOWN, (text) => post('buyer', `/inventory/${at.ungraded}/bids`, linesBody({ [text]: 300 }))],
  ['placeBid expires_at', UNKNOWN, (text) => post('buyer', `/inventory/${at.lot}/bids`, bidBody({ expires_at: text }))],
  // Both sides can counter.
  ['counterBid additional_terms', CONTACTS, (text) => counter(at.bid, terms(text))],
  ['counterBid additional_terms', CONTACTS, (text) => post('buyer', `/bids/${at.countered}/counter`, terms(text))],
  ['counterBid bids[].grade', UNKNOWN, (text) => counter(at.lines, linesBody({ [text]: 300 }))],
  ['counterBid expires_at', UNKNOWN, (text) => counter(at.bid, bidBody({ expires_at: text }))],
  ['acceptBid bid_items[]', UNKNOWN, (text) => post('seller', `/bids/${at.lines}/accept`, { bid_items: [text] })],
  ['acceptBid bid_items[].grade', UNKNOWN, (grade) => post('seller', `/bids/${at.lines}/accept`, { bid_items: [{ grade }] })],
  ['acceptBid bid_items[].id', UNKNOWN, (id) => post('seller', `/bids/${at.lines}/accept`, { bid_items: [{ id }] })],
  ['createListing variety', CONTACTS, (variety) => listing({ variety })],
  ['createListing commodity', UNKNOWN, (commodity) => listing({ commodity })],
  ['createListing grade', UNKNOWN, (grade) => listing({ grade })],
  ['createListing farm_id', UNKNOWN, (farm_id) => listing({ farm_id })],
  ['createFarm nearest_city', OF_SELLER, (nearest_city) => farm({ nearest_city })],
  ['createFarm nearest_province', OF_SELLER, (nearest_province) => farm({ nearest_province })],
  ['updateFarm nearest_city', OF_SELLER, (nearest_city) => move({ nearest_city })],
  ['updateFarm nearest_province', OF_SELLER, (nearest_province) => move({ nearest_province })],
  ['createCashBid commodity', UNKNOWN, (commodity) => post('elevator', '/cash-bids', { ...CASH_BID, commodity })],
  ['createCashBid grade', UNKNOWN, (grade) => post('elevator', '/cash-bids', { ...CASH_BID, grade })],
  ['createWebhook events[]', UNKNOWN, (event) => post('buyer', '/webhooks', { url: 'http://127.0.0.1:1/', events: [event] })],
  [
    'simulateEvent inventory_id',
    UNKNOWN,
    (inventory_id) => post('seller_sandbox', '/sandbox/simulate-event', { event: 'bid.received', inventory_id }),
  ],
];

/** The text fields that the other side never reads. */
const PRIVATE: readonly string[] = [
  'createFarm name',
  'updateFarm name',
  'createWebhook url',
  'createSandboxUser name',
  'createSandboxUser email',
];

beforeEach(async () => {
  const farm_id = await makeFarm(t, 'seller');
  await t.call('seller', 'PATCH', `/me/farms/${farm_id}`, { body: { name: SELLER.farm } });
  const lot = await makeLot(t, 'seller', { farm_id });
  const ungraded = await makeLot(t, 'seller', { farm_id, commodity: 'cwrs-wheat', grade: null });
  const lines = (await placeLines(t, ungraded, { 'No. 1 CWRS': 300 })).id;
  const countered = await counterBid(t, 'seller', await makeBid(t, 'buyer', lot));
  at = { farm: farm_id, lot, ungraded, bid: await makeBid(t, 'buyer', lot), lines, countered };
});

type JsonSchema = z.core.JSONSchema._JSONSchema;

/** The paths of the text fields in a body, except enums and dates. */
function textsIn(schema: JsonSchema, path: string, named: Readonly<Record<string, JsonSchema>>): string[] {
  if (typeof schema === 'boolean') return [];
  const { type, anyOf = [], properties = {}, items, $ref } = schema;
  const meant = $ref === undefined ? undefined : named[$ref.replace('#/$defs/', '')];
  const is_free = type === 'string' && schema.enum === undefined && schema.const === undefined && schema.format !== 'date';
  return [
    ...(is_free ? [path] : []),
    ...(meant === undefined ? [] : textsIn(meant, path, named)),
    ...anyOf.flatMap((one) => textsIn(one, path, named)),
    ...Object.entries(properties).flatMap(([name, one]) => textsIn(one, path === '' ? name : `${path}.${name}`, named)),
    // No body here has tuples.
    ...(items === undefined || Array.isArray(items) ? [] : textsIn(items, `${path}[]`, named)),
  ];
}

/** The text fields of the body of an operation, such as `createFarm name`. */
function textsOf([id, { body }]: [string, Operation]): string[] {
  if (body === undefined) return [];
  const schema = z.toJSONSchema(body.schema, { io: 'input', unrepresentable: 'any' });
  return textsIn(schema, '', schema.$defs ?? {}).map((path) => `${id} ${path}`);
}

test('the tables have exactly the text fields of all bodies', () => {
  const texts = Object.entries<Operation>(OPERATIONS).flatMap(textsOf);
  const tabled = [...SHOWN.map(([field]) => field), ...PRIVATE];
  expect(new Set(texts)).toEqual(new Set(tabled));
});

test.for(SHOWN)('PRIV-6 PRIV-10 text that identifies or locates a person is rejected in %s', async ([field, rejected, write]) => {
  const name = (field.split(' ')[1] ?? '').replaceAll('[]', '[0]').replace('bid_items[0].id', 'bid_items[0]');
  const wanted = name.replace('bid_items[0].grade', 'bid_items[0]');
  for (const text of rejected) {
    const outcome = outcomeOf(await write(text));
    // A text where an id belongs gets 404.
    expect([`422 validation_failed: ${wanted}`, '404 not_found'], text).toContain(outcome);
  }
});
