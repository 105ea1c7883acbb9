import type { z } from 'zod';
import type { ClauseId } from '../clauses/index.ts';
import type { ErrorCode } from '../errors.ts';
import type { Scope } from '../scopes.ts';
import type { Parameter } from './parameters.ts';

export type Area =
  | 'inventory'
  | 'bids'
  | 'delivery-locations'
  | 'market'
  | 'trades'
  | 'teams'
  | 'cash-bids'
  | 'webhooks'
  | 'sandbox'
  | 'farms'
  | 'listings';

/** One endpoint of the document, declared once: the OpenAPI document, the mock's route and the typed client come from it. */
export interface Operation {
  method: 'get' | 'post' | 'patch' | 'delete';
  /** Relative to base_url, parameters in braces. */
  path: string;
  area: Area;
  summary: string;
  description?: string;
  /** `all` of these scopes, or `any` of them, are needed (AUTH-2). */
  scopes: { all: readonly Scope[] } | { any: readonly Scope[] };
  /** Whether a token that is bound to no team is refused with 400 no_team. */
  needs_team: boolean;
  /** Whether a live token is refused (SBX-1). */
  sandbox_only?: boolean;
  /** What each path parameter is. */
  path_parameters: Readonly<Record<string, string>>;
  query: Readonly<Record<string, Parameter<unknown>>>;
  takes_idempotency_key?: boolean;
  body?: { schema: z.ZodType; required: boolean };
  success: { status: 200 | 201; description: string; schema: z.ZodType };
  /** The statuses in the endpoint's own row; all others are marked as ours in the OpenAPI document (OP-4). */
  listed_errors: readonly number[];
  /** The refusals beyond those that follow from scopes, team, query, body and key. */
  errors: readonly ErrorCode[];
  clauses: readonly ClauseId[];
  /** The assumption under which the shape or the status of the answer is ours. */
  assumed?: ClauseId;
}

/** Keeps the literal type of a declaration, so that handlers know their query and body. */
export function operation<const Declared extends Operation>(declared: Declared): Declared {
  return declared;
}

/** The values of an operation's query parameters, as the mock hands them to a handler. */
export type QueryOf<Declared extends Operation> = {
  [Name in keyof Declared['query']]: Declared['query'][Name] extends Parameter<infer Value> ? Value : never;
};

/** The parsed body of an operation; undefined where it takes none or an optional one was left out. */
export type BodyOf<Declared extends Operation> = Declared extends { body: { schema: infer Schema; required: infer Required } }
  ? Schema extends z.ZodType
    ? Required extends true
      ? z.infer<Schema>
      : z.infer<Schema> | undefined
    : undefined
  : undefined;

/** What an operation answers when it succeeds. */
export type AnswerOf<Declared extends Operation> = z.infer<Declared['success']['schema']>;

export function scopesOf(declared: Operation): readonly Scope[] {
  return 'all' in declared.scopes ? declared.scopes.all : declared.scopes.any;
}

/** Every refusal that an operation can answer, from what it declares; the general ones come first. */
export function errorCodesOf(declared: Operation): readonly ErrorCode[] {
  const codes: ErrorCode[] = ['unauthenticated', 'insufficient_scope'];
  if (declared.needs_team) codes.push('no_team');
  if (Object.keys(declared.path_parameters).length > 0) codes.push('malformed_request');
  if (Object.keys(declared.query).length > 0) codes.push('invalid_filter');
  if (declared.body !== undefined) codes.push('payload_too_large', 'unsupported_media_type', 'invalid_json', 'validation_failed');
  if (declared.takes_idempotency_key === true) codes.push('invalid_header', 'idempotency_conflict');
  return [...new Set([...codes, ...declared.errors, 'rate_limited' as const, 'internal_error' as const])];
}
