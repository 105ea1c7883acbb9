import { Breach } from '#client';
import { CHECKS } from '../checks/index.ts';
import { expect, test } from 'vitest';
import { listReruns } from './list-reruns.ts';

const MISSING = new Breach({ message: 'No delivery of bid.rejected arrived.', is_silence: true });

test('a missing delivery is reproduced with checks of other deliveries, except on a mock', () => {
  const checks = listReruns('EVT-6/rejected', MISSING, { is_mock: false });
  expect(checks).toEqual(['EVT-6/rejected', 'EVT-18/accepted', 'EVT-18/countered', 'EVT-18/rejected']);
  const ids: readonly string[] = CHECKS.map(({ id }) => id);
  expect(checks.filter((id) => !ids.includes(id))).toEqual([]);
  expect(listReruns('EVT-18/accepted', MISSING, { is_mock: false })).toHaveLength(3);
  expect(listReruns('EVT-6/rejected', MISSING, { is_mock: true })).toEqual(['EVT-6/rejected']);
});

test('another finding is reproduced with its check', () => {
  expect(listReruns('BID-1/placed', new Breach({ message: 'It is wrong.' }), { is_mock: false })).toEqual(['BID-1/placed']);
});
