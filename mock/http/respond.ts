/** The one file that writes responses. */
import type { Duplex } from 'node:stream';
import type { ErrorObject } from '#spec';
import { ERRORS } from '#spec';
import type { Response } from 'express';
import type { Refusal } from '../domain/refusal.ts';
import { refuse } from '../domain/refusal.ts';
import type { Seen } from '../views/seen.ts';

/** CONV-5: everything is application/json, errors included. */
const CONTENT_TYPE = 'application/json; charset=utf-8';

/** What was answered, for the journal. */
export interface Answer {
  status: number;
  text: string;
}

export function sendSeen(response: Response, status: number, body: Seen<unknown>): Answer {
  return sendText(response, status, JSON.stringify(body));
}

/** IDEM-2, IDEM-9: a repeat gets the first answer, byte for byte. */
export function sendText(response: Response, status: number, text: string): Answer {
  response.statusCode = status;
  response.setHeader('Content-Type', CONTENT_TYPE);
  response.setHeader('Cache-Control', 'no-store');
  response.end(text);
  return { status, text };
}

export function sendRefusal(response: Response, refusal: Refusal): Answer {
  // OP-2: a cause has its status wherever it occurs, whether the endpoint's row lists it or not.
  const row = ERRORS[refusal.refused];
  // AUTH-10: a client that forgot its token is told how to send one.
  if (row.status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
  for (const [name, value] of Object.entries(refusal.headers ?? {})) response.setHeader(name, value);
  return sendText(response, row.status, JSON.stringify(errorObjectOf(refusal)));
}

/** ERR-1, CONV-6: what is so broken, or so long, that Node makes no request of it gets an Error object as well. */
export function refuseConnection(_error: Error, socket: Duplex): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const message = 'The request line and headers are no HTTP/1.1, or longer than 16 KiB.';
  const text = JSON.stringify(errorObjectOf(refuse('malformed_request', { message })));
  const head = [
    'HTTP/1.1 400 Bad Request',
    `Content-Type: ${CONTENT_TYPE}`,
    `Content-Length: ${text.length}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`);
}

/** ERR-1, ERR-6. ERR-7: a refusal that says no more than its code has one sentence, whatever it was that is missing. */
export function errorObjectOf(refusal: Refusal): ErrorObject {
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
