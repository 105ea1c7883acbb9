import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { parseReport, renderJson } from './json.ts';
import { makeReportSchema } from './report-schema.ts';
import { HOSTILE_CASES } from './testing/hostile.ts';
import { makeHostileReport, makeReport, makeUniformReport } from './testing/sample-report.ts';

function makeValidator() {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true });
  addFormats.default(ajv);
  return ajv.compile(makeReportSchema());
}

describe('the schema', () => {
  const evaluate = makeValidator();
  const accepts = (data: unknown): boolean => evaluate(data);

  test('accepts a report', () => {
    expect(accepts(JSON.parse(renderJson(makeReport())))).toBe(true);
    expect(accepts(JSON.parse(renderJson(makeReport({ clauses: [], checks: [] }))))).toBe(true);
  });

  test.for([
    ['an unknown verdict', { verdict: 'fine' }],
    ['an exit code that is text', { exit_code: '1' }],
    ['a start that is not an instant', { started_at: 'yesterday' }],
    ['an unknown field', { score: 100 }],
    ['counts without the requests', { counts: { clauses: {}, checks: {} } }],
    ['a check without a verdict', { checks: [{ id: 'x', title: '', clauses: [], duration_ms: 0, requests: 0 }] }],
    ['a clause without an area', { clauses: [{ ...makeReport().clauses[0], id: 'whk2' }] }],
    [
      'evidence without the rerun command',
      { checks: [{ ...makeReport().checks[0], evidence: [{ severity: 'fail', message: '', exchanges: [] }] }] },
    ],
    ['a missing mode', { target: { base_url: 'http://x' } }],
  ])('rejects %s', ([, changes]) => {
    expect(accepts({ ...JSON.parse(renderJson(makeReport())), ...(changes as object) })).toBe(false);
  });

  test('accepts a report of an earlier version, without causes', () => {
    expect(accepts(JSON.parse(JSON.stringify(makeReport())))).toBe(true);
  });

  test.for(Object.keys(makeReport()))('rejects a report without %s', (key) => {
    const { [key]: _left, ...rest } = JSON.parse(renderJson(makeReport()));
    expect(accepts(rest)).toBe(false);
  });
});

test.for(HOSTILE_CASES)('%j is read back unchanged, and moves no cursor', ([, text]) => {
  const report = makeHostileReport(text);
  const written = renderJson(report);
  expect(written).not.toMatch(/[^\P{Cc}\n]|\p{Cs}|[\u2028-\u202e]/u);
  // Compared as one text: a difference of megabytes would take minutes to print.
  const { causes, ...said } = JSON.parse(written);
  expect(JSON.stringify(said) === JSON.stringify(report)).toBe(true);
  expect(JSON.stringify(causes).length).toBeLessThan(10_000);
});

test('the JSON has the causes of failures, and reading ignores them', () => {
  const report = makeUniformReport();
  const written = renderJson(report);
  expect(JSON.parse(written).causes).toEqual([
    {
      sentence: 'The body has no member "error".',
      is_explained: false,
      checks: report.checks.map(({ id }) => id),
      clauses: report.clauses.map(({ id }) => id),
    },
  ]);
  expect(parseReport(written, 'old.json')).not.toHaveProperty('causes');
});

test('a report is read back unchanged', () => {
  const report = makeReport();
  expect(parseReport(renderJson(report), 'old.json')).toEqual(report);
});

test('a report of another version is read, and its additional fields are dropped', () => {
  const report = makeReport();
  const [clause] = report.clauses;
  const later = { ...report, clauses: [{ ...clause, id: 'NEW-1', weight: 3 }], more: 1 };
  const read = parseReport(JSON.stringify(later), 'old.json');
  expect(read.clauses).toEqual([{ ...clause, id: 'NEW-1' }]);
  expect(read).not.toHaveProperty('more');
});

test('a file that is not a report is rejected with its name and the position', () => {
  expect(() => parseReport('<html>', 'old.json')).toThrow('old.json is not JSON');
  expect(() => parseReport('{"gristmill":"1"}', 'old.json')).toThrow(/^old\.json is not a Gristmill report: \/target: /);
  const wrong = JSON.stringify({ ...makeReport(), exit_code: -1 });
  expect(() => parseReport(wrong, 'old.json')).toThrow('/exit_code');
});
