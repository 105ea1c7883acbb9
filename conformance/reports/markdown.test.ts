import { expect, test } from 'vitest';
import { MARKDOWN_BYTES_MAX, renderMarkdown } from './markdown.ts';
import { escapeMarkdown, writeBlock, writeCode } from './markdown-text.ts';
import { HOSTILE_TEXTS } from './testing/hostile.ts';
import { makeCheck, makeHostileReport, makeReport } from './testing/sample-report.ts';

/** What is left of a page when its code is taken out, read as CommonMark reads it. */
function takeOutCode(markdown: string): string {
  const kept: string[] = [];
  let fence: string | undefined;
  for (const line of markdown.split('\n')) {
    const ticks = /^(`{3,})[^`]*$/.exec(line)?.[1];
    if (fence === undefined && ticks !== undefined) fence = ticks;
    else if (fence !== undefined) fence = line === fence ? undefined : fence;
    else kept.push(line.replaceAll(/(?<!`)(`+)(?!`)(.*?)(?<!`)\1(?!`)/g, 'CODE'));
  }
  expect(fence, 'a block that does not end').toBeUndefined();
  return kept.join('\n');
}

test('it begins with the counts, then the verdict, then a table by area', () => {
  const text = renderMarkdown(makeReport());
  expect(
    text.startsWith(
      '## ❌ 216 verified, 8 violated, 3 warned, 51 not verified, 74 informational\n**non-conformant**, exit code 1\n',
    ),
  ).toBe(true);
  expect(text).toContain(
    '| area | | ✅ verified | ❌ violated | ⚠️ warned | ❔ not verified | ℹ️ informational |\n|---|---|---:|---:|---:|---:|---:|\n',
  );
  expect(text).toContain('| PRIV | privacy | 9 | 1 |  | 7 | 2 |');
});

test('a failure is folded, and holds what is needed', () => {
  const text = renderMarkdown(makeReport());
  const failure = text.slice(text.indexOf('<details>'), text.indexOf('</details>'));
  for (const part of [
    '<summary>fail: <code>PAGE-13/is-obeyed</code>',
    '> **PAGE-13** (S, Limits): No page holds',
    'expected\n\n```\nnull\n```',
    '```sh\ncurl -X POST',
    'gristmill conform --only PAGE-13/is-obeyed --seed 7\n```',
  ])
    expect(failure).toContain(part);
  expect(text.match(/<details>/g)).toHaveLength(8);
});

test('what is not verified is grouped', () => {
  expect(renderMarkdown(makeReport())).toContain('- set ` hooks.pay_invoice ` to verify PRIV-4, PRIV-5, PRIV-12');
});

test('the page never exceeds what GitHub takes, and says what was left out', () => {
  const { clauses } = makeReport();
  const checks = clauses.map((clause) => makeCheck(clause, { verdict: 'fail' }));
  const text = renderMarkdown(makeReport({ checks }));
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MARKDOWN_BYTES_MAX);
  expect(Buffer.byteLength(text)).toBeGreaterThan(MARKDOWN_BYTES_MAX - 5_000);
  expect(text).toMatch(/> \*\*Cut to fit\.\*\* Left out here, and to be found in the other reports: \d+ × failure/);
  const shown = text.match(/<details>/g)?.length ?? 0;
  const left = Number(/(\d+) × failure/.exec(text)?.[1]);
  expect(shown + left).toBe(352);
  expect(renderMarkdown(makeReport())).not.toContain('Cut to fit');
});

test.for(HOSTILE_TEXTS.map((text) => [text.slice(0, 30), text] as const))('%j is shown and does nothing', ([, text]) => {
  const written = renderMarkdown(makeHostileReport(text));
  expect(Buffer.byteLength(written)).toBeLessThanOrEqual(MARKDOWN_BYTES_MAX);
  expect(written).not.toMatch(/[^\P{Cc}\n\t]|\p{Cs}/u);
  const prose = takeOutCode(written);
  expect(prose.match(/<[^>]*>?/g)?.filter((tag) => !/^<\/?(details|summary|code)>$/.test(tag)) ?? []).toEqual([]);
  expect(prose).not.toMatch(/@\w|\]\(|!\[|https?:|::|&(?!#\d+;)/);
  expect(
    prose
      .match(/^#+ .*$/gm)
      ?.filter((line) => !/^(## ❌|### (Before|Failures|Blocked|Warnings|Accepted|Not verified|Left))/u.test(line)) ?? [],
  ).toEqual([]);
  expect(prose.split('<details>').length).toBe(prose.split('</details>').length);
});

test('prose is prose, code is code', () => {
  expect(escapeMarkdown('a_b *c* <d>')).toBe('a&#95;b &#42;c&#42; &#60;d&#62;');
  for (const sign of '&<>"\'`*_~|![]()\\{}:') expect(escapeMarkdown(`a${sign}`)).toBe(`a&#${sign.charCodeAt(0)};`);
  expect(escapeMarkdown('- item')).toBe('&#45; item');
  expect(escapeMarkdown('1. item')).toBe('&#49;. item');
  expect(escapeMarkdown('@team #1')).toBe('&#64;\u200Bteam &#35;\u200B1');
  expect(writeCode('a ``b`` c')).toBe('``` a ``b`` c ```');
  expect(writeCode('')).toBe('` `');
  expect(writeBlock('a\n```\nb', 100)).toBe('````\na\n```\nb\n````');
});
