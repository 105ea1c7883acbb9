import { expect, test } from 'vitest';
import { countChanges, findEqualParts, findEqualValues, splitInstant, type Leaves } from './correlation.ts';

const listings = (place: string, texts: readonly string[]): readonly Leaves[] => texts.map((text) => new Map([[place, text]]));

const ONE = ['inv_7c01', 'inv_7c92', 'inv_7ce3', 'inv_7c54', 'inv_7cb5', 'inv_7c46'];
const OTHER = ['inv_d209', 'inv_d2a8', 'inv_d2f7', 'inv_d216', 'inv_d2c5', 'inv_d234'];

test('PRIV-16 a value is correlated if it is the same for each seller and differs between them', () => {
  const six = (text: string): readonly Leaves[] => listings('/score', Array(6).fill(text));
  expect(findEqualValues(six('1'), six('2'))).toEqual([{ place: '/score', values: ['1', '2'], chance: 2 / 924 }]);
  expect(findEqualValues(six('1'), six('1'))).toEqual([]);
  expect(findEqualValues(six('1'), listings('/score', ['2', '2', '2', '2', '2', '3']))).toEqual([]);
  // A member that only the listings of one seller have.
  expect(findEqualValues(six('1'), listings('/id', ONE))).toHaveLength(1);
});

test('PRIV-16 a part of an id that stands for the seller is found, with its chance', () => {
  const [found, ...others] = findEqualParts(listings('/id', ONE), listings('/id', OTHER));
  expect(others).toEqual([]);
  expect(found).toMatchObject({ place: '/id (from character 5)', values: ['7c', 'd2'] });
  expect(found?.chance).toBeLessThan(1e-15);
});

test('PRIV-16 a part is found from the end where lengths differ', () => {
  const [ones, others] = [ONE, OTHER].map((ids) => ids.map((id, i) => `${'x'.repeat(i)}${id.slice(-2)}-${id.slice(4, 6)}`));
  expect(findEqualParts(listings('/ref', ones ?? []), listings('/ref', others ?? []))).toMatchObject([{ values: ['7c', 'd2'] }]);
});

test('PRIV-16 what a few listings share by chance is not reported', () => {
  expect(findEqualParts(listings('/id', ['a1', 'a2']), listings('/id', ['b3', 'b4']))).toEqual([]);
  expect(findEqualParts(listings('/id', ['ab1', 'ac2', 'ad3']), listings('/id', ['aq4', 'ar5', 'as6']))).toEqual([]);
});

test.each<[string, number, number]>([
  ['aaaabbbb', 1, 2 / 70],
  ['abababab', 7, 1],
  ['aabb', 1, 2 / 6],
  ['aaaaaabbbbbb', 1, 2 / 924],
])('PRIV-9 the order %s changes the seller %i times', (order, changes, chance) => {
  const counted = countChanges(Array.from(order));
  expect(counted.changes).toBe(changes);
  expect(counted.chance).toBeCloseTo(chance, 10);
});

test('PRIV-16 the fraction of an instant is found whether or not all lots were listed within one second', () => {
  const leaves = (seconds: readonly number[], fraction: string): readonly Leaves[] =>
    seconds.map((second) => new Map(splitInstant('/listed_at', `2026-06-10T12:00:0${second}.${fraction}Z`)));
  const found = { place: '/listed_at (fraction of a second)', values: ['123', '456'], chance: 2 / 924 };
  for (const seconds of [
    [1, 1, 1, 1, 1, 1],
    [1, 1, 2, 2, 3, 3],
  ])
    expect(findEqualValues(leaves(seconds, '123'), leaves(seconds, '456'))).toEqual([found]);
  // Too short to tell anything, or no instant.
  for (const text of ['2026-06-10T12:00:01.5Z', '2026-06-10T12:00:01Z', '88.250'])
    expect(splitInstant('/a', text)).toEqual([['/a', text]]);
});
