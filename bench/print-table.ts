import { isMet, type Limit, type Row, type Table } from './benchmark.ts';

/** Formats a table as text: names on the left, then figures, then the limit and whether it is met. */
export function printTable({ title, columns, rows }: Table): string {
  const lines = [[title, ...columns, 'limit', ''], ...rows.map((row) => cellsOf(row, columns))];
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0))) ?? [];
  return lines
    .map((cells) =>
      cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))),
    )
    .map((cells) => cells.join('  ').trimEnd())
    .join('\n');
}

function cellsOf(row: Row, columns: readonly string[]): string[] {
  const met = isMet(row);
  const verdict = met === undefined ? '' : met ? 'meets' : 'misses';
  return [row.name, ...columns.map((column) => formatFigure(row.figures[column])), formatLimit(row.limit), verdict];
}

/** Rounds to three significant digits, but keeps all integer digits. */
function formatFigure(figure: number | undefined): string {
  if (figure === undefined) return '-';
  return figure.toFixed(figure >= 100 || Number.isInteger(figure) ? 0 : figure >= 10 ? 1 : 2);
}

function formatLimit(limit: Limit | undefined): string {
  if (limit === undefined) return '';
  const bound = limit.at_most === undefined ? `>= ${limit.at_least}` : `<= ${limit.at_most}`;
  return `${limit.column} ${bound}`;
}
