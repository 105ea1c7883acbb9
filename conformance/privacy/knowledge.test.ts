import { NO_LEDGER, Run, type Exchange, type JsonObject } from '#client';
import { makeHttpExchange } from '#client/testing/exchange';
import { makeActors, makeSettings } from '#client/testing/settings';
import { expect, test } from 'vitest';
import { unmaskedTooEarly } from './check-resource.ts';
import { knowledgeOf, type Knowledge } from './knowledge.ts';

const NAME = 'Adaline Overby';

/** A run that has received responses. */
async function add(...exchanges: readonly Partial<Exchange>[]): Promise<Knowledge> {
  const run = new Run(makeSettings({ actors: makeActors('buyer', 'rival', 'seller') }), NO_LEDGER);
  const knowledge = knowledgeOf(run);
  for (const fields of exchanges) knowledge.observe(makeHttpExchange({ sent_at_ms: run.clock.began_ms, ...fields }));
  await run.close();
  return knowledge;
}

const settled = (id: string): Partial<Exchange> => ({
  actor: 'buyer',
  operation: 'getTrade',
  json: { data: { id, status: 'Completed', side: 'buyer', counterparty: { name: NAME } } },
});
const bid = (actor: string, fields: JsonObject): Partial<Exchange> => ({
  actor,
  operation: 'getBid',
  json: { data: { id: 'bid_1', status: 'pending', ...fields } },
});
const teams = (actor: string, ...ids: readonly string[]): Partial<Exchange> => ({
  actor,
  operation: 'listTeams',
  json: { items: ids.map((id) => ({ id })) },
});
const posted = (actor: string, operation: Exchange['operation'], path: string, id: string): Partial<Exchange> => ({
  actor,
  operation,
  method: 'POST',
  url: `http://x/v1${path}`,
  status: 201,
  json: { data: { id } },
});

const viewersOf = ({ leaks }: Knowledge): readonly string[] => leaks.map(({ disclosure }) => disclosure.viewer);

test('PRIV-6 a name that a settled trade reveals is found in what was received before it', async () => {
  expect(viewersOf(await add(bid('rival', { note: NAME }), settled('trd_1')))).toEqual(['rival']);
  expect(viewersOf(await add(settled('trd_1'), bid('rival', { note: NAME })))).toEqual(['rival']);
});

test('PRIV-4 the settled trade itself may name the seller, and the seller itself may read its name', async () => {
  expect(viewersOf(await add(settled('trd_1'), settled('trd_2'), bid('seller', { note: NAME })))).toEqual([]);
});

test('TRD-6 a settled trade with a lagging status may name the seller, and a pending one may not', async () => {
  const lagging = (settled_at: string | null, ...invoices: readonly string[]): Partial<Exchange> => ({
    actor: 'buyer',
    operation: 'listTrades',
    json: {
      items: [
        {
          id: 'trd_1',
          status: 'Pending',
          side: 'buyer',
          counterparty: { name: NAME },
          settled_at,
          invoices: invoices.map((status) => ({ status })),
        },
      ],
    },
  });
  const paid = lagging('2026-06-01T00:00:00Z', 'paid', 'paid');
  expect(viewersOf(await add(settled('trd_1'), paid))).toEqual([]);
  expect(unmaskedTooEarly(paid.json, () => false)).toBe('masked');
  for (const early of [lagging(null, 'paid', 'paid'), lagging('2026-06-01T00:00:00Z', 'paid', 'unpaid')]) {
    expect(viewersOf(await add(settled('trd_1'), early))).toEqual(['buyer']);
    expect(unmaskedTooEarly(early.json, () => false)).toMatchObject({ what: 'trade' });
  }
});

test("PRIV-12 a name in another record of the settled trade's buyer is found", async () => {
  expect(viewersOf(await add(settled('trd_1'), bid('buyer', { counterparty: { name: NAME } })))).toEqual(['buyer']);
  // An accepted bid whose trade is not known can be settled.
  expect(viewersOf(await add(settled('trd_1'), bid('buyer', { status: 'accepted', counterparty: { name: NAME } })))).toEqual([]);
});

test('PRIV-13 an accepted bid whose trade is known to be unpaid may not name the seller', async () => {
  const accepted = posted('seller', 'acceptBid', '/bids/bid_1/accept', 'trd_9');
  const named = bid('buyer', { status: 'accepted', counterparty: { name: NAME } });
  expect(viewersOf(await add(settled('trd_1'), accepted, named))).toEqual(['buyer']);
});

test('PRIV-18 a settled trade in the list of a team that is no party is found', async () => {
  const deal = [
    teams('buyer', 'tm_1'),
    teams('rival', 'tm_2'),
    teams('seller', 'tm_3'),
    posted('seller', 'createListing', '/me/inventory', 'inv_1'),
    posted('buyer', 'placeBid', '/inventory/inv_1/bids', 'bid_1'),
    posted('seller', 'acceptBid', '/bids/bid_1/accept', 'trd_1'),
    settled('trd_1'),
  ];
  expect(viewersOf(await add(...deal, { ...settled('trd_1'), actor: 'rival' }))).toEqual(['rival']);
  // It is unknown that the rival is another party.
  expect(viewersOf(await add(...deal.filter(({ actor }) => actor !== 'rival'), { ...settled('trd_1'), actor: 'rival' }))).toEqual(
    [],
  );
});

test('PRIV-6 an email address in terms that the run wrote otherwise is found', async () => {
  const deal = [
    posted('seller', 'createListing', '/me/inventory', 'inv_1'),
    posted('buyer', 'placeBid', '/inventory/inv_1/bids', 'bid_0'),
    posted('seller', 'counterBid', '/bids/bid_0/counter', 'bid_1'),
  ];
  const read = bid('buyer', { additional_terms: 'Call ada@farm.example' });
  expect((await add(...deal, read)).leaks.map(({ learned }) => learned.text)).toEqual(['ada@farm.example']);
  const sent = { ...bid('buyer', {}), request_body: '{"additional_terms":"Call ada@farm.example"}' };
  expect((await add(...deal, read, sent)).leaks).toEqual([]);
});
