import { hash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import type { TestMock } from './open-mock.ts';

/** The default world of a mock as one hash: it is the same as long as nothing is written. */
export async function hashContents(test: TestMock): Promise<string> {
  const { store } = test.mock.worlds.default;
  const image = await store.snapshot();
  return hash('sha256', store.shared === undefined ? image : listRecords(image));
}

/** An image of another database is written anew each time, so that its bytes differ. */
function listRecords(image: Uint8Array): string {
  using sqlite = new DatabaseSync(':memory:');
  sqlite.deserialize(image);
  const tables = sqlite.prepare(`select name from sqlite_schema where type = 'table' and name not like 'kysely_%'`).all();
  return tables.map(({ name }) => JSON.stringify(sqlite.prepare(`select * from "${String(name)}"`).all())).join('\n');
}
