import { readFileSync } from 'node:fs';
import type { Batch as BatchRecords } from '#fixtures/records';
import { fieldErrorsOf } from '#mock/server/http/validate-body';
import { Batch } from './fixture-schemas.ts';
import { UsageError } from '../usage-error.ts';

/** More wrong fields than this are counted, not named. */
const NAMED_MAX = 10;

/**
 * Reads the records of a fixtures file. Whether what they refer to exists is known once the world has been generated.
 * @throws UsageError that names every wrong field by its path
 */
export function readFixtures(path: string): BatchRecords {
  const result = Batch.safeParse(readJson(path), { reportInput: true });
  if (result.success) return result.data;
  const errors = result.error.issues
    .flatMap(fieldErrorsOf)
    .map(({ field, message }) => `${field === 'body' ? 'the whole' : field} ${message}`);
  const named = errors.slice(0, NAMED_MAX).join('; ');
  const more = errors.length > NAMED_MAX ? `; and ${errors.length - NAMED_MAX} more` : '';
  throw new UsageError('--fixtures', `'${path}' will not do: ${named}${more}`);
}

function readJson(path: string): unknown {
  let text: string;
  try {
    // RFC 8259, section 8.1: a byte order mark may be taken for nothing.
    text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    throw new UsageError('--fixtures', `'${path}' cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError('--fixtures', `'${path}' is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
