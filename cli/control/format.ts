/** Formats responses of the control plane for a terminal. */
import { styleText } from 'node:util';
import type { ClockState, ClockAdvance, MarketChange } from '#mock';

const FIRED_SHOWN_MAX = 20;

export function describeMovement({ events_emitted, deliveries_queued }: MarketChange): readonly string[] {
  return [
    ...events_emitted.map(({ type, id }) => `  event  ${styleText('cyan', type)}  ${styleText('dim', id)}`),
    ...(deliveries_queued === 0 ? [] : [`  ${count(deliveries_queued, 'delivery', 'deliveries')} queued`]),
  ];
}

export function describeAdvance(advance: ClockAdvance): readonly string[] {
  const { now, fired, fired_total, deliveries } = advance;
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
  return `${formatNumber(number)} ${number === 1 ? one : many}`;
}

export function formatNumber(number: number): string {
  return number.toLocaleString('en');
}

/**
 * Prints rows of cells as aligned columns.
 * @param otherwise what is printed if there are no rows
 */
export function drawTable(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  otherwise: string,
): readonly string[] {
  if (rows.length === 0) return [otherwise];
  const widths = heading.map((name, column) => Math.max(name.length, ...rows.map((row) => (row[column] ?? '').length)));
  const align = (row: readonly string[]): string => {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    return cells.join('  ').trimEnd();
  };
  return [styleText('dim', align(heading)), ...rows.map(align)];
}

/** An instant as people read it: `2026-06-10 12:00:03Z`. */
export function formatInstant(instant: string): string {
  return instant.replace('T', ' ').replace(/\.\d+Z$/, 'Z');
}
