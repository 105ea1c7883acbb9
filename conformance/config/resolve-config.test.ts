import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { ConformFlags } from './flags.ts';
import { SetupFault, type Settings } from '#client';
import { makeFolder, serveInTest } from '#client/testing/in-test';
import { sendJson } from '#client/testing/server';
import { resolveConfig, type ResolveOptions } from './resolve-config.ts';

let cwd = '';
let asked: string[] = [];
beforeEach(() => {
  cwd = makeFolder();
  asked = [];
});

/** A deployment. @param responses by method, path, and token. Anything else is a 404 @returns its origin */
async function serve(responses: Record<string, unknown> = {}): Promise<string> {
  return serveInTest((request, response) => {
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    const key = `${request.method} ${request.url?.split('?')[0]} ${token}`.trim();
    asked.push(key);
    sendJson(response, key in responses ? 200 : 404, responses[key] ?? {});
  });
}

/** The same server at 0.0.0.0, which does not count as loopback, so it is treated like a public host. */
function asPublic(origin: string): string {
  return `${origin.replace('127.0.0.1', '0.0.0.0')}/v1`;
}

async function resolveWith(
  flags: ConformFlags,
  config?: object,
  env: Record<string, string> = {},
  options?: ResolveOptions,
): Promise<Settings> {
  if (config !== undefined) writeFileSync(join(cwd, 'gristmill.config.json'), JSON.stringify(config));
  return resolveConfig(flags, cwd, { PATH: process.env['PATH'] ?? '', ...env }, options);
}

const UNREACHABLE = 'http://127.0.0.1:1/v1';

test('flags override the environment, which overrides the file', async () => {
  const config = { target: { base_url: 'http://127.0.0.1:3/v1/' } };
  expect((await resolveWith({}, config)).base_url).toBe('http://127.0.0.1:3/v1');
  const env = { GRISTMILL_TARGET: 'http://127.0.0.1:2/v1' };
  expect((await resolveWith({}, config, env)).base_url).toBe('http://127.0.0.1:2/v1');
  expect((await resolveWith({ target: 'http://127.0.0.1:1/v1//' }, config, env)).base_url).toBe(UNREACHABLE);
});

test('a run on this machine can write, has no rate limit, and keeps a ledger', async () => {
  const settings = await resolveWith({ target: UNREACHABLE });
  expect(settings).toMatchObject({
    read_only_reason: undefined,
    is_mock: false,
    mode: undefined,
    auth_url: undefined,
    max_in_flight: 16,
    requests_per_second: Number.POSITIVE_INFINITY,
    request_timeout_ms: 15_000,
    patience: 'quick',
    receiver: { public_url: undefined, port: 0 },
    privacy_can_be_baselined: false,
    baseline: undefined,
  });
  expect(settings.ledger_path).toMatch(/\.gristmill\/ledger-\d{8}T\d{6}-\w+\.jsonl$/);
  expect(settings.actors.size + settings.hooks.size + settings.actor_problems.size).toBe(0);
});

