/** The logs of a world. Every process adds to them, and a reset or a restored snapshot does not replace them. */
import { sql } from 'kysely';
import type { Registry } from './registry.ts';

/** A numbered list of strings. The oldest ones are deleted. */
export interface LogTable {
  /** The maximum number of entries per `append`. */
  readonly batch_size: number;
  /** Appends entries as JSON. Numbers follow the order of the commits. @returns the number of the first */
  append(entries: readonly string[]): Promise<number>;
  /** Oldest first. */
  read(since_seq: number): Promise<{ seq: number; entry: string }[]>;
  status(): Promise<LogStatus>;
  /** @returns how many entries there were */
  clear(): Promise<number>;
}

interface LogStatus {
  /** The number of the oldest stored entry. Null if there is none. */
  first_seq: number | null;
  last_seq: number;
  cleared_seq: number;
  bytes: number;
}

interface LogLimits {
  /** The log keeps at least this many of the newest entries, and less than twice as many. */
  entries: number;
  /** If a log has more bytes, its oldest half is deleted. */
  bytes: number;
}

/** The maximum number of entries per statement. */
const BATCH_SIZE = 100;

/** @param names a table with a row for each world, and one with the entries */
function createLogTable(
  { db }: Registry,
  world_id: string,
  names: readonly [heads: string, entries: string],
  limits: LogLimits,
): LogTable {
  const heads = sql.table(names[0]);
  const kept = sql.table(names[1]);
  const trim = async (bytes_max: number): Promise<void> => {
    await db.transaction().execute(async (tx) => {
      await sql`select 1 from ${heads} where world_id = ${world_id} for update`.execute(tx);
      await sql`
        with sized as (
          select seq, octet_length(entry) as size, sum(octet_length(entry)) over (order by seq desc) as newer
          from ${kept} where world_id = ${world_id}
        ), dropped as (
          delete from ${kept} where world_id = ${world_id} and seq <= (select max(seq) from sized where newer > ${bytes_max})
        )
        update ${heads} set bytes = (select coalesce(sum(size), 0) from sized where newer <= ${bytes_max})
        where world_id = ${world_id}`.execute(tx);
    });
  };
  return {
    batch_size: Math.min(BATCH_SIZE, limits.entries),
    append: async (entries) => {
      const added = entries.reduce((sum, entry) => sum + Buffer.byteLength(entry), 0);
      // The row is locked until the commit, so that numbers become visible in their order.
      const { rows } = await sql<{ last_seq: number; bytes: number; is_trimmed: number }>`
        with numbered as (
          insert into ${heads} as head (world_id, last_seq, bytes) values (${world_id}, ${entries.length}, ${added})
          on conflict (world_id) do update set last_seq = head.last_seq + excluded.last_seq, bytes = head.bytes + excluded.bytes
          returning last_seq, bytes, last_seq / ${limits.entries} > (last_seq - ${entries.length}) / ${limits.entries} as is_trimmed
        ), added as (
          insert into ${kept} (world_id, seq, entry)
          select ${world_id}, last_seq - ${entries.length} + place, entry
          from numbered, json_array_elements_text(${JSON.stringify(entries)}::json) with ordinality as given (entry, place)
        ), dropped as (
          delete from ${kept} using numbered where world_id = ${world_id} and is_trimmed and seq <= last_seq - ${limits.entries}
        )
        select last_seq, bytes, is_trimmed from numbered`.execute(db);
      const { last_seq = 0, bytes = 0, is_trimmed = 0 } = rows[0] ?? {};
      if (bytes > limits.bytes) await trim(Math.floor(limits.bytes / 2));
      else if (is_trimmed === 1) await trim(limits.bytes);
      return last_seq - entries.length + 1;
    },
    read: async (since_seq) => {
      const { rows } = await sql<{ seq: number; entry: string }>`
        select seq, entry from ${kept} where world_id = ${world_id} and seq > ${since_seq} order by seq`.execute(db);
      return rows;
    },
    status: async () => {
      const { rows } = await sql<LogStatus>`
        select last_seq, cleared_seq, bytes, (select min(seq) from ${kept} where world_id = ${world_id}) as first_seq
        from ${heads} where world_id = ${world_id}`.execute(db);
      return rows[0] ?? { first_seq: null, last_seq: 0, cleared_seq: 0, bytes: 0 };
    },
    clear: async () =>
      db.transaction().execute(async (tx) => {
        await sql`update ${heads} set cleared_seq = last_seq, bytes = 0 where world_id = ${world_id}`.execute(tx);
        const { rows } = await sql`delete from ${kept} where world_id = ${world_id} returning seq`.execute(tx);
        return rows.length;
      }),
  };
}

/** The limits of each log of a world. */
export type LogLimitsOfWorld = Readonly<Record<'journal' | 'inbox' | 'observations', LogLimits>>;

export interface LogsOfWorld {
  journal: LogTable;
  inbox: InboxTable;
  observations: ObservationTable;
}

export function createLogs(registry: Registry, world_id: string, limits: LogLimitsOfWorld): LogsOfWorld {
  return {
    journal: createLogTable(registry, world_id, ['journals', 'journal'], limits.journal),
    inbox: createInboxTable(registry, world_id, limits.inbox),
    observations: createObservationTable(registry, world_id, limits.observations),
  };
}

export interface InboxTable extends LogTable {
  /** @param new_key used if the inbox has none */
  readSettings(new_key: string): Promise<{ key: string; answer: number }>;
  setAnswer(answer: number): Promise<void>;
}

/** The inbox of webhooks. */
function createInboxTable(registry: Registry, world_id: string, limits: LogLimits): InboxTable {
  const { db } = registry;
  return {
    ...createLogTable(registry, world_id, ['inboxes', 'inbox'], limits),
    readSettings: async (new_key) => {
      const { rows } = await sql<{ key: string; answer: number }>`
        insert into inboxes (world_id, key) values (${world_id}, ${new_key})
        on conflict (world_id) do update set key = coalesce(inboxes.key, excluded.key) returning key, answer`.execute(db);
      return rows[0] ?? { key: new_key, answer: 200 };
    },
    setAnswer: async (answer) => {
      await sql`insert into inboxes (world_id, answer) values (${world_id}, ${answer})
        on conflict (world_id) do update set answer = excluded.answer`.execute(db);
    },
  };
}

export interface ObservationTable extends LogTable {
  /** The coach ignores requests of the journal up to this number. */
  since(): Promise<number>;
  forget(since_seq: number): Promise<void>;
}

/** What the coach reads in addition to the journal. */
function createObservationTable(registry: Registry, world_id: string, limits: LogLimits): ObservationTable {
  const { db } = registry;
  const log = createLogTable(registry, world_id, ['observed', 'observations'], limits);
  return {
    ...log,
    since: async () => {
      const { rows } = await sql<{ since_seq: number }>`select since_seq from observed where world_id = ${world_id}`.execute(db);
      return rows[0]?.since_seq ?? 0;
    },
    forget: async (since_seq) => {
      await sql`insert into observed (world_id, since_seq) values (${world_id}, ${since_seq})
        on conflict (world_id) do update set since_seq = excluded.since_seq`.execute(db);
      await log.clear();
    },
  };
}
