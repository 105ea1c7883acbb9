/** Compares the figures of a run with those that were committed. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import type { Goal, Summary, Table } from './benchmark.ts';
import { isMet, summarize } from './benchmark.ts';

const COMMITTED = 'bench/figures.json';

/** A row of a saved table. */
export interface SavedRow {
  benchmark: string;
  row: string;
  /** The column that is compared. */
  key: string;
  figures: Readonly<Record<string, Summary>>;
  goal?: Goal | undefined;
  is_met?: boolean | undefined;
  measured: { at: string; node: string; cores: number; load_average: number };
}

/** @param at an ISO date */
export function toSavedRows(benchmark: string, { key, columns, rows }: Table, at: string): SavedRow[] {
  const load_average = Number((loadavg()[0] ?? 0).toFixed(1));
  const measured = { at, node: process.versions.node, cores: availableParallelism(), load_average };
  return rows.map(({ name, figures, goal }) => {
    const known = columns.flatMap((column) => {
      const summary = summarize(figures[column]);
      return summary === undefined ? [] : [[column, round(summary)] as const];
    });
    const summaries: Record<string, Summary> = Object.fromEntries(known);
    return { benchmark, row: name, key, figures: summaries, goal, is_met: isMet(goal, summaries[key]), measured };
  });
}

function round({ median, low, high, samples }: Summary): Summary {
  return { median: toFourDigits(median), low: toFourDigits(low), high: toFourDigits(high), samples };
}

function toFourDigits(figure: number): number {
  return Number(figure.toPrecision(4));
}

/** The committed rows. None if there is no file yet. */
export function readCommitted(): SavedRow[] {
  // This script wrote the file.
  return existsSync(COMMITTED) ? (JSON.parse(readFileSync(COMMITTED, 'utf8')) as SavedRow[]) : [];
}

/** Replaces the committed rows that were measured again, and keeps the others. */
export function writeCommitted(rows: readonly SavedRow[]): void {
  const known = new Map([...readCommitted(), ...rows].map((row) => [nameOf(row), row]));
  writeRows(COMMITTED, [...known.values()]);
}

export function writeRows(path: string, rows: readonly SavedRow[]): void {
  writeFileSync(path, `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`);
}

function nameOf({ benchmark, row }: SavedRow): string {
  return `${benchmark}/${row}`;
}

/** The minimum spread: without any change, figures with few samples differ by this share from run to run. */
const LEAST_SPREAD = 0.05;

/** How the key figure of a row changed since it was committed: `-12 % better`, or only `-12 %` if the change is within the spread. */
export function describeChange(now: SavedRow, committed: readonly SavedRow[], is_more_better: boolean): string {
  const then = committed.find((row) => nameOf(row) === nameOf(now))?.figures[now.key];
  const figure = now.figures[now.key];
  if (then === undefined || figure === undefined || then.median === 0) return '';
  const change = figure.median / then.median - 1;
  const percent = `${change < 0 ? '-' : '+'}${Math.abs(change * 100).toFixed(0)} %`;
  const [before, after] = [widen(then), widen(figure)];
  if (before.high >= after.low && after.high >= before.low) return percent;
  return `${percent} ${change > 0 === is_more_better ? 'better' : 'worse'}`;
}

function widen({ median, low, high }: Summary): { low: number; high: number } {
  return { low: Math.min(low, median * (1 - LEAST_SPREAD)), high: Math.max(high, median * (1 + LEAST_SPREAD)) };
}
