import { hash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import type { TestMock } from './open-mock.ts';

/** Hashes the default world of a mock. The hash stays the same until something is written. */
export async function hashContents(test: TestMock): Promise<string> {
  const { store } = test.mock.worlds.default;
  const image = await store.snapshot();
  return hash('sha256', store.shared === undefined ? image : listRecords(image));
}

/** Lists the records of an image. On PostgreSQL, the bytes of an image differ in each snapshot, but its records do not. */
function listRecords(image: Uint8Array): string {
  using sqlite = new DatabaseSync(':memory:');
  sqlite.deserialize(image);
  const tables = sqlite.prepare(`select name from sqlite_schema where type = 'table' and name not like 'kysely_%'`).all();
  return tables.map(({ name }) => JSON.stringify(sqlite.prepare(`select * from "${String(name)}"`).all())).join('\n');
}