test('a run elsewhere writes nothing, and sends four concurrent requests and five per second', async () => {
  const target = asPublic(await serve());
  const settings = await resolveWith({ target });
  expect(settings).toMatchObject({ max_in_flight: 4, requests_per_second: 5, ledger_path: undefined });
  expect(settings.read_only_reason).toMatch(
    /^0\.0\.0\.0:\d+ is neither on this machine nor a proven sandbox \(there is no token for seller or partner/,
  );
  expect(await resolveWith({ target, rps: '2.5' })).toMatchObject({ max_in_flight: 4, requests_per_second: 2.5 });
  expect(await resolveWith({ target, rps: '50' })).toMatchObject({ max_in_flight: 16, requests_per_second: 50 });
});

test('--allow-writes names exactly the host of the target', async () => {
  const target = asPublic(await serve());
  expect((await resolveWith({ target, allowWrites: '0.0.0.0' })).read_only_reason).toBeUndefined();
  expect((await resolveWith({ target, allowWrites: new URL(target).host })).read_only_reason).toBeUndefined();
  asked = [];
  await expect(resolveWith({ target, allowWrites: '0.0.0' })).rejects.toThrow(
    /^--allow-writes: is 0\.0\.0, but the target is 0\.0\.0\.0:/,
  );
  expect(asked).toEqual([]);
});

test('--read-only also applies on this machine', async () => {
  expect(await resolveWith({ target: UNREACHABLE, readOnly: true })).toMatchObject({
    read_only_reason: 'the run only reads',
    ledger_path: undefined,
  });
});

test('LST-8 a null manage_url proves a sandbox, without a write', async () => {
  const at = await serve({ 'GET /v1/me/inventory s': { items: [{ id: 'inv_1', status: 'unlisted', manage_url: null }] } });
  const config = { target: { mode: 'sandbox' }, actors: { seller: { token_env: 'S' }, buyer: { token_env: 'B' } } };
  const settings = await resolveWith({ target: asPublic(at), rps: '1000' }, config, { S: 's', B: 'b' });
  expect(settings.read_only_reason).toBeUndefined();
  // Writes to ids that do not exist show which scopes the tokens have, and the simulator without a body whether the token is live.
  const without_effect = /^GET |000000000000000000000000|^POST \/v1\/sandbox\/simulate-event /;
  expect(asked.filter((request) => !without_effect.test(request))).toEqual([]);
});

test('actors, hooks, and other keys of the file are resolved', async () => {
  const config = {
    target: { auth_url: 'http://127.0.0.1:9/', mode: 'sandbox', receiver_url: 'https://tunnel.example/', receiver_port: 8080 },
    actors: { buyer: { token_env: 'B' } },
    hooks: { set_credit: { command: 'true' } },
    fixtures: { unit: 'BU' },
    allow_extra: [{ key: 'trace_id', reason: 'ours' }],
    privacy_can_be_baselined: true,
  };
  const settings = await resolveWith({ target: UNREACHABLE }, config, { B: 'b' });
  expect([...settings.actors]).toEqual([['buyer', { token: 'b', team_id: undefined, user_id: undefined, shown_as: 'B' }]]);
  expect(settings.actor_problems.size).toBe(0);
  expect([...settings.hooks.keys()]).toEqual(['set_credit']);
  expect(settings).toMatchObject({
    auth_url: 'http://127.0.0.1:9',
    mode: 'sandbox',
    receiver: { public_url: 'https://tunnel.example', port: 8080 },
    fixtures: { unit: 'BU' },
    allow_extra: ['trace_id'],
    privacy_can_be_baselined: true,
  });
});

test('flags become a selection', async () => {
  const flags = {
    target: UNREACHABLE,
    only: ['WHK-2/*,PRIV', 'BID'],
    skip: ['x'],
    clause: ['whk-2'],
    shard: '2/5',
    seed: 'Ab/c',
    patience: 'full',
    strict: true,
    timeout: '0.5',
    ledger: false as const,
  };
  expect(await resolveWith(flags)).toMatchObject({
    selection: { only: ['WHK-2/*', 'PRIV', 'BID'], skip: ['x'], clauses: ['WHK-2'], shard: { index: 2, of: 5 } },
    seed: 'Ab/c',
    patience: 'full',
    is_strict: true,
    request_timeout_ms: 500,
    check_timeout_ms: 3_000_000,
    ledger_path: undefined,
  });
  const { shard: _, ...whole } = flags;
  expect((await resolveWith({ ...whole, require: ['PRIV-1,PRIV-2'] })).require).toEqual(['PRIV-1', 'PRIV-2']);
  expect((await resolveWith({ ...flags, ledger: 'my.jsonl' })).ledger_path).toBe(join(cwd, 'my.jsonl'));
});

test.each([
  [{ target: 'api.example.com' }, /^target: 'api.example.com' is not a URL/],
  [{ target: 'localhost:4010/v1' }, /^target: 'localhost:4010\/v1' is not a URL: it must begin with http:\/\/ or https:\/\//],
  [{ shard: '6/5' }, /^--shard: '6\/5' is invalid; use i\/n with i from 1 to n, and n at most 1000, such as 2\/5/],
  [{ shard: '0/5' }, /^--shard/],
  [{ shard: '1/5', require: ['PRIV-1'] }, /^--require: a shard runs only part of the checks; pass --require to gristmill merge/],
  [{ rps: '0' }, /^--rps: '0' is invalid; use a number from 0.1/],
  [{ rps: '-1' }, /^--rps/],
  [{ timeout: 'soon' }, /^--timeout/],
  [{ patience: 'endless' }, /^--patience: 'endless' is invalid; use quick, standard, or full$/],
  [{ clause: ['whk-222'] }, /^--clause: clause whk-222 does not exist; did you mean WHK-/],
  [{ require: [''] }, /^--require: has an empty value/],
  [{ only: ['a,,b'] }, /^--only: has an empty value/],
  [{ seed: ' ' }, /^--seed/],
  [{ baseline: 'none.json' }, /^--baseline: none.json cannot be read/],
])('%j is rejected before any request', async (flags, message) => {
  const origin = await serve();
  const target = 'target' in flags ? {} : { target: `${origin}/v1` };
  const error: unknown = await resolveWith({ ...target, ...flags }).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: 'ConfigError', message: expect.stringMatching(message) });
  expect(asked).toEqual([]);
});

