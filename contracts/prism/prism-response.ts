/** Responses that Prism itself creates, and requests that it cannot forward unchanged. */
import { isObject, parseJson } from '#client';
import type { ForwardedResponse, ForwardedRequest } from '../provider/forward.ts';

/** `violations`: the target's response violates the document. `refusal`: Prism forwarded nothing. `fault`: any other error. */
interface PrismResponse {
  readonly kind: 'violations' | 'refusal' | 'fault';
  readonly json: unknown;
}

const ERRORS = 'https://stoplight.io/prism/errors#';
const REFUSALS: ReadonlySet<string> = new Set([
  'UNAUTHORIZED',
  'NO_PATH_MATCHED_ERROR',
  'NO_METHOD_MATCHED_ERROR',
  'NO_RESOURCE_PROVIDED_ERROR',
  'NO_SERVER_MATCHED_ERROR',
  'NO_SERVER_CONFIGURATION_PROVIDED_ERROR',
  'PROXY_UNSUPPORTED_REQUEST_BODY',
]);

/** @returns undefined if the response is the target's */
export function readPrismResponse({ headers, body }: Pick<ForwardedResponse, 'headers' | 'body'>): PrismResponse | undefined {
  if (!String(headers['content-type']).includes('application/problem+json')) return undefined;
  const json = parseJson(body.toString('utf8'));
  const type = isObject(json) && typeof json['type'] === 'string' ? json['type'] : '';
  if (!type.startsWith(ERRORS)) return undefined;
  const name = type.slice(ERRORS.length);
  return { kind: name === 'VIOLATIONS' ? 'violations' : REFUSALS.has(name) ? 'refusal' : 'fault', json };
}

/**
 * Whether Prism forwards the request unchanged. It reserializes JSON, drops bodies that are not objects, and normalizes paths. Checks send such requests
 * on purpose.
 */
export function canForward({
  method,
  url,
  headers,
  body,
}: Pick<ForwardedRequest, 'method' | 'url' | 'headers' | 'body'>): boolean {
  const path = url.split('?')[0] ?? '';
  if (/\/\/|\/\.{1,2}(\/|$)|%(?![0-9a-f]{2})/i.test(path) || !path.startsWith('/')) return false;
  if (body.length === 0) return true;
  if (method === 'GET' || method === 'HEAD') return false;
  return String(headers['content-type']).startsWith('application/json') && isObject(parseJson(body.toString('utf8')));
}
