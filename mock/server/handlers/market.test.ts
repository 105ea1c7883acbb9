import type { CommodityCoverage, HistoryPoint, MarketPrice, Page, PriceHistory } from '#spec';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestMock } from '../../testing/open-mock.ts';
import { TEST_NOW, openTestMock } from '../../testing/open-mock.ts';

const TODAY = '2026-06-10'; // A Wednesday.
const DAY_MS = 86_400_000;

let t: TestMock;
beforeAll(async () => {
  t = await openTestMock();
});
afterAll(() => t[Symbol.asyncDispose]());

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

test('MKT-1 MKT-4 every commodity with the days for which its prices are known', async () => {
  const page: Page<CommodityCoverage> = await read('/market/commodities?limit=50');
  expect(page.total).toBeGreaterThan(5);
  const canola = page.items.find(({ slug }) => slug === 'canola');
  const days = await walk('/market/prices/canola/history');
  expect(canola).toEqual({ slug: 'canola', name: 'Canola', coverage: { from: days[0]?.date, to: TODAY, count: days.length } });

  const second: Page<CommodityCoverage> = await read('/market/commodities?limit=2&offset=2');
  expect(second).toMatchObject({ items: page.items.slice(2, 4), total: page.total });
});

test('MKT-2 MKT-4 the current price is the last of the history, its change against the day before', async () => {
  const [before, last] = (await walk('/market/prices/canola/history')).slice(-2);
  const prices: Page<MarketPrice> = await read('/market/prices?commodity=canola');
  const cents = Math.round((last?.price.amount ?? 0) * 100) - Math.round((before?.price.amount ?? 0) * 100);
  expect(prices).toMatchObject({
    total: 1,
    items: [{ commodity: { slug: 'canola', name: 'Canola' }, date: TODAY, price: last?.price, change: cents / 100 }],
  });
  // FMT-9
  expect(prices.items[0]?.price).toMatchObject({ currency: 'CAD', unit: 'MT' });

  const all: Page<MarketPrice> = await read('/market/prices?limit=50');
  const commodities: Page<CommodityCoverage> = await read('/market/commodities?limit=50');
  expect(all.items.map(({ commodity }) => commodity.slug)).toEqual(commodities.items.map(({ slug }) => slug));
  // PAGE-16
  expect(await read('/market/prices?limit=3&offset=1')).toMatchObject({ items: all.items.slice(1, 4), total: all.total });
});

test.for([
  ['canola,durum', ['canola', 'durum']],
  ['durum, CANOLA ,,canola', ['canola', 'durum']],
  ['canola,gold', ['canola']],
  ['gold', []],
  [',', []],
] as const)('MKT-2 MKT-5 ?commodity=%s answers %j', async ([filter, slugs]) => {
  const page: Page<MarketPrice> = await read(`/market/prices?commodity=${encodeURIComponent(filter)}`);
  expect(page.items.map(({ commodity }) => commodity.slug)).toEqual(slugs);
  expect(page.total).toBe(slugs.length);
});

test.for([
  ['2026-06-09', '2026-06-09'],
  // A weekend has the price of its Friday.
  ['2026-06-07', '2026-06-05'],
  ['2026-06-06', '2026-06-05'],
  // Nobody knows tomorrow's price.
  ['2027-01-01', TODAY],
] as const)('MKT-2 MKT-5 as of %s the price is that of %s', async ([asked, date]) => {
  const [day] = (await walk('/market/prices/canola/history')).filter((point) => point.date === date);
  const page: Page<MarketPrice> = await read(`/market/prices?commodity=canola&date=${asked}`);
  expect(page.items).toMatchObject([{ date, price: day?.price }]);
});

test('MKT-4 MKT-5 on the first day there is no change, before it no price', async () => {
  const [first] = await walk('/market/prices/canola/history');
  const first_ms = Date.parse(first?.date ?? '');
  const page: Page<MarketPrice> = await read(`/market/prices?commodity=canola&date=${first?.date}`);
  expect(page.items).toMatchObject([{ date: first?.date, change: null }]);
  const before = new Date(first_ms - DAY_MS).toISOString().slice(0, 10);
  expect(await read(`/market/prices?date=${before}`)).toMatchObject({ items: [], total: 0 });
});

