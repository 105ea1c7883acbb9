/** A request of the client and its response, as the proxy saw them. */
import type { OperationId } from '#spec';
import { findOperation, isObject, parseJson, type JsonObject } from '#client';

/** What a request is for: an operation of the API, or something of the authorization server. */
export type Purpose = OperationId | 'token' | 'oauth' | 'unknown';

export interface ClientRequest {
  /** From 1, in order of arrival. */
  readonly n: number;
  readonly purpose: Purpose;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ExchangeResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Exchange extends ClientRequest {
  /** On the clock of `elapsedMs`. */
  readonly began_ms: number;
  readonly ended_ms: number;
  /** Undefined if the connection was cut instead. */
  readonly response: ExchangeResponse | undefined;
  /** The fault that the stage injected into it. Undefined if there was none. */
  readonly disturbed_by: string | undefined;
}

/** @param path as requested, with its query */
export function purposeOf(method: string, path: string): Purpose {
  const [plain = ''] = path.split('?');
  if (plain === '/oauth/token') return 'token';
  if (plain.startsWith('/oauth/') || plain.startsWith('/.well-known/')) return 'oauth';
  if (!plain.startsWith('/v1/')) return 'unknown';
  return findOperation(method, plain.slice('/v1'.length)) ?? 'unknown';
}

/** Parses a JSON object. Empty if the text is anything else. */
export function readObject(text: string): JsonObject {
  const value = parseJson(text);
  return isObject(value) ? value : {};
}
