import type { DatabaseSync } from 'node:sqlite';

/** The changes that a trigger can follow, and which row has its rowid. */
const CHANGES = [
  ['insert', 'new'],
  ['update', 'new'],
  ['delete', 'old'],
] as const;

/**
 * Reports each row of a table that this connection inserts, updates, or deletes, also if it is rolled back later. Replacing the contents
 * of the database ends it. A second call replaces the listener.
 */
export function reportChanges(database: DatabaseSync, table: string, listener: (rowid: number) => void): void {
  const name = `report_${table}`;
  database.function(name, (rowid) => {
    listener(Number(rowid));
    return null;
  });
  for (const [change, row] of CHANGES)
    database.exec(
      `drop trigger if exists temp.${name}_${change};
       create temp trigger ${name}_${change} after ${change} on main.${table} begin select ${name}(${row}.rowid); end`,
    );
}
