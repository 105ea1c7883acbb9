import { ConfigError } from '#client';
import { UsageError } from '../usage-error.ts';

/** Does something that complains of a flag in the gate's own way. @throws UsageError in its place */
export function asUsageError<Result>(deed: () => Result): Result {
  try {
    return deed();
  } catch (error) {
    throw translate(error);
  }
}

/** The same for what takes its time. @throws UsageError in its place */
export async function asUsageErrorOf<Result>(deed: () => Promise<Result>): Promise<Result> {
  try {
    return await deed();
  } catch (error) {
    throw translate(error);
  }
}

function translate(error: unknown): unknown {
  return error instanceof ConfigError ? new UsageError(error.key, error.message.slice(error.key.length + 2)) : error;
}
