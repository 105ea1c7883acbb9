import { isInstant as isInstantText } from '../../expectations/instants.ts';

/** Any form of an ISO 8601 date and time. The document does not require a time zone. */
export function isInstant(value: unknown): value is string {
  return typeof value === 'string' && isInstantText(value);
}
