/** Sign-in without pages: `prompt=none` with a `login_hint`. */
import { personas } from '#fixtures/personas';
import { beforeAll, expect, test } from 'vitest';
import { authorize, signIn } from '../../testing/oauth.ts';
import { useMock } from '../../testing/open-mock.ts';

const t = useMock();
let auth_url: string;
beforeAll(() => {
  ({ auth_url } = t.mock);
});

async function whoIs(access_token: string): Promise<{ user_id: string | null; team_id: string | null } | undefined> {
  const { store } = t.mock.worlds.default;
  return store.reader.selectFrom('tokens').select(['user_id', 'team_id']).where('token', '=', access_token).executeTakeFirst();
}

test('AUTH-10 the team named at sign-in stays with the token when it is refreshed', async () => {
  const { user_id, team_id } = personas.partner;
  const { body: none } = await signIn(auth_url, { login_hint: 'partner', team: 'none' });
  expect(await whoIs(none.access_token)).toEqual({ user_id, team_id: null });
  const { body: named } = await signIn(auth_url, { login_hint: 'partner', team: team_id });
  expect(await whoIs(named.access_token)).toEqual({ user_id, team_id });
  const foreign = await authorize(auth_url, { login_hint: 'partner', team: personas.buyer.team_id });
  expect(foreign).toMatchObject({ error: 'invalid_request', state: 'st-1' });
});

test('a missing or unknown login_hint gets login_required', async () => {
  expect(await authorize(auth_url, { login_hint: undefined })).toMatchObject({ error: 'login_required' });
  for (const login_hint of ['nobody', 'reader', 'expired', 'usr_0'])
    expect(await authorize(auth_url, { login_hint })).toMatchObject({ error: 'login_required' });
});

test('SBX-10 INV-23 a test user with the email of a live user does not replace that user', async () => {
  const { email } = await t.mock.worlds.default.store.reader
    .selectFrom('users')
    .select('email')
    .where('id', '=', personas.rival.user_id)
    .executeTakeFirstOrThrow();
  const body = { role: 'seller', email };
  expect((await t.call('seller_sandbox', 'POST', '/sandbox/users', { body })).status).toBeLessThan(300);

  const live = await signIn(auth_url, { login_hint: email });
  expect((await whoIs(live.body.access_token))?.user_id).toBe(personas.rival.user_id);
  const sandbox = await signIn(auth_url, { client_id: 'gristmill-app-sandbox', login_hint: email });
  expect((await whoIs(sandbox.body.access_token))?.user_id).not.toBe(personas.rival.user_id);
});
