/** Header names in lower case; repeated values joined by a comma. */
export function flattenHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name.toLowerCase()] = typeof value === 'string' ? value : value.join(', ');
  }
  return flat;
}

/** A request without this header accepts any encoding (RFC 9110, section 12.5.3), and undici's `request` decodes none. */
export const UNCOMPRESSED = { 'accept-encoding': 'identity' } as const;
