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

/** One endpoint of the document. The OpenAPI document, the mock's routes, and the typed client derive from it. */
export interface Operation {
  method: 'get' | 'post' | 'patch' | 'delete';
  /** Relative to base_url, with parameters in braces. */
  path: string;
  area: Area;
  summary: string;
  description?: string;
  /** The token needs `all` of these scopes, or `any` of them (AUTH-2). */
  scopes: { all: readonly Scope[] } | { any: readonly Scope[] };
  /** If true, a token without a team gets 400 no_team. */
  needs_team: boolean;
  /** If true, live tokens are rejected (SBX-1). */
  sandbox_only?: boolean;
  /** Descriptions of the path parameters. */
  path_parameters: Readonly<Record<string, string>>;
  query: Readonly<Record<string, Parameter<unknown>>>;
  takes_idempotency_key?: boolean;
  body?: { schema: z.ZodType; required: boolean };
  success: { status: 200 | 201; description: string; schema: z.ZodType };
  /** The error statuses in the endpoint's row of the document. The OpenAPI document marks all others as ours (OP-4). */
  listed_errors: readonly number[];
  /** Errors beyond those that `errorCodesOf` derives from the other fields. */
  errors: readonly ErrorCode[];
  clauses: readonly ClauseId[];
  /** The clause that assumes the shape or status of the response. */
  assumed?: ClauseId;
}

/** The values of fields that a declaration leaves out. */
const DEFAULTS = { needs_team: false, path_parameters: {}, query: {}, errors: [] } as const;
type Defaults = typeof DEFAULTS;
type Declaration = Omit<Operation, keyof Defaults> & Partial<Pick<Operation, keyof Defaults>>;

/** Preserves the literal type of a declaration, so that handlers have typed queries and bodies. */
export function operation<const Declared extends Declaration>(declared: Declared): Declared & Omit<Defaults, keyof Declared> {
  return { ...DEFAULTS, ...declared };
}

/** The parsed query parameters of an operation. */
export type QueryOf<Declared extends Operation> = {
  [Name in keyof Declared['query']]: Declared['query'][Name] extends Parameter<infer Value> ? Value : never;
};

/** The parsed body of an operation; undefined if the operation takes none, or if an optional body is missing. */
export type BodyOf<Declared extends Operation> = Declared extends { body: { schema: infer Schema; required: infer Required } }
  ? Schema extends z.ZodType
    ? Required extends true
      ? z.infer<Schema>
      : z.infer<Schema> | undefined
    : undefined
  : undefined;

/** The response body of a successful operation. */
export type ResponseBodyOf<Declared extends Operation> = z.infer<Declared['success']['schema']>;

export function scopesOf(declared: Operation): readonly Scope[] {
  return 'all' in declared.scopes ? declared.scopes.all : declared.scopes.any;
}

/** The codes of every error that an operation can return, general ones first. */
export function errorCodesOf(declared: Operation): readonly ErrorCode[] {
  const codes: ErrorCode[] = ['unauthenticated', 'insufficient_scope'];
  if (declared.needs_team) codes.push('no_team');
  if (Object.keys(declared.path_parameters).length > 0) codes.push('malformed_request');
  if (Object.keys(declared.query).length > 0) codes.push('invalid_filter');
  if (declared.body !== undefined) codes.push('payload_too_large', 'unsupported_media_type', 'invalid_json', 'validation_failed');
  if (declared.takes_idempotency_key === true) codes.push('invalid_header', 'idempotency_conflict');
  return [...new Set([...codes, ...declared.errors, 'rate_limited' as const, 'internal_error' as const])];
}
