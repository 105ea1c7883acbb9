/** The progress of a run on the terminal. */
import { elapsedMs } from '#client';
import type { CheckResult, CheckVerdict, RunEvent, RunReport } from '../check/verdicts.ts';
import { causeKeyOf } from './causes.ts';
import { reasonOf } from './grouping.ts';
import { shorten, makePaint, wrap, type Paint, type Style } from './text/layout.ts';
import { cut, sanitizeLine } from './text/safe-text.ts';
import { WIDTH_MAX, summarize } from './summary.ts';
import { CHECK_WORDS, countOf, roughDurationOf } from './text/wording.ts';

export interface ProgressOptions {
  is_tty: boolean;
  /** Width of the terminal. At most 100 columns are used. */
  columns?: number | undefined;
  /** See `wantsColor`. Ignored without a terminal. */
  color: boolean;
  is_verbose?: boolean;
  /** Milliseconds since any fixed time. */
  now?: () => number;
}

const COLUMNS_MIN = 40;
const BAR_WIDTH = 16;
const LINE_MAX = 300;
/** How often a log shows the progress. A shorter run ends with its summary, which has everything. */
const LOG_EVERY_MS = 60_000;
const ERASE_LINE = '\r\u001B[2K';

/** Verdicts that are printed during the run. */
const PRINTED_EARLY: Readonly<Partial<Record<CheckVerdict, Style>>> = {
  fail: 'red',
  error: 'red',
  unexpected_pass: 'red',
  warn: 'yellow',
  flaky: 'yellow',
};

interface Look {
  readonly paint: Paint;
  readonly is_tty: boolean;
}

interface State {
  readonly running: Set<string>;
  readonly counts: Map<CheckVerdict, number>;
  /** The groups of failures of which the first one was printed. */
  readonly printed: Set<string>;
  /** Lines that a log shows with its next progress line. */
  pending: string[];
  readonly notices: Set<string>;
  noun: 'check' | 'drill';
  /** Checks that have ended, without those that could not run. */
  done: number;
  blocked: number;
  /** When a log last showed the progress. */
  logged_at_ms: number;
  of: number;
}

function drawLive({ running, counts, done, of }: State, width: number, paint: Paint): string {
  const filled = of === 0 ? 0 : Math.min(BAR_WIDTH, Math.floor((done / of) * BAR_WIDTH));
  const bar = `${'━'.repeat(filled)}${'╌'.repeat(BAR_WIDTH - filled)}`;
  const loud = (['fail', 'error', 'unexpected_pass', 'flaky', 'warn'] as const).flatMap((verdict) => {
    const number = counts.get(verdict) ?? 0;
    return number === 0 ? [] : [{ verdict, text: `${number} ${CHECK_WORDS[verdict].sign}` }];
  });
  const numbers = `${String(done).padStart(String(of).length)}/${of}`;
  const used = `${bar} ${numbers} ${loud.map(({ text }) => text).join(' ')} `.length;
  const names = shorten([...running].map((id) => sanitizeLine(cut(id, LINE_MAX))).join(', '), Math.max(0, width - used - 2));
  const signs = loud.map(({ verdict, text }) => paint(PRINTED_EARLY[verdict] ?? 'red', text)).join(' ');
  return [paint('cyan', bar), numbers, ...(signs === '' ? [] : [signs]), paint('dim', names)].join(' ');
}

/** A text on as many lines as it needs. The later ones are indented. */
function fold(text: string, width: number): readonly string[] {
  const [first = '', ...others] = wrap(text, width - 2);
  return [first, ...others.map((line) => `  ${line}`)].map((line) => shorten(line, width));
}

/** A terminal shows one line, because the summary follows immediately. A log keeps the whole reason. */
function drawOccurrence(result: CheckResult, width: number, { paint, is_tty }: Look): readonly string[] {
  const style = PRINTED_EARLY[result.verdict];
  if (style === undefined) return [];
  const text = `${CHECK_WORDS[result.verdict].sign} ${sanitizeLine(cut(result.id, LINE_MAX))}: ${sanitizeLine(cut(reasonOf(result), LINE_MAX))}`;
  return (is_tty ? [shorten(text, width)] : fold(text, width)).map((line) => paint(style, line));
}

