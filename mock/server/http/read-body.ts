import type { IncomingMessage } from 'node:http';
import { LIMITS } from '#spec';
import type { Refusal } from '../../market/rules/refusal.ts';
import { isRefusal, refuse } from '../../market/rules/refusal.ts';

/** No body of this API has more than a few levels. The limit keeps recursive functions from overflowing the stack. */
const NESTING_MAX = 32;
const JSON_TYPE = /^application\/json *(?:; *charset="?utf-8"? *)?$/i;

/**
 * Reads a body to its end, unless its headers say that it is too large. Keeps no more bytes than the limit.
 * @returns the bytes, or a 413 refusal, which is sent only if no earlier check refuses the request (AUTH-19, CONV-6)
 * @throws the error of the socket if the client disconnects
 */
export async function readBody(request: IncomingMessage): Promise<Buffer | Refusal> {
  if (!hasBody(request)) return NOTHING;
  if (isAnnouncedTooLarge(request)) {
    // Do not wait for it, because the client may never send it.
    request.resume();
    return TOO_LARGE;
  }
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    // A request without an encoding set yields buffers.
    const bytes = chunk as Buffer;
    length += bytes.length;
    if (length <= LIMITS.body_bytes_max) chunks.push(bytes);
  }
  return length > LIMITS.body_bytes_max ? TOO_LARGE : Buffer.concat(chunks);
}

const NOTHING = Buffer.alloc(0);
const TOO_LARGE = refuse('payload_too_large', { message: `The body is larger than ${LIMITS.body_bytes_max} bytes.` });

/** RFC 9112, section 6: whether the headers announce a body. Checked because waiting for the end of an absent body is expensive. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** False with `Connection: close`, where the body must be read, or a client that is still sending would get a reset instead of the response. */
function isAnnouncedTooLarge({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length']) > LIMITS.body_bytes_max && headers.connection?.toLowerCase() !== 'close';
}

/** What the headers say about a body. */
export interface BodyDescription {
  content_type: string | undefined;
  content_encoding: string | undefined;
}

export function descriptionOf({ headers }: IncomingMessage): BodyDescription {
  return { content_type: headers['content-type'], content_encoding: headers['content-encoding'] };
}

/** CONV-6: the JSON value of a body. Undefined if there is none. */
export function parseBody(bytes: Buffer | Refusal, described: BodyDescription): { json: unknown } | Refusal | undefined {
  if (isRefusal(bytes)) return bytes;
  if (bytes.length === 0) return undefined;
  const encoding = described.content_encoding ?? 'identity';
  if (encoding !== 'identity')
    return refuse('unsupported_media_type', { message: `The body must be sent without Content-Encoding, not as ${encoding}.` });
  if (!JSON_TYPE.test(described.content_type ?? ''))
    return refuse('unsupported_media_type', { message: 'The body must be sent as application/json, in UTF-8.' });

  try {
    const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (isNestedDeeperThan(NESTING_MAX, json))
      return refuse('invalid_json', { message: `The body is nested deeper than ${NESTING_MAX} levels.` });
    return { json };
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : 'it is not UTF-8 text';
    return refuse('invalid_json', { message: `The body is not valid JSON: ${reason}` });
  }
}

function isNestedDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isNestedDeeperThan(levels - 1, inner));
}
