/** An instant as people read it: `2026-06-10 12:00:03Z`. */
export function formatInstant(instant: string): string {
  return instant.replace('T', ' ').replace(/\.\d+Z$/, 'Z');
}
