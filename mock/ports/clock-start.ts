/** The range of a clock. It is narrow enough that all times stay within years 0 to 9999, where ISO strings sort by time. */
export const EARLIEST = '2000-01-01T00:00:00.000Z';
export const LATEST = '2999-12-31T23:59:59.999Z';

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** Parses the start of a clock: `real`, `frozen`, or an instant. Undefined if the text is none of these. */
export function readClockStart(text: string): string | undefined {
  if (text === 'real' || text === 'frozen') return text;
  const ms = INSTANT.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) return undefined;
  const instant = new Date(ms).toISOString();
  return instant >= EARLIEST && instant <= LATEST ? instant : undefined;
}
