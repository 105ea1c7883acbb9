import { expect, test } from 'vitest';
import { CHECK_VERDICTS } from '../check/verdicts.ts';
import { renderJunit } from './junit.ts';
import { HOSTILE_CASES } from './testing/hostile.ts';
import { findElements, parseXml, type XmlElement } from './testing/parse-xml.ts';
import {
  makeCheck,
  makeEvidence,
  makeHostileReport,
  makeReceiverReport,
  makeReport,
  makeUniformReport,
  sampleClause,
} from './testing/sample-report.ts';

const COUNTED = { failures: 'failure', errors: 'error', skipped: 'skipped' } as const;

function expectCountsToAgree(element: XmlElement): void {
  expect(Number(element.attributes['tests'])).toBe(findElements(element, 'testcase').length);
  for (const [attribute, name] of Object.entries(COUNTED)) {
    expect(Number(element.attributes[attribute]), attribute).toBe(findElements(element, name).length);
  }
}

test('there is a suite for each area and a case for each check, and the counts agree', () => {
  const report = makeReport();
  const root = parseXml(renderJunit(report));
  expect(root.name).toBe('testsuites');
  expect(findElements(root, 'testcase').map(({ attributes }) => attributes['name']?.split(':')[0])).toEqual(
    report.checks.map(({ id }) => id),
  );
  expect(root.children.map(({ attributes }) => attributes['name'])).toContain('WHK webhook subscriptions');
  expect(root.children).toHaveLength(10);
  for (const element of [root, ...root.children]) expectCountsToAgree(element);
});

test('each verdict becomes one that build servers know, and a property', () => {
  const checks = makeReport()
    .clauses.slice(0, CHECK_VERDICTS.length)
    .map((clause, index) => makeCheck(clause, { verdict: CHECK_VERDICTS[index] ?? 'pass', reason: 'why' }));
  const cases = findElements(parseXml(renderJunit(makeReport({ checks }))), 'testcase');
  const found = cases.map((element) => {
    const [properties, outcome] = element.children;
    return [properties?.children[0]?.attributes['value'], outcome?.name];
  });
  expect(Object.fromEntries(found)).toEqual({
    pass: undefined,
    fail: 'failure',
    warn: 'system-out',
    skip: 'skipped',
    blocked: 'error',
    error: 'error',
    expected_failure: 'skipped',
    flaky: 'error',
    unexpected_pass: 'failure',
  });
});

test('a failure has everything that is needed to examine it', () => {
  const [failure] = findElements(parseXml(renderJunit(makeReport())), 'failure');
  for (const part of [
    'CONV-13: Before payment,',
    '(Resources and their fields > Bid)',
    'where:     /data/counterparty',
    'expected:  null',
    'observed:  {"name":"Two Rivers Farm"}',
    'curl -X POST',
    'gristmill conform --only CONV-13/is-obeyed',
  ]) {
    expect(failure?.text).toContain(part);
  }
});

test('a suite with failures lists the causes, each once', () => {
  const [first] = parseXml(renderJunit(makeUniformReport())).children;
  const told = first?.children.at(-1);
  expect(told?.name).toBe('system-out');
  expect(told?.text).toBe(
    'What went wrong:\nThe body has no member "error". (20 here, 200 in all)\nSet the tokens before you run a curl command or a script:\nexport TOKEN_BUYER=\'<access token of actors.buyer>\'',
  );
  const clean = parseXml(renderJunit(makeReport({ checks: makeReport().checks.filter(({ verdict }) => verdict === 'pass') })));
  expect(clean.children.length).toBeGreaterThan(10);
  expect(clean.children.map((suite) => suite.children.at(-1)?.name)).not.toContain('system-out');
});