/** `154 of 1,543 checks done, 6 failed, 1 could not run` */
function drawCounts({ done, blocked, counts, of, noun }: State): string {
  const failed = (['fail', 'error', 'unexpected_pass'] as const).reduce((sum, verdict) => sum + (counts.get(verdict) ?? 0), 0);
  const parts = [
    `${done.toLocaleString('en')} of ${countOf(of, noun)} done`,
    ...(failed === 0 ? [] : [`${failed.toLocaleString('en')} failed`]),
    ...(blocked === 0 ? [] : [`${blocked.toLocaleString('en')} could not run`]),
  ];
  return parts.join(', ');
}

/** The result of an event that ended a check, in numbers. */
function countEnd(state: State, { result, done, of }: Extract<RunEvent, { type: 'check_ended' }>): void {
  state.running.delete(result.id);
  state.counts.set(result.verdict, (state.counts.get(result.verdict) ?? 0) + 1);
  state.blocked += result.verdict === 'blocked' ? 1 : 0;
  state.done = done - state.blocked;
  state.of = of;
}

/** Notices that were printed as they occurred are not repeated. */
function leaveOutPrinted(report: RunReport, { notices }: State): RunReport {
  return { ...report, notices: report.notices.filter((notice) => !notices.has(notice)) };
}

/**
 * Prints the events of a run. A terminal has a live line, and the first failure of each group when it occurs. A log has the progress and these
 * failures once a minute. The summary comes at the end.
 */
export function progress(write: (text: string) => void, options: ProgressOptions): (event: RunEvent) => void {
  const { is_tty, columns = WIDTH_MAX, color, is_verbose = false, now = elapsedMs } = options;
  const width = Math.max(COLUMNS_MIN, Math.min(columns, WIDTH_MAX));
  const paint = makePaint(color && is_tty);
  const state: State = {
    running: new Set(),
    counts: new Map(),
    printed: new Set(),
    pending: [],
    notices: new Set(),
    noun: 'check',
    done: 0,
    blocked: 0,
    logged_at_ms: now(),
    of: 0,
  };
  const printLine = (line: string): void => write(`${is_tty ? ERASE_LINE : ''}${line}\n`);
  // Some terminals start a new line after the last column.
  const renew = (): void => {
    if (is_tty) write(`${ERASE_LINE}${drawLive(state, width - 1, paint)}`);
  };
  const endCheck = (result: CheckResult): void => {
    const lines = drawOccurrence(result, width, { paint, is_tty });
    const key = `${result.verdict} ${causeKeyOf(result)}`;
    if (lines.length > 0 && !state.printed.has(key)) {
      state.printed.add(key);
      state.pending.push(...lines);
    }
    const is_due = now() - state.logged_at_ms >= LOG_EVERY_MS;
    if (!is_tty && !is_due) return;
    state.pending.splice(0).forEach(printLine);
    if (is_tty) return;
    state.logged_at_ms = now();
    printLine(drawCounts(state));
  };

  return (event) => {
    switch (event.type) {
      case 'run_started': {
        state.of = event.checks;
        state.noun = event.noun ?? 'check';
        const about = roughDurationOf(event.estimated_seconds);
        printLine(
          shorten(`Checking ${sanitizeLine(cut(event.base_url, LINE_MAX))}: ${countOf(state.of, state.noun)}, ${about}`, width),
        );
        renew();
        break;
      }
      case 'check_started':
        state.running.add(event.id);
        renew();
        break;
      case 'check_ended':
        countEnd(state, event);
        endCheck(event.result);
        renew();
        break;
      case 'notice':
        state.notices.add(event.message);
        for (const line of fold(`! ${sanitizeLine(cut(event.message, LINE_MAX))}`, width)) printLine(paint('yellow', line));
        renew();
        break;
      case 'run_ended':
        printLine('');
        write(summarize(leaveOutPrinted(event.report, state), { width, paint, is_verbose }));
        break;
    }
  };
}
