import type { How } from './clause.ts';

/** What checking a clause takes. Of `public_api`, `hook`, `mock_only` and `receiver` any one that is true serves; the rest are all needed. */
export interface Needs {
  readonly public_api: boolean;
  readonly hook: boolean;
  readonly mock_only: boolean;
  readonly receiver: boolean;
  readonly webhook: boolean;
  readonly configuration: boolean;
  readonly time: boolean;
}

/** Reads the letters of a clause's `how` (see {@link How}). */
export function parseHow(how: How): Needs {
  const letters = new Set(how.split('+'));
  return {
    public_api: letters.has('B'),
    hook: letters.has('H'),
    mock_only: letters.has('M'),
    receiver: letters.has('R'),
    webhook: letters.has('W'),
    configuration: letters.has('C'),
    time: letters.has('T'),
  };
}
