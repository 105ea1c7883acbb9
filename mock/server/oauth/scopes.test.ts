/** Every endpoint, with tokens that the authorization server gave out: with only the needed scopes it opens, with all others it does not. */
import { expect, test } from 'vitest';
import { refresh, signIn } from '../../testing/oauth.ts';
import { useMock } from '../../testing/open-mock.ts';

const t = useMock();

test('what has run out does not stay in the store for ever', async () => {
  const { clock, store } = t.mock.worlds.default;
  const count = async (): Promise<number> => {
    const records = await store.db.selectFrom('oauth_records').select('id').where('model', '!=', 'Grant').execute();
    const tokens = await store.db.selectFrom('tokens').select('token').where('payload', 'is not', null).execute();
    return records.length + tokens.length;
  };
  await signIn(t.mock.auth_url);
  const before = await count();
  for (let month = 0; month < 3; month += 1) {
    clock.set(clock.now_ms() + 32 * 86_400_000);
    await signIn(t.mock.auth_url);
  }
  // A session, a code, a refresh token and an access token.
  expect(before).toBeGreaterThan(4);
  expect(await count()).toBe(4);
});

test('AUTH-15 an access token lives an hour of the clock of the world, a refresh token thirty days since it was last used', async () => {
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
