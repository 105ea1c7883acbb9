/** How the results of the control plane read in a terminal. */
import { styleText } from 'node:util';
import type { ClockState, Journey, Movement } from '#mock';
import { formatInstant } from './instant.ts';

const FIRED_SHOWN_MAX = 20;

export function describeMovement({ events_emitted, deliveries_queued }: Movement): readonly string[] {
  return [
    ...events_emitted.map(({ type, id }) => `  event  ${styleText('cyan', type)}  ${styleText('dim', id)}`),
    ...(deliveries_queued === 0 ? [] : [`  ${count(deliveries_queued, 'delivery', 'deliveries')} queued`]),
  ];
}

export function describeJourney(journey: Journey): readonly string[] {
  const { now, fired, fired_total, deliveries } = journey;
  const shown = fired.slice(0, FIRED_SHOWN_MAX);
  return [
    `It is now ${formatInstant(now)}.`,
    ...shown.map(({ at, kind, id }) => `  ${formatInstant(at)}  ${kind.replaceAll('_', ' ')}  ${styleText('dim', id)}`),
    ...(fired_total > shown.length ? [`  … and ${fired_total - shown.length} more; --json prints up to 1,000`] : []),
    ...(deliveries === 0 ? [] : [`  ${count(deliveries, 'delivery attempt', 'delivery attempts')}`]),
  ];
}

export function describeClock({ now, mode, next_due }: ClockState): readonly string[] {
  const due = next_due === null ? 'Nothing is due.' : `Next due: ${formatInstant(next_due)}.`;
  return [`It is ${formatInstant(now)}; the clock ${mode === 'frozen' ? 'is frozen' : 'runs'}. ${due}`];
}

export function count(number: number, one: string, many: string): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}

/** Rows of cells as aligned columns. The first row is the heading. */
export function drawTable(rows: readonly (readonly string[])[], otherwise: string): readonly string[] {
  const [heading = []] = rows;
  if (rows.length <= 1) return [otherwise];
  const widths = heading.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row, index) => {
    const line = row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
    return index === 0 ? styleText('dim', line) : line;
  });
}
