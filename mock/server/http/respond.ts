/** The one file that writes responses. */
import type { ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ClauseId } from '#spec/clauses/index';
import type { ErrorObject } from '#spec';
import { ERRORS } from '#spec';
import type { Refusal } from '../../market/rules/refusal.ts';
import { refuse } from '../../market/rules/refusal.ts';

/** CONV-5: everything is application/json, errors included. */
const CONTENT_TYPE = 'application/json; charset=utf-8';
const HEADERS = { 'Content-Type': CONTENT_TYPE, 'Cache-Control': 'no-store' };

/** A response before it is sent. */
export interface OutgoingResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  text: string;
  /** Set if the connection was closed: by a fault, before anything was sent or in the middle of the body, or by the client. */
  broken_off?: 'at once' | 'midway' | 'by the client';
  /** The id of the fault that changed the response. */
  fault?: string;
  /** The clause behind a refusal. */
  clause?: ClauseId;
  /** IDEM-2: set if this is the stored response to an earlier request. */
  is_replay?: true;
}

/** IDEM-2, IDEM-9: a repeat gets the first response, byte for byte. */
export function makeTextResponse(status: number, text: string): OutgoingResponse {
  return { status, headers: HEADERS, text };
}

export function makeRefusalResponse(refusal: Refusal): OutgoingResponse {
  // OP-2: a cause has its status wherever it occurs, whether the endpoint's row lists it or not.
  const { status, clause } = ERRORS[refusal.refused];
  // AUTH-10: tells clients how to send a token.
  const challenge = status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {};
  const headers = { ...challenge, ...refusal.headers, ...HEADERS };
  return { status, headers, text: JSON.stringify(errorObjectOf(refusal)), clause: refusal.clause ?? clause };
}

/** The changes that faults make to responses before they are sent. */
const changes = new WeakMap<ServerResponse, (response: OutgoingResponse) => OutgoingResponse>();

/** Injects a fault: `send` changes the response before it sends it. */
export function injectFault(response: ServerResponse, change: (reply: OutgoingResponse) => OutgoingResponse): void {
  changes.set(response, change);
}

/** @returns what was sent */
export function send(response: ServerResponse, whole: OutgoingResponse): OutgoingResponse {
  const changed = changes.get(response)?.(whole) ?? whole;
  // The client has disconnected, so it gets nothing.
  const reply: OutgoingResponse = response.destroyed ? { ...changed, broken_off: 'by the client' } : changed;
  response.statusCode = reply.status;
  for (const [name, value] of Object.entries(reply.headers)) response.setHeader(name, value);
  endSoon(response, reply);
  return reply;
}

/** Writes all responses of one turn of the event loop together, because each write wakes the client, which costs a tenth of a request. */
function endSoon(response: ServerResponse, reply: OutgoingResponse): void {
  setImmediate(() => {
    if (reply.broken_off === undefined) response.end(reply.text, encodingOf(reply.text));
    else breakOff(response, reply);
  });
}

/** Sends nothing, or half of the announced body, and closes the connection. */
function breakOff(response: ServerResponse, { broken_off, text }: OutgoingResponse): void {
  if (broken_off !== 'midway') {
    response.destroy();
    return;
  }
  const bytes = Buffer.from(text);
  response.setHeader('Content-Length', bytes.length);
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => {
    response.destroy();
  });
}

/** For ASCII text, Latin-1 gives the same bytes. Node writes it directly, but copies UTF-8 text to a buffer of three times its length first. */
function encodingOf(text: string): BufferEncoding {
  return Buffer.byteLength(text) === text.length ? 'latin1' : 'utf8';
}

/** The world of a request does not exist, or was closed in the meantime. */
export const NO_WORLD = refuse('not_found', { message: 'There is no such world.' });

export function sendText(response: ServerResponse, status: number, text: string): OutgoingResponse {
  return send(response, makeTextResponse(status, text));
}

export function sendRefusal(response: ServerResponse, refusal: Refusal): OutgoingResponse {
  return send(response, makeRefusalResponse(refusal));
}

/** Explains input that Node's parser rejects, by the beginning of the parser's error code. */
const PARSE_ERRORS: readonly (readonly [code: RegExp, message: string])[] = [
  [
    /OVERFLOW/,
    'The request line and headers, or the chunk extensions, are longer than this mock accepts: 16 KiB, unless it was started with another limit.',
  ],
  [/CONTENT_LENGTH|TRANSFER_ENCODING/, 'Send one Content-Length or Transfer-Encoding: chunked, not both.'],
  [/CHUNK|STRICT/, 'The body is not chunked as Transfer-Encoding says; check the size of each chunk.'],
  [/HEADER|LF_EXPECTED|CR_EXPECTED/, 'A header line is not a name, a colon, and a value that end with CRLF.'],
  [/URL/, 'The request target has a character that must be percent-encoded.'],
  [/EOF/, 'The connection ended in the middle of the request.'],
];
/** RFC 9110, section 15.5.9: the client took too long, so a repeat can succeed. */
const TOO_SLOW = { status: 408, code: 'request_timeout', message: 'The request did not arrive completely in time.' };
const IS_TOO_SLOW = 'ERR_HTTP_REQUEST_TIMEOUT';
const NO_REQUEST = 'This is not a request of HTTP/1.1. This port accepts http, not https and not HTTP/2.';
/** Bytes after the last request of a connection are ignored: the response to that request is on its way. */
const AFTER_THE_LAST = 'HPE_CLOSED_CONNECTION';

/** An Error object that is not in the error catalog. @param refusal `retry_after` is in seconds */
export function makeErrorResponse(refusal: {
  status: number;
  code: string;
  message: string;
  retry_after?: number | undefined;
}): OutgoingResponse {
  const { status, code, message, retry_after } = refusal;
  const headers = retry_after === undefined ? HEADERS : { ...HEADERS, 'Retry-After': String(retry_after) };
  return { status, headers, text: JSON.stringify({ error: { status, code, message } } satisfies ErrorObject) };
}

/** ERR-1, CONV-6: input that Node cannot parse as a request gets an Error object too. */
export function refuseConnection(error: Error, socket: Duplex): void {
  const code = 'code' in error ? String(error.code) : '';
  if (code === AFTER_THE_LAST) return;
  if (code === IS_TOO_SLOW) respondOnSocket(socket, makeErrorResponse(TOO_SLOW));
  else respondOnSocket(socket, makeMalformedResponse(PARSE_ERRORS.find(([pattern]) => pattern.test(code))?.[1] ?? NO_REQUEST));
}

/** ERR-1: for clients that use the mock as a proxy. */
export function refuseTunnel(_request: unknown, socket: Duplex): void {
  respondOnSocket(socket, makeMalformedResponse('The mock is not a proxy; send requests to it directly instead of CONNECT.'));
}

function makeMalformedResponse(message: string): OutgoingResponse {
  return makeRefusalResponse(refuse('malformed_request', { message }));
}

/** Writes a response without a response object, and closes the connection. */
function respondOnSocket(socket: Duplex, { status, headers, text }: OutgoingResponse): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const all = { ...headers, 'Content-Length': String(Buffer.byteLength(text)), Connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', text].join('\r\n'));
}

/** ERR-1, ERR-6. ERR-7: refusals without a message get that of their code, so they do not reveal what is missing. */
function errorObjectOf(refusal: Refusal): ErrorObject {
  const { status, message } = ERRORS[refusal.refused];
  return {
    error: {
      status,
      code: refusal.refused,
      message: refusal.message ?? message,
      ...(refusal.errors === undefined ? {} : { errors: [...refusal.errors] }),
    },
  };
}
