import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Tables } from '../../records/tables.ts';
import type { Claims } from '../engine/claims.ts';
import type { Registry } from './registry.ts';
import { lockNumber } from './schema.ts';

/**
 * How long a claim lasts without a heartbeat of its process, by the server's clock. Other processes need not wait that long for a killed
 * process, because its connection closes and releases the lock on its name.
 */
const LEASE_SECONDS = 6;
/** How long claims of deleted rows are kept. */
const KEPT_SECONDS = 60;

const UNTIL = sql`clock_timestamp() + make_interval(secs => ${sql.lit(LEASE_SECONDS)})`;

/** RTY-10: a claim is a lease, so that another process can take over the attempts of a killed one. */
export function createClaims(registry: Registry, world_id: string, db: Kysely<Tables>): Claims {
  const claims = registry.table('claims');
  const { holder } = registry;
  return {
    take: async (seq) => {
      // Skips a locked row, because another process is recording or claiming it.
      const { rows } = await sql`
        insert into ${claims} as claim (world_id, seq, holder, until)
        select ${world_id}, due.seq, ${holder}, ${UNTIL} from (select seq from queue where seq = ${seq} for update skip locked) as due
        on conflict (world_id, seq) do update set holder = excluded.holder, until = excluded.until
          where claim.until < clock_timestamp() or claim.holder = excluded.holder
            or pg_try_advisory_xact_lock_shared(${lockNumber(sql`claim.holder`)})
        returning seq`.execute(db);
      return rows.length > 0;
    },
    end: async (tx, seq) => {
      // Locks the row before the claim, as `take` does, to avoid a deadlock.
      const { rows } = await sql<{ claimed: number; queued: number }>`
        with row as materialized (select seq from queue where seq = ${seq} for update),
          claim as (delete from ${claims} where world_id = ${world_id} and seq = ${seq} and holder = ${holder}
            and (select count(*) from row) >= 0 returning seq)
        select (select count(*) from claim) as claimed, (select count(*) from row) as queued`.execute(tx);
      if (rows[0]?.claimed !== 1) return 'taken over';
      return rows[0].queued === 1 ? 'queued' : 'gone';
    },
    release: async (seq) => {
      await sql`delete from ${claims} where world_id = ${world_id} and seq = ${seq} and holder = ${holder}`.execute(db);
    },
  };
}

/** Locks the name of this process for as long as the connection of its heartbeat lasts. Does nothing if it is locked already. */
export async function lockHolder({ heartbeat: db, holder }: Pick<Registry, 'heartbeat' | 'holder'>): Promise<void> {
  await sql`select pg_advisory_lock(${lockNumber(holder)})
    where not exists (select 1 from pg_locks where locktype = 'advisory' and pid = pg_backend_pid())`.execute(db);
}

/** The heartbeat: renews the leases of this process, and deletes old ones. */
export async function renewClaims(registry: Registry): Promise<void> {
  const { heartbeat: db, holder } = registry;
  await lockHolder(registry);
  await sql`update claims set until = ${UNTIL} where holder = ${holder}`.execute(db);
  await sql`delete from claims where until < clock_timestamp() - make_interval(secs => ${sql.lit(KEPT_SECONDS)})`.execute(db);
}

/** Ends all claims of this process, so that other processes take over immediately. */
export async function releaseClaims({ db, holder }: Registry): Promise<void> {
  await sql`delete from claims where holder = ${holder}`.execute(db);
}
