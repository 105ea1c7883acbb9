/** Changes to what an operation does in its transaction. */
import { sql } from 'kysely';
import type { ErrorCode, OperationId } from '#spec';
import { isRefusal, refuse } from '../../../market/rules/refusal.ts';
import type { Refusal } from '../../../market/rules/refusal.ts';
import type { HANDLERS } from '../../../server/handlers/index.ts';
import type { Call, Entry } from '../../../server/http/call.ts';
import type { OperationContext, ActionResult, Awaitable, Seams } from '../../seams.ts';
import type { ResponseBody, DeclaredBy, Where } from './where.ts';
import { ownersOf } from './parties.ts';
import { idIn, isAt } from './where.ts';

/** The call of an operation, with its typed query and body. Write through `call.db`, the transaction. */
export type CallOf<Id extends OperationId> = Call<DeclaredBy<Id>>;
/** The subject of an operation: what `find` of its handler returns. */
export type SubjectOf<Id extends OperationId> = Parameters<(typeof HANDLERS)[Id]['act']>[1];

/** Runs before the operation, in its transaction. @param action returns a refusal to stop the operation */
export function beforeAct<Id extends OperationId>(
  where: Where<Id>,
  action: (call: CallOf<Id>, subject: SubjectOf<Id>, context: OperationContext) => Awaitable<Refusal | void>,
): Partial<Seams> {
  return {
    act: async (call, subject, act, context) => {
      if (!isAt(where, context.operation_id)) return act(call, subject);
      // `where` names the operations that type call and subject.
      const refusal = await action(call as CallOf<Id>, subject as SubjectOf<Id>, context);
      return isRefusal(refusal) ? refusal : act(call, subject);
    },
  };
}

/** Runs after the operation succeeded. @param action returns the new response; undefined keeps the response */
export function afterAct<Id extends OperationId>(
  where: Where<Id>,
  action: (
    call: CallOf<Id>,
    response: ResponseBody<Id>,
    subject: SubjectOf<Id>,
    context: OperationContext,
  ) => Awaitable<object | void>,
): Partial<Seams> {
  return {
    act: async (call, subject, act, context) => {
      const response = await act(call, subject);
      if (!isAt(where, context.operation_id) || isRefusal(response)) return response;
      // `where` names the operations that type call, response, and subject.
      const other = await action(call as CallOf<Id>, response as ResponseBody<Id>, subject as SubjectOf<Id>, context);
      return other ?? response;
    },
  };
}

/** Replaces the operation. @param action returns the response; its `act` runs the operation */
export function insteadOfAct<Id extends OperationId>(
  where: Where<Id>,
  action: (
    call: CallOf<Id>,
    subject: SubjectOf<Id>,
    act: () => Promise<ActionResult>,
    context: OperationContext,
  ) => Promise<ActionResult>,
): Partial<Seams> {
  return {
    act: (call, subject, act, context) => {
      if (!isAt(where, context.operation_id)) return act(call, subject);
      // `where` names the operations that type call and subject.
      return action(call as CallOf<Id>, subject as SubjectOf<Id>, () => act(call, subject), context);
    },
  };
}

/** Returns the normal response and rolls the operation back. */
export function withoutEffect(where: Where): Partial<Seams> {
  return insteadOfAct(where, async ({ db }, _subject, act) => {
    await sql`savepoint undone`.execute(db);
    const response = await act();
    await sql`rollback to undone`.execute(db);
    return response;
  });
}

/**
 * Replaces the subject that a request finds.
 * @param find returns the subject or the refusal to continue with; `found` is the real result
 */
export function onFind<Id extends OperationId>(
  where: Where<Id>,
  find: (found: SubjectOf<Id> | Refusal, entry: Entry, context: OperationContext) => Awaitable<SubjectOf<Id> | Refusal>,
): Partial<Seams> {
  return {
    find: async (entry, findReal, context) => {
      const found = await findReal(entry);
      // `where` names the operations that type the subject.
      return isAt(where, context.operation_id) ? find(found as SubjectOf<Id> | Refusal, entry, context) : found;
    },
  };
}

/** Reveals that a record exists: returns an error other than 404 for a record that the caller cannot see. */
export function revealing(where: Where, code: ErrorCode = 'insufficient_scope'): Partial<Seams> {
  return {
    find: async (entry, find, { operation_id }) => {
      const found = await find(entry);
      if (!isAt(where, operation_id) || !isRefusal(found) || found.refused !== 'not_found') return found;
      return (await ownersOf(entry.db, idIn(entry.path))).length > 0 ? refuse(code) : found;
    },
  };
}
