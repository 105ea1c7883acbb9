/** Adds requests that the authorization server refuses to the journal, with more detail about the reason than the client gets. */
import type { IncomingMessage } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Request, Response } from 'express';
import { readTarget } from '../http/target.ts';
import { OAUTH } from '../journal/journal.ts';
import type { RequestWorld } from '../ports.ts';
import { captureText } from './capture-text.ts';

/** An error of oidc-provider. The detail is not sent to the client. */
interface Failure {
  error: string;
  error_detail?: string | undefined;
  error_description?: string | undefined;
}

const reasons = new WeakMap<IncomingMessage, string>();

/** Remembers why a request is refused. @param request the copy that oidc-provider serves */
export function noteFailure(request: IncomingMessage, { error, error_detail, error_description }: Failure): void {
  reasons.set(request, `${error}: ${error_detail ?? error_description ?? 'no details'}`);
}

/** Parameters without secrets. */
const SHOWN: ReadonlySet<string> = new Set(
  'client_id redirect_uri response_type response_mode grant_type scope state prompt login_hint team code_challenge_method error error_description'.split(
    ' ',
  ),
);
const HIDDEN: ReadonlySet<string> = new Set([
  'code',
  'code_verifier',
  'code_challenge',
  'refresh_token',
  'client_secret',
  'token',
]);

/** Leaves out unknown parameters, because they can contain anything. */
function hideSecrets(form: string): string {
  const known = [...new URLSearchParams(form)].filter(([name]) => SHOWN.has(name) || HIDDEN.has(name));
  return known.map(([name, value]) => `${name}=${HIDDEN.has(name) ? '[redacted]' : value}`).join('&');
}

/**
 * Adds an entry when the response ends, if it is a failure.
 * @param copy the request that oidc-provider serves
 */
export function journalFailure(
  world: RequestWorld,
  request: Request,
  response: Response,
  { copy, body }: { copy: IncomingMessage; body: string },
): void {
  const { path, search } = readTarget(request);
  const { method, httpVersion, headers } = request;
  const query = hideSecrets(search);
  const entry = world.journal.begin(OAUTH, {
    method,
    httpVersion,
    headers,
    originalUrl: query === '' ? path : `${path}?${query}`,
  });
  captureText(response, (text) => {
    const { statusCode: status } = response;
    const reason = reasons.get(copy) ?? (status < 400 ? undefined : readReason(text, status));
    if (reason === undefined) return;
    const type = response.getHeader('Content-Type');
    entry.end(hideSecrets(body), { status, headers: type === undefined ? {} : { 'Content-Type': String(type) }, text }, reason);
  });
}

function readReason(text: string, status: number): string {
  try {
    // RFC 6749, section 5.2
    const { error, error_description } = JSON.parse(text) as Failure;
    return `${error}: ${error_description ?? 'no details'}`;
  } catch {
    return STATUS_CODES[status] ?? String(status);
  }
}
