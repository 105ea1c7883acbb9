import { elapsedMs } from '#client';
import type { Progress } from '#scenarios';
import { formatNumber } from '../control/format.ts';

const ERASE_LINE = '\r\u001B[2K';
const BAR_WIDTH = 16;
/** Without a terminal, the progress is printed in this many lines. */
const LINES = 10;
/** How often the line is redrawn on a terminal. */
const REDRAW_MS = 100;
/** Runs per line if only the time is limited. */
const RUNS_PER_LINE = 100;

const PHASE_TEXTS: Readonly<Record<Progress['phase'], string>> = {
  preparing: 'preparing',
  regressions: 'playing known scenarios',
  exploring: 'exploring',
  shrinking: 'found something; shortening the scenario',
  replaying: 'playing it again',
};

interface ProgressPrinter {
  readonly report: (progress: Progress) => void;
  /** Clears the line. */
  readonly end: () => void;
}

/** Redraws one line on a terminal, and prints plain lines elsewhere. @param is_endless whether time, not a number of runs, is the limit */
export function printProgress(
  write: (text: string) => void,
  { is_tty, is_endless }: { is_tty: boolean; is_endless: boolean },
): ProgressPrinter {
  const began_ms = elapsedMs();
  let drawn_ms = Number.NEGATIVE_INFINITY;
  let phase: Progress['phase'] | undefined;
  let lines = 0;

  const describe = (progress: Progress): string => {
    const { runs, of, calls, commands } = progress;
    const seconds = Math.max(0.001, (elapsedMs() - began_ms) / 1_000);
    const count = is_endless ? `scenario ${formatNumber(runs)}` : `scenario ${formatNumber(runs)} of ${formatNumber(of)}`;
    return `${count}, ${formatNumber(commands)} commands, ${formatNumber(calls)} requests (${formatNumber(Math.round(calls / seconds))}/s)`;
  };
  const redraw = (progress: Progress): void => {
    const now = elapsedMs();
    if (progress.phase === phase && now - drawn_ms < REDRAW_MS) return;
    drawn_ms = now;
    const filled = is_endless ? 0 : Math.min(BAR_WIDTH, Math.floor((progress.runs / progress.of) * BAR_WIDTH));
    const bar = is_endless ? '' : `${'━'.repeat(filled)}${'╌'.repeat(BAR_WIDTH - filled)} `;
    write(`${ERASE_LINE}${bar}${describe(progress)}: ${PHASE_TEXTS[progress.phase]}`);
  };
  const printLine = (progress: Progress): void => {
    const { runs, of } = progress;
    const reached = is_endless ? Math.floor(runs / RUNS_PER_LINE) : Math.floor((runs * LINES) / of);
    // The first line shows the speed.
    if (progress.phase === 'exploring' && (reached > lines || runs === 1)) write(`${describe(progress)}\n`);
    if (progress.phase === 'shrinking' && phase !== 'shrinking') write(`${describe(progress)}: ${PHASE_TEXTS.shrinking}\n`);
    lines = Math.max(lines, reached);
  };
  return {
    report: (progress) => {
      if (is_tty) redraw(progress);
      else printLine(progress);
      ({ phase } = progress);
    },
    end: () => {
      if (is_tty) write(ERASE_LINE);
    },
  };
}
