/** What an operation does, in its transaction: more, less, or something else. */
import { sql } from 'kysely';
import type { ErrorCode, OperationId } from '#spec';
import { isRefusal, refuse } from '../../../market/rules/refusal.ts';
import type { Db, Row } from '../../../market/records/tables.ts';
import type { Refusal } from '../../../market/rules/refusal.ts';
import type { HANDLERS } from '../../../server/handlers/index.ts';
import type { Call, Entry } from '../../../server/http/call.ts';
import type { About, Acted, Awaitable, Seams } from '../../seams.ts';
import type { BodyOfAnswer, DeclaredBy, Where } from './where.ts';
import { ownersOf } from './parties.ts';
import { idIn, isAt } from './where.ts';

/** The call of an operation, with its query and body as declared. Write through `call.db`: it is the transaction. */
export type CallOf<Id extends OperationId> = Call<DeclaredBy<Id>>;
/** What an operation acts on. */
export type SubjectOf<Id extends OperationId> = Exclude<Awaited<ReturnType<(typeof HANDLERS)[Id]['find']>>, Refusal>;

/** Before the deed: what is written here happens, whether it then succeeds or not. A refusal ends it. */
export function beforeAct<Id extends OperationId>(
  where: Where<Id>,
  deed: (call: CallOf<Id>, subject: SubjectOf<Id>, about: About) => Awaitable<Refusal | void>,
): Partial<Seams> {
  return {
    act: async (call, subject, act, about) => {
      if (!isAt(where, about.operation_id)) return act(call, subject);
      // The seam is that of the operation which typed call and subject.
      const refusal = await deed(call as CallOf<Id>, subject as SubjectOf<Id>, about);
      return isRefusal(refusal) ? refusal : act(call, subject);
    },
  };
}

/** After a deed that succeeded. @param deed what it answers instead; undefined leaves the answer */
export function afterAct<Id extends OperationId>(
  where: Where<Id>,
  deed: (call: CallOf<Id>, answer: BodyOfAnswer<Id>, subject: SubjectOf<Id>, about: About) => Awaitable<object | void>,
): Partial<Seams> {
  return {
    act: async (call, subject, act, about) => {
      const answer = await act(call, subject);
      if (!isAt(where, about.operation_id) || isRefusal(answer)) return answer;
      // The seam is that of the operation which typed call, answer and subject.
      const other = await deed(call as CallOf<Id>, answer as BodyOfAnswer<Id>, subject as SubjectOf<Id>, about);
      return other ?? answer;
    },
  };
}

/** In place of the deed. @param deed what it answers; `act` is the deed itself */
export function insteadOfAct<Id extends OperationId>(
  where: Where<Id>,
  deed: (call: CallOf<Id>, subject: SubjectOf<Id>, act: () => Promise<Acted>, about: About) => Promise<Acted>,
): Partial<Seams> {
  return {
    act: (call, subject, act, about) => {
      if (!isAt(where, about.operation_id)) return act(call, subject);
      // The seam is that of the operation which typed call and subject.
      return deed(call as CallOf<Id>, subject as SubjectOf<Id>, () => act(call, subject), about);
    },
  };
}

/** Answers as if it had been done, and leaves everything as it was. */
export function withoutEffect(where: Where): Partial<Seams> {
  return insteadOfAct(where, async ({ db }, _subject, act) => {
    await sql`savepoint undone`.execute(db);
    const answer = await act();
    await sql`rollback to undone`.execute(db);
    return answer;
  });
}

/**
 * Finds something else than what is there for the caller.
 * @param find the subject or a refusal, with which the request goes on; `found` is what was found in earnest
 */
export function onFind<Id extends OperationId>(
  where: Where<Id>,
  find: (found: SubjectOf<Id> | Refusal, entry: Entry, about: About) => Awaitable<SubjectOf<Id> | Refusal>,
): Partial<Seams> {
  return {
    find: async (entry, findInEarnest, about) => {
      const found = await findInEarnest(entry);
      // The seam is that of the operation which typed the subject.
      return isAt(where, about.operation_id) ? find(found as SubjectOf<Id> | Refusal, entry, about) : found;
    },
  };
}

/** Rejects a record that exists but that the caller cannot see with another code than 404, which reveals that it exists. */
export function revealing(where: Where, code: ErrorCode = 'insufficient_scope'): Partial<Seams> {
  return {
    find: async (entry, find, { operation_id }) => {
      const found = await find(entry);
      if (!isAt(where, operation_id) || !isRefusal(found) || found.refused !== 'not_found') return found;
      return (await ownersOf(entry.db, idIn(entry.path))).length > 0 ? refuse(code) : found;
    },
  };
}

/** Sets the status of every bid that matches. */
export async function setBids(db: Db, where: Partial<Row<'bids'>>, status: Row<'bids'>['status']): Promise<void> {
  await db
    .updateTable('bids')
    .set({ status })
    .where((eb) => eb.and(where))
    .execute();
}
