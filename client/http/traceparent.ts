import { randomBytes } from 'node:crypto';

/** A new W3C Trace Context, so that the deployment's traces and logs of a request can be found. The sampled flag is set. */
export function makeTraceparent(): string {
  const hex = randomBytes(24).toString('hex');
  return `00-${hex.slice(0, 32)}-${hex.slice(32)}-01`;
}

/** The trace id of a request; undefined if its headers have none. */
export function traceIdOf(request_headers: Readonly<Record<string, string>>): string | undefined {
  return /^00-([\da-f]{32})-/.exec(request_headers['traceparent'] ?? '')?.[1];
}
