import type { Goal, Summary, Table } from './benchmark.ts';
import type { KeptRow } from './compare.ts';
import { describeChange } from './compare.ts';

/** Formats a table as text: names on the left, then medians with their spread, the goal of the key figure, and what changed since the last committed run. */
export function printTable(table: Table, rows: readonly KeptRow[], committed: readonly KeptRow[]): string {
  const { title, columns, key } = table;
  const lines = [
    [title, ...columns, 'goal', '', 'since the last'],
    ...rows.map((row) => [
      row.row,
      ...columns.map((column) => formatFigure(row.figures[column])),
      formatGoal(key, row.goal),
      row.is_met === undefined ? '' : row.is_met ? 'meets' : 'misses',
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

/** The median, and half of the range of the middle half of the samples. */
function formatFigure(summary: Summary | undefined): string {
  if (summary === undefined) return '-';
  const { median, low, high, samples } = summary;
  const spread = samples < 2 || median === 0 ? '' : ` ±${((50 * (high - low)) / Math.abs(median)).toFixed(0)}%`;
  return `${formatNumber(median)}${spread}`;
}

/** Rounds to three significant digits, but keeps all integer digits. */
function formatNumber(figure: number): string {
  return figure.toFixed(figure >= 100 || Number.isInteger(figure) ? 0 : figure >= 10 ? 1 : 2);
}

function formatGoal(key: string, goal: Goal | undefined): string {
  if (goal === undefined) return '';
  return `${key} ${'at_most' in goal ? `<= ${goal.at_most}` : `>= ${goal.at_least}`}`;
}
