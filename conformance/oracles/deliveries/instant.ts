/** A date and time of ISO 8601, in its extended or basic form; the document does not ask for a zone. */
const INSTANT =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d([.,]\d+)?)?(Z|[+-]\d\d(:\d\d)?)?|\d{8}T\d{4}(\d\d([.,]\d+)?)?(Z|[+-]\d\d(\d\d)?)?)$/i;

export function isInstant(value: unknown): value is string {
  if (typeof value !== 'string' || !INSTANT.test(value)) return false;
  // What is in the basic form is not what Date.parse reads.
  return !value.includes('-') || !Number.isNaN(Date.parse(value.replace(',', '.')));
}
