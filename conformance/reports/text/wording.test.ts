import { expect, test } from 'vitest';
import { verbFor } from './wording.ts';

test.for([
  ['hooks.pay_invoice', 'set'],
  ['hooks.pay_invoice.token_env', 'correct'],
  ['actors.buyer', 'set'],
  ['--allow-writes', 'pass'],
  ['--read-only', 'remove'],
] as const)('the reader of a report is asked to change %s: %s', ([key, verb]) => {
  expect(verbFor(key)).toBe(verb);
});
