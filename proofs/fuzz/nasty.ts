/** Values that often break parsers, databases, and arithmetic. */
import * as fc from 'fast-check';

/** Text of JSON values, because some of them have no JavaScript equivalent. Two of them are invalid or ambiguous JSON. */
export const NASTY_JSON: readonly string[] = [
  'null',
  'true',
  '""',
  '"\\u0000"',
  '"\\ud800"',
  '"\\udfff x"',
  '1e400',
  '-1e400',
  '-0',
  '0.009999',
  '1e-320',
  '9007199254740993',
  '[]',
  '{}',
  '[[[[[[]]]]]]',
  '{"__proto__":{"a":1}}',
  '{"constructor":{}}',
  '"2026-02-30"',
  '"9999-12-31T23:59:60Z"',
  '"2026-06-01T00:00:00+25:00"',
  '"0000-01-01T00:00:00Z"',
  '"+275760-09-13T00:00:00Z"',
  '"  "',
  `"${'x'.repeat(3_000)}"`,
  `"${'é'.repeat(500)}"`,
  '"\u202e"',
  '"1 or 1=1; drop table bids"',
  '[null,{}]',
  '{"amount":"1"}',
  '{"amount":1e300,"unit":"MT"}',
  'NaN',
  '{"a":1,"a":2}',
];

const NASTY_TEXT: readonly string[] = [
  '',
  ' ',
  '%',
  '%zz',
  '%00',
  '%ff',
  '..',
  '../..',
  '%2e%2e%2f',
  '-1',
  '0',
  '51',
  '1e3',
  '0x10',
  'NaN',
  'Infinity',
  '99999999999999999999',
  '1.5',
  'true,false',
  'null',
  '+',
  '%F0%9F%8C%BE',
  ',,,',
  '1,2',
  '91,0,1',
  '0,0,-1',
  'NaN,0,1',
  "'",
  '"',
  'inv_0000000000000000',
  'bid_x',
  '__proto__',
  'a'.repeat(2_000),
];

/** The text of a JSON value, or invalid JSON. */
export const nastyJson: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...NASTY_JSON) },
  { weight: 1, arbitrary: fc.json({ maxDepth: 5 }) },
);

/** Text for a URL, encoded where necessary. */
export const nastyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...NASTY_TEXT) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }).map((text) => encodeURIComponent(text.toWellFormed())) },
);
