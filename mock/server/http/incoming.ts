import type { Request } from 'express';
import type { Refusal } from '../../market/rules/refusal.ts';
import type { BodyDescription } from './read-body.ts';
import { descriptionOf } from './read-body.ts';
import { readTarget } from './target.ts';

/** The parts of a request that the pipeline reads. */
export interface Incoming extends BodyDescription {
  method: string;
  /** The path as the client sent it, still encoded. */
  address: string;
  /** The query, without the question mark. */
  search: string;
  /** The parameters of the path, decoded. */
  path: Readonly<Record<string, string>>;
  authorization: string | undefined;
  idempotency_key: string | undefined;
  /** The body, possibly empty, or the refusal 413 if it is too large. */
  bytes: Buffer | Refusal;
}

/** @param bytes the raw body, or why it could not be read */
export function readIncoming(request: Request, bytes: Buffer | Refusal): Incoming {
  const { path: address, search } = readTarget(request);
  return {
    method: request.method,
    address,
    search,
    // Express has decoded the path: every declared parameter is a string.
    path: request.params as Record<string, string>,
    authorization: request.headers.authorization,
    idempotency_key: request.get('Idempotency-Key'),
    ...descriptionOf(request),
    bytes,
  };
}
