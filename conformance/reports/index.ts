/** Report formats: pure functions from a `RunReport` to text. None of them computes a verdict. */
import type { RunReport } from '../check/verdicts.ts';
import { renderBadge } from './badge.ts';
import { renderHar, type TimedExchange } from './har.ts';
import { renderHtml } from './html/page.ts';
import { renderJson } from './json.ts';
import { renderJunit } from './junit.ts';
import { makePaint } from './text/layout.ts';
import { renderMarkdown } from './markdown.ts';
import { WIDTH_MAX, summarize } from './summary.ts';

export { compareReports, renderComparison } from './compare.ts';
export type { TimedExchange } from './har.ts';
export { timeExchanges } from './har.ts';
export { renderAnnotations } from './github.ts';
export { parseReport } from './json.ts';
export { LAST_REPORT_PATH } from './prepare-commands.ts';
export { wantsColor } from './text/layout.ts';
export { progress } from './terminal.ts';
export type { ProgressOptions } from './terminal.ts';
export { headlineOf } from './text/wording.ts';

/** What some formats need besides the report. */
interface ReportExtras {
  /** Every exchange of the run, redacted: for HAR. */
  readonly exchanges: readonly TimedExchange[];
}

interface Format {
  readonly extension: string;
  readonly render: (report: RunReport, extras: ReportExtras) => string;
}

/** The formats that `--report` takes. */
export const FORMATS = {
  json: { extension: 'json', render: renderJson },
  junit: { extension: 'xml', render: renderJunit },
  html: { extension: 'html', render: renderHtml },
  markdown: { extension: 'md', render: renderMarkdown },
  har: { extension: 'har', render: (report, { exchanges }) => renderHar(report, exchanges) },
  badge: { extension: 'svg', render: renderBadge },
  text: {
    extension: 'txt',
    render: (report) => summarize(report, { width: WIDTH_MAX, paint: makePaint(false), is_verbose: true }),
  },
} as const satisfies Record<string, Format>;

export type ReportFormat = keyof typeof FORMATS;

/** Thrown for an invalid `--report`. The message is for the user. */
export class ReportFlagError extends Error {
  override readonly name = 'ReportFlagError';
}

export interface ReportFlag {
  readonly format: ReportFormat;
  /** Where to write it, as the user gave it. */
  readonly path: string;
}

function isFormat(text: string): text is ReportFormat {
  return Object.hasOwn(FORMATS, text);
}

/**
 * Reads the value of `--report`: `junit=out.xml`, or `junit` alone for `gristmill-report.xml`.
 * @param missing a format that the command lacks, which the message does not offer. It is not rejected, so that the command can say why
 * @throws {ReportFlagError} if the format is unknown or the path is empty
 */
export function parseReportFlag(text: string, missing?: ReportFormat): ReportFlag {
  const known = Object.keys(FORMATS)
    .filter((name) => name !== missing)
    .join(', ');
  const equals = text.indexOf('=');
  const format = equals === -1 ? text : text.slice(0, equals);
  if (!isFormat(format)) {
    throw new ReportFlagError(
      `${text}: there is no format ${JSON.stringify(format)}; use one of ${known}, such as --report junit=out.xml`,
    );
  }
  if (equals === -1) return { format, path: `gristmill-report.${FORMATS[format].extension}` };

  const path = text.slice(equals + 1);
  if (path.trim() === '') {
    throw new ReportFlagError(
      `${text}: there is no path after =; write --report ${format}=out.${FORMATS[format].extension}, or use another of ${known}`,
    );
  }
  return { format, path };
}

/** The report in a format, as text to write to a file. */
export function renderReport(format: ReportFormat, report: RunReport, extras: ReportExtras): string {
  return FORMATS[format].render(report, extras);
}
