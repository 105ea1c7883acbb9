import { expect, test } from 'vitest';
import { checkFinal, listSome } from './observe.ts';

test('a finding lists at most three ids', () => {
  expect(listSome(['bid_1', 'bid_2', 'bid_3'])).toBe('bid_1, bid_2, bid_3');
  expect(listSome(Array.from({ length: 40 }, (_, index) => `bid_${index}`))).toBe('bid_0, bid_1, bid_2, and 37 more');
});

test('a bid that is sent again before the response arrived does not repeat a final response', () => {
  const findingsAbout = (begins_ms: readonly number[]): readonly string[] => {
    const findings: string[] = [];
    const check = (condition: boolean, finding: string): boolean => condition || findings.push(finding) === 0;
    const attempts = begins_ms.map((began_ms) => ({ began_ms, ended_ms: began_ms + 100 }));
    checkFinal({ check }, attempts, 404);
    return findings;
  };
  expect(findingsAbout([])).toEqual([]);
  expect(findingsAbout([0, 50])).toEqual([]);
  expect(findingsAbout([0, 50, 150])).toEqual(['it sent the same request 3 times, although the 404 is final']);
});
