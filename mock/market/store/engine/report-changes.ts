import type { DatabaseSync } from 'node:sqlite';

/** The kinds of change that fire a trigger, and the row to take the rowid from. */
const CHANGES = [
  ['insert', 'new'],
  ['update', 'new'],
  ['delete', 'old'],
] as const;

/**
 * Reports each row of a table that this connection inserts, updates, or deletes, even if the change is rolled back later. A second call
 * replaces the listener. `stopReports` ends the reports.
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

/** Ends all reports. Required before the contents of a database are deserialized. */
export function stopReports(database: DatabaseSync): void {
  for (const { name } of database.prepare("select name from temp.sqlite_schema where type = 'trigger'").all())
    database.exec(`drop trigger temp."${String(name)}"`);
}
