/**
 * Spare schemas: empty tables for future worlds. Creating tables takes longer than everything else in a new world, because PostgreSQL before
 * version 17 waits for the disk at each index. So a new world reuses the tables of a deleted one.
 */
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Tx } from '../../records/tables.ts';
import { MIGRATIONS } from '../engine/schema.ts';
import { emptyTables } from './image.ts';
import { lockNumber, writeWorldScript } from './schema.ts';
import type { Registry } from './registry.ts';

/** The maximum number of spares. */
const SPARES_MAX = 8;
/** How many spares to prepare once a world was created. */
const SPARES_READY = 2;

/** Identifies a list of migrations, because processes of another version need different tables. */
function nameMigrations(names: readonly string[] = Object.keys(MIGRATIONS)): string {
  return names.toSorted().join(' ');
}

async function generateName<Any>(tx: Kysely<Any>, registry: Registry): Promise<string> {
  const { rows } = await sql<{ number: number }>`
    select nextval(${`${registry.schema}.spare_numbers`}::regclass) as number`.execute(tx);
  return `${registry.schema}_spare_${rows[0]?.number ?? 0}`;
}

async function addSpare<Any>(tx: Kysely<Any>, registry: Registry, schema: string): Promise<void> {
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

/** Makes the tables of a deleted world a spare, or drops them. @param migrations those of the world */
export async function leaveSpare(tx: Tx, registry: Registry, schema: string, migrations: readonly string[]): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${registry.table('spares')}`.execute(tx);
  if (nameMigrations(migrations) !== nameMigrations() || (rows[0]?.count ?? 0) >= SPARES_MAX) {
    await sql.raw(`drop schema if exists "${schema}" cascade`).execute(tx);
    return;
  }
  const name = await generateName(tx, registry);
  await emptyTables(tx, schema);
  await sql.raw(`alter schema "${schema}" rename to "${name}"`).execute(tx);
  await addSpare(tx, registry, name);
}

/** Creates one spare, unless there are enough, or another process creates one. @returns whether it did */
export async function prepareSpare(registry: Registry): Promise<boolean> {
  return registry.transactionIn(registry.schema, async (tx) => {
    const { rows } = await sql<{ is_free: number; count: number }>`
      select pg_try_advisory_xact_lock(${lockNumber(`${registry.schema} spares`)}) as is_free,
        (select count(*) from spares where migrations = ${nameMigrations()}) as count`.execute(tx);
    const [{ is_free, count } = { is_free: 0, count: SPARES_READY }] = rows;
    if (is_free === 0 || count >= SPARES_READY) return false;
    const { tables, indexes } = writeWorldScript();
    const name = await generateName(tx, registry);
    await sql.raw(`create schema "${name}"; set local search_path to "${name}"; ${tables}; ${indexes}`).execute(tx);
    await addSpare(tx, registry, name);
    return true;
  });
}
