/** Short messages about the result of an action. */
import { signal } from '@preact/signals';
import { RefusedError } from './control.ts';
import { after } from './time.ts';

interface Notice {
  text: string;
  is_error: boolean;
}

export const notice = signal<Notice | undefined>(undefined);

const SHOWN_MS = 6_000;

export function notify(text: string, is_error = false): void {
  const fresh = { text, is_error };
  notice.value = fresh;
  after(SHOWN_MS, () => {
    if (notice.value === fresh) notice.value = undefined;
  });
}

/** Runs an action and reports its failure. @returns undefined if it failed */
export async function attempt<Result>(action: () => Promise<Result>, done?: string): Promise<Result | undefined> {
  try {
    const result = await action();
    if (done !== undefined) notify(done);
    return result;
  } catch (error) {
    notify(describeError(error), true);
    return undefined;
  }
}

export function describeError(error: unknown): string {
  if (!(error instanceof RefusedError)) return error instanceof Error ? error.message : String(error);
  const fields = error.fields.map(({ field, message }) => `${field} ${message}`).join('; ');
  return fields === '' ? error.message : `${error.message} ${fields}.`;
}
