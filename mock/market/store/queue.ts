/** The queue of deliveries: one row per event and subscription, for the next attempt. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Flag, Reader, Row, Tx } from '../records/tables.ts';
import { flag } from '../records/tables.ts';
import { deleteRows } from './deletion/delete-rows.ts';
import { prepareQuery, queryCompiler } from './engine/compiled-query.ts';

/** Queues the first attempt of an event for each subscription. */
export async function enqueue(
  tx: Tx,
  event_id: string,
  subscription_ids: readonly string[],
  { is_first, due_at, trace = null }: { is_first: boolean; due_at: string; trace?: string | null },
): Promise<void> {
  if (subscription_ids.length === 0) return;
  const rows = subscription_ids.map((subscription_id) => ({
    subscription_id,
    event_id,
    attempt: 1,
    is_first: flag(is_first),
    due_at,
    trace,
  }));
  await tx.insertInto('queue').values(rows).execute();
}

/** A queued attempt that is due. */
interface Due {
  seq: number;
  subscription_id: string;
  /** Null if the subscription is deleted or inactive. */
  url: string | null;
}

export interface DueOptions {
  now: string;
  /** The URLs of receivers that cannot take another attempt now. */
  blocked: readonly string[];
  limit: number;
}

const selectDueFirsts = prepareQuery((now: string, limit: number, ...blocked: string[]) =>
  sql<Due>`
    with recursive waiting(subscription_id) as (
      select min(subscription_id) from queue where is_first = 1
      union all
      select (select min(next.subscription_id) from queue as next
        where next.subscription_id > waiting.subscription_id and next.is_first = 1)
      from waiting where waiting.subscription_id is not null
    ), heads as (
      select (select min(seq) from queue where queue.subscription_id = waiting.subscription_id and is_first = 1) as head_seq
      from waiting where subscription_id is not null
    )
    select seq, subscription_id, url
    from heads join queue on seq = head_seq
    left join subscriptions on subscriptions.id = subscription_id and is_active = 1 and deleted_at is null
    where due_at <= ${now} and ${isFree(blocked)}
    order by seq limit ${limit}`.compile(queryCompiler),
);

/**
 * RTY-9: the earliest unsent event of each subscription, if it is due. The one that has been due longest comes first. Takes a few index
 * lookups per subscription.
 */
export async function findDueFirsts(db: Reader, { now, blocked, limit }: DueOptions): Promise<Due[]> {
  return selectDueFirsts(db, now, limit, ...pad(blocked));
}

const selectDueRetries = prepareQuery((now: string, limit: number, ...blocked: string[]) =>
  sql<Due>`
    select seq, subscription_id, url
    from queue left join subscriptions on subscriptions.id = subscription_id and is_active = 1 and deleted_at is null
    where is_first = 0 and due_at <= ${now} and ${isFree(blocked)}
    order by due_at, seq limit ${limit}`.compile(queryCompiler),
);

/** The due retries and replays. The one that has been due longest comes first. */
export async function findDueRetries(db: Reader, { now, blocked, limit }: DueOptions): Promise<Due[]> {
  return selectDueRetries(db, now, limit, ...pad(blocked));
}

/** Pads a list to a power of two, so that few statements are prepared. */
function pad(blocked: readonly string[]): readonly string[] {
  const length = blocked.length === 0 ? 0 : 2 ** Math.ceil(Math.log2(blocked.length));
  return Array.from({ length }, (_, index) => blocked[index] ?? '');
}

function isFree(blocked: readonly string[]): RawBuilder<unknown> {
  return blocked.length === 0 ? sql`1 = 1` : sql`(url is null or url not in (${sql.join(blocked)}))`;
}

/** An attempt that is due, with its subscription and event. */
interface Queued {
  seq: number;
  attempt: number;
  /** 0 for retries and replays. */
  is_first: Flag;
  /** The span that queued it, for tracing. */
  trace: string | null;
  subscription: { id: string; url: string; secret: string };
  event: Row<'events'>;
}

const selectQueued = prepareQuery((seq: number, now: string) =>
  queryCompiler
    .selectFrom('queue')
    .innerJoin('subscriptions', 'subscriptions.id', 'queue.subscription_id')
    .innerJoin('events', 'events.id', 'queue.event_id')
    .selectAll('events')
    .select(['attempt', 'is_first', 'subscription_id', 'url', 'secret', 'trace'])
    .where('queue.seq', '=', seq)
    .where('due_at', '<=', now)
    .where('is_active', '=', 1)
    .where('deleted_at', 'is', null)
    .compile(),
);

/** Undefined if the row is gone or no longer due, or the subscription is inactive. */
export async function findQueued(db: Reader, seq: number, now: string): Promise<Queued | undefined> {
  const [row] = await selectQueued(db, seq, now);
  if (row === undefined) return undefined;
  const { attempt, is_first, subscription_id, url, secret, trace, ...event } = row;
  return { seq, attempt, is_first, trace, subscription: { id: subscription_id, url, secret }, event };
}

/** RTY-14. Does nothing if the row was dropped in the meantime. */
export async function requeue(tx: Tx, seq: number, due_at: string): Promise<void> {
  await tx
    .updateTable('queue')
    .set((eb) => ({ attempt: eb('attempt', '+', 1), is_first: flag(false), due_at }))
    .where('seq', '=', seq)
    .execute();
}

const selectSeq = prepareQuery((seq: number) => queryCompiler.selectFrom('queue').select('seq').where('seq', '=', seq).compile());

export async function isQueued(tx: Tx, seq: number): Promise<boolean> {
  return (await selectSeq(tx, seq)).length > 0;
}

const deleteSeq = prepareQuery((seq: number) => queryCompiler.deleteFrom('queue').where('seq', '=', seq).compile());

export async function dequeue(tx: Tx, seq: number): Promise<void> {
  await deleteSeq(tx, seq);
}

/**
 * RTY-8, WHK-13: drops everything that is queued for a subscription that was deleted or deactivated. RTY-6: a delivery whose retry is dropped
 * becomes failed, so it can be replayed once the subscription is active again (WHK-8).
 */
export async function dropQueued(tx: Tx, subscription_id: string): Promise<void> {
  // The row of the attempt before each dropped one. If replays queued an event several times, as many of its newest rows.
  await sql`
    with dropped as (
      select event_id, attempt, row_number() over (partition by event_id, attempt order by seq desc) as nth
      from queue where subscription_id = ${subscription_id} and attempt > 1
    ), pending as (
      select seq, event_id, attempts, row_number() over (partition by event_id, attempts order by seq desc) as nth
      from deliveries where subscription_id = ${subscription_id} and status = 'retrying'
    )
    update deliveries set status = 'failed' where seq in (
      select pending.seq from pending join dropped
      on dropped.event_id = pending.event_id and dropped.attempt = pending.attempts + 1 and dropped.nth = pending.nth)`.execute(
    tx,
  );
  await deleteRows(tx, 'queue', { subscription_id });
}

/** RTY-8: the same for all deleted and inactive subscriptions. */
export async function dropUnwanted(tx: Tx): Promise<void> {
  const wanted = tx.selectFrom('subscriptions').select('id').where('is_active', '=', 1).where('deleted_at', 'is', null);
  const rows = await tx
    .selectFrom('queue')
    .select('subscription_id')
    .distinct()
    .where('subscription_id', 'not in', wanted)
    .execute();
  for (const { subscription_id } of rows) await dropQueued(tx, subscription_id);
}
