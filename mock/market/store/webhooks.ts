import type { NotNull } from 'kysely';
import type { Flag, Reader, Row, Tx } from '../records/tables.ts';
import { countRows } from './count-rows.ts';
import { prepareQuery, queryCompiler } from './engine/compiled-query.ts';

/** The owner of subscriptions: a team in one mode (INV-23, WHK-6). */
export interface Owner {
  team_id: string;
  livemode: Flag;
}

/** WHK-13: deleted subscriptions are never found. */
function selectOwn(db: Reader, { team_id, livemode }: Owner) {
  return db
    .selectFrom('subscriptions')
    .where('team_id', '=', team_id)
    .where('livemode', '=', livemode)
    .where('deleted_at', 'is', null);
}

export async function countSubscriptions(db: Reader, owner: Owner): Promise<number> {
  return countRows(selectOwn(db, owner));
}

/** One page of the owner's subscriptions, newest first. */
export async function pageSubscriptions(
  db: Reader,
  owner: Owner,
  limit: number,
  offset: number,
): Promise<{ subscriptions: Row<'subscriptions'>[]; total: number }> {
  const rows = selectOwn(db, owner).selectAll().orderBy('created_at', 'desc').orderBy('id');
  return { subscriptions: await rows.limit(limit).offset(offset).execute(), total: await countSubscriptions(db, owner) };
}

/** Undefined if there is none, or if it belongs to another team or mode (ERR-3). */
export async function findSubscription(db: Reader, owner: Owner, id: string): Promise<Row<'subscriptions'> | undefined> {
  return selectOwn(db, owner).selectAll().where('id', '=', id).executeTakeFirst();
}

export async function insertSubscription(tx: Tx, subscription: Row<'subscriptions'>): Promise<void> {
  await tx.insertInto('subscriptions').values(subscription).execute();
}

export async function deleteSubscription(tx: Tx, id: string, now: string): Promise<void> {
  await tx.updateTable('subscriptions').set({ deleted_at: now }).where('id', '=', id).execute();
}

/** The recipients of an event. */
interface Audience {
  livemode: Flag;
  team_ids: readonly string[];
  seller_user_id: string | undefined;
}

const selectAudience = prepareQuery((livemode: Flag, seller_user_id: string, ...team_ids: string[]) =>
  queryCompiler
    .selectFrom('subscriptions')
    .select(['id', 'events'])
    .where('livemode', '=', livemode)
    .where('is_active', '=', 1)
    .where('deleted_at', 'is', null)
    .where((eb) => {
      const sellerTeams = eb.selectFrom('memberships').select('memberships.team_id').where('user_id', '=', seller_user_id);
      const creator = eb
        .selectFrom('users')
        .select('created_by_client_id')
        .where('users.id', '=', seller_user_id)
        .where('created_by_client_id', 'is not', null)
        .$narrowType<{ created_by_client_id: NotNull }>();
      const inSandbox = eb.and([eb('livemode', '=', 0), eb('client_id', 'in', creator)]);
      const reasons = [eb('team_id', 'in', sellerTeams), inSandbox];
      if (team_ids.length > 0) reasons.push(eb('team_id', 'in', team_ids));
      return eb.or(reasons);
    })
    .orderBy('created_at')
    .orderBy('id')
    .compile(),
);

/**
 * The active subscriptions of an audience, each once, whatever event types they list.
 * EVT-4, EVT-5: those of the teams. EVT-25, EVT-30: those of every team of the seller.
 * SBX-7: only those in the mode of the event. SBX-10: in the sandbox, also those of the client that created the user.
 */
export async function findAudience(
  db: Reader,
  { livemode, team_ids, seller_user_id = '' }: Audience,
): Promise<Pick<Row<'subscriptions'>, 'id' | 'events'>[]> {
  return selectAudience(db, livemode, seller_user_id, ...team_ids);
}
