/** Rate limits that several processes share, measured by the database server's clock. */
import { sql } from 'kysely';
import { Connections } from './pool.ts';
import type { PostgresUrl } from './url.ts';

/** Separate from the connections of requests, so that requests waiting for a lock do not delay other tenants. */
const CONNECTIONS_MAX = 2;
/** The longest time that a request waits for a permit. */
const STATEMENT_TIMEOUT_MS = 3_000;

export interface Permits {
  /** How many requests can begin. */
  granted: number;
  /** How many more can begin now. Not a whole number, because permits are refilled continuously. */
  left: number;
}

export interface RateTable {
  /** Takes up to `wanted` permits from a token bucket that holds one second's worth. */
  take(key: string, wanted: number, per_second: number): Promise<Permits>;
  /** Counts a request in a window of one minute, which begins with the first request. */
  countInMinute(key: string): Promise<{ hits: number; ends_in_ms: number }>;
  /** Deletes full buckets and windows that have ended. */
  prune(): Promise<void>;
  close(): Promise<void>;
}

export function createRateTable(url: PostgresUrl): RateTable {
  const connections = new Connections({ ...url, statement_timeout_ms: STATEMENT_TIMEOUT_MS }, CONNECTIONS_MAX);
  const db = connections.database(url.schema);
  return {
    take: async (key, wanted, per_second) => {
      const rate = sql`${per_second}::double precision`;
      const available = sql`least(${rate}, rate.tokens + greatest(0, extract(epoch from clock_timestamp() - rate.filled_at)) * ${rate})`;
      const granted = sql`least(${wanted}::integer, floor(${available})::integer)`;
      const { rows } = await sql<Permits>`
        insert into rates as rate (key, tokens, granted, filled_at)
        values (${key}, ${rate} - least(${wanted}::integer, ${rate}), least(${wanted}::integer, ${per_second}::integer), clock_timestamp())
        on conflict (key) do update set granted = ${granted}, tokens = ${available} - ${granted}, filled_at = clock_timestamp()
        returning granted, tokens as "left"`.execute(db);
      return rows[0] ?? { granted: 0, left: 0 };
    },
    countInMinute: async (key) => {
      const end = sql`clock_timestamp() + interval '1 minute'`;
      const is_over = sql`w.ends_at <= clock_timestamp()`;
      const { rows } = await sql<{ hits: number; ends_in_ms: number }>`
        insert into windows as w (key, hits, ends_at) values (${key}, 1, ${end})
        on conflict (key) do update set hits = case when ${is_over} then 1 else w.hits + 1 end,
          ends_at = case when ${is_over} then ${end} else w.ends_at end
        returning hits, extract(epoch from ends_at - clock_timestamp())::double precision * 1000 as ends_in_ms`.execute(db);
      return rows[0] ?? { hits: 1, ends_in_ms: 60_000 };
    },
    prune: async () => {
      await sql`delete from rates where filled_at < clock_timestamp() - interval '1 minute'`.execute(db);
      await sql`delete from windows where ends_at < clock_timestamp()`.execute(db);
    },
    close: () => connections.close(),
  };
}
