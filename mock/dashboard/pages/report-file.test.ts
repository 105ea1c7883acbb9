import { expect, test } from 'vitest';
import { outcomeOf } from './report-file.ts';

test.each([
  [0, 'nothing found', 'good'],
  [1, 'finding', 'bad'],
  [3, 'inconclusive', 'warn'],
  [130, 'inconclusive', 'warn'],
])('a report of the explorer with exit code %d is shown as %s', (exit_code, text, tone) => {
  expect(outcomeOf({ exit_code })).toEqual({ text, tone });
});
