/** Reading the values of flags: numbers, lists, files, and errors of the libraries as usage errors. */
import { readFileSync } from 'node:fs';
import type { NumberBounds, Selection } from '#client';
import { ConfigError, readNumber } from '#client';
import type { Selectable, SelectedFrom } from '#conformance/runner/select';
import { SelectionError, select } from '#conformance/runner/select';
import type { RunReport } from '#conformance/check/verdicts';
import { parseReport } from '#conformance/reports/index';
import { UsageError, messageOf } from '../errors.ts';

/** Turns a ConfigError into a UsageError. */
export function asUsageError<Result>(action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    throw translate(error);
  }
}

/** Turns a ConfigError into a UsageError. */
export async function asUsageErrorOf<Result>(action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    throw translate(error);
  }
}

function translate(error: unknown): unknown {
  return error instanceof ConfigError ? new UsageError(error.key, error.message.slice(error.key.length + 2)) : error;
}

/** The number that a flag gives. @throws UsageError */
export function readNumberFlag(flag: string, text: string, bounds: NumberBounds): number {
  return asUsageError(() => readNumber(flag, text, bounds));
}

/** @throws UsageError if the selection is empty @param command the command whose flags they are, such as `conform` */
export function chooseFrom<Item extends Selectable>(
  command: string,
  items: readonly Item[],
  selection: Selection,
  from?: SelectedFrom,
): readonly Item[] {
  try {
    return select(items, selection, from);
  } catch (error) {
    if (error instanceof SelectionError) throw new UsageError(error.flag ?? command, error.why);
    throw error;
  }
}

const SELECTING = {
  only: '--only',
  skip: '--skip',
  clause: '--clause',
  shard: '--shard',
  rerunFailed: '--rerun-failed',
} as const;

/** The flags that chose the checks or drills of a run, for its report. */
export function describeSelection(
  flags: Partial<Readonly<Record<keyof typeof SELECTING, readonly string[] | string | undefined>>>,
): readonly string[] {
  return Object.entries(SELECTING).flatMap(([name, flag]) => {
    // Object.entries widens the names to string.
    const value = flags[name as keyof typeof SELECTING] ?? [];
    return [value].flat().map((one) => `${flag} ${one}`);
  });
}

/** A JSON report of an earlier run. @param flag the flag that names the file @throws UsageError */
export function readReport(flag: string, path: string): RunReport {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(flag, `${path} cannot be read: ${messageOf(error)}; give a JSON report of gristmill`);
  }
  try {
    return parseReport(text, path);
  } catch (error) {
    throw new UsageError(flag, messageOf(error));
  }
}

/** Where a server listens. 0 picks a free port. */
const PORT: NumberBounds = { min: 0, max: 65_535 };

/** @throws UsageError */
export function readListenAddress({ host, port }: { host: string; port: string }): { host: string; port: number } {
  if (host.trim() === '') throw new UsageError('--host', 'give an address to listen at, such as 127.0.0.1 or 0.0.0.0');
  return { host, port: readNumberFlag('--port', port, PORT) };
}

/** Explains why the operating system cannot listen at an address; other errors are returned as they are. */
export function explainListenError(error: unknown, { host, port }: { host: string; port: number }): unknown {
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'EADDRINUSE':
      return new UsageError('--port', `${port} is in use; give another, or 0 to pick a free one`);
    case 'EACCES':
      return new UsageError('--port', `you have no permission to listen at ${port}; give one from 1024 on`);
    case 'EADDRNOTAVAIL':
      return new UsageError('--host', `'${host}' is not an address of this machine; give 127.0.0.1 or 0.0.0.0`);
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new UsageError('--host', `'${host}' cannot be resolved; give 127.0.0.1 or 0.0.0.0`);
    default:
      return error;
  }
}
