import { expect, test } from 'vitest';
import { nameReport } from '../../check/name-report.ts';
import { WIDTH_MAX, summarize } from '../summary.ts';
import { makeEvidence, makeReport } from '../testing/sample-report.ts';
import { makePaint } from './layout.ts';

test('a command names the JSON report by its path, and says which finding its script shows', () => {
  const failed = makeReport().checks.filter(({ verdict }) => verdict === 'fail');
  const evidence = [
    makeEvidence({ message: 'first', reproduction: { steps: [], script: 'exit 1\n', reruns_because: 'it is a race' } }),
    makeEvidence({ message: 'second', reproduction: { steps: [], script: 'exit 0\n' } }),
  ];
  const draw = (path: string): string => {
    const checks = nameReport(
      failed.map((check) => ({ ...check, evidence })),
      path,
    );
    return summarize(makeReport({ checks }), { width: WIDTH_MAX, paint: makePaint(false), is_verbose: true });
  };
  const named = draw('out/r.json').replaceAll(/\s+(?:│\s*)?/g, ' ');
  expect(named).toContain(`gristmill repro out/r.json ${failed[0]?.id} --run`);
  expect(named).toContain(
    'Requests alone cannot show this finding: it is a race. The script shows another finding of this check: second',
  );
  expect(named).not.toContain('last-report');
  expect(draw('.gristmill/last-report.json').replaceAll(/\s+/g, ' ')).toContain('which the next run replaces.');
});
