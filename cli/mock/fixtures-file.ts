import { Batch } from '#fixtures/records';
import { fieldErrorsOf } from '#mock/server/http/validate-body';
import { UsageError, messageOf } from '../errors.ts';
import { readFlagFile } from '../flags/values.ts';

/** The error names at most this many wrong fields and counts the rest. */
const NAMED_MAX = 10;

/**
 * Reads the records of a fixtures file. References are checked later, against the generated world.
 * @throws UsageError that names the first wrong fields by their paths
 */
export function readFixtures(path: string): Batch {
  const result = Batch.safeParse(readJson(path), { reportInput: true });
  if (result.success) return result.data;
  const errors = result.error.issues
    .flatMap(fieldErrorsOf)
    .map(({ field, message }) => `${field === 'body' ? 'the file' : field} ${message}`);
  const named = errors.slice(0, NAMED_MAX).join('; ');
  const more = errors.length > NAMED_MAX ? `; and ${errors.length - NAMED_MAX} more` : '';
  throw new UsageError('--fixtures', `'${path}' has wrong fields: ${named}${more}`);
}

function readJson(path: string): unknown {
  // RFC 8259, section 8.1: a parser can ignore a byte order mark.
  const text = readFlagFile('--fixtures', path, 'give a JSON file with records').replace(/^\uFEFF/, '');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError('--fixtures', `'${path}' is not JSON: ${messageOf(error)}`);
  }
}
