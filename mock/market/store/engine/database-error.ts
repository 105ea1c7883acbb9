/** A database file cannot be used. The message names the file and says what to do. */
export class DatabaseFileError extends Error {
  override readonly name: string = 'DatabaseFileError';
  /** Whether the previous error of the file was the same. */
  readonly is_repeat: boolean;

  constructor(message: string, { is_repeat = false, cause }: { is_repeat?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.is_repeat = is_repeat;
  }
}

type Explain = (path: string) => string;

const NOT_WRITABLE: Explain = (path) =>
  `'${path}' cannot be written; change its permissions or those of its folder, or use another path`;
const FULL: Explain = (path) =>
  `the disk is full: '${path}' cannot grow, so the last change was undone; free some space, and the mock continues`;
export const damaged: Explain = (path) => `'${path}' is damaged; replace it with a copy, or delete it to start with a new world`;

/** SQLite's result codes: https://www.sqlite.org/rescode.html. The low byte of an extended code is the plain one. */
const BY_RESULT_CODE: Readonly<Record<number, Explain>> = {
  5: (path) => `'${path}' is locked by another program; stop that program, or use another path`,
  8: NOT_WRITABLE,
  10: (path) => `'${path}' cannot be read or written, because the disk reports an error; check the disk, or use another one`,
  11: damaged,
  13: FULL,
  14: (path) => `'${path}' cannot be opened; check that its folder exists and can be written, or use another path`,
  26: (path) => `'${path}' is not a SQLite database; use another path`,
};
const RESULT_CODE_MASK = 0xff;

const BY_SYSTEM_CODE: Readonly<Record<string, Explain>> = {
  ENAMETOOLONG: (path) => `'${path}' is too long, because file names have at most 250 characters here; use a shorter name`,
  EACCES: NOT_WRITABLE,
  EPERM: NOT_WRITABLE,
  EROFS: NOT_WRITABLE,
  ENOSPC: FULL,
};

/** The extended result code of an error of SQLite. Undefined for other errors. */
export function resultCodeOf(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : undefined;
}

/** Explains an error of a database file. Undefined if the file is not the cause. */
export function explainDatabaseFailure(error: unknown, path: string): string | undefined {
  const result_code = resultCodeOf(error);
  if (result_code !== undefined) return BY_RESULT_CODE[result_code & RESULT_CODE_MASK]?.(path);
  return error instanceof Error && 'code' in error ? BY_SYSTEM_CODE[String(error.code)]?.(path) : undefined;
}

/** Runs `act` and converts system and SQLite errors. @throws DatabaseFileError */
export function explainFailures<Result>(path: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    const message = explainDatabaseFailure(error, path);
    throw message === undefined ? error : new DatabaseFileError(message, { cause: error });
  }
}
