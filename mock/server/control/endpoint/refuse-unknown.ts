import { UnknownDeviationError } from '../../../mutations/deviations.ts';
import type { Refusal } from '../../../market/rules/refusal.ts';
import { refuseFields } from '../../../market/rules/refusal.ts';

/**
 * Refuses an unknown violation or variant with the closest name.
 * @param field the field with the names
 * @throws any other error
 */
export function refuseUnknown(error: unknown, field: string, names: readonly string[]): Refusal {
  if (!(error instanceof UnknownDeviationError)) throw error;
  return refuseFields({ field: `${field}[${names.indexOf(error.unknown)}]`, message: error.message });
}
