/** The one file that writes responses. */
import type { Duplex } from 'node:stream';
import type { ErrorObject } from '#spec';
import { ERRORS } from '#spec';
import type { Response } from 'express';
import type { Refusal } from '../domain/refusal.ts';
import { refuse } from '../domain/refusal.ts';

/** CONV-5: everything is application/json, errors included. */
const CONTENT_TYPE = 'application/json; charset=utf-8';
const HEADERS = { 'Content-Type': CONTENT_TYPE, 'Cache-Control': 'no-store' };

/** What is answered, whole. */
export interface Answer {
  status: number;
  headers: Readonly<Record<string, string>>;
  text: string;
}

/** IDEM-2, IDEM-9: a repeat gets the first answer, byte for byte. */
export function answerText(status: number, text: string): Answer {
  return { status, headers: HEADERS, text };
}

export function answerRefusal(refusal: Refusal): Answer {
  // OP-2: a cause has its status wherever it occurs, whether the endpoint's row lists it or not.
  const { status } = ERRORS[refusal.refused];
  // AUTH-10: a client that forgot its token is told how to send one.
  const challenge = status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {};
  return { status, headers: { ...challenge, ...refusal.headers, ...HEADERS }, text: JSON.stringify(errorObjectOf(refusal)) };
}

export function send(response: Response, answer: Answer): Answer {
  response.statusCode = answer.status;
  for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
  // What is ready in one turn of the event loop leaves together: every write wakes whoever reads it, which costs a tenth of the whole request.
  setImmediate(() => {
    response.end(answer.text, encodingOf(answer.text));
  });
  return answer;
}

/** ASCII is the same bytes in Latin-1, which Node hands to the socket as it is; of a UTF-8 text it makes a copy three times as long first. */
function encodingOf(text: string): BufferEncoding {
  return Buffer.byteLength(text) === text.length ? 'latin1' : 'utf8';
}

export function sendText(response: Response, status: number, text: string): Answer {
  return send(response, answerText(status, text));
}

export function sendRefusal(response: Response, refusal: Refusal): Answer {
  return send(response, answerRefusal(refusal));
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
