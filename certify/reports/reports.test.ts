import { HOSTILE_TEXTS } from '#conformance/reports/testing/hostile';
import { parseXml } from '#conformance/reports/testing/parse-xml';
import { expect, test } from 'vitest';
import type { CertifyReport, Level, StageResult, Verdict } from '../verdict/verdict.ts';
import { makeReport, makeStage } from '../testing/report.ts';
import { FORMATS } from './index.ts';

function stage(id: string, level: Level, verdict: Verdict, text = 'x'): StageResult {
  const exchange = {
    at_ms: 1,
    duration_ms: 1,
    method: 'POST',
    path: `/v1/${text}`,
    request_headers: { 'idempotency-key': text },
    request_body: text,
    status: 0,
    response_body: text,
    disturbed_by: 'response lost',
  };
  const findings = verdict === 'not_ready' ? [text] : [];
  const reason = verdict === 'not_shown' || verdict === 'not_applicable' ? text : null;
  const log = { requests: 1, exchanges: [exchange], timeline: [{ at_ms: 2, text }] };
  return { ...makeStage(id, level, verdict), findings, reason, ...log };
}

const report = (...stages: readonly StageResult[]): CertifyReport => makeReport(stages, stages[0]?.findings[0]);

test.each<[Verdict, Level, CertifyReport['verdict']]>([
  ['ready', 'must', 'ready'],
  ['not_applicable', 'must', 'ready'],
  ['not_ready', 'must', 'not_ready'],
  ['not_shown', 'must', 'inconclusive'],
  ['error', 'must', 'inconclusive'],
  ['not_ready', 'should', 'ready'],
  ['not_shown', 'should', 'ready'],
])('a run with one more %s %s stage is %s', (verdict, level, expected) => {
  const many = Array.from({ length: 99 }, (_, at) => stage(`placing.${at}`, 'must', 'ready'));
  expect(report(...many, stage('pages.all', level, verdict)).verdict).toBe(expected);
});

test('a run without evidence is not ready', () => {
  expect(report(stage('pages.all', 'should', 'ready')).verdict).toBe('inconclusive');
  expect(report(stage('pages.all', 'must', 'not_applicable')).verdict).toBe('inconclusive');
});

test('every format shows a failed requirement, and none has a percentage', () => {
  const failed = report(stage('pages.all', 'must', 'not_ready', 'it lists 20 lots'), stage('pages.short', 'must', 'ready'));
  for (const { render } of Object.values(FORMATS)) {
    const text = render(failed).replace(/<style>.*<\/style>/s, '');
    expect(text).toMatch(/not[ _]ready/i);
    expect(text).not.toMatch(/\d ?%/);
  }
  const [suite] = parseXml(FORMATS.junit.render(failed)).children;
  expect(suite?.attributes).toMatchObject({ name: 'pages', tests: '2', failures: '1', skipped: '0' });
});

test('JUnit does not tell users to fix the client for an error in Gristmill, and leaves out citations if there are none', () => {
  const [failed, broken] = [stage('a.x', 'must', 'not_ready'), stage('a.y', 'must', 'error')].map((one) =>
    FORMATS.junit.render(report({ ...one, cites: [] })),
  );
  expect([failed, broken].map((text) => text?.includes('Fix: A'))).toEqual([true, false]);
  expect(`${failed}${broken}`).not.toContain('See:');
});

test.for([
  [1, 1, undefined],
  [13, 13, '    1 more request. To see all, pass --report html=FILE or --report json=FILE.'],
  [14, 14, '    2 more requests. To see all, pass --report html=FILE or --report json=FILE.'],
  [400, 40, '    388 more requests. To see the first 20 and the last 20, pass --report html=FILE or --report json=FILE.'],
] as const)('of %i requests, the text report shows 12, and says where the others are', ([requests, logged, says]) => {
  const failed = stage('a.x', 'must', 'not_ready');
  const exchanges = Array.from({ length: logged }, () => failed.exchanges).flat();
  const text = FORMATS.text.render(report({ ...failed, requests, exchanges }));
  expect(text.split('\n').find((line) => line.includes('more'))).toBe(says);
  expect(
    FORMATS.html
      .render(report({ ...failed, requests, exchanges }))
      .includes(`The first 20 and the last 20 of ${requests} requests`),
  ).toBe(requests > logged);
});

test.for(HOSTILE_TEXTS.map((text) => [text.slice(0, 30), text] as const))(
  'text from a client breaks no report: %j',
  ([, text]) => {
    const hostile = report(stage('pages.all', 'must', 'not_ready', text), stage('auth.rotation', 'must', 'not_shown', text));
    expect(() => parseXml(FORMATS.junit.render(hostile))).not.toThrow();
    const page = FORMATS.html.render(hostile);
    expect(page).not.toContain('<script');
    expect(page.match(/<(?:img|svg|!--)/g) ?? []).toEqual([]);
    expect(FORMATS.text.render(hostile)).not.toMatch(/(?![\t\n])\p{Cc}/u);
    expect(JSON.parse(FORMATS.json.render(hostile))).toMatchObject({ verdict: 'not_ready' });
  },
);
