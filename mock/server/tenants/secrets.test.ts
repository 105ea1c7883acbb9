/** The files of a shared mock contain no issued secret, and its encryption keys can be replaced. */
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { authorize, exchange, postToken } from '../../testing/oauth.ts';
import type { HostedMock, TestTenant } from '../../testing/hosted-mock.ts';
import { openHostedMock } from '../../testing/hosted-mock.ts';
import { createMock } from '../server.ts';

const [KEY, NEWER] = ['first-key-of-the-tests-0123456789', 'newer-key-of-the-tests-0123456789'] as const;
const HOOK = { url: 'https://hooks.example/grain', events: ['bid.accepted'] };

let folder: string;
let db: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gristmill-secrets-'));
  db = join(folder, 'world.db');
});
afterEach(() => rm(folder, { recursive: true }));

/** Makes the mock issue every kind of secret. */
async function collect(
  t: HostedMock,
  tenant: TestTenant,
): Promise<{ all: readonly string[]; token: string; refresh_token: string }> {
  const { world, clients } = tenant;
  const token = await t.mint(tenant, { persona: 'buyer', expires_in: null });
  const hook = await t.send(token, 'POST', `${world.base_url}/webhooks`, HOOK, { 'Idempotency-Key': 'once' });
  const sandbox = await t.mint(tenant, { persona: 'seller', sandbox: true });
  const user = await t.send(sandbox, 'POST', `${world.base_url}/sandbox/users`, { role: 'buyer' });
  const [web] = clients;
  const redirect_uri = 'http://127.0.0.1:3000/callback';
  const app = { client_id: web?.client_id, client_secret: web?.client_secret, redirect_uri };
  const { code = '' } = await authorize(world.auth_url, { ...app, scope: 'bids.read' });
  const granted = await exchange(world.auth_url, code, app);
  const { access_token, refresh_token } = granted.body;
  const machine = clients.find(({ kind }) => kind === 'machine');
  const program = await postToken(world.auth_url, {
    client_id: machine?.client_id,
    client_secret: machine?.client_secret,
    grant_type: 'client_credentials',
  });
  const invited = await t.invite('Later');
  const handed = [
    ...tenant.secrets,
    token,
    sandbox,
    hook.body.data.secret,
    user.body.data.access_token,
    code,
    access_token,
    refresh_token,
    program.body.access_token,
    invited,
  ] as (string | undefined)[];
  return { all: handed.map(String), token, refresh_token };
}

async function findInFiles(secrets: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const name of await readdir(folder)) {
    const bytes = await readFile(join(folder, name));
    for (const secret of secrets) if (bytes.includes(secret)) found.push(`${name}: ${secret}`);
  }
  return found;
}

test('no file contains a secret, while the mock runs and after it has stopped', async () => {
  const t = await openHostedMock({ db, secret_keys: [KEY] });
  const tenant = await t.join('Careful');
  const { all } = await collect(t, tenant);
  expect(all.length).toBeGreaterThan(11);
  for (const secret of all) expect(secret.length, secret).toBeGreaterThan(20);
  const running = await findInFiles(all);
  await t[Symbol.asyncDispose]();
  expect([...running, ...(await findInFiles(all))]).toEqual([]);
});

test('without a key, the same search finds the secrets', async () => {
  const mock = await createMock({ db, lots: 20 });
  const { access_token } = await mock.control<{ access_token: string }>('POST', '/tokens', { persona: 'buyer' });
  await mock.close();
  expect(await findInFiles([access_token])).not.toEqual([]);
});

test('a new first key takes over: tokens, hooks, and sign-ins keep working, and the old key can go', async () => {
  const first = await openHostedMock({ db, secret_keys: [KEY] });
  const tenant = await first.join('Rotating');
  const { token, refresh_token } = await collect(first, tenant);
  await first[Symbol.asyncDispose]();
  await (await openHostedMock({ db, secret_keys: [NEWER, KEY] }))[Symbol.asyncDispose]();
  await using t = await openHostedMock({ db, secret_keys: [NEWER] });
  const base_url = `${t.mock.auth_url}/worlds/${tenant.world.id}`;
  expect((await t.send(token, 'GET', `${base_url}/v1/bids`)).status).toBe(200);
  // IDEM-2
  const again = await t.send(token, 'POST', `${base_url}/v1/webhooks`, HOOK, { 'Idempotency-Key': 'once' });
  expect([again.status, again.text]).toEqual([201, expect.stringContaining('whsec_')]);
  const [web] = tenant.clients;
  const refreshed = await postToken(base_url, {
    client_id: web?.client_id,
    client_secret: web?.client_secret,
    grant_type: 'refresh_token',
    refresh_token,
  });
  expect(refreshed.status).toBe(200);
});

test.for([
  ['another key', [NEWER]],
  ['no key', []],
] as const)('with %s the mock does not start, and the message says what to do', async ([, secret_keys]) => {
  const first = await openHostedMock({ db, secret_keys: [KEY] });
  await collect(first, await first.join('Locked'));
  const hook = { persona: 'buyer' };
  await first.operate('POST', '/tokens', hook);
  await first[Symbol.asyncDispose]();
  const started =
    secret_keys.length > 0
      ? openHostedMock({ db, secret_keys: [...secret_keys] })
      : createMock({ db, lots: 20, secret_keys: [] });
  await expect(started).rejects.toThrow(
    'the database has secrets that were encrypted with another key; set GRISTMILL_SECRET_KEY',
  );
});
