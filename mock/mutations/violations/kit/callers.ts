/** Changes to authentication and authorization. */
import { personas } from '#fixtures/personas';
import type { Personas } from '#fixtures/personas';
import { SCOPES, scopesOf } from '#spec';
import type { ErrorCode, Scope } from '#spec';
import type { Refusal } from '../../../market/rules/refusal.ts';
import { isRefusal, refuse } from '../../../market/rules/refusal.ts';
import type { Caller } from '../../../server/http/call.ts';
import type { OperationContext, Awaitable, Seams } from '../../seams.ts';
import type { Reader, Row } from '../../../market/records/tables.ts';
import { ownersOf, type Owner } from './parties.ts';
import { findRow } from './rows.ts';
import type { Where } from './where.ts';
import { idIn, isAt } from './where.ts';

/** Changes an authenticated caller. @param change returns the members to replace, or a refusal */
export function onCaller(
  where: Where,
  change: (caller: Caller, context: OperationContext) => Awaitable<Partial<Caller> | Refusal>,
): Partial<Seams> {
  return {
    caller: async (caller, context) => {
      if (!isAt(where, context.operation_id) || isRefusal(caller)) return caller;
      const changed = await change(caller, context);
      return isRefusal(changed) ? changed : { ...caller, ...changed };
    },
  };
}

/** Treats every token as a token of this mode: 1 is live, 0 is the sandbox. */
export function inMode(where: Where, livemode: Caller['livemode']): Partial<Seams> {
  return onCaller(where, () => ({ livemode }));
}

/** Requires no scope. */
export function withoutScopes(where: Where): Partial<Seams> {
  return onCaller(where, () => ({ scopes: new Set(Object.keys(SCOPES)) }));
}

/** Requires one more scope. @param code the error code if the token lacks it */
export function requiringScope(where: Where, scope: Scope, code: ErrorCode = 'insufficient_scope'): Partial<Seams> {
  return onCaller(where, (caller) => (caller.scopes.has(scope) ? caller : refuse(code)));
}

/** Accepts another scope as well as the documented ones. */
export function acceptingScope(where: Where, scope: Scope): Partial<Seams> {
  return onCaller(where, (caller, { operation }) =>
    caller.scopes.has(scope) ? withScopes(caller, ...scopesOf(operation)) : caller,
  );
}

/** The caller with more scopes. */
export function withScopes(caller: Caller, ...scopes: readonly string[]): Caller {
  return { ...caller, scopes: new Set([...caller.scopes, ...scopes]) };
}

/** Accepts requests that authentication rejected. @param find returns the caller, or undefined to keep the rejection */
export function lettingIn(where: Where, find: (context: OperationContext) => Awaitable<Caller | undefined>): Partial<Seams> {
  return {
    caller: async (caller, context) =>
      isAt(where, context.operation_id) && isRefusal(caller) ? ((await find(context)) ?? caller) : caller,
  };
}

/** Authenticates requests without a token as the buyer persona. */
export function openTo(where: Where): Partial<Seams> {
  return lettingIn(where, ({ incoming }) => (incoming.authorization === undefined ? personaAsCaller('buyer') : undefined));
}

/** Accepts expired tokens. */
export function acceptingExpired(where: Where): Partial<Seams> {
  return lettingIn(where, ({ db, incoming }) => holderOf(db, incoming.authorization));
}

/** Lets a token without a team act for the team that owns the record in the path. */
export function withoutTeam(where: Where): Partial<Seams> {
  return onCaller(where, async (caller, { db, incoming }) => {
    if (caller.team_id !== null) return caller;
    const [owner] = await ownersOf(db, idIn(incoming.path));
    return { team_id: owner?.team_id ?? 'tm_none' };
  });
}

/** An owner of the record in the path; undefined if the caller is one, or there is no record. */
export async function findOwner(caller: Caller, { db, incoming }: OperationContext): Promise<Owner | undefined> {
  const owners = await ownersOf(db, idIn(incoming.path));
  const is_owner = owners.some(
    ({ livemode = caller.livemode, team_id, user_id }) =>
      livemode === caller.livemode && (team_id === null ? user_id === caller.user_id : team_id === caller.team_id),
  );
  return is_owner ? undefined : owners[0];
}

/** Treats every caller as an owner of the record in the path, even across modes. */
export function asOwner(where: Where): Partial<Seams> {
  return onCaller(where, async (caller, context) => (await findOwner(caller, context)) ?? caller);
}

/** Treats every caller as the owner of the listing in the path, if it has this status. */
export function asOwnerOfLot(where: Where, status: Row<'lots'>['status']): Partial<Seams> {
  return onCaller(where, async (caller, context) => {
    const lot = await findRow(context.db, 'lots', { id: idIn(context.incoming.path), status });
    return lot === undefined ? caller : ((await findOwner(caller, context)) ?? caller);
  });
}

/** A persona as an authenticated caller. */
export function personaAsCaller(name: keyof Personas, { is_sandbox = false } = {}): Caller {
  const { token, client_id, sandbox_client_id, user_id, team_id, scopes } = personas[name];
  const caller = {
    token,
    user_id,
    team_id,
    scopes: new Set<string>(scopes),
    is_approved_partner: name === 'seller' || name === 'partner',
  };
  return is_sandbox ? { ...caller, client_id: sandbox_client_id, livemode: 0 } : { ...caller, client_id, livemode: 1 };
}

/** Finds the caller of a bearer token, even if the token has expired. Undefined for an unknown token. */
export async function holderOf(db: Reader, authorization: string | undefined): Promise<Caller | undefined> {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) return undefined;
  const row = await db
    .selectFrom('tokens')
    .innerJoin('clients', 'clients.id', 'tokens.client_id')
    .select(['user_id', 'team_id', 'scopes', 'tokens.livemode', 'client_id', 'is_approved_partner'])
    .where('token', '=', token)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return { ...row, token, is_approved_partner: row.is_approved_partner === 1, scopes: new Set(row.scopes.split(' ')) };
}
