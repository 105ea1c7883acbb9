import { expect, test } from 'vitest';
import { containsName, containsWordOf } from './names.ts';

test.for([
  ['Zorblatt Farm', 'Zorblatt Farm'],
  ['Zorblatt Farm', 'near zorblatt'],
  ['Zorblatt Farm', 'the ZÓRBLATT yard'],
  ['Zorblatt Seed Quill', 'Zorblatt Quill Farms'],
  ['Bar X', 'by Bar X'],
  ['The Farm', 'at the farm'],
  ['Коваль', 'Коваль'],
] as const)('PRIV-1 the name %j is found in: %s', ([name, text]) => {
  expect(containsName(text, name)).toBe(true);
});

test.for([
  ['Zorblatt Farm', 'Zorb latitude'],
  ['Quiet Coulee', 'a quiet place in a coulee'],
  ['AB Farm', 'delivered in AB'],
  ['', 'anything'],
] as const)('the name %j is not found in: %s', ([name, text]) => {
  expect(containsName(text, name)).toBe(false);
});

test('PRIV-6 any word of the name of a person is found, unless it is generic or part of a longer word', () => {
  expect(containsWordOf("Wilhelmina's corner", 'Wilhelmina Quarbeck')).toBe(true);
  expect(containsWordOf('Quarbeckville', 'Wilhelmina Quarbeck')).toBe(false);
  expect(containsWordOf('Sandbox', 'Sandbox seller 3')).toBe(false);
});
