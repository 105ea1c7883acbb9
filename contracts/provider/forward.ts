import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { readBytes, timeLimit } from '#client';
import { request } from 'undici';

const ANSWER_TIMEOUT_MS = 30_000;
/** Answered where the target gives no whole answer. */
const NO_ANSWER = 599;

/** Headers of a connection, not of what goes over it, and those that are written anew. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'content-encoding',
  'accept-encoding',
]);

export interface Forwarded {
  method: string;
  /** With its query, as the pact has it. */
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Takes the place of what the header says. */
  token: string | undefined;
}

export interface Answered {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
  /** Why there is no answer of the target. */
  fault?: string;
}

/** Asks the target what a pact asks. A path may begin with `/v1`, which the base URL ends in already. */
export async function forward(base_url: string, { method, url, headers, body, token }: Forwarded): Promise<Answered> {
  const path = base_url.endsWith('/v1') ? url.replace(/^\/v1(?=[/?]|$)/, '') : url;
  try {
    const answer = await request(`${base_url}${path}`, {
      // A border: what Pact has sent is a method.
      method: method as 'GET',
      headers: { ...withoutOwn(headers), ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
      ...(body.length === 0 ? {} : { body }),
      signal: timeLimit(ANSWER_TIMEOUT_MS),
    });
    return { status: answer.statusCode, headers: withoutOwn(answer.headers), body: await readBytes(answer.body) };
  } catch (error) {
    const fault = `the target gave no answer to ${method} ${path}: ${error instanceof Error ? error.message : String(error)}`;
    return {
      status: NO_ANSWER,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify({ error: fault })),
      fault,
    };
  }
}

function withoutOwn(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN_HEADERS.has(name)));
}
