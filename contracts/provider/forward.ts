import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import * as undici from 'undici';
import { describeThrown, openAgent, readBytes, timeLimit } from '#client';

const RESPONSE_TIMEOUT_MS = 30_000;
/** Sent to Pact if the target does not send a complete response. */
const NO_RESPONSE_STATUS = 599;

/** Headers of a single connection (RFC 9110, section 7.6.1), and those that change when a body is forwarded. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'content-encoding',
  'accept-encoding',
]);

export interface ForwardedRequest {
  method: string;
  /** The path and query in the pact. */
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Replaces the Authorization header. */
  token: string | undefined;
}

export interface ForwardedResponse {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
  /** Why the target did not respond. */
  fault?: string;
}

let agent: undici.Dispatcher | undefined;

/** Forwards a request to the target. The path can begin with `/v1`, even if the base URL ends with it. */
export async function forward(
  base_url: string,
  { method, url, headers, body, token }: ForwardedRequest,
): Promise<ForwardedResponse> {
  const path = base_url.endsWith('/v1') ? url.replace(/^\/v1(?=[/?]|$)/, '') : url;
  try {
    agent ??= openAgent(undici);
    const response = await undici.request(`${base_url}${path}`, {
      dispatcher: agent,
      // Pact sends only valid methods.
      method: method as 'GET',
      headers: { ...withoutHopByHop(headers), ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
      ...(body.length === 0 ? {} : { body }),
      signal: timeLimit(RESPONSE_TIMEOUT_MS),
    });
    return { status: response.statusCode, headers: withoutHopByHop(response.headers), body: await readBytes(response.body) };
  } catch (error) {
    const fault = `the target did not respond to ${method} ${path}: ${describeThrown(error)}`;
    return {
      status: NO_RESPONSE_STATUS,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify({ error: fault })),
      fault,
    };
  }
}

function withoutHopByHop(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)));
}
