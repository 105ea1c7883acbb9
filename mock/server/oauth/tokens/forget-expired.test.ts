/** Anyone can make the authorization server write rows, so their number and their length are limited. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { READER, authorize, authorizeUrl, exchange, postToken, refresh, signIn } from '../../../testing/oauth.ts';
import type { TestMock } from '../../../testing/open-mock.ts';
import { openTestMock } from '../../../testing/open-mock.ts';
import { RECORDS_MAX, RECORD_CHARS_MAX, TOKENS_MAX } from '../../../market/store/deletion/forget-expired.ts';

type Table = 'oauth_records' | 'tokens';

async function countRows({ mock }: TestMock, table: Table): Promise<number> {
  const { reader: db } = mock.worlds.default.store;
  const all = await db.selectFrom(table).select('payload').where('payload', 'is not', null).execute();
  return all.length;
}

/** Renumbers the newest row as if `count` rows had been written before it. */
async function pretendRows({ mock }: TestMock, table: Table, count: number): Promise<void> {
  const name = sql.table(table);
  await sql`update ${name} set rowid = rowid + ${count} where rowid = (select max(rowid) from ${name})`.execute(
    mock.worlds.default.store.reader,
  );
}

/** Starts a sign-in as a browser does, up to the page that asks for the user. */
function begin({ mock }: TestMock): Promise<Response> {
  return fetch(authorizeUrl(mock.auth_url, { prompt: undefined, login_hint: undefined }), { redirect: 'manual' });
}

test('AUTH-8 beyond the maximum, the oldest sign-ins are deleted, even on a frozen clock', async () => {
  await using t = await openTestMock({ lots: 20 });
  for (let begun = 0; begun < 3; begun += 1) expect((await begin(t)).status).toBe(303);
  expect(await countRows(t, 'oauth_records')).toBe(3);
  await pretendRows(t, 'oauth_records', RECORDS_MAX - 3);
  expect((await begin(t)).status).toBe(303);
  expect(await countRows(t, 'oauth_records')).toBe(3);
  await pretendRows(t, 'oauth_records', RECORDS_MAX);
  const { code } = await authorize(t.mock.auth_url);
  expect((await exchange(t.mock.auth_url, code)).status).toBe(200);
});

test('AUTH-8 refresh tokens that were rotated long ago are deleted', async () => {
  await using t = await openTestMock({ lots: 20 });
  const { body } = await signIn(t.mock.auth_url);
  const rotated = await refresh(t.mock.auth_url, body.refresh_token);
  const kept = await countRows(t, 'oauth_records');
  await sql`update oauth_records set rowid = rowid + ${RECORDS_MAX} where model in ('Grant', 'RefreshToken') and consumed_at is null`.execute(
    t.mock.worlds.default.store.reader,
  );
  expect((await refresh(t.mock.auth_url, rotated.body.refresh_token)).status).toBe(200);
  expect(await countRows(t, 'oauth_records')).toBeLessThan(kept);
});

test('AUTH-10 beyond the maximum, the oldest access tokens are deleted, and no developer token', async () => {
  await using t = await openTestMock({ lots: 20 });
  const mint = async (): Promise<string> =>
    (await postToken(t.mock.auth_url, { ...READER, grant_type: 'client_credentials' })).body.access_token;
  const first = await mint();
  await mint();
  await pretendRows(t, 'tokens', TOKENS_MAX - 1);
  const last = await mint();
  expect(await countRows(t, 'tokens')).toBe(2);
  const statuses = [first, last, 'reader'].map(async (token) => (await t.call(token, 'GET', '/inventory?limit=1')).status);
  expect(await Promise.all(statuses)).toEqual([401, 200, 200]);
});

test('an authorization request that is too long is rejected', async () => {
  await using t = await openTestMock({ lots: 20 });
  const state = 's'.repeat(RECORD_CHARS_MAX);
  const url = authorizeUrl(t.mock.auth_url, { prompt: undefined, login_hint: undefined, state });
  const refused = await fetch(url, { redirect: 'manual' });
  expect(refused.status).toBe(303);
  expect(new URL(refused.headers.get('location') ?? '').searchParams.get('error')).toBe('invalid_request');
  expect(await countRows(t, 'oauth_records')).toBe(0);
});
