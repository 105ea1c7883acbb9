import { expect, test } from 'vitest';
import { holdsName, holdsPerson, isSigned } from './names.ts';

test.for([
  ['Zorblatt Farm', 'Zorblatt Farm'],
  ['Zorblatt Farm', 'zorblatt'],
  ['Zorblatt Farm', 'the ZÓRBLATT yard'],
  // One of six letters or more is found within words as well.
  ['Zorblatt Farm', 'xzorblattx'],
  // The whole name, and what is left of it, with words between that name nobody.
  ['Zorblatt Seed Quill', 'of Zorblatt Seed Quill'],
  ['Zorblatt Seed Quill', 'Zorblatt Quill Farms'],
  ['Zorblatt Quill', 'Zorblatt Seed Quill'],
  ['Xanthippe Ødegård Acres', 'xanthippe odegard'],
  ['Bar X', 'Bar X blend'],
  ['The Farm', 'from the farm'],
  ['AB Farm', 'AB Farm'],
  ['Коваль', 'Коваль'],
  ['Zorblatt Farm', 'z o r b l a t t'],
] as const)('PRIV-1 the name %j is found in: %s', ([name, text]) => {
  expect(holdsName(text, name)).toBe(true);
});

test.for([
  ['Zorblatt Farm', 'Zorb latitude'],
  ['Quiet Coulee', 'a quiet place in a coulee'],
  // Two letters are a province, or anything.
  ['AB Farm', 'delivered in AB'],
  ['', 'anything'],
  ['...', 'any... thing'],
] as const)('the name %j is not found in: %s', ([name, text]) => {
  expect(holdsName(text, name)).toBe(false);
});

test('PRIV-6 in short fields any word of a name is found, in prose only the last name', () => {
  expect(isSigned('Wilhelmina special', 'Wilhelmina Quarbeck')).toBe(true);
  expect(isSigned('Quarbeckville', 'Wilhelmina Quarbeck')).toBe(false);
  expect(isSigned('Sandbox mix', 'Sandbox seller 3')).toBe(false);
  expect(holdsPerson('Will deliver in May', 'Will Quarbeck')).toBe(false);
  expect(holdsPerson('will quarbeck deliver?', 'Will Quarbeck')).toBe(true);
  expect(holdsPerson("at Quarbeck's", 'Will Quarbeck')).toBe(true);
  expect(holdsPerson('Sandbox seller 3 here', 'Sandbox seller 3')).toBe(true);
  expect(holdsPerson('3 loads', 'Sandbox seller 3')).toBe(false);
});
