import type { CommodityCoverage, HistoryPoint, Page, PriceHistory } from '#spec';
import { expect, test } from 'vitest';
import { TEST_NOW, useMock } from '../../testing/open-mock.ts';

const TODAY = '2026-06-10'; // A Wednesday.

const t = useMock();

/** What an endpoint answers; t.call has judged its shape by the document. */
async function read<Body>(path: string): Promise<Body> {
  const answer = await t.call('reader', 'GET', path);
  expect(answer.status).toBe(200);
  return answer.body as Body; // Judged by the document in t.call.
}

/** Every point of a history, page by page. */
async function walk(path: string): Promise<HistoryPoint[]> {
  const points: HistoryPoint[] = [];
  let total = 1;
  while (points.length < total) {
    const page: PriceHistory = await read(`${path}${path.includes('?') ? '&' : '?'}limit=50&offset=${points.length}`);
    expect(page.items.length).toBe(Math.min(50, page.total - points.length)); // PAGE-2
    points.push(...page.items);
    total = page.total;
  }
  return points;
}

async function refusalOf(path: string): Promise<{ status: number; body: unknown }> {
  return t.call('reader', 'GET', path);
}

const REFUSED: readonly (readonly [string, string, string])[] = [
  [
    '/market/prices/canola/history?from=2026-06-02&to=2026-06-01',
    'to',
    '/market/prices/canola/history?from=2026-06-02&to=2026-06-02',
  ],
  ['/market/prices/canola/history?interval=month', 'interval', '/market/prices/canola/history?interval=week'],
  ['/market/prices/canola/history?from=2026-02-30', 'from', '/market/prices/canola/history?from=2026-02-28'],
  ['/market/prices?date=yesterday', 'date', '/market/prices?date=2026-06-09'],
  ['/market/prices?units=KG', 'units', '/market/prices?units=BU'],
  ['/market/commodities?units=KG', 'units', '/market/commodities?units=LB'],
  ['/market/commodities?limit=51', 'limit', '/market/commodities?limit=50'],
];

test.for(REFUSED)('MKT-5 MKT-6 %s is refused by its %s', async ([refused, field, accepted]) => {
  expect(await refusalOf(refused)).toMatchObject({
    status: 400,
    body: { error: { code: 'invalid_filter', errors: [{ field }] } },
  });
  await read(accepted);
});

test('MKT-5 the history of an unknown commodity is missing', async () => {
  expect(await refusalOf('/market/prices/gold/history')).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
  // AUTH-19: what is missing comes before a bad filter.
  expect(await refusalOf('/market/prices/gold/history?interval=month')).toMatchObject({ status: 404 });
});

test('a world whose clock was set back does not show later prices', async () => {
  const { clock } = t.mock.worlds.default;
  clock.set(Date.parse('2026-06-06T12:00:00.000Z'));
  try {
    expect(await read('/market/prices?commodity=canola')).toMatchObject({ items: [{ date: '2026-06-05' }] });
    expect(await read('/market/prices?commodity=canola&date=2026-06-09')).toMatchObject({ items: [{ date: '2026-06-05' }] });
    expect((await walk('/market/prices/canola/history?to=2026-06-10')).at(-1)?.date).toBe('2026-06-05');
    expect((await walk('/market/prices/canola/history?interval=week')).at(-1)?.date).toBe('2026-06-01');
    const covered: Page<CommodityCoverage> = await read('/market/commodities?limit=1');
    expect(covered.items).toMatchObject([{ coverage: { to: '2026-06-05' } }]);
  } finally {
    clock.set(Date.parse(TEST_NOW));
  }
  expect(await read('/market/prices?commodity=canola')).toMatchObject({ items: [{ date: TODAY }] });
});
