/** How long tokens live, and that expired ones leave the store. */
import { expect, test } from 'vitest';
import { refresh, signIn } from '../../testing/oauth.ts';
import { useMock } from '../../testing/open-mock.ts';

const t = useMock();

test('expired records are deleted', async () => {
  const { clock, store } = t.mock.worlds.default;
  const count = async (): Promise<number> => {
    const records = await store.reader.selectFrom('oauth_records').select('id').where('model', '!=', 'Grant').execute();
    const tokens = await store.reader.selectFrom('tokens').select('token').where('payload', 'is not', null).execute();
    return records.length + tokens.length;
  };
  for (let signed_in = 0; signed_in < 2; signed_in += 1) await signIn(t.mock.auth_url);
  const before = await count();
  for (let month = 0; month < 3; month += 1) {
    clock.set(clock.now_ms() + 32 * 86_400_000);
    await signIn(t.mock.auth_url);
  }
  // A session, a code, a refresh token and an access token.
  expect(before).toBeGreaterThan(4);
  expect(await count()).toBe(4);
});

test('AUTH-15 AUTH-8 access tokens last 1 h and refresh tokens 30 days since their last use, by the clock of the world', async () => {
  const day = 86_400;
  const { body } = await signIn(t.mock.auth_url);
  expect(body.expires_in).toBe(3600);
  const { clock } = t.mock.worlds.default;
  const advance = (seconds: number): void => {
    clock.set(clock.now_ms() + seconds * 1000);
  };
  advance(3599);
  expect((await t.call(body.access_token, 'GET', '/bids')).status).toBe(200);
  advance(1);
  expect((await t.call(body.access_token, 'GET', '/bids')).status).toBe(401);
  let { refresh_token } = body;
  for (const _ of [1, 2]) {
    advance(29 * day);
    const fresh = await refresh(t.mock.auth_url, refresh_token);
    expect(fresh.status).toBe(200);
    ({ refresh_token } = fresh.body);
  }
  advance(30 * day);
  expect((await refresh(t.mock.auth_url, refresh_token)).body.error).toBe('invalid_grant');
});
