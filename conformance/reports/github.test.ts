import { expect, test } from 'vitest';
import { renderAnnotations } from './github.ts';
import { HOSTILE_CASES } from './testing/hostile.ts';
import {
  makeEvidence,
  makeCheck,
  makeHostileReport,
  makeReport,
  makeUniformReport,
  sampleClause,
} from './testing/sample-report.ts';

test('a failure is an error with its check, its cause, and what to do next', () => {
  const clause = sampleClause();
  const evidence = [makeEvidence({ likely_cause: 'The view is chosen by who accepted, 100 % of the time.' })];
  const report = makeReport({
    clauses: [clause],
    checks: [makeCheck(clause, { id: `${clause.id}/x`, verdict: 'fail', evidence })],
  });
  expect(renderAnnotations(report).split('\n')[1]).toBe(
    `::error title=${clause.id}/x::Possible cause: The view is chosen by who accepted, 100 %25 of the time. Reproduce it: gristmill repro report.json ${clause.id}/x`,
  );
});

test('failures with one cause are one annotation, and there are never more than GitHub shows', () => {
  const lines = renderAnnotations(makeUniformReport()).trimEnd().split('\n');
  expect(lines).toHaveLength(2);
  const report = makeReport();
  const many = report.clauses.map((clause) =>
    makeCheck(clause, { verdict: 'fail', evidence: [makeEvidence({ likely_cause: clause.id })] }),
  );
  expect(renderAnnotations(makeReport({ checks: many })).match(/^::error /gm)).toHaveLength(10);
});

test.for(HOSTILE_CASES)('%j starts no workflow command', ([, text]) => {
  const lines = renderAnnotations(makeHostileReport(text)).trimEnd().split('\n');
  for (const line of lines) expect(line).toMatch(/^::(?:error|warning|notice) title=[^:,]*::[^\r\n]*$/);
});
