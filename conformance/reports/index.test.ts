import { expect, test } from 'vitest';
import { FORMATS, parseReportFlag, renderReport, type ReportFormat } from './index.ts';
import { makeReport } from './testing/sample-report.ts';

// `Object.keys` forgets the names of the keys.
const NAMES = Object.keys(FORMATS) as ReportFormat[];

test('a flag names a format and a path', () => {
  expect(parseReportFlag('junit=out.xml')).toEqual({ format: 'junit', path: 'out.xml' });
  expect(parseReportFlag('html=a=b.html')).toEqual({ format: 'html', path: 'a=b.html' });
  expect(parseReportFlag('markdown')).toEqual({ format: 'markdown', path: 'gristmill-report.md' });
});

test.for(['pdf=out.pdf', '=out.xml', '', 'JUnit=out.xml', 'toString=x', '__proto__', 'junit=', 'junit=  '])(
  '%j is rejected, and the message lists the formats',
  (text) => {
    expect(() => parseReportFlag(text)).toThrow(`${text}: there is no `);
    expect(() => parseReportFlag(text)).toThrow('json, junit, html, markdown, har, badge, text');
  },
);

test.for(NAMES)('%s is deterministic and ends with a newline', (format) => {
  const [first, second] = [1, 2].map(() => renderReport(format, makeReport(), { exchanges: [] }));
  expect(first?.length).toBeGreaterThan(100);
  expect(first).toBe(second);
  expect(first?.endsWith('\n')).toBe(true);
});

test('no two formats write to the same file', () => {
  expect(new Set(NAMES.map((name) => FORMATS[name].extension)).size).toBe(NAMES.length);
});
