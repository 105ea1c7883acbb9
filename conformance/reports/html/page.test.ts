import { hash } from 'node:crypto';
import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import { HOSTILE_TEXTS } from '../testing/hostile.ts';
import { makeHostileReport, makeReport } from '../testing/sample-report.ts';
import { embedJson, html } from './markup.ts';
import { renderHtml } from './page.ts';
import { SCRIPT } from './script.ts';

/** Where a browser's parser would end the data: at the first closing tag, in whatever case. */
function readEmbedded(page: string): unknown {
  const begin = page.indexOf('id="report">') + 'id="report">'.length;
  const rest = page.slice(begin);
  const embedded = rest.slice(0, rest.search(/<\/script/i));
  expect(embedded).not.toContain('<');
  return JSON.parse(embedded);
}

test('the page holds counts, verdict, a cell and a row for each clause, and the whole report', () => {
  const report = makeReport();
  const page = renderHtml(report);
  expect(page).toContain('<strong>216 verified, 8 violated, 3 warned, 51 not verified, 74 informational</strong>');
  expect(page.match(/class="cell /g)).toHaveLength(report.clauses.length);
  expect(page.match(/<li\s+class="clause /g)).toHaveLength(report.clauses.length);
  expect(page).toContain('id="clause=WHK-2"');
  expect(page).toContain('href="#clause=WHK-2"');
  expect(readEmbedded(page)).toEqual(JSON.parse(JSON.stringify(report)));
});

test('nothing is loaded, and nothing runs but the one script', () => {
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

test('the script is one, and makes no markup out of text', () => {
  expect(new Script(SCRIPT)).toBeInstanceOf(Script);
  expect(SCRIPT).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function|fetch\(|XMLHttp/);
  expect(SCRIPT).not.toMatch(/<\/script|<!--/i);
});

test.for(HOSTILE_TEXTS.map((text) => [text.slice(0, 30), text] as const))('%j stays text', ([, text]) => {
  const report = makeHostileReport(text);
  const page = renderHtml(report);
  expect(JSON.stringify(readEmbedded(page)) === JSON.stringify(report)).toBe(true);
  const harmless = renderHtml(makeHostileReport('harmless'));
  const tagsOf = (source: string): (string | undefined)[] =>
    [...source.slice(0, source.indexOf('<script type')).matchAll(/<(!?\/?[a-z-]+)/gi)].map(([, name]) => name);
  if (text.length < 100_000) expect(tagsOf(page)).toEqual(tagsOf(harmless));
  expect(page.slice(0, page.indexOf('<script type'))).not.toMatch(/[^\P{Cc}\n\t]|\p{Cs}|[\u202a-\u202e]/u);
});

test('what is put into markup is escaped unless it is markup', () => {
  expect(html`<b title="${'"<>&\''}">${1}${[html`<i>x</i>`]}</b>`.markup).toBe(
    '<b title="&quot;&lt;&gt;&amp;&#39;">1<i>x</i></b>',
  );
  expect(html`${'x'.repeat(10_000)}`.markup).toHaveLength(4_000 + '… (cut: 10,000 characters)'.length);
  expect(embedJson('</script><!--&\u2028').markup).toBe(String.raw`"\u003c/script\u003e\u003c!--\u0026\u2028"`);
});
