/** Moves the clock of a world. Everything that is due on the way happens in order of time. */
import { toMs } from '../../ports/clock.ts';
import type { Reader } from '../../market/records/tables.ts';
import { lastSeq } from '../webhooks/history.ts';
import type { World } from './world.ts';

/** The maximum number of steps per clock change. Another request must continue a longer one. */
export const ADVANCE_STEPS_MAX = 20_000;
/** How many fired items are listed. Further ones are only counted. */
const FIRED_LISTED_MAX = 1_000;

/** Something that happened while the clock moved, at an instant of the world's clock. */
interface Fired {
  at: string;
  kind: 'bid_expired' | 'lot_expired' | 'congestion_cleared' | 'delivery';
  id: string | number;
  /** The attempt, for a delivery. */
  delivery?: {
    event: string;
    event_id: string;
    subscription_id: string;
    status: string;
    attempts: number;
    response_status: number;
  };
}

export interface AdvanceResult {
  fired: Fired[];
  fired_total: number;
  /** The number of delivery attempts. */
  deliveries: number;
  /** False if the limit on steps was reached. The clock stays at the last step. */
  is_complete: boolean;
}

/** Moves the clock ahead to `target_ms`, in ms of the world's clock. Delivery attempts that are due are made and awaited. */
export async function advanceTo(world: World, target_ms: number): Promise<AdvanceResult> {
  return advance(world, () => Promise.resolve(target_ms));
}

/** Moves the clock ahead until the delivery queue is empty. */
export async function runToIdle(world: World): Promise<AdvanceResult> {
  return advance(world, async () => {
    const row = await world.store.reader
      .selectFrom('queue')
      .select((eb) => eb.fn.min('due_at').as('due_at'))
      .executeTakeFirst();
    // The minimum of no rows is null, which the column type does not include.
    const due_at = row?.due_at as string | null | undefined;
    return due_at === null || due_at === undefined ? undefined : toMs(due_at);
  });
}

/** @param findTarget returns the target in ms, called at every step. Undefined stops the clock */
async function advance(world: World, findTarget: () => Promise<number | undefined>): Promise<AdvanceResult> {
  const seen = await lastSeq(world.store.reader, 'deliveries');
  const log: Log = { listed: [], total: 0 };
  for (let step = 0; step < ADVANCE_STEPS_MAX; step += 1) {
    await world.dispatcher.idle();
    await world.schedule.rearm();
    const target_ms = await findTarget();
    const is_complete = target_ms === undefined || world.next_due_ms > target_ms;
    // A running clock can already be past the target.
    await world.changeClock(() => {
      world.clock.set(Math.max(is_complete ? (target_ms ?? 0) : world.next_due_ms, world.clock.now_ms()));
    });
    if (is_complete) {
      await world.schedule.rearm();
      return { ...(await summarize(log, world.store.reader, seen)), is_complete };
    }
    note(log, await listDue(world.store.reader, world.clock.now()));
    await world.runDue();
  }
  return { ...(await summarize(log, world.store.reader, seen)), is_complete: false };
}

/** What expires by this instant. The next write applies it. */
async function listDue(db: Reader, now: string): Promise<Fired[]> {
  const bids = await db
    .selectFrom('bids')
    .select(['id', 'expires_at as at'])
    .where('status', '=', 'pending')
    .where('expires_at', '<=', now)
    .execute();
  const lots = await db
    .selectFrom('lots')
    .select(['id', 'expires_at as at'])
    .where('status', '=', 'listed')
    .where('expires_at', '<=', now)
    .execute();
  const places = await db
    .selectFrom('congestions')
    .select(['location_id as id', 'clears_at as at'])
    .where('clears_at', '<=', now)
    .execute();
  return [
    ...bids.map(({ id, at }) => ({ at, kind: 'bid_expired' as const, id })),
    ...lots.map(({ id, at }) => ({ at: at ?? now, kind: 'lot_expired' as const, id })),
    ...places.map(({ id, at }) => ({ at: at ?? now, kind: 'congestion_cleared' as const, id })),
  ];
}

interface Log {
  listed: Fired[];
  total: number;
}

function note(log: Log, fired: readonly Fired[]): void {
  log.listed.push(...fired.slice(0, FIRED_LISTED_MAX - log.listed.length));
  log.total += fired.length;
}

/** Everything that fired, in order of time, including the attempts after the delivery `since_seq`. */
async function summarize(log: Log, db: Reader, since_seq: number): Promise<Omit<AdvanceResult, 'is_complete'>> {
  const since = db.selectFrom('deliveries').where('seq', '>', since_seq);
  const { total: deliveries } = await since.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await since.selectAll().orderBy('seq').limit(FIRED_LISTED_MAX).execute();
  const made = rows.map(({ id, created_at, event, event_id, subscription_id, status, attempts, response_status }) => {
    const delivery = { event, event_id, subscription_id, status, attempts, response_status };
    return { at: created_at, kind: 'delivery' as const, id, delivery };
  });
  const fired = [...log.listed, ...made].toSorted((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at))).slice(0, FIRED_LISTED_MAX);
  return { fired, fired_total: log.total + deliveries, deliveries };
}
