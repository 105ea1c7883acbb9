import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { SetupFault } from '#client';
import { makeFolder, serveInTest } from '#client/testing/in-test';
import type { ConformFlags } from './flags.ts';
import type { Settings } from '#client';
import type { ResolveOptions } from './resolve-config.ts';
import { resolveConfig } from './resolve-config.ts';

let cwd = '';
let asked: string[] = [];
beforeEach(() => {
  cwd = makeFolder();
  asked = [];
});

/** Nobody's mock: it answers 404, and remembers what it was asked. */
async function serve(): Promise<string> {
  return serveInTest((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(404).end('{}');
  });
}

interface Given {
  flags?: ConformFlags;
  env?: Record<string, string>;
  options?: ResolveOptions;
}

async function settleWith(origin: string, config: object, { flags = {}, env = {}, options }: Given = {}): Promise<Settings> {
  writeFileSync(join(cwd, 'gristmill.config.json'), JSON.stringify(config));
  return resolveConfig({ target: `${origin}/v1`, ...flags }, cwd, { PATH: process.env['PATH'] ?? '', ...env }, options);
}

async function findFaults(origin: string, config: object, given: Given = {}): Promise<readonly string[]> {
  const error: unknown = await settleWith(origin, config, given).catch((reason: unknown) => reason);
  if (!(error instanceof SetupFault)) throw new Error('there is no fault');
  return error.message.split('; actors').map((line, i) => (i === 0 ? line : `actors${line}`));
}

test('unset variables of actors are faults with their solutions, and only the identification requests are sent', async () => {
  const origin = await serve();
  const oauth = { client_id: 'c', client_secret_env: 'DESK_SECRET' };
  const config = {
    target: { auth_url: origin },
    actors: { buyer: { token_env: 'BUYER_TOKEN' }, rival: { oauth }, reader: { oauth: { client_id: 'r' } } },
  };
  expect(await findFaults(origin, config, { env: { BUYER_TOKEN: ' ' } })).toEqual([
    'actors.buyer.token_env: the environment variable BUYER_TOKEN is empty; set it, or run without this actor: --without buyer',
    'actors.rival.oauth.client_secret_env: the environment variable DESK_SECRET is not set; set it, or run without this actor: --without rival',
  ]);
  expect(new Set(asked)).toEqual(new Set(['GET /_gristmill/health']));
});

test('a command that prints no token is a fault', async () => {
  expect(await findFaults(await serve(), { actors: { rival: { token_command: 'echo locked >&2; exit 4' } } })).toEqual([
    'actors.rival.token_command: the command exited with 4: locked; mend it, or run without this actor: --without rival',
  ]);
});

test('unset variables of hooks and clients are faults', async () => {
  const config = {
    hooks: { pay_invoice: { url: 'http://127.0.0.1:1/pay', token_env: 'OPS_TOKEN' } },
    oauth: { machine: { client_id: 'm', client_secret_env: 'PROGRAM_SECRET' } },
  };
  expect(await findFaults(await serve(), config)).toEqual([
    'oauth.machine.client_secret_env: the environment variable PROGRAM_SECRET is not set; set it, or remove the key; ' +
      'hooks.pay_invoice.token_env: the environment variable OPS_TOKEN is not set; set it, or remove the key',
  ]);
});

test('with --without, an actor counts as not configured, and requests for it say so', async () => {
  const config = { actors: { buyer: { token_env: 'B' }, rival: { token_env: 'NOT_SET' }, seller: { token_command: 'exit 1' } } };
  const flags = { without: ['rival', 'Seller'] };
  const settings = await settleWith(await serve(), config, { flags, env: { B: 'b' } });
  expect([...settings.actors.keys()]).toEqual(['buyer']);
  expect([...settings.actor_problems]).toEqual([
    ['rival', 'the actor rival was excluded with --without'],
    ['seller', 'the actor seller was excluded with --without'],
  ]);
  expect(settings.rerun_flags).toEqual(['--without rival,seller']);
  await expect(settleWith('http://127.0.0.1:1', {}, { flags: { without: ['byer'] } })).rejects.toThrow(
    "--without: 'byer' is not an actor; did you mean buyer?",
  );
});

test('doctor keeps faulty actors', async () => {
  const config = { actors: { buyer: { token_env: 'NOT_SET' } } };
  const { faults, actor_problems } = await settleWith(await serve(), config, { options: { on_fault: 'keep' } });
  expect(faults).toEqual([{ about: 'buyer', message: expect.any(String), config_key: 'actors.buyer.token_env' }]);
  expect(actor_problems.get('buyer')).toBe('actors.buyer.token_env: the environment variable NOT_SET is not set');
});
