import type { Arrival } from '#client';

/** Documented headers in their exact spelling, because Pact's metadata is case-sensitive. */
const DOCUMENTED_HEADERS = ['SVC-Event', 'SVC-Signature'] as const;

/**
 * The headers of a delivery as message metadata: in lower case, and the documented ones also in their documented spelling. Also has contentType, which is
 * empty if the delivery has no Content-Type.
 */
export function metadataOf({ headers }: Pick<Arrival, 'headers'>): Readonly<Record<string, string>> {
  const spelled = DOCUMENTED_HEADERS.flatMap((name): [string, string][] => {
    const value = headers[name.toLowerCase()];
    return value === undefined ? [] : [[name, value]];
  });
  return { ...headers, contentType: headers['content-type'] ?? '', ...Object.fromEntries(spelled) };
}
