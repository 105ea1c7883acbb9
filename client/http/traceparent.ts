/**
 * A new W3C Trace Context, so that the deployment's traces and logs of a request can be found. The sampled flag is set.
 * @param root 24 random hexadecimal digits of the caller
 * @param number the number of the request, at least 1
 */
export function makeTraceparent(root: string, number: number): string {
  const own = number.toString(16).padStart(8, '0');
  return `00-${root}${own}-${root.slice(0, 8)}${own}-01`;
}

/** The trace id of a request; undefined if its headers have none. */
export function traceIdOf(request_headers: Readonly<Record<string, string>>): string | undefined {
  return /^00-([\da-f]{32})-/.exec(request_headers['traceparent'] ?? '')?.[1];
}
