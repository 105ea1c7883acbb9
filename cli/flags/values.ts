/** Reads the values of flags, and turns configuration errors into usage errors. */
import { readFileSync } from 'node:fs';
import type { NumberBounds } from '#client';
// Imports single files of the client, because its index takes longer to load than a mock takes to start.
import { describeReadError } from '#client/config/describe-read-error';
import { ConfigError } from '#client/settings/config-error';
import { readNumber } from '#client/settings/read-number';
import { readDuration } from '#mock/driver/duration';
import { UsageError } from '../errors.ts';

/** Runs an action. @throws a UsageError in place of a ConfigError */
export function asUsageError<Result>(action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    throw translate(error);
  }
}

/** The same for an action that returns a promise. */
export async function asUsageErrorAsync<Result>(action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    throw translate(error);
  }
}

function translate(error: unknown): unknown {
  return error instanceof ConfigError ? new UsageError(error.key, error.problem) : error;
}

/** The number that a flag gives. @throws UsageError */
export function readNumberFlag(flag: string, text: string, bounds: NumberBounds): number {
  return asUsageError(() => readNumber(flag, text, bounds));
}

/** The seconds that a flag gives: `30`, or with a unit, `30s` or `5m`. @throws UsageError */
export function readSecondsFlag(flag: string, text: string, bounds: { min: number; max: number }): number {
  const seconds = /^\d+$/.test(text) ? text : String(readDuration(text) ?? text);
  if (/^\d+$/.test(seconds) && Number(seconds) >= bounds.min && Number(seconds) <= bounds.max) return Number(seconds);
  throw new UsageError(
    flag,
    `'${text}' is invalid; use ${bounds.min} to ${bounds.max} whole seconds, or a duration such as 30s or 1m`,
  );
}

/**
 * Reads the file that a flag names.
 * @param remedy what to do if it cannot be read
 * @throws UsageError
 */
export function readFlagFile(flag: string, path: string, remedy: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(flag, `${path} cannot be read: ${describeReadError(error)}; ${remedy}`);
  }
}

/** Where a server listens. 0 picks a free port. */
const PORT: NumberBounds = { min: 0, max: 65_535 };

/** @throws UsageError */
export function readListenAddress({ host, port }: { host: string; port: string }): { host: string; port: number } {
  if (host.trim() === '') throw new UsageError('--host', 'give an address to listen on, such as 127.0.0.1 or 0.0.0.0');
  return { host, port: readNumberFlag('--port', port, PORT) };
}

/** Explains why the operating system cannot listen on an address; other errors are returned as they are. */
export function explainListenError(error: unknown, { host, port }: { host: string; port: number }): unknown {
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'EADDRINUSE':
      return new UsageError('--port', `${port} is in use; give another, or 0 to pick a free one`);
    case 'EACCES':
      return new UsageError('--port', `you have no permission to listen on port ${port}; give one of 1024 or more`);
    case 'EADDRNOTAVAIL':
      return new UsageError('--host', `'${host}' is not an address of this machine; give 127.0.0.1 or 0.0.0.0`);
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new UsageError('--host', `'${host}' cannot be resolved; give 127.0.0.1 or 0.0.0.0`);
    default:
      return error;
  }
}
