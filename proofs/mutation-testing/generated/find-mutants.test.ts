import { expect, test } from 'vitest';
import { parseSource } from '../../syntax.ts';
import { applyMutant, findMutants } from './find-mutants.ts';

const TEXT = `import { a } from './a.ts';
interface Shape { size: 1 }
export function first(items: readonly number[], flag = true): number | undefined {
  if (items.length < 2) throw new RangeError('1 is too few');
  void a(items);
  const kept = items.filter((item) => item > 0);
  return flag ? kept[0] : (kept[1] ?? 7);
}
export const view = { id: 'x' + 'y', none: null };
`;

const SOURCE = parseSource({ path: 'first.ts', text: TEXT });

test('a mutant changes one expression, and leaves types, imports, and internal errors alone', () => {
  expect(findMutants(SOURCE).map(({ line, original, replacement }) => `${line}: ${original} -> ${replacement}`)).toEqual([
    '3: true -> false',
    '4: items.length < 2 -> false && (items.length < 2)',
    '4: < -> <=',
    '4: 2 -> 3',
    '6: items.filter((item) => item > 0) -> items',
    '6: > -> >=',
    '6: 0 -> 1',
    '7: flag ? kept[0] : (kept[1] ?? 7) -> (kept[0])',
    '7: flag ? kept[0] : (kept[1] ?? 7) -> ((kept[1] ?? 7))',
    '7: kept[1] ?? 7 -> (7)',
    '7: 7 -> 8',
    `9: 'x' + 'y' -> null`,
  ]);
});

test('applying a mutant changes only its place', () => {
  const [, , mutant] = findMutants(SOURCE);
  if (mutant === undefined) throw new Error('there are mutants');
  expect(applyMutant(TEXT, mutant)).toBe(TEXT.replace('length < 2', 'length <= 2'));
  expect(() => applyMutant(`\n${TEXT}`, mutant)).toThrow('first.ts has changed');
});