test('a baseline is read, and an invalid entry is named', async () => {
  const entry = { check: 'a/b', fingerprint: 'f', verdict: 'fail', reason: 'known', expires: '2030-01-01' };
  writeFileSync(join(cwd, 'b.json'), JSON.stringify([entry]));
  expect((await resolveWith({ target: UNREACHABLE, baseline: 'b.json' })).baseline).toEqual([entry]);
  writeFileSync(join(cwd, 'b.json'), JSON.stringify([entry, { ...entry, expires: 'never' }]));
  await expect(resolveWith({ target: UNREACHABLE, baseline: 'b.json' })).rejects.toThrow(
    '--baseline: b.json: 1.expires: Invalid ISO date',
  );
});

test('an admin token is sent to a control plane elsewhere only if the file configures it', async () => {
  const origin = await serveInTest((request, response) => {
    asked.push(`${request.url} ${request.headers.authorization ?? '-'}`);
    response.writeHead(401).end('{}');
  });
  const target = asPublic(origin);
  const env = { GRISTMILL_ADMIN_TOKEN: 'admin', OTHER: 'other' };
  await resolveWith({ target }, undefined, env);
  expect(asked).toEqual(['/_gristmill/health -']);
  await resolveWith({ target }, { target: { admin_token_env: 'OTHER' } }, env);
  expect(asked.slice(1)).toEqual(['/_gristmill/health -', '/_gristmill/health Bearer other']);
});

/** The faults of a configuration for a target that returns 404, one line each. */
async function findFaults(config: object, env: Record<string, string> = {}): Promise<readonly string[]> {
  const target = `${await serve()}/v1`;
  const error: unknown = await resolveWith({ target }, config, env).catch((reason: unknown) => reason);
  if (!(error instanceof SetupFault)) throw new Error('there is no fault');
  return error.message.split('; actors').map((line, i) => (i === 0 ? line : `actors${line}`));
}

test('unset variables of actors are faults with their solutions, and only the identification requests are sent', async () => {
  const oauth = { client_id: 'c', client_secret_env: 'DESK_SECRET' };
  const config = {
    target: { auth_url: await serve() },
    actors: { buyer: { token_env: 'BUYER_TOKEN' }, rival: { oauth }, reader: { oauth: { client_id: 'r' } } },
  };
  expect(await findFaults(config, { BUYER_TOKEN: ' ' })).toEqual([
    'actors.buyer.token_env: the environment variable BUYER_TOKEN is empty; set it, or run without this actor: --without buyer',
    'actors.rival.oauth.client_secret_env: the environment variable DESK_SECRET is not set; set it, or run without this actor: --without rival',
  ]);
  expect(new Set(asked)).toEqual(new Set(['GET /_gristmill/health']));
});

test('a command that prints no token is a fault', async () => {
  expect(await findFaults({ actors: { rival: { token_command: 'echo locked >&2; exit 4' } } })).toEqual([
    'actors.rival.token_command: the command exited with 4: locked; fix it, or run without this actor: --without rival',
  ]);
});

test('unset variables of hooks and clients are faults', async () => {
  const config = {
    hooks: { pay_invoice: { url: 'http://127.0.0.1:1/pay', token_env: 'OPS_TOKEN' } },
    oauth: { machine: { client_id: 'm', client_secret_env: 'PROGRAM_SECRET' } },
  };
  expect(await findFaults(config)).toEqual([
    'oauth.machine.client_secret_env: the environment variable PROGRAM_SECRET is not set; set it, or remove the key; ' +
      'hooks.pay_invoice.token_env: the environment variable OPS_TOKEN is not set; set it, or remove the key',
  ]);
});

test('with --without, an actor counts as not configured, and requests for it say so', async () => {
  const config = { actors: { buyer: { token_env: 'B' }, rival: { token_env: 'NOT_SET' }, seller: { token_command: 'exit 1' } } };
  const settings = await resolveWith({ target: UNREACHABLE, without: ['rival', 'Seller'] }, config, { B: 'b' });
  expect([...settings.actors.keys()]).toEqual(['buyer']);
  expect(settings.actor_problems.size).toBe(0);
  expect([...settings.excluded]).toEqual(['rival', 'seller']);
  expect(settings.rerun_flags).toEqual(['--without rival,seller']);
  await expect(resolveWith({ target: UNREACHABLE, without: ['byer'] })).rejects.toThrow(
    "--without: 'byer' is not an actor; did you mean buyer?",
  );
});

test('a rerun has the flags that decide what a check does', async () => {
  const flags = { target: UNREACHABLE, patience: 'full', timeout: '60', rps: '2', strict: true, seed: '7', only: ['BID'] };
  const { rerun_flags } = await resolveWith(flags);
  expect(rerun_flags).toEqual(['--patience full', '--timeout 60', '--rps 2', '--strict']);
});
