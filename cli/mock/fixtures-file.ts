import { Batch } from '#fixtures/records';
import { closestName } from '#spec/closest-name';
import { fieldErrorsOf, type Issue } from '#mock/server/http/validate-body';
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
    .flatMap((issue) =>
      fieldErrorsOf(issue).map(({ field, message }) => ({ field, message: `${message}${suggest(issue, field)}` })),
    )
    .map(({ field, message }) => `${field === 'body' ? 'the file' : field} ${message}`);
  const named = errors.slice(0, NAMED_MAX).join('; ');
  const more = errors.length > NAMED_MAX ? `; and ${errors.length - NAMED_MAX} more` : '';
  throw new UsageError('--fixtures', `'${path}' has wrong fields: ${named}${more}`);
}

/** The most similar known field, as the end of a message about an unknown one. */
function suggest({ code, path }: Issue, field: string): string {
  if (code !== 'unrecognized_keys') return '';
  const closest = closestName(field.split('.').at(-1) ?? field, listFields(path));
  return closest === undefined ? '' : `; did you mean ${closest}?`;
}

/** The fields of the file, or of the records of one of its tables. @param path of the object that has an unknown field */
function listFields([table]: readonly PropertyKey[]): readonly string[] {
  if (table === undefined) return Object.keys(Batch.shape);
  const known = Object.entries(Batch.shape).find(([name]) => name === table);
  return known === undefined ? [] : Object.keys(known[1].unwrap().element.shape);
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
