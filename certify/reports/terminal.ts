/** The output of `gristmill certify`. */
import { sanitizeLine } from '#conformance/reports/text/safe-text';
import type { Paint, Style } from '#conformance/reports/text/layout';
import { wrap } from '#conformance/reports/text/layout';
import type { CertifyReport, LoggedExchange, RunVerdict, StageResult, Verdict } from '../verdict/verdict.ts';
import { RUN_WORDS, VERDICT_WORDS, countsOf } from './wording.ts';

const WIDTH = 110;
const STYLES: Readonly<Record<Verdict, Style>> = {
  ready: 'green',
  not_ready: 'red',
  not_shown: 'yellow',
  not_applicable: 'dim',
  error: 'magenta',
};
const RUN_STYLES: Readonly<Record<RunVerdict, Style>> = {
  ready: ['bold', 'green'],
  not_ready: ['bold', 'red'],
  inconclusive: ['bold', 'yellow'],
};
const EXCHANGES_SHOWN = 12;

interface TerminalOptions {
  readonly paint: Paint;
  /** Also prints the timeline and the first exchanges of stages that are not ready. */
  readonly is_verbose: boolean;
}

/** @param explained the advice and reasons that were printed before, with the stage. Each is printed once */
export function describeStage(
  result: StageResult,
  { paint, is_verbose }: TerminalOptions,
  explained: Map<string, string>,
): string {
  const explain = (text: string): string => {
    const before = explained.get(text);
    explained.set(text, before ?? result.id);
    return before === undefined ? text : `as in ${before}`;
  };
  const word = VERDICT_WORDS[result.verdict].padEnd(14);
  const head = `${paint(STYLES[result.verdict], word)} ${result.level.padEnd(6)} ${result.id}  ${paint('dim', result.title)}`;
  const indented = (text: string): readonly string[] => wrap(sanitizeLine(text), WIDTH - 4).map((line) => `    ${line}`);
  const details = [...result.findings, ...(result.reason === null ? [] : [explain(result.reason)])].flatMap(indented);
  if (result.verdict !== 'not_ready') return [head, ...details].join('\n');
  const advice = indented(`Fix: ${explain(result.advice)}`);
  const output = describeOutput(result);
  const cites = result.cites.length === 0 ? [] : indented(`See: ${result.cites.join('; ')}`);
  return [head, ...details, ...output, ...advice, ...cites, ...(is_verbose ? describeLog(result) : [])].join('\n');
}

/** What the client printed, line by line. A single line is already in the finding. */
function describeOutput({ output }: StageResult): readonly string[] {
  return output.length < 2 ? [] : output.map((line) => `      ${sanitizeLine(line)}`);
}

function describeLog({ timeline, exchanges, requests }: StageResult): readonly string[] {
  const lines = [
    ...timeline.map(({ at_ms, text }) => ({ at_ms, line: `# ${text}` })),
    ...exchanges.slice(0, EXCHANGES_SHOWN).map((one) => ({ at_ms: one.at_ms, line: describeExchange(one) })),
  ];
  const shown = lines
    .toSorted((a, b) => a.at_ms - b.at_ms)
    .map(({ at_ms, line }) => `    ${String(at_ms).padStart(6)} ms  ${sanitizeLine(line)}`);
  const left_out = requests - EXCHANGES_SHOWN;
  if (left_out <= 0) return shown;
  const noun = left_out === 1 ? 'request' : 'requests';
  const which = requests > exchanges.length ? 'the first 20 and the last 20' : 'all';
  return [...shown, `    ${left_out} more ${noun}. To see ${which}, pass --report html=FILE or --report json=FILE.`];
}

export function describeExchange({ method, path, status, disturbed_by, request_headers }: LoggedExchange): string {
  const key = request_headers['idempotency-key'];
  return [
    `${method} ${path} → ${status === 0 ? 'cut' : status}`,
    ...(key === undefined ? [] : [`key ${key}`]),
    ...(disturbed_by === null ? [] : [`(${disturbed_by})`]),
  ].join(' ');
}

export function summarize(report: CertifyReport, { paint }: Pick<TerminalOptions, 'paint'>): string {
  return [
    '',
    paint(RUN_STYLES[report.verdict], RUN_WORDS[report.verdict]),
    `must:   ${countsOf(report, 'must')}`,
    `should: ${countsOf(report, 'should')}`,
    ...report.reasons.flatMap((reason) => wrap(sanitizeLine(reason), WIDTH)),
    // A reason quotes only one line of the client's output.
    ...report.stages.filter(({ verdict }) => verdict === 'not_shown').flatMap(describeOutput),
    `${report.requests} requests in ${Math.round(report.duration_ms / 100) / 10} s; seed ${report.seed}`,
    '',
  ].join('\n');
}
