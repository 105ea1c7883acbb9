import { hash } from 'node:crypto';
import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import { CLAUSES } from '#spec/clauses/index';
import { HOSTILE_CASES } from '../testing/hostile.ts';
import {
  makeCheck,
  makeClause,
  makeHostileReport,
  makeReceiverReport,
  makeReport,
  makeUniformReport,
} from '../testing/sample-report.ts';
import { embedJson, html } from './markup.ts';
import { renderHtml } from './page.ts';
import { SCRIPT } from './script.ts';

/** Reads the data as a browser does, up to the first closing tag. */
function readEmbedded(page: string): unknown {
  const begin = page.indexOf('id="report">') + 'id="report">'.length;
  const rest = page.slice(begin);
  const embedded = rest.slice(0, rest.search(/<\/script/i));
  expect(embedded).not.toContain('<');
  return JSON.parse(embedded);
}

test('the page has counts, verdict, a cell and a row for each clause, and the whole report', () => {
  const report = makeReport();
  const page = renderHtml(report);
  expect(page).toContain('<strong>110 verified, 10 violated, 10 warned, 40 not verified, 30 informational</strong>');
  expect(page.match(/class="cell /g)).toHaveLength(report.clauses.length);
  expect(page.match(/<li\s+class="clause /g)).toHaveLength(report.clauses.length);
  expect(page).toContain('id="clause=WHK-2"');
  expect(page).toContain('href="#clause=WHK-2"');
  expect(readEmbedded(page)).toEqual(JSON.parse(JSON.stringify(report)));
});

test('failures come before the matrix, each cause once, with the clauses that it affects', () => {
  const page = renderHtml(makeUniformReport());
  const causes = page.slice(page.indexOf('What went wrong'), page.indexOf('Clause by clause'));
  expect(causes.match(/class="card cause violated"/g)).toHaveLength(1);
  expect(causes).toContain('id="cause=1"');
  expect(causes).toContain('200 failures in 1 group.');
  expect(causes).toContain('200 checks, 200 clauses');
  // One of the links leads from the evidence of the first.
  expect(causes.match(/href="#clause=/g)).toHaveLength(200 + 1);
  expect(causes).toContain('All 200 checks that failed in this way');
  const few = renderHtml(makeReport());
  const told = few.slice(few.indexOf('What went wrong'), few.indexOf('Clause by clause'));
  expect(told).toContain('<a href="#clause=CONV-13">CONV-13</a> Before payment,');
  expect(few.match(/<details class="first" open/g)).toHaveLength(2);
  expect(renderHtml(makeReport({ checks: [] }))).not.toContain('What went wrong');
});

test('a common blocker is listed too, and so is a violated clause without a failure', () => {
  const clauses = makeReport().clauses.map((clause) => ({ ...clause, verdict: 'not_verified' as const }));
  const blocked = renderHtml(makeReport({ clauses, checks: clauses.map((clause) => makeCheck(clause, { verdict: 'blocked' })) }));
  expect(blocked.slice(0, blocked.indexOf('Clause by clause'))).toMatch(
    /POST \/bids returns 500<\/strong>: 200 checks could not run/,
  );
  const [first] = CLAUSES.map((clause) => makeClause(clause, { verdict: 'violated' }));
  const untold = renderHtml(makeReport({ clauses: first === undefined ? [] : [first], checks: [] }));
  expect(untold.slice(0, untold.indexOf('Clause by clause'))).toContain('<h2>Violated</h2>');
});

test('the report of a receiver names it', () => {
  const page = renderHtml(makeReceiverReport());
  expect(page).toContain('Gristmill receiver report');
  expect(page).toContain('<title>non-conformant: http://127.0.0.1:3000/webhooks · Gristmill receiver report</title>');
  expect(page).toContain('$WEBHOOK_SECRET</code>');
  expect(renderHtml(makeReport())).toContain('Gristmill conformance report');
});

test('the page loads nothing, and runs only its one script', () => {
  const page = renderHtml(makeReport());
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1]?.replaceAll('&#39;', "'");
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(page) ?? [];
  const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(page) ?? [];
  expect(script.length).toBeGreaterThan(1_000);
  expect(policy?.split('; ')).toEqual([
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
    `script-src 'sha256-${hash('sha256', script, 'base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ]);
  expect(page).not.toMatch(/\s(src|style|on\w+)=|<link|@import|url\(/);
  expect(page.match(/href="[^#]/g)).toBeNull();
});

test('there is one script, and it creates no markup from text', () => {
  expect(new Script(SCRIPT)).toBeInstanceOf(Script);
  expect(SCRIPT).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function|fetch\(|XMLHttp/);
  expect(SCRIPT).not.toMatch(/<\/script|<!--/i);
});

test.for(HOSTILE_CASES)('%j remains text', ([, text]) => {
  const report = makeHostileReport(text);
  const page = renderHtml(report);
  expect(JSON.stringify(readEmbedded(page)) === JSON.stringify(report)).toBe(true);
  const harmless = renderHtml(makeHostileReport('harmless'));
  const tagsOf = (source: string): (string | undefined)[] =>
    [...source.slice(0, source.indexOf('<script type')).matchAll(/<(!?\/?[a-z-]+)/gi)].map(([, name]) => name);
  if (text.length < 100_000) expect(tagsOf(page)).toEqual(tagsOf(harmless));
  expect(page.slice(0, page.indexOf('<script type'))).not.toMatch(/[^\P{Cc}\n\t]|\p{Cs}|[\u202a-\u202e]/u);
});

test('values in markup are escaped unless they are markup', () => {
  expect(html`<b title="${'"<>&\''}">${1}${[html`<i>x</i>`]}</b>`.markup).toBe(
    '<b title="&quot;&lt;&gt;&amp;&#39;">1<i>x</i></b>',
  );
  expect(html`${'x'.repeat(10_000)}`.markup).toHaveLength(4_000 + '… (cut from 10,000 characters)'.length);
  expect(embedJson('</script><!--&\u2028').markup).toBe(String.raw`"\u003c/script\u003e\u003c!--\u0026\u2028"`);
});
