import { expect, test } from 'vitest';
import { contains, containsId } from './contains.ts';

const bodyOf = (text: string): { text: string; json: unknown } => ({ text, json: JSON.parse(text) });

test('a text is found however JSON escapes it', () => {
  const escaped = bodyOf(String.raw`{"a":["\u0062id_1","caf\u00e9","a\/b","say \"x\""]}`);
  for (const wanted of ['bid_1', 'bid_', 'café', 'a/b', 'say "x"']) expect(contains(escaped, wanted)).toBe(true);
  expect(contains(escaped, 'bid_2')).toBe(false);
  expect(contains({ text: String.raw`not JSON \u0062id_1`, json: undefined }, 'bid_1')).toBe(false);
  expect(contains({ text: 'not JSON bid_1', json: undefined }, 'bid_1')).toBe(true);
});

test('an id is not found in a longer one', () => {
  const escaped = bodyOf(String.raw`{"id":"\u0062id_12"}`);
  expect(containsId(escaped, 'bid_12')).toBe(true);
  for (const other of ['bid_1', 'id_12', 'bid_']) expect(containsId(escaped, other)).toBe(false);
  expect(containsId(bodyOf('{"ids":["bid_61","bid_6"]}'), 'bid_6')).toBe(true);
  expect(containsId(bodyOf('{"ids":["bid_61","cbid_6","bid_6-1"]}'), 'bid_6')).toBe(false);
});

test('an id is found in a link, in a message, and outside JSON', () => {
  expect(containsId(bodyOf('{"href":"/v1/bids/bid_6?units=MT"}'), 'bid_6')).toBe(true);
  expect(containsId(bodyOf('{"message":"No bid \\"bid_6\\"."}'), 'bid_6')).toBe(true);
  expect(containsId({ text: 'no such bid: bid_6', json: undefined }, 'bid_6')).toBe(true);
  expect(containsId(bodyOf(String.raw`{"id":"say \"x\""}`), 'say "x"')).toBe(true);
});
