import type { ResponseBodyOf, BodyOf, FieldError, Operation, QueryOf } from '#spec';
import type { Refusal } from '../../market/rules/refusal.ts';
import type { DeepPartial } from '../../market/rules/deep-partial.ts';
import type { Flag, Reader, Tx } from '../../market/records/tables.ts';
import type { LinkTo } from '../../market/views/envelopes.ts';
import type { Visible } from '../../market/views/visible.ts';
import type { WorldPorts } from '../ports.ts';

/** The caller, as the access token identifies it. */
export interface Caller {
  token: string;
  client_id: string;
  is_approved_partner: boolean;
  /** Null for a client-credentials token. */
  user_id: string | null;
  team_id: string | null;
  scopes: ReadonlySet<string>;
  /** 1 for live, 0 for the sandbox: every query of a handler filters by it (INV-16, INV-23, INV-25). */
  livemode: Flag;
}

/** The database handle of an operation: the reader of a GET, the transaction of a write. */
type DbOf<Declared extends Operation> = Declared['method'] extends 'get' ? Reader : Tx;

/** What a handler gets to find its subject. */
export interface Entry<Db extends Reader = Tx> {
  world: WorldPorts;
  /** The only database handle that a handler has. */
  db: Db;
  now: string;
  caller: Caller;
  path: Readonly<Record<string, string>>;
}

/** What a handler gets to act, after everything was validated that does not depend on the state of the marketplace. */
export interface Call<Declared extends Operation> extends Entry<DbOf<Declared>> {
  query: QueryOf<Declared>;
  body: BodyOf<Declared>;
  linkTo: LinkTo;
  /** What `prepare` returned. */
  prepared: unknown;
}

/** What a handler gets to check the rest of a body that has fields of the wrong shape. */
export interface InvalidBodyCall<Declared extends Operation> extends Entry<DbOf<Declared>> {
  /** The body without those fields. */
  body: DeepPartial<BodyOf<Declared>>;
  prepared: unknown;
}

/** Returns a refusal if the subject does not exist for this caller, or if the caller may not act on it. */
type Find<Declared extends Operation, Subject> = (entry: Entry<DbOf<Declared>>) => Promise<Subject | Refusal> | Subject | Refusal;

/** One operation of the mock: find the subject (404), then act on it. An operation on a collection has no subject. */
export type Handler<Declared extends Operation, Subject = undefined> = HandlerSteps<Declared, Subject> &
  ([Subject] extends [undefined] ? { find?: Find<Declared, Subject> } : { find: Find<Declared, Subject> });

/** A handler of any operation. It gets a query and a body that were validated by its own operation. */
export type AnyHandler = HandlerSteps<Operation, unknown> & { find?: Find<Operation, unknown> };

interface HandlerSteps<Declared extends Operation, Subject> {
  /** Runs before the transaction begins, for work that takes too long inside it. The body is not validated yet. */
  prepare?: (world: WorldPorts, json: unknown) => Promise<unknown>;
  /**
   * BID-19: only the parties of the subject may learn of it, so it is found before the Idempotency-Key is looked up. Other operations
   * replay a used key without checking that the subject still exists (IDEM-2).
   */
  is_for_parties?: true;
  /**
   * ERR-5: further errors in a body that already has fields of the wrong shape. Errors for those fields are dropped. For a valid body,
   * `act` applies the same rules.
   */
  findErrors?: (call: InvalidBodyCall<Declared>, subject: Subject) => Promise<readonly FieldError[]> | readonly FieldError[];
  act: (
    call: Call<Declared>,
    subject: Subject,
  ) => Promise<Visible<ResponseBodyOf<Declared>> | Refusal> | Visible<ResponseBodyOf<Declared>> | Refusal;
}

/** PRIV-8, PRIV-14: whether the caller sees the names and coordinates of its farms. */
export function canReadFarms({ scopes }: Caller): boolean {
  return scopes.has('farms.read');
}

/** The team of the caller, for operations that require one (`needs_team`). */
export function teamOf(caller: Caller): string {
  if (caller.team_id === null) throw new Error('the caller has no team, but the operation requires one');
  return caller.team_id;
}

/** The user of the caller, for operations that a client-credentials token cannot call (AUTH-5). */
export function userOf(caller: Caller): string {
  if (caller.user_id === null) throw new Error('the caller has no user, but the operation requires one');
  return caller.user_id;
}
