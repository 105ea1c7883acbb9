import { ConfigError } from '#client';
import { UsageError } from '../usage-error.ts';

/** Does something that complains of a flag in the gate's own way. @throws UsageError in its place */
export function asUsageError<Result>(deed: () => Result): Result {
  try {
    return deed();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new UsageError(error.key, error.message.slice(error.key.length + 2));
  }
}
