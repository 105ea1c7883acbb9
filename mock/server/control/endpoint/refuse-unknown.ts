import { UnknownDeviationError } from '../../../mutations/deviations.ts';
import type { Refusal } from '../../../market/rules/refusal.ts';
import { refuseFields } from '../../../market/rules/refusal.ts';

/**
 * 422 for a violation or variant that is not known, naming it and the closest.
 * @param field where the names were given
 * @throws any other error
 */
export function refuseUnknown(error: unknown, field: string, names: readonly string[]): Refusal {
  if (!(error instanceof UnknownDeviationError)) throw error;
  return refuseFields({ field: `${field}[${names.indexOf(error.unknown)}]`, message: error.message });
}
