import { describeThrown } from './describe-thrown.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'you have no permission to read it',
};

/** Why a file could not be read, for a message that names the file. */
export function describeReadError(error: unknown): string {
  const reason = error instanceof Error && 'code' in error ? REASONS[String(error.code)] : undefined;
  return reason ?? describeThrown(error);
}