test('MKT-3 MKT-4 a history is oldest first and has both of its ends', async () => {
  const page: PriceHistory = await read('/market/prices/canola/history?from=2026-06-04&to=2026-06-09');
  expect(page).toMatchObject({ commodity: { slug: 'canola', name: 'Canola' }, interval: 'day', total: 4 });
  expect(page.items.map(({ date }) => date)).toEqual(['2026-06-04', '2026-06-05', '2026-06-08', '2026-06-09']);
  for (const { price, low, high } of page.items) {
    expect(low).toBeLessThanOrEqual(price.amount);
    expect(high).toBeGreaterThanOrEqual(price.amount);
  }
  // CONV-7 says nothing of case; INV-24 does for commodities.
  expect(await read('/market/prices/CANOLA/history')).toMatchObject({ commodity: { slug: 'canola' } });
});

test('MKT-7 without an interval a history answers as by day', async () => {
  const plain: PriceHistory = await read('/market/prices/canola/history?from=2026-05-01');
  const daily: PriceHistory = await read('/market/prices/canola/history?from=2026-05-01&interval=day');
  expect({ ...plain, href: '', next: '' }).toEqual({ ...daily, href: '', next: '' });
});

test('MKT-4 weeks are named by their Monday, and have the last price, the lowest low and the highest high of their days', async () => {
  const days = await walk('/market/prices/canola/history');
  const weeks = await walk('/market/prices/canola/history?interval=week');
  // 1970-01-05 was a Monday, the fourth day after day 0.
  const weekOf = (date: string): number => Math.floor((Date.parse(date) / DAY_MS - 4) / 7);
  const numbers = [...new Set(days.map(({ date }) => weekOf(date)))];
  expect(weeks).toHaveLength(numbers.length);
  expect(weeks.length).toBeGreaterThan(150);
  for (const [index, week] of weeks.entries()) {
    const own = days.filter(({ date }) => weekOf(date) === numbers[index]);
    expect(new Date(week.date).getUTCDay()).toBe(1);
    expect(weekOf(week.date)).toBe(numbers[index]);
    expect(week.price).toEqual(own.at(-1)?.price);
    expect(week.low).toBe(Math.min(...own.map(({ low }) => low)));
    expect(week.high).toBe(Math.max(...own.map(({ high }) => high)));
  }

  // Cut to two days of one week: its last price is that of the Tuesday, and it is still named by the Monday.
  const cut: PriceHistory = await read('/market/prices/canola/history?interval=week&from=2026-06-01&to=2026-06-02');
  const tuesday = days.find(({ date }) => date === '2026-06-02');
  expect(cut).toMatchObject({ total: 1, interval: 'week', items: [{ date: '2026-06-01', price: tuesday?.price }] });
});

test('MKT-3 MKT-4 no day and no week of a history is dated before from or after to, wherever in the week they are', async () => {
  for (const interval of ['day', 'week']) {
    for (let day = 1; day <= 8; day += 1) {
      const [from, to] = [`2026-05-0${day}`, `2026-05-1${day}`];
      const page: PriceHistory = await read(`/market/prices/canola/history?interval=${interval}&from=${from}&to=${to}`);
      const dates = page.items.map(({ date }) => date);
      expect(dates.filter((date) => date < from || date > to)).toEqual([]);
      expect(page.total).toBe(dates.length);
      expect(dates.length).toBeGreaterThan(0);
    }
  }
  // Tuesday to Friday: the days are there, and no week begins among them.
  const week = '/market/prices/canola/history?from=2026-06-02&to=2026-06-05';
  expect(await read(week)).toMatchObject({ total: 4 });
  expect(await read(`${week}&interval=week`)).toMatchObject({ total: 0, items: [] });
});

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

test('FMT-9 MKT-6 units leave prices as they are', async () => {
  const plain: Page<MarketPrice> = await read('/market/prices?limit=50');
  const bushels: Page<MarketPrice> = await read('/market/prices?limit=50&units=BU');
  expect(bushels.items).toEqual(plain.items);
});

test('a world whose clock was set back does not know what comes', async () => {
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
