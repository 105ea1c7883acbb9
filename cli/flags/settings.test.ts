/** The settings that a mock needs no configuration for, and how a configuration file changes them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HookName, Settings } from '#client';
import { ACTOR_NAMES, HOOK_NAMES } from '#client';
import { makeTestFolder } from '#client/testing/folder';
import { personas } from '#fixtures/personas';
import { createMock } from '#mock';
import type { Mock } from '#mock';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { readSettings } from './settings.ts';

let cwd = '';
let mock: Mock;
let settings: Settings;
beforeEach(async () => {
  cwd = makeTestFolder(onTestFinished);
  mock = await createMock({ lots: 20, clock: 'frozen' });
  settings = await readSettings({ target: mock.base_url }, { cwd, env: {} });
});
afterEach(async () => {
  await mock.close();
});

async function statusOf(base_url: string, path: string, token: unknown): Promise<number> {
  return (await fetch(`${base_url}${path}`, { headers: { authorization: `Bearer ${String(token)}` } })).status;
}

async function hook(name: HookName, params: object): Promise<Record<string, unknown>> {
  const run = settings.hooks.get(name);
  if (run === undefined) throw new Error(`no hook ${name}`);
  return { ...(await run({ ...params })) };
}

describe('built in for the mock', () => {
  test('the actors are those of the mock, with token, team and user', () => {
    expect([...settings.actors.keys()]).toEqual(ACTOR_NAMES);
    expect(settings.actor_problems.size).toBe(0);
    for (const [name, actor] of settings.actors) {
      const persona = personas[name.replace('_sandbox', '') as keyof typeof personas];
      expect({ name, ...actor }).toEqual({
        name,
        token: name.endsWith('_sandbox') ? persona.sandbox_token : persona.token,
        team_id: persona.team_id ?? undefined,
        user_id: persona.user_id ?? undefined,
        is_built_in: true,
      });
    }
  });

  test('the target is recognized, and can be written to', () => {
    expect(settings).toMatchObject({
      is_mock: true,
      mode: 'live',
      auth_url: mock.auth_url,
      read_only_reason: undefined,
    });
    expect([...settings.hooks.keys()]).toEqual(HOOK_NAMES);
  });

  // That the hooks and fixtures work is proved by the run in proofs/conform, where every clause is verified.
  test('a hook that the mock rejects says which request failed', async () => {
    await expect(hook('pay_invoice', { trade_id: 'trd_0', invoice: 'seller' })).rejects.toMatchObject({
      name: 'HookError',
      message: expect.stringContaining('POST /trades/trd_0/invoices/seller/pay'),
    });
  });
});

describe('a configuration file beside the mock', () => {
  const write = (config: object): void => writeFileSync(join(cwd, 'gristmill.config.json'), JSON.stringify(config));

  test('overrides the defaults of the mock', async () => {
    write({
      actors: { buyer: { token_env: 'B' }, rival: { token_env: 'NOT_SET' } },
      hooks: { set_credit: { command: `echo '{"ok":true,"result":{"mine":true}}'` } },
      fixtures: { unit: 'LB' },
    });
    const { access_token: mine } = await mock.control<{ access_token: string }>('POST', '/tokens', { persona: 'buyer' });
    const { actors, actor_problems, hooks, fixtures } = await readSettings(
      { target: mock.base_url },
      { cwd, env: { ...process.env, B: mine } },
    );
    expect([actors.get('buyer')?.token, actors.get('rival')?.token, actor_problems.size]).toEqual([mine, 'dev_rival', 0]);
    expect(await hooks.get('set_credit')?.({})).toEqual({ mine: true });
    expect(fixtures).toMatchObject({ unit: 'LB', quantity_field: 'quantity_mt' });
  });

  test('is ignored if it is for another target, and a notice says so', async () => {
    write({
      target: {
        base_url: 'https://api.example.com/v1',
        mode: 'sandbox',
        auth_url: 'https://auth.example.com',
        receiver_url: 'https://hooks.example.com',
      },
      actors: { buyer: { token_env: 'B' } },
      fixtures: { unit: 'LB' },
      privacy_can_be_baselined: true,
    });
    const resolved = await readSettings({ target: mock.base_url }, { cwd, env: { B: 'secret-of-another' } });
    expect(resolved).toMatchObject({
      mode: 'live',
      auth_url: mock.base_url.replace(/\/v1$/, ''),
      receiver: { public_url: undefined },
      fixtures: { unit: 'BU' },
      privacy_can_be_baselined: false,
      notices: [expect.stringContaining('config.json is for https://api.example.com/v1, so it is not used')],
    });
    expect(resolved.actors.get('buyer')?.token).toBe('dev_buyer');
  });
});

test('a new world is recognized by its own control plane', async () => {
  const world = (await (await fetch(`${mock.control_url}/worlds`, { method: 'POST' })).json()) as {
    base_url: string;
    id: string;
  };
  settings = await readSettings({ target: world.base_url }, { cwd, env: {} });
  const { token } = await hook('mint_token', { actor: 'buyer' });
  expect([await statusOf(world.base_url, '/bids', token), await statusOf(mock.base_url, '/bids', token)]).toEqual([200, 401]);
});

test('without developer tokens the actors are missing, with a reason', async () => {
  await using bare = await createMock({ lots: 20, dev_tokens: false });
  const { actors, actor_problems } = await readSettings({ target: bare.base_url }, { cwd, env: {} });
  expect(actors.size).toBe(0);
  expect(actor_problems.get('buyer')).toBe(
    'actors.buyer: the mock accepts no developer tokens; start it with --dev-tokens, or set token_env',
  );
});

test('a mock with an admin token is driven with GRISTMILL_ADMIN_TOKEN', async () => {
  await using locked = await createMock({ lots: 20, admin_token: 'a-long-secret' });
  expect((await readSettings({ target: locked.base_url }, { cwd, env: {} })).is_mock).toBe(false);
  const { is_mock, hooks } = await readSettings(
    { target: locked.base_url },
    { cwd, env: { GRISTMILL_ADMIN_TOKEN: 'a-long-secret' } },
  );
  expect(is_mock).toBe(true);
  expect(await hooks.get('mint_token')?.({ actor: 'buyer' })).toMatchObject({ token: expect.stringMatching(/^live_/) });
});

test('AUTH-4, AUTH-5 the authorization server of the mock issues tokens', async () => {
  writeFileSync(
    join(cwd, 'gristmill.config.json'),
    JSON.stringify({
      actors: { reader: { oauth: { client_id: 'gristmill-reader', client_secret_env: 'READER_SECRET', scope: 'market.read' } } },
    }),
  );
  const { actors } = await readSettings({ target: mock.base_url }, { cwd, env: { READER_SECRET: 'dev_secret_reader' } });
  const reader = actors.get('reader');
  expect(reader?.token).not.toBe('dev_reader');
  expect(await statusOf(mock.base_url, '/market/commodities', reader?.token)).toBe(200);
});
