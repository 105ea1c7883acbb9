import { expect, test } from 'vitest';
import { changeSince, groupByWeek, mondayOf, weeksFrom } from './market.ts';

test('MKT-4 a change is an exact decimal, and null on the first day', () => {
  // 0.3 - 0.1 is 0.19999999999999998 in binary fractions.
  expect(changeSince(0.1, 0.3)).toBe(0.2);
  expect(changeSince(663.5, 662.1)).toBe(-1.4);
  expect(changeSince(662.1, 662.1)).toBe(0);
  expect(changeSince(null, 662.1)).toBeNull();
});

test.for([
  ['2026-06-01', '2026-06-01'],
  ['2026-06-05', '2026-06-01'],
  ['2026-06-07', '2026-06-01'],
  ['2026-06-08', '2026-06-08'],
  // Over the end of a year, and of a February with 29 days.
  ['2026-01-01', '2025-12-29'],
  ['2024-03-01', '2024-02-26'],
] as const)('MKT-4 the week of %s begins on Monday %s', ([date, monday]) => {
  expect(mondayOf(date)).toBe(monday);
});

test('MKT-4 a week has its last price, its lowest low, and its highest high; a week without days has no point', () => {
  const days = [
    { date: '2026-06-04', price_amount: 10, low: 9, high: 11 },
    { date: '2026-06-05', price_amount: 12, low: 11, high: 13 },
    { date: '2026-06-08', price_amount: 20, low: 15, high: 30 },
    { date: '2026-06-09', price_amount: 21, low: 20, high: 22 },
    { date: '2026-06-10', price_amount: 19, low: 18, high: 20 },
    // A week without a single day has no point.
    { date: '2026-06-22', price_amount: 5, low: 4, high: 6 },
  ];
  expect(groupByWeek(days)).toEqual([
    { date: '2026-06-01', price_amount: 12, low: 9, high: 13 },
    { date: '2026-06-08', price_amount: 19, low: 15, high: 30 },
    { date: '2026-06-22', price_amount: 5, low: 4, high: 6 },
  ]);
  expect(groupByWeek([])).toEqual([]);
});

test('MKT-3 a week that began before from is left out, and one that begins on it is not', () => {
  const weekOf = (date: string) => ({ date, price_amount: 1, low: 1, high: 1 });
  const weeks = [weekOf('2026-06-01'), weekOf('2026-06-08')];
  expect(weeksFrom('2026-06-01', weeks)).toEqual(weeks);
  expect(weeksFrom('2026-06-02', weeks)).toEqual(weeks.slice(1));
  expect(weeksFrom('2026-06-09', weeks)).toEqual([]);
  expect(weeksFrom(undefined, weeks)).toEqual(weeks);
});
