import { isInstant as isInstantText } from '../../expectations/instants.ts';

/** A date and time of ISO 8601, in any of its forms; the document does not ask for a zone. */
export function isInstant(value: unknown): value is string {
  return typeof value === 'string' && isInstantText(value);
}
