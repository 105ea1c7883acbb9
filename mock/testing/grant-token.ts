import type { Row } from '../market/records/tables.ts';
import { countRows } from '../market/store/count-rows.ts';
import type { TestMock } from './open-mock.ts';

/**
 * Creates a token that no persona has, such as one of another team or with fewer scopes.
 * @param like the persona or token whose other properties it gets
 */
export async function grantToken(test: TestMock, like: string, change: Partial<Row<'tokens'>>): Promise<string> {
  const { reader: db, write } = test.mock.worlds.default.store;
  const model = await db
    .selectFrom('tokens')
    .selectAll()
    .where('token', '=', test.mock.tokens[like] ?? like)
    .executeTakeFirstOrThrow();
  const token = `test_${like}_${await countRows(db.selectFrom('tokens'))}`;
  await write((tx) =>
    tx
      .insertInto('tokens')
      .values({ ...model, ...change, token })
      .execute(),
  );
  return token;
}
