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
  '',
  'tomorrow',
  '2026-06-31T12:00:00Z',
  '2026-13-01T12:00:00Z',
  '2026-06-17T24:00:00Z',
  '2026-06-17T12:60:00Z',
  '2026-06-17T12:00:60Z',
  '2026-06-17T12:00:00+24:00',
  '2026-06-17 12:00:00Z',
  '+275760-09-13T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '1781697600',
])('%s is no instant', (text) => {
  expect(parseInstant(text)).toBeUndefined();
});
