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
  `'${path}' cannot be written; change its permissions or those of its folder, or give another file`;
const FULL: Explain = (path) =>
  `the disk is full: '${path}' cannot grow, so the last change was undone; free some space, and the mock goes on`;

/** SQLite's result codes: https://www.sqlite.org/rescode.html. The low byte of an extended code is the plain one. */
const BY_RESULT_CODE: Readonly<Record<number, Explain>> = {
  5: (path) => `'${path}' is locked by another program that writes to it; end that one, or give another file`,
  8: NOT_WRITABLE,
  10: (path) => `'${path}' cannot be read or written: the disk reports an error; check the disk, or give a file on another`,
  11: (path) => `'${path}' is damaged; put a copy in its place, or delete it to begin with a new world`,
  13: FULL,
  14: (path) => `'${path}' cannot be opened; check that its folder is there and can be written, or give another file`,
  26: (path) => `'${path}' is not a SQLite database; give another file, or one to make`,
};
const RESULT_CODE_MASK = 0xff;

const BY_SYSTEM_CODE: Readonly<Record<string, Explain>> = {
  ENAMETOOLONG: (path) => `'${path}' is too long: a name has at most 250 characters here; give a shorter one`,
  ELOOP: (path) => `'${path}' is a symbolic link that leads to itself; give another file`,
  ENOTDIR: (path) => `'${path}' lies below something that is not a folder; give another file`,
  EACCES: NOT_WRITABLE,
  EPERM: NOT_WRITABLE,
  EROFS: NOT_WRITABLE,
  ENOSPC: FULL,
};

/** Explains an error of a database file. Undefined if the file is not the cause. */
export function explainDatabaseFailure(error: unknown, path: string): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('errcode' in error && typeof error.errcode === 'number') return BY_RESULT_CODE[error.errcode & RESULT_CODE_MASK]?.(path);
  return 'code' in error ? BY_SYSTEM_CODE[String(error.code)]?.(path) : undefined;
}

/** Runs `act` and converts system and SQLite errors. @throws DatabaseFileError */
export function explainingFailures<Result>(path: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    const message = explainDatabaseFailure(error, path);
    throw message === undefined ? error : new DatabaseFileError(message, { cause: error });
  }
}
