import { DRILLS } from '#conformance/receiver/drills/index';
import { expect, test } from 'vitest';
import { CORRECT, FAULTY } from './index.ts';

test('the gallery keeps its 38 correct and 395 faulty receivers with unique names', () => {
  expect([CORRECT.length, FAULTY.length]).toEqual([38, 395]);
  const names = [...CORRECT, ...FAULTY].map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});

test('the drills of the faulty receivers exist', () => {
  const ids: readonly string[] = DRILLS.map(({ id }) => id);
  expect(FAULTY.flatMap(({ drills }) => drills).filter((id) => !ids.includes(id))).toEqual([]);
});
