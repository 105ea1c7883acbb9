import { expect, test } from 'vitest';
import { contains, hasString } from './contains.ts';

const bodyOf = (text: string): { text: string; json: unknown } => ({ text, json: JSON.parse(text) });

test('a text is found however JSON escapes it', () => {
  const escaped = bodyOf(String.raw`{"a":["\u0062id_1","caf\u00e9","a\/b","say \"x\""]}`);
  for (const wanted of ['bid_1', 'bid_', 'café', 'a/b', 'say "x"']) expect(contains(escaped, wanted)).toBe(true);
  expect(contains(escaped, 'bid_2')).toBe(false);
  expect(contains({ text: String.raw`not JSON \u0062id_1`, json: undefined }, 'bid_1')).toBe(false);
  expect(contains({ text: 'not JSON bid_1', json: undefined }, 'bid_1')).toBe(true);
});

test('a whole string is not found in a longer one', () => {
  const escaped = bodyOf(String.raw`{"id":"\u0062id_12"}`);
  expect(hasString(escaped, 'bid_12')).toBe(true);
  expect(hasString(escaped, 'bid_1')).toBe(false);
  expect(hasString(bodyOf('{"id":"bid_1"}'), 'bid_1')).toBe(true);
});
