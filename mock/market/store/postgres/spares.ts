/**
 * Schemas with the tables of a world that belong to no world. To create tables takes longer than all else of a new world, because a server
 * before PostgreSQL 17 waits for the disk at each index. So a deleted world leaves its empty tables to the next one.
 */
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Tx } from '../../records/tables.ts';
import { MIGRATIONS } from '../engine/schema.ts';
import { emptyTables } from './image.ts';
import { lockNumber, writeWorldScript } from './schema.ts';
import type { Registry } from './registry.ts';

/** More than these are dropped. */
const KEPT_MAX = 8;
/** As many are made ahead, once worlds are created. */
const READY = 2;

/** Processes of another version use spares of their own. */
function nameMigrations(names: readonly string[] = Object.keys(MIGRATIONS)): string {
  return names.toSorted().join(' ');
}

async function drawName<Any>(tx: Kysely<Any>, registry: Registry): Promise<string> {
  const { rows } = await sql<{ number: number }>`
    select nextval(${`${registry.schema}.spare_numbers`}::regclass) as number`.execute(tx);
  return `${registry.schema}_spare_${rows[0]?.number ?? 0}`;
}

async function keep<Any>(tx: Kysely<Any>, registry: Registry, schema: string): Promise<void> {
  await sql`insert into ${registry.table('spares')} (schema, migrations) values (${schema}, ${nameMigrations()})`.execute(tx);
}

/** Gives a spare to a new world. @returns whether there was one */
export async function takeSpare(tx: Tx, registry: Registry, schema: string): Promise<boolean> {
  const spares = registry.table('spares');
  const { rows } = await sql<{ schema: string }>`
    delete from ${spares} where schema = (
      select schema from ${spares} where migrations = ${nameMigrations()} limit 1 for update skip locked)
    returning schema`.execute(tx);
  const [spare] = rows;
  if (spare === undefined) return false;
  await sql.raw(`alter schema "${spare.schema}" rename to "${schema}"`).execute(tx);
  return true;
}

/** Empties the tables of a deleted world and keeps them, or drops them. @param migrations of the world */
export async function leaveSpare(tx: Tx, registry: Registry, schema: string, migrations: readonly string[]): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${registry.table('spares')}`.execute(tx);
  if (nameMigrations(migrations) !== nameMigrations() || (rows[0]?.count ?? 0) >= KEPT_MAX) {
    await sql.raw(`drop schema if exists "${schema}" cascade`).execute(tx);
    return;
  }
  const name = await drawName(tx, registry);
  await emptyTables(tx, schema);
  await sql.raw(`alter schema "${schema}" rename to "${name}"`).execute(tx);
  await keep(tx, registry, name);
}

/** Makes one spare ahead, unless there are enough, or another process makes one. @returns whether it did */
export async function prepareSpare(registry: Registry): Promise<boolean> {
  return registry.transactionIn(registry.schema, async (tx) => {
    const { rows } = await sql<{ is_free: number; count: number }>`
      select pg_try_advisory_xact_lock(${lockNumber(`${registry.schema} spares`)}) as is_free,
        (select count(*) from spares where migrations = ${nameMigrations()}) as count`.execute(tx);
    const [{ is_free, count } = { is_free: 0, count: READY }] = rows;
    if (is_free === 0 || count >= READY) return false;
    const { tables, indexes } = writeWorldScript();
    const name = await drawName(tx, registry);
    await sql.raw(`create schema "${name}"; set local search_path to "${name}"; ${tables}; ${indexes}`).execute(tx);
    await keep(tx, registry, name);
    return true;
  });
}
