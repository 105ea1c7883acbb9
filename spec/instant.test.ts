import { expect, test } from 'vitest';
import { parseInstant } from './instant.ts';

const NOON = Date.UTC(2026, 5, 17, 12, 0, 0);

test.for([
  '2026-06-17T12:00:00Z',
  '2026-06-17T12:00:00.000Z',
  '2026-06-17T12:00Z',
  '2026-06-17T12Z',
  '2026-06-17t12:00:00z',
  '2026-06-17T12:00:00',
  '20260617T120000Z',
  '20260617T1200Z',
  '2026-06-17T06:00:00-06:00',
  '2026-06-17T06:00:00-0600',
  '2026-06-17T06:00-06',
  '2026-06-17T17:30:00,000+05:30',
])('FMT-6 BID-45 %s is noon of that day', (text) => {
  expect(parseInstant(text)).toBe(NOON);
});

test('FMT-6 a bare date is its first moment, a fraction is kept to the millisecond', () => {
  expect(parseInstant('2026-06-17')).toBe(Date.UTC(2026, 5, 17));
  expect(parseInstant('2026-06-17T12:00:00.123456Z')).toBe(NOON + 123);
});

test.for([
  ['2026-06-17T24:00:00Z', Date.UTC(2026, 5, 18)],
  ['2026-06-17T24:00', Date.UTC(2026, 5, 18)],
  ['20260630T24Z', Date.UTC(2026, 6, 1)],
  ['2026-12-31T24:00:00.000-06:00', Date.UTC(2027, 0, 1, 6)],
  ['9999-12-31T23:59:59Z', Date.UTC(9999, 11, 31, 23, 59, 59)],
  ['9999-12-31T23:59:59.999Z', Date.UTC(9999, 11, 31, 23, 59, 59, 999)],
  ['1960-01-01T00:00:00Z', Date.UTC(1960, 0, 1)],
  ['0100-01-01', Date.UTC(100, 0, 1)],
] as const)('FMT-6 %s: the end of a day is the start of the next, in any month', ([text, ms]) => {
  expect(parseInstant(text)).toBe(ms);
});

test.for([
  '',
  'tomorrow',
  '2026-06-31T12:00:00Z',
  '2026-13-01T12:00:00Z',
  '2026-06-17T24:00:01Z',
  '2026-06-17T24:01Z',
  '2026-06-17T24:00:00.001Z',
  '2026-06-17T25:00:00Z',
  '2026-06-17T12:60:00Z',
  '2026-06-17T12:00:60Z',
  '2026-06-17T12:00:00+24:00',
  '2026-06-17 12:00:00Z',
  '+275760-09-13T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T24:00:00Z',
  '9999-12-31T23:59:59-23:59',
  '1781697600',
  '2026-W25-3',
  '2026-168',
])('%s is not an instant', (text) => {
  expect(parseInstant(text)).toBeUndefined();
});
