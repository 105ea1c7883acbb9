/** Finds problems that a run must never have: an unreadable report, a verdict without a finding, or an internal error. */
import type { RunReport } from '#conformance/check/verdicts';
import { FORMATS, parseReport, renderReport, type ReportFormat, type TimedExchange } from '#conformance/reports/index';
import { parseXml } from '#conformance/reports/testing/parse-xml';

/** Matches a line of a stack trace. */
export const STACK = /^\s+at .*:\d+:\d+/m;
/** What a report says about an internal error. */
export const INTERNAL_ERROR = 'an error in Gristmill';
/** The maximum length of a report. */
const REPORT_CHARACTERS_MAX = 40_000_000;
/** The keys of the table, typed. */
export const REPORT_FORMATS = Object.keys(FORMATS) as ReportFormat[];

/** @returns one line per problem */
export function findProblems(report: RunReport, exchanges: readonly TimedExchange[]): readonly string[] {
  const is_failed = report.verdict === 'non_conformant' || report.exit_code === 1;
  const has_finding = report.checks.some(({ verdict, evidence = [] }) => verdict === 'fail' && evidence.length > 0);
  return [
    ...report.checks.flatMap(({ id, reason = '' }) => (reason.includes(INTERNAL_ERROR) ? [`${id}: ${reason}`] : [])),
    ...report.reasons.filter((reason) => reason.includes(INTERNAL_ERROR)),
    ...(is_failed && !has_finding ? ['it is not conformant, but there is no finding'] : []),
    ...REPORT_FORMATS.flatMap((format) => findProblemsOf(format, renderReport(format, report, { exchanges }))),
  ];
}

function findProblemsOf(format: ReportFormat, text: string): readonly string[] {
  if (text.length > REPORT_CHARACTERS_MAX) return [`${format}: ${text.length} characters`];
  if (!text.isWellFormed()) return [`${format}: half a surrogate pair`];
  if (STACK.test(text)) return [`${format}: a stack trace`];
  try {
    READERS[format](text);
    return [];
  } catch (error) {
    return [`${format}: ${String(error)}`];
  }
}

/** Each parser throws if the format is invalid. */
const READERS: Readonly<Record<ReportFormat, (text: string) => void>> = {
  json: (text) => {
    parseReport(text, 'report.json');
  },
  har: (text) => {
    JSON.parse(text);
  },
  junit: (text) => {
    parseXml(text);
  },
  badge: (text) => {
    parseXml(`<?xml version="1.0" encoding="UTF-8"?>\n${text.trimEnd()}`);
  },
  html: (text) => {
    if (!text.startsWith('<!doctype html>') || !text.trimEnd().endsWith('</html>')) throw new Error('it is not an HTML page');
    JSON.parse(/<script type="application\/json" id="report">([^<]*)<\/script>/.exec(text)?.[1] ?? '');
  },
  markdown: ensureText,
  text: ensureText,
};

function ensureText(text: string): void {
  if (text.trim() === '') throw new Error('it is empty');
}
