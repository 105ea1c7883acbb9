import type { AnswerOf, BodyOf, FieldError, Operation, QueryOf, Scope } from '#spec';
import type { Refusal } from '../../market/rules/refusal.ts';
import type { DeepPartial } from '../../market/rules/deep-partial.ts';
import type { Db, Flag } from '../../market/records/tables.ts';
import type { LinkTo } from '../../market/views/envelopes.ts';
import type { Seen } from '../../market/views/seen.ts';
import type { World } from '../world/world.ts';

/** Who calls: what the bearer token stands for. */
export interface Caller {
  token: string;
  client_id: string;
  is_approved_partner: boolean;
  /** Null for a client-credentials token. */
  user_id: string | null;
  team_id: string | null;
  scopes: ReadonlySet<string>;
  /** 1 for live, 0 for the sandbox: every query of a handler is bound to it (INV-16, INV-23, INV-25). */
  livemode: Flag;
}

/** What a handler gets to find its subject with. */
export interface Entry {
  world: World;
  /** A transaction where the operation writes, the database where it reads. */
  db: Db;
  now: string;
  caller: Caller;
  path: Readonly<Record<string, string>>;
}

/** What a handler gets to act with: everything has been judged that does not depend on the state of the marketplace. */
export interface Call<Declared extends Operation> extends Entry {
  query: QueryOf<Declared>;
  body: BodyOf<Declared>;
  linkTo: LinkTo;
  /** What `foresee` found out. */
  foreseen: unknown;
}

/** What a handler gets to judge with of a body that has parts of the wrong shape. */
export interface Misfit<Declared extends Operation> extends Entry {
  /** The body without those parts. */
  body: DeepPartial<BodyOf<Declared>>;
  foreseen: unknown;
}

/** One operation of the mock: find the subject (404), then act on it. */
export interface Handler<Declared extends Operation, Subject> {
  /** Finds out what takes longer than the store may be kept from others, before the transaction begins; the body has not been judged yet. */
  foresee?: (world: World, json: unknown) => Promise<unknown>;
  /**
   * BID-19: the subject is for its parties, and a team is not always one of them: it is found before a key is looked up, so that nobody else is
   * answered by a key. Of anything else a repeat is answered without looking whether it is still there (IDEM-2).
   */
  is_for_parties?: true;
  /** Answers a refusal where there is no such subject for this caller, or the caller may not act on it. */
  find: (entry: Entry) => Promise<Subject | Refusal> | Subject | Refusal;
  /**
   * ERR-5: what the rules of the business find in a body that is refused for its shape already. Of a body of the right shape `act` tells
   * it, by the same rules. What it says of a field that is refused for its shape is dropped.
   */
  judge?: (misfit: Misfit<Declared>, subject: Subject) => Promise<readonly FieldError[]> | readonly FieldError[];
  act: (
    call: Call<Declared>,
    subject: Subject,
  ) => Promise<Seen<AnswerOf<Declared>> | Refusal> | Seen<AnswerOf<Declared>> | Refusal;
}

/** For operations on a collection there is nothing to find. */
export function findNothing(): undefined {
  return undefined;
}

export function hasScope(caller: Caller, scope: Scope): boolean {
  return caller.scopes.has(scope);
}

/** The team of the caller, for operations that are refused without one (`needs_team`). */
export function teamOf(caller: Caller): string {
  if (caller.team_id === null) throw new Error('an operation that needs a team was served without one');
  return caller.team_id;
}

/** The user of the caller, for operations whose scopes no client-credentials token can hold (AUTH-5). */
export function userOf(caller: Caller): string {
  if (caller.user_id === null) throw new Error('an operation that needs a user was served without one');
  return caller.user_id;
}
