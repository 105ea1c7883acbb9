import { expect, test } from 'vitest';
import { MARKDOWN_BYTES_MAX, renderMarkdown } from './markdown.ts';
import { escapeMarkdown, escapeSummary, writeBlock, writeCode, writeStep } from './text/markdown-text.ts';
import { HOSTILE_CASES } from './testing/hostile.ts';
import type { Evidence, RunReport } from '../check/verdicts.ts';
import {
  makeCheck,
  makeEvidence,
  makeHostileReport,
  makeReceiverReport,
  makeReport,
  makeUniformReport,
} from './testing/sample-report.ts';

/** The page without its code blocks and inline code, according to CommonMark. */
function removeCode(markdown: string): string {
  const kept: string[] = [];
  let fence: string | undefined;
  for (const line of markdown.split('\n')) {
    const ticks = /^(`{3,})[^`]*$/.exec(line)?.[1];
    if (fence === undefined && ticks !== undefined) fence = ticks;
    else if (fence !== undefined) fence = line === fence ? undefined : fence;
    else kept.push(line.replaceAll(/\\.|(?<!`)(`+)(?!`)(.*?)(?<!`)\1(?!`)/g, (part) => (part.startsWith('\\') ? part : 'CODE')));
  }
  expect(fence, 'an unclosed code block').toBeUndefined();
  return kept.join('\n');
}

test('failures come before the table: each cause once, with a few examples', () => {
  const text = renderMarkdown(makeUniformReport());
  const causes = text.slice(text.indexOf('### What went wrong'), text.indexOf('| area |'));
  expect(causes.match(/^- /gm)).toHaveLength(1);
  expect(causes).toContain('200 failures in 1 group.');
  expect(causes).toMatch(
    /^- \*\*The body has no member .*\*\* 200 checks \(.*, for example `.*observed `\{"name":"Two Rivers Farm"\}`$/m,
  );
  expect(text.match(/<details>/g)).toHaveLength(3);
  expect(text).toContain('- 197 more checks failed in the same way: ');
  expect(Buffer.byteLength(text)).toBeLessThan(15_000);
  expect(renderMarkdown(makeReport({ checks: [] }))).not.toContain('What went wrong');
});

test('with many causes, or long ones, the rest is counted', () => {
  const failing = (likely_cause: (id: string) => string): RunReport => {
    const { clauses } = makeReport();
    const evidence = (id: string): Evidence[] => [makeEvidence({ likely_cause: likely_cause(id) })];
    return makeReport({ checks: clauses.map((clause) => makeCheck(clause, { verdict: 'fail', evidence: evidence(clause.id) })) });
  };
  expect(renderMarkdown(failing((id) => `It is ${id}.`))).toContain('- and 190 more groups: see the other reports');
  const shouted = renderMarkdown(failing((id) => `${'@'.repeat(290)}${id}`));
  expect(shouted).toMatch(/- and 19[3-7] more groups/);
  expect(Buffer.byteLength(shouted)).toBeLessThanOrEqual(MARKDOWN_BYTES_MAX);
});

test('the report of a receiver names it', () => {
  expect(renderMarkdown(makeReceiverReport()).startsWith('## ❌ Receiver report: 110 verified, 10 violated')).toBe(true);
});

test('the page has the counts, then the verdict, then a table by area', () => {
  const text = renderMarkdown(makeReport());
  expect(
    text.startsWith(
      '## ❌ 110 verified, 10 violated, 10 warned, 40 not verified, 30 informational\n**non-conformant**, exit code 1\n',
    ),
  ).toBe(true);
  expect(text).toContain(
    '| area | | ✅ verified | ❌ violated | ⚠️ warned | ❔ not verified | ℹ️ informational |\n|---|---|---:|---:|---:|---:|---:|\n',
  );
  expect(text).toContain('| PRIV | privacy | 11 | 1 | 1 | 4 | 3 |');
});

test('a failure is folded, and has everything that is needed to examine it', () => {
  const text = renderMarkdown(makeReport());
  const [failure = ''] = text
    .split('</details>')
    .filter((part) => part.includes('<summary>fail: <code>CONV-13/is-obeyed</code>'));
  for (const part of [
    '<summary>fail: <code>CONV-13/is-obeyed</code>',
    '> **CONV-13** (level S, section "Resources and their fields > Bid"): Before payment,',
    'expected\n\n```\nnull\n```',
    '```sh\n# Send the last request:\ncurl -X POST',
    'gristmill conform --only CONV-13/is-obeyed --seed 7\n```',
  ])
    expect(failure).toContain(part);
  expect(text.match(/<details>/g)).toHaveLength(10);
});

test('unverified clauses are grouped', () => {
  expect(renderMarkdown(makeReport())).toContain('- set `hooks.pay_invoice` to verify CONV-5, CONV-6, CONV-12');
});

test("the page never exceeds GitHub's limit, and says what was omitted", () => {
  const { clauses } = makeReport();
  const checks = clauses.map((clause) => makeCheck(clause, { verdict: 'fail' }));
  const text = renderMarkdown(makeReport({ checks }));
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MARKDOWN_BYTES_MAX);
  expect(Buffer.byteLength(text)).toBeGreaterThan(MARKDOWN_BYTES_MAX - 5_000);
  expect(text).toMatch(/> \*\*Shortened\.\*\* The other reports also have: \d+ × failure/);
  const shown = text.match(/<details>/g)?.length ?? 0;
  const left = Number(/(\d+) × failure/.exec(text)?.[1]);
  expect(shown + left).toBe(200);
  expect(renderMarkdown(makeReport())).not.toContain('Shortened');
});

test.for(HOSTILE_CASES)('%j is shown and has no effect', ([, text]) => {
  const written = renderMarkdown(makeHostileReport(text));
  expect(Buffer.byteLength(written)).toBeLessThanOrEqual(MARKDOWN_BYTES_MAX);
  expect(written).not.toMatch(/[^\P{Cc}\n\t]|\p{Cs}/u);
  const prose = removeCode(written);
  expect(prose.match(/<[^>]*>?/g)?.filter((tag) => !/^<\/?(details|summary|code)>$/.test(tag)) ?? []).toEqual([]);
  expect(prose).not.toMatch(/@\w|(?<!\\)\]\(|(?<!\\)[`[~]|https?:|::|&(?=\w+;)/);
  expect(
    prose
      .match(/^#+ .*$/gm)
      ?.filter(
        (line) => !/^(## ❌|### (What went wrong|Notes|Failures|Blocked|Warnings|Flaky|Accepted|Not verified|Left))/u.test(line),
      ) ?? [],
  ).toEqual([]);
  expect(prose.split('<details>').length).toBe(prose.split('</details>').length);
});

test('text is text, and code is code', () => {
  expect(escapeMarkdown('a_b *c* _d_ <e> [f](g) `h` `i j`')).toBe(String.raw`a_b \*c\* \_d\_ &#60;e> \[f\](g) ${'`h`'} \`i j\``);
  for (const sign of '`*_~|[]\\') expect(escapeMarkdown(`a${sign}`)).toBe(`a\\${sign}`);
  for (const sign of '-+=>') expect(escapeMarkdown(`${sign} item`)).toBe(`\\${sign} item`);
  expect(escapeMarkdown('1. item, (2) "3" {4}: 5!')).toBe(String.raw`1\. item, (2) "3" {4}: 5!`);
  expect(escapeMarkdown('@team #1')).toBe('\\@\u200Bteam \\#\u200B1');
  expect(escapeMarkdown('a=1&b=2&lt;&#60;')).toBe('a=1&b=2&#38;lt;&#38;\\#\u200B60;');
  expect(escapeMarkdown('http://a :tada: www.b mailto:c a::b')).toBe(String.raw`http\://a \:tada: www\.b mailto\:c a\:\:b`);
  expect(escapeSummary('<b>"a" `c` @d', 100)).toBe('&#60;b&#62;&#34;a&#34; &#96;c&#96; &#64;\u200Bd');
  expect(writeStep('As buyer: Read it (GET /bids/{bid 1}?a=(b)). Response: 200.')).toBe(
    'As buyer: Read it (`GET /bids/{bid 1}?a=(b)`). Response: 200.',
  );
  expect(writeStep('Call the hook *x*.')).toBe(String.raw`Call the hook \*x\*.`);
  expect(writeCode('a ``b`` c')).toBe('```a ``b`` c```');
  expect(writeCode('`a')).toBe('`` `a ``');
  expect(writeCode('')).toBe('` `');
  expect(writeBlock('a\n```\nb', 100)).toBe('````\na\n```\nb\n````');
});
