import { expect, test } from 'vitest';
import { openTokens } from './decode.ts';

const TEXT = 'Rose Valley!';
const TOKEN = Buffer.from(TEXT).toString('base64');

test('a token of 16 characters is decoded wherever it occurs', () => {
  expect(TOKEN).toHaveLength(16);
  const places = Array.from({ length: 50 }, (_, i) => '.'.repeat(i));
  for (const before of places) {
    expect(openTokens(`${before}${TOKEN}`)).toBe(TEXT);
    expect(openTokens(`short${before}.${TOKEN}.${TOKEN}.${before}short`)).toBe(TEXT);
  }
});

test('adjacent tokens are each decoded, hexadecimal ones included', () => {
  const hex = Buffer.from('Ada Byron').toString('hex');
  expect(openTokens(`"${TOKEN}","${hex}"`).split('\n')).toEqual([TEXT, 'Ada Byron']);
  expect(openTokens('fifteen-signs-1')).toBe('');
});
