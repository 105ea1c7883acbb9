/** ERR-5: whatever subset of the fields of a good body is broken, the refusal names exactly those, in the order of the declaration. */
import { assert, asyncProperty, constantFrom, option, pre, tuple } from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Break, Field, Known } from '../../testing/broken-bodies.ts';
import { BODY_ROWS } from '../../testing/broken-bodies.ts';
import type { TestMock } from '../../testing/open-mock.ts';
import { makeBid, makeFarm, makeLot, openTestMock } from '../../testing/open-mock.ts';
import { errorIn, fieldsIn, verdictOf } from '../../testing/read-answer.ts';

const LINES = ['No. 1 Canada', 'No. 2 Canada'].map((grade) => ({ grade, price: { amount: 600, unit: 'MT' as const } }));

let t: TestMock;
let known: Known;
beforeAll(async () => {
  t = await openTestMock();
  const farm = await makeFarm(t, 'seller');
  const graded = await makeLot(t, 'seller', { farm_id: farm });
  const ungraded = await makeLot(t, 'seller', { farm_id: farm, grade: null });
  const sold_out = await makeLot(t, 'seller', { farm_id: farm });
  await t.call('seller', 'POST', `/bids/${await makeBid(t, 'buyer', sold_out, { quantity_mt: 100 })}/accept`);
  const { body } = await t.call('elevator', 'GET', '/delivery-locations');
  const location = body.items[0].id as number; // judged by the document in `call`
  const bid = await makeBid(t, 'elevator', graded);
  const by_grades = await makeBid(t, 'elevator', ungraded, { price: undefined, bids: LINES });
  known = { farm, graded, ungraded, bid, by_grades, sold_out, location };
});
afterAll(() => t[Symbol.asyncDispose]());

/** A body of which each field is as it should be, or broken as chosen; and which fields are then named. */
function put(
  fields: readonly (readonly [string, Field])[],
  chosen: readonly (Break | undefined)[],
): { body: Record<string, unknown>; broken: Record<string, unknown>; named: readonly string[] } {
  const broken = Object.fromEntries(
    fields.flatMap(([field], index) => {
      const one = chosen[index];
      return one === undefined ? [] : [[field, one[0]]];
    }),
  );
  const good = Object.fromEntries(fields.map(([field, [value]]) => [field, value]));
  const named = chosen.flatMap((one) => one?.slice(1).map(String) ?? []);
  return { body: { ...good, ...broken }, broken, named: [...new Set(named)] };
}

test.for(BODY_ROWS)('ERR-5 of $title', async ({ who, method, path, fields, silent }) => {
  const rows = Object.entries(fields(known));
  const choices = rows.map(([, [, ...breaks]]) => option(constantFrom(...breaks), { nil: undefined, freq: 2 }));
  await assert(
    asyncProperty(tuple(...choices), async (chosen) => {
      const { body, broken, named } = put(rows, chosen);
      const quiet = silent?.(broken) ?? [];
      const expected = named.filter((field) => !quiet.includes(field));
      pre(expected.length > 0);
      const answer = await t.call(who, method, path(known), { body });
      expect(verdictOf(answer), JSON.stringify(body)).toBe('422 validation_failed');
      expect([...new Set(fieldsIn(answer))], JSON.stringify(body)).toEqual(expected);
    }),
    { numRuns: 120 },
  );
});

test('BID-20 ERR-5 of a bid that is decided nothing is said about terms that do not fit', async () => {
  const id = await makeBid(t, 'buyer', known.graded);
  await t.call('seller', 'POST', `/bids/${id}/reject`);
  const answer = await t.call('seller', 'POST', `/bids/${id}/counter`, { body: { quantity_mt: 'x', fob_farm: false } });
  expect(fieldsIn(answer)).toEqual(['quantity_mt', 'delivery']);
});

test('ERR-5 what has the wrong shape, and what does not fit, is one list', async () => {
  const bid = {
    price: { amount: 1, unit: 'MT' },
    quantity_mt: 1e6,
    delivery: { from: '2030-09-30', to: '2030-09-01' },
    fob_farm: false,
    additional_terms: 'a@b.ca',
    expires_at: '2020-01-01T00:00:00Z',
  };
  const all = ['quantity_mt', 'delivery.to', 'delivery_location_id', 'additional_terms', 'expires_at'];
  for (const quantity_mt of [1e6, 0]) {
    expect(fieldsIn(await t.call('buyer', 'POST', `/inventory/${known.graded}/bids`, { body: { ...bid, quantity_mt } }))).toEqual(
      all,
    );
  }
  const listing = { commodity: 'nope', farm_id: 'farm_x', quantity_mt: 0, grade: 'n', crop_year: 'x' };
  const refused = await t.call('seller', 'POST', '/me/inventory', { body: listing });
  expect(fieldsIn(refused)).toEqual(['commodity', 'farm_id', 'quantity_mt', 'crop_year', 'grade']);
  expect(errorIn(refused).errors?.at(-1)?.message).toBe('is not a grade; GET /grades lists them');
});

test('ERR-5 SBX-3 a listing on which nothing can be simulated is named beside what else is wrong', async () => {
  const draft = await makeLot(t, 'seller_sandbox', { list: false });
  await t.call('seller_sandbox', 'DELETE', `/me/inventory/${draft}`);
  const body = { event: 'bid.sent', inventory_id: draft, price: 0 };
  const refused = await t.call('seller_sandbox', 'POST', '/sandbox/simulate-event', { body });
  expect(fieldsIn(refused)).toEqual(['event', 'inventory_id', 'price']);
});
