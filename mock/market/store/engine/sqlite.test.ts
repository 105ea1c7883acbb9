import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MEMORY, STATEMENT_CHARS_MAX, openSqlite } from './sqlite.ts';
import { useFolder } from '../../../testing/use-folder.ts';

const folder = useFolder();

test('the cache of prepared statements never exceeds its bound', () => {
  const sqlite = openSqlite(MEMORY);
  // As GET /inventory?commodity=a,b,c,… does: a parameter for each.
  for (let count = 1; count < 2_000; count += 7) {
    sqlite.prepare(`select 1 where 1 in (${'?, '.repeat(count)}?)`);
    expect(sqlite.statement_chars).toBeLessThanOrEqual(STATEMENT_CHARS_MAX);
  }
  expect(sqlite.statement_chars).toBeGreaterThan(STATEMENT_CHARS_MAX / 2);
  // One that alone is longer works, and is not kept.
  const before = sqlite.statement_chars;
  const long = `select 1 as one${' '.repeat(STATEMENT_CHARS_MAX)}`;
  expect(sqlite.prepare(long).all([])).toEqual([{ one: 1 }]);
  expect(sqlite.statement_chars).toBe(before);
  sqlite.close();
});

test('a statement that is prepared twice is the same one', () => {
  const sqlite = openSqlite(MEMORY);
  expect(sqlite.prepare('select 1')).toBe(sqlite.prepare('select 1'));
  sqlite.close();
  expect(sqlite.statement_chars).toBe(0);
});

test('replacing the contents of a file also resets the length of the cached statements', async () => {
  const sqlite = openSqlite(join(folder, 'world.db'));
  const image = sqlite.serialize();
  sqlite.prepare('select 1');
  await sqlite.replace(image, (copy) => copy());
  expect(sqlite.statement_chars).toBe(0);
  sqlite.close();
});
