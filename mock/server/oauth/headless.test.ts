/** The way past the pages, and that nothing of it is loaded before somebody goes it. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { personas } from '#fixtures/personas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authorize, authorizeUrl, exchange, openBrowser, signIn } from '../../testing/oauth.ts';
import type { TestMock } from '../../testing/open-mock.ts';
import { openTestMock } from '../../testing/open-mock.ts';

let t: TestMock;
let auth_url: string;
beforeAll(async () => {
  t = await openTestMock();
  ({ auth_url } = t.mock);
});
afterAll(() => t[Symbol.asyncDispose]());

async function whoIs(access_token: string): Promise<{ user_id: string | null; team_id: string | null } | undefined> {
  const { reader: db } = t.mock.worlds.default.store;
  return db.selectFrom('tokens').select(['user_id', 'team_id']).where('token', '=', access_token).executeTakeFirst();
}

test.for(['buyer', 'rival', 'elevator', 'seller', 'partner'] as const)(
  'AUTH-10 %s is signed in for their own team',
  async (name) => {
    const { user_id, team_id } = personas[name];
    const { body } = await signIn(auth_url, { login_hint: name });
    expect(await whoIs(body.access_token)).toEqual({ user_id, team_id });
    const { body: same } = await signIn(auth_url, { login_hint: user_id });
    expect(await whoIs(same.access_token)).toEqual({ user_id, team_id });
  },
);

test('AUTH-10 a team can be named, or none, and stays with the token when it is refreshed', async () => {
  const { user_id, team_id } = personas.partner;
  const { body: none } = await signIn(auth_url, { login_hint: 'partner', team: 'none' });
  expect(await whoIs(none.access_token)).toEqual({ user_id, team_id: null });
  const { body: named } = await signIn(auth_url, { login_hint: 'partner', team: team_id });
  expect(await whoIs(named.access_token)).toEqual({ user_id, team_id });
  const foreign = await authorize(auth_url, { login_hint: 'partner', team: personas.buyer.team_id });
  expect(foreign).toMatchObject({ error: 'invalid_request', state: 'st-1' });
});

test('nobody is signed in without a hint, nor by a wrong one', async () => {
  expect(await authorize(auth_url, { login_hint: undefined })).toMatchObject({ error: 'login_required' });
  for (const login_hint of ['nobody', 'reader', 'expired', 'usr_0'])
    expect(await authorize(auth_url, { login_hint })).toMatchObject({ error: 'login_required' });
});

test('one hint after the other in the same browser: each gets their own', async () => {
  const browser = openBrowser();
  for (const name of ['buyer', 'rival', 'buyer'] as const) {
    const answer = await browser.fetch(authorizeUrl(auth_url, { login_hint: name }));
    const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '';
    const { body } = await exchange(auth_url, code);
    expect((await whoIs(body.access_token))?.user_id).toBe(personas[name].user_id);
  }
});

test('SBX-10 a sandbox test user signs in to sandbox clients only', async () => {
  const made = await t.call('seller_sandbox', 'POST', '/sandbox/users', { body: { role: 'seller' } });
  expect(made.status).toBeLessThan(300);
  const user = await t.mock.worlds.default.store.reader
    .selectFrom('users')
    .select('id')
    .where('created_by_client_id', 'is not', null)
    .executeTakeFirstOrThrow();
  expect((await signIn(auth_url, { client_id: 'gristmill-app-sandbox', login_hint: user.id })).status).toBe(200);
  expect(await authorize(auth_url, { login_hint: user.id })).toMatchObject({ error: 'login_required' });
});

test('SBX-10 INV-23 a test user with the address of a live user takes nobody’s place, and its address is not verified', async () => {
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

test('a mock that starts has not loaded the authorization server; the first request loads it', async () => {
  const script = `
    import { createRequire } from 'node:module';
    import { createMock } from ${JSON.stringify(new URL('../../index.ts', import.meta.url).href)};
    const { cache } = createRequire(import.meta.url);
    const isLoaded = () => Object.keys(cache).some((path) => path.includes('/node_modules/keygrip/'));
    const mock = await createMock({ lots: 20 });
    const before = isLoaded();
    await fetch(mock.auth_url + '/.well-known/openid-configuration');
    console.log(JSON.stringify([before, isLoaded()]));
    await mock.close();`;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    cwd: new URL('.', import.meta.url),
  });
  expect([JSON.parse(stdout), stderr]).toEqual([[false, true], '']);
});
