import type { Request } from 'express';
import type { Refusal } from '../../market/rules/refusal.ts';
import { readTarget } from './target.ts';

/** The parts of a request that the pipeline reads. */
export interface Incoming {
  method: string;
  /** The path as it came. */
  address: string;
  /** The query, without the question mark. */
  search: string;
  /** The parameters of the path, decoded. */
  path: Readonly<Record<string, string>>;
  authorization: string | undefined;
  idempotency_key: string | undefined;
  content_type: string | undefined;
  content_encoding: string | undefined;
  /** The body, possibly empty, or the refusal 413 if it is too large. */
  bytes: Buffer | Refusal;
}

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
    content_type: request.headers['content-type'],
    content_encoding: request.headers['content-encoding'],
    bytes,
  };
}
