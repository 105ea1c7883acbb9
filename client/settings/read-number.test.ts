import { expect, test } from 'vitest';
import { readNumber } from './read-number.ts';

const FRACTION = { min: 0.1, max: 600, allows_decimals: true };
const WHOLE = { min: 0, max: 65_535 };

test.each([
  ['0', 0],
  ['5', 5],
  ['007', 7],
  ['65535', 65_535],
])('%j is the whole number %d', (text, value) => {
  expect(readNumber('--port', text, WHOLE)).toBe(value);
});

test.each([
  ['0.1', 0.1],
  ['2', 2],
  ['1.125', 1.125],
  ['600', 600],
])('%j is the number %d', (text, value) => {
  expect(readNumber('--timeout', text, FRACTION)).toBe(value);
});

const NEVER = [
  '0x10',
  '1e3',
  '1e1',
  ' 5 ',
  '5 ',
  '+5',
  '-5',
  '',
  ' ',
  'NaN',
  'Infinity',
  '1_000',
  '1,5',
  '.5',
  '5.',
  '٥',
  '0b1',
  '5\n',
];

test.each(NEVER)('%j is not a valid number of a flag', (text) => {
  expect(() => readNumber('--port', text, WHOLE)).toThrow(`--port: '${text}' is invalid; use a whole number from 0 to 65535`);
  expect(() => readNumber('--timeout', text, FRACTION)).toThrow(`--timeout: '${text}' is invalid; use a number from 0.1 to 600`);
});

test('a number out of bounds, or a fraction where a whole number is required, is rejected', () => {
  for (const text of ['65536', '1.5', '1.0', '9'.repeat(400)])
    expect(() => readNumber('--port', text, WHOLE)).toThrow(/whole number/);
  for (const text of ['0.05', '600.001', '1.0001'])
    expect(() => readNumber('--timeout', text, FRACTION)).toThrow(/a number from/);
});
