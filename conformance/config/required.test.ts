import type { ClauseId } from '#spec/clauses/index';
import { expect, test } from 'vitest';
import { CHECKS } from '../checks/index.ts';
import { ORACLES } from '../oracles/index.ts';
import { expandRequired } from './required.ts';

const known: ReadonlySet<ClauseId> = new Set([...CHECKS, ...ORACLES].map(({ clause }) => clause));

test('ALL is every selected stated clause that the gate can check', () => {
  const { ids, notices } = expandRequired(['ALL'], { known, selected: new Set<ClauseId>(['TRD-1', 'PRIV-4', 'CONV-7']) });
  // CONV-7 is an assumption of ours.
  expect(ids.toSorted()).toEqual(['PRIV-4', 'TRD-1']);
  expect(notices).toEqual([]);
  const everything = expandRequired(['ALL'], { known, selected: known }).ids;
  expect(everything.length).toBeGreaterThan(150);
  // It is checked as EVT-1.
  expect(everything).toContain('VER-3');
});

test('an area is all of its clauses, selected or not, and that is reported', () => {
  const { ids, notices } = expandRequired(['TRD', 'BID-1'], { known, selected: new Set<ClauseId>(['BID-1']) });
  expect(ids.length).toBeGreaterThan(5);
  expect(ids.filter((id) => !id.startsWith('TRD-'))).toEqual(['BID-1']);
  expect(notices).toEqual([expect.stringMatching(/^--require: TRD-1, .* were not selected, so they cannot be verified$/)]);
  expect(notices.join()).not.toContain('BID-1');
});

test('an area without a checkable clause is rejected', () => {
  expect(() => expandRequired(['SIG'], { known: new Set(), selected: new Set() })).toThrow(
    '--require: SIG has no stated clause that the gate checks',
  );
});