test('a skipped case has a short reason, and its suite the full one once', () => {
  const reason = `there is no hook pay_invoice, ${'and that is a long story '.repeat(11)}`;
  const skipped = makeReport()
    .clauses.slice(0, 4)
    .map((clause, index) =>
      makeCheck(clause, {
        verdict: index === 3 ? 'not_selected' : 'skip',
        reason: index === 3 ? 'not selected' : reason,
        ...(index === 0 ? {} : { config_key: 'hooks.pay_invoice' }),
      }),
    );
  const root = parseXml(renderJunit(makeReport({ checks: skipped })));
  expect(findElements(root, 'skipped').map(({ attributes }) => attributes['message'])).toEqual([
    expect.stringMatching(/^there is no hook pay_invoice, .{0,240}…/),
    'set hooks.pay_invoice',
    'set hooks.pay_invoice',
  ]);
  expect(root.children[0]?.children.at(-1)?.text).toBe(`Skipped:\n1 × ${reason}\n2 × ${reason} (hooks.pay_invoice)`);
});

test('a finding appears once in the text of a failure', () => {
  const evidence = [makeEvidence({ message: 'It rains.' })];
  const checks = [makeCheck(sampleClause(), { verdict: 'fail', reason: 'It rains.', evidence })];
  const [failure] = findElements(parseXml(renderJunit(makeReport({ checks }))), 'failure');
  expect(failure?.text.match(/It rains/g)).toHaveLength(1);
});

test('suites and classes of a receiver differ from those of a deployment', () => {
  const root = parseXml(renderJunit(makeReceiverReport()));
  expect(root.attributes['name']).toBe(
    'gristmill receiver: 110 verified, 10 violated, 10 warned, 40 not verified, 30 informational',
  );
  expect(root.children.map(({ attributes }) => attributes['name'])).toContain('receiver: WHK webhook subscriptions');
  expect(findElements(root, 'testcase')[0]?.attributes['classname']).toBe('receiver.CONV');
});

test('a failed run without failed checks has a failed case', () => {
  const passing = makeReport()
    .clauses.slice(0, 1)
    .map((clause) => makeCheck(clause, { verdict: 'pass' }));
  const lacking = { checks: passing, verdict: 'inconclusive', reasons: ['nothing was selected'], exit_code: 3 } as const;
  const root = parseXml(renderJunit(makeReport(lacking)));
  expectCountsToAgree(root);
  const [error] = findElements(root, 'error');
  expect(error?.attributes['message']).toBe('nothing was selected');
  expect(root.children.map(({ attributes }) => attributes['name'])).toEqual(['CONV conventions', 'run']);
  expect(findElements(parseXml(renderJunit(makeReport({ ...lacking, exit_code: 1 }))), 'failure')).toHaveLength(1);
  expect(findElements(parseXml(renderJunit(makeReport({ ...lacking, exit_code: 0 }))), 'testcase')).toHaveLength(1);
});

test.for(HOSTILE_CASES)('%j keeps the document well-formed', ([, text]) => {
  const report = makeHostileReport(text);
  const written = renderJunit(report);
  const root = parseXml(written);
  expect(findElements(root, 'testcase')).toHaveLength(report.checks.length - report.counts.checks.not_selected);
  expectCountsToAgree(root);
  expect(written.length).toBeLessThan(500_000);
});

test('the parser of these tests rejects malformed documents', () => {
  for (const wrong of [
    '<a>\u0007</a>',
    '<a>]]></a>',
    '<a>&nbsp;</a>',
    '<a b="<"/>',
    '<a></b>',
    '<a/><b/>',
    '<a>\uD800</a>',
    '<a>\uFFFE</a>',
    '<a>&amp</a>',
  ])
    expect(() => parseXml(wrong), wrong).toThrow(/XML|\]\]>|reference|closes|at the top/);
});

test('a finding about the whole body of a request without a response says so', () => {
  const report = makeReport();
  const [clause = sampleClause()] = report.clauses;
  const [exchange] = makeEvidence().exchanges;
  const evidence = makeEvidence({ pointer: '', exchanges: exchange === undefined ? [] : [{ ...exchange, status: 0 }] });
  const text = renderJunit(makeReport({ checks: [makeCheck(clause, { verdict: 'fail', evidence: [evidence] })] }));
  expect(text).toMatch(/request: .*: no response/);
  expect(text).toContain('where:     (the whole body)');
});
