/** Prepares the exchanges of a stage for the report: replaces secrets, shortens long bodies, and drops the middle of a long list. */
import { createHash } from 'node:crypto';
import type { Exchange } from '../testbed/exchange.ts';
import { readObject } from '../testbed/exchange.ts';
import type { LoggedExchange } from '../verdict/verdict.ts';

const EXCHANGES_MAX = 40;
const BODY_CHARS_MAX = 1_500;
const SHOWN_HEADERS = new Set(['authorization', 'idempotency-key', 'content-type', 'user-agent', 'accept']);
/**
 * The values of these fields are replaced. Equal values get the same six hex digits, so a reader can compare them. `code` and `token` count only before `=`,
 * as in forms and queries: in JSON, `code` is the code of an error.
 */
const SECRETS =
  /\b(access_token|refresh_token|client_secret|(?:code|token)(?==)|code_verifier|id_token|secret|(?:client_)?assertion)("?\s*[=:]\s*"?)([^"&\s,}]+)/g;

function placeholderFor(kind: string, value: string): string {
  return `[${kind} ${createHash('sha256').update(value).digest('hex').slice(0, 6)}]`;
}

type Hide = (text: string) => string;

function redact(text: string, hide: Hide): string {
  // Secrets are replaced before the text is cut, because part of a secret would not be recognized.
  const shown = hide(
    text.replaceAll(
      SECRETS,
      (_, name: string, between: string, value: string) => `${name}${between}${placeholderFor(name, value)}`,
    ),
  );
  return shown.length <= BODY_CHARS_MAX ? shown : `${shown.slice(0, BODY_CHARS_MAX)}…`;
}

function redactHeader(name: string, value: string, hide: Hide): string {
  if (name !== 'authorization') return hide(value);
  // A client can forget the scheme, or write two spaces.
  const [scheme = ''] = /^(?:Bearer|Basic)\s+/i.exec(value) ?? [];
  return `${scheme}${placeholderFor('token', value.slice(scheme.length))}`;
}

/** Replaces known secrets in a text, because findings can quote what the client printed or answered. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce(
    (hidden, secret) => (secret === '' ? hidden : hidden.replaceAll(secret, placeholderFor('secret', secret))),
    text,
  );
}

/** The tokens that the authorization server issued in these exchanges. */
export function issuedTokens(exchanges: readonly Exchange[]): readonly string[] {
  return exchanges
    .filter(({ purpose }) => purpose === 'token')
    .flatMap(({ response }) => {
      const { access_token, refresh_token } = readObject(response?.body ?? '');
      return [access_token, refresh_token].filter((token) => typeof token === 'string');
    });
}

/**
 * Prepares exchanges for the report, at most `EXCHANGES_MAX` of them, in the order in which they were sent.
 * @param began_ms when the stage began, by the clock of `elapsedMs`
 * @param hide replaces the secrets that are known, in whichever field they are
 */
export function logExchanges(
  exchanges: readonly Exchange[],
  began_ms: number,
  hide: Hide = (text) => text,
): readonly LoggedExchange[] {
  const sorted = exchanges.toSorted((a, b) => a.n - b.n);
  // The first exchanges show the fault, and the last ones show how the client reacted.
  const kept =
    sorted.length <= EXCHANGES_MAX ? sorted : [...sorted.slice(0, EXCHANGES_MAX / 2), ...sorted.slice(-EXCHANGES_MAX / 2)];
  return kept.map((one) => ({
    at_ms: Math.round(one.began_ms - began_ms),
    duration_ms: Math.round(one.ended_ms - one.began_ms),
    method: one.method,
    path: redact(one.path, hide),
    request_headers: Object.fromEntries(
      Object.entries(one.headers)
        .filter(([name]) => SHOWN_HEADERS.has(name))
        .map(([name, value]) => [name, redactHeader(name, value, hide)]),
    ),
    request_body: redact(one.body, hide),
    status: one.response?.status ?? 0,
    response_body: redact(one.response?.body ?? '', hide),
    disturbed_by: one.disturbed_by ?? null,
  }));
}
