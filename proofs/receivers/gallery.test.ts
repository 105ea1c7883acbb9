import { DRILLS } from '#conformance/receiver/drills/index';
import { expect, test } from 'vitest';
import { CORRECT, FAULTY } from './index.ts';

test('the gallery keeps its 49 correct and 470 faulty receivers with unique names', () => {
  expect([CORRECT.length, FAULTY.length]).toEqual([49, 470]);
  const names = [...CORRECT, ...FAULTY].map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});

test('the drills of the faulty receivers exist', () => {
  const ids: readonly string[] = DRILLS.map(({ id }) => id);
  expect(FAULTY.flatMap(({ drills }) => drills).filter((id) => !ids.includes(id))).toEqual([]);
});
