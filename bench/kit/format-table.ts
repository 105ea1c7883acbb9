import type { Goal, Summary, Table } from './benchmark.ts';
import type { SavedRow } from './compare.ts';
import { describeChange } from './compare.ts';

/** Formats a table as text: names on the left, then medians with their spread, the goal of the key figure, and the change since the committed run. */
export function formatTable(table: Table, rows: readonly SavedRow[], committed: readonly SavedRow[]): string {
  const { title, columns, key } = table;
  const lines = [
    [title, ...columns, 'goal', '', 'since the committed run'],
    ...rows.map((row) => [
      row.row,
      ...columns.map((column) => formatFigure(row.figures[column])),
      formatGoal(key, row.goal),
      formatOutcome(row.is_met),
      describeChange(row, committed, table.is_more_better === true),
    ]),
  ];
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0))) ?? [];
  return lines
    .map((cells) =>
      cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))),
    )
    .map((cells) => cells.join('  ').trimEnd())
    .join('\n');
}

/** The median, and half of the interquartile range in percent of the median. `-` if there is no figure. */
function formatFigure(summary: Summary | undefined): string {
  if (summary === undefined) return '-';
  const { median, low, high, samples } = summary;
  const spread = samples < 2 || median === 0 ? '' : ` ±${((50 * (high - low)) / Math.abs(median)).toFixed(0)}%`;
  return `${formatNumber(median)}${spread}`;
}

/** Rounds to three significant digits, but keeps all integer digits. */
function formatNumber(figure: number): string {
  return Math.abs(figure) >= 100 || Number.isInteger(figure) ? figure.toFixed(0) : figure.toPrecision(3);
}

function formatGoal(key: string, goal: Goal | undefined): string {
  if (goal === undefined) return '';
  return `${key} ${'at_most' in goal ? `<= ${goal.at_most}` : `>= ${goal.at_least}`}`;
}

function formatOutcome(is_met: boolean | undefined): string {
  if (is_met === undefined) return '';
  return is_met ? 'meets' : 'misses';
}
