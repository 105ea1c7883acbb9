/** Report formats: pure functions from a report to text. */
import { drawBadge } from '#conformance/reports/badge';
import { makePaint } from '#conformance/reports/text/layout';
import type { CertifyReport, RunVerdict } from '../verdict/verdict.ts';
import { renderHtml } from './html.ts';
import { renderJunit } from './junit.ts';
import { describeStage, summarize } from './terminal.ts';
import { RUN_WORDS, countsOf } from './wording.ts';

/** The background of the badge. White text on each has a contrast ratio of at least 4.5. */
const BADGE_COLORS: Readonly<Record<RunVerdict, string>> = { ready: '#2c7a3f', not_ready: '#b3261e', inconclusive: '#5f5f6b' };

interface Format {
  readonly extension: string;
  readonly render: (report: CertifyReport) => string;
}

/** The formats that `--report` takes. */
export const FORMATS = {
  json: { extension: 'json', render: (report) => `${JSON.stringify(report, null, 2)}\n` },
  junit: { extension: 'xml', render: renderJunit },
  html: { extension: 'html', render: renderHtml },
  badge: {
    extension: 'svg',
    render: (report) =>
      drawBadge(
        'grain client',
        report.verdict === 'ready' ? 'ready' : `${RUN_WORDS[report.verdict]}: ${countsOf(report, 'must')}`,
        BADGE_COLORS[report.verdict],
      ),
  },
  text: {
    extension: 'txt',
    render: (report) => {
      const options = { paint: makePaint(false), is_verbose: true };
      const explained = new Map<string, string>();
      return `${report.stages.map((stage) => describeStage(stage, options, explained)).join('\n')}\n${summarize(report, options)}`;
    },
  },
} as const satisfies Record<string, Format>;

export type ReportFormat = keyof typeof FORMATS;
