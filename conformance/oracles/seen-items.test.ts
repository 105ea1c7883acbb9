import { NO_LEDGER, Run, type Exchange } from '#client';
import { makeHttpExchange } from '#client/testing/exchange';
import { makeSettings } from '#client/testing/settings';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SeenItems } from './seen-items.ts';

let run: Run;
let seen: SeenItems;

beforeEach(() => {
  run = new Run(makeSettings(), NO_LEDGER);
  seen = new SeenItems(run);
});

afterEach(async () => {
  await run.close();
});

const WHEAT = { id: 'inv_1', grade: 'No. 1' };
const BARLEY = { id: 'inv_2', grade: null };

function page(items: readonly unknown[], other: Partial<Exchange> = {}): Exchange {
  return makeHttpExchange({ operation: 'listInventory', json: { items, total: items.length }, ...other });
}

/** The items that oracles of items check in this page, if nothing is wrong in it. */
function checkedIn(exchange: Exchange): unknown {
  const { exchange: news, remember } = seen.newsIn(exchange);
  remember();
  expect(news.text).toBe(news === exchange ? exchange.text : JSON.stringify(news.json));
  return (news.json as { items: unknown }).items; // every page of these tests has items
}

test('PRIV-6 an item that an actor received before is left out, and every other item is checked', () => {
  expect(checkedIn(page([WHEAT]))).toEqual([WHEAT]);
  expect(checkedIn(page([WHEAT, BARLEY]))).toEqual([BARLEY]);
  expect(checkedIn(page([{ ...WHEAT, grade: 'No. 2' }, BARLEY]))).toEqual([{ ...WHEAT, grade: 'No. 2' }]);
  expect(checkedIn(page([WHEAT, BARLEY]))).toEqual([]);
});

test.each<[string, Partial<Exchange>]>([
  ['another actor', { actor: 'rival' }],
  ['another operation', { operation: 'listListings' }],
  ['an error', { status: 500 }],
  ['a text with more than its JSON', { text: '{"items":[{"id":"inv_1","grade":"Quzivoxake","grade":"No. 1"}],"total":1}' }],
  ['JSON that was cut off', { unseen: 'values more than 64 levels deep' }],
])('PRIV-6 it is checked again for %s', (_, other) => {
  checkedIn(page([WHEAT]));
  expect(checkedIn(page([WHEAT], other))).toEqual([WHEAT]);
});

test('PRIV-6 it is checked again after a breach, after a request that gave a place, and after the run learned a secret', () => {
  seen.newsIn(page([WHEAT]));
  expect(checkedIn(page([WHEAT], { url: 'http://127.0.0.1/v1/inventory?near=50,-104,10' }))).toEqual([WHEAT]);
  expect(checkedIn(page([WHEAT]))).toEqual([WHEAT]);
  run.secrets.makeCanaryFarm('seller');
  expect(checkedIn(page([WHEAT]))).toEqual([]);
  run.secrets.add({ kind: 'farm id', text: 'farm_of_somebody', owner: 'seller' });
  expect(checkedIn(page([WHEAT]))).toEqual([WHEAT]);
  run.secrets.markLive();
  expect(checkedIn(page([WHEAT]))).toEqual([WHEAT]);
});
