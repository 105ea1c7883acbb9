/**
 * A correct deployment from an operator's view: the clean mock behind a proxy that hides its control plane, with a configuration, tokens, and hooks.
 */
import { writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { ActorName, Config } from '#client';
import { ACTOR_NAMES, HOOK_NAMES, findFreePort, isObject, wait } from '#client';
import { createMockActors } from '#client/adapters/gristmill/actors';
import { createMockFixtures } from '#client/adapters/gristmill/fixtures';
import { createMockHooks } from '#client/adapters/gristmill/hooks';
import type { MockAt } from '#client/adapters/gristmill/target';
import { serve } from '#client/testing/server';
import type { ConformFlags } from '#conformance/config/flags';
import { call } from '../call.ts';
import { makeFolder } from '../conform/run-cli.ts';
import { passOn } from '#client/testing/pass-on';

type Json = Readonly<Record<string, unknown>>;

/** What a row of the table can change. */
export interface Deployment {
  base_url: string;
  config: {
    target: NonNullable<Config['target']>;
    actors: NonNullable<Config['actors']>;
    hooks: NonNullable<Config['hooks']>;
    fixtures: NonNullable<Config['fixtures']>;
    oauth: NonNullable<Config['oauth']>;
  };
  env: Record<string, string>;
  flags: ConformFlags;
  max_in_flight: number | undefined;
  /** The time limit of hooks, in ms. */
  hook_timeout_ms: number | undefined;
  /** Called before a request is forwarded. Returns true if it sent the response itself. */
  intercept: ((incoming: IncomingMessage, outgoing: ServerResponse) => Promise<boolean> | boolean) | undefined;
  /** Replaces the response of a hook. */
  onHook: ((name: string, params: Json, perform: () => Promise<Json>) => Promise<Json>) | undefined;
  /** Sends a request to the control plane of the mock. */
  control: (method: 'GET' | 'POST' | 'PATCH', path: string, body?: Json) => Promise<Json>;
  /** A new token of a caller of the mock. */
  mint: (caller: Json) => Promise<string>;
  /** A command that prints a new token of a caller. */
  commandFor: (caller: Json) => string;
  /** The address of a server that returns 404 for everything. */
  elsewhere: string;
  /** Delays deliveries on their way to the receiver of the run. */
  openTunnel: (delay_ms: number) => Promise<void>;
  /** Called when the run ends. */
  after: (() => PromiseLike<void> | void)[];
}

interface OpenDeployment extends AsyncDisposable {
  deployment: Deployment;
  /** Writes the configuration. @returns its folder */
  write: () => string;
}

/** The environment variable of an actor's token. */
export function variableOf(name: ActorName): string {
  return `${name.toUpperCase()}_TOKEN`;
}

/** @param origin the origin of a mock, with one world per deployment @param world the options of the new world */
export async function openDeployment(origin: string, world: Json = {}): Promise<OpenDeployment> {
  const made = await sendJson('POST', `${origin}/_gristmill/worlds`, world);
  const path = new URL(String(made['base_url'])).pathname.replace(/\/v1$/, '');
  const mock: MockAt = { base_url: `${origin}${path}/v1`, control_url: `${origin}${path}/_gristmill`, admin_token: undefined };
  const { actors } = await createMockActors(mock);
  const { secrets: _, ...fixtures } = await createMockFixtures(mock, actors);
  const control: Deployment['control'] = async (method, at, body) => sendJson(method, `${mock.control_url}${at}`, body);

  const hook_server = await serveHooks(createMockHooks(mock), () => deployment);
  const nowhere = await listen((_incoming, outgoing) => {
    outgoing.writeHead(404).end();
  });
  const proxy = await listen(async (incoming, outgoing) => {
    if (incoming.url?.includes('/_gristmill') === true) outgoing.writeHead(404).end();
    else if ((await deployment.intercept?.(incoming, outgoing)) !== true) passOn(origin, incoming, outgoing);
  });
  const base_url = `${proxy.origin}${path}/v1`;
  const deployment: Deployment = {
    base_url,
    config: {
      target: { base_url, auth_url: `${proxy.origin}${path}`, mode: 'live' },
      actors: Object.fromEntries(ACTOR_NAMES.map((name) => [name, { token_env: variableOf(name) }])),
      hooks: Object.fromEntries(HOOK_NAMES.map((name) => [name, { url: hook_server.origin }])),
      fixtures,
      oauth: {
        machine: { client_id: 'gristmill-reader', client_secret_env: 'READER_SECRET' },
        user: {
          client_id: 'gristmill-app',
          redirect_uri: 'http://127.0.0.1:8765/callback',
          params: { prompt: 'none', login_hint: 'buyer' },
        },
      },
    },
    env: {
      READER_SECRET: 'dev_secret_reader',
      ...Object.fromEntries([...actors].map(([name, { token }]) => [variableOf(name), token])),
    },
    flags: { ledger: false, seed: 'set-ups' },
    max_in_flight: undefined,
    hook_timeout_ms: undefined,
    intercept: undefined,
    onHook: undefined,
    control,
    mint: async (caller) => String((await control('POST', '/tokens', caller))['access_token']),
    commandFor: (caller) => {
      const url = `${hook_server.origin}/?caller=${encodeURIComponent(JSON.stringify(caller))}`;
      return `"${process.execPath}" -e "fetch('${url}').then(async (response) => console.log(await response.text()))"`;
    },
    elsewhere: nowhere.origin,
    openTunnel: async (delay_ms) => addTunnel(deployment, delay_ms),
    after: [],
  };
  const folder = makeFolder();
  return {
    deployment,
    write: () => {
      writeFileSync(join(folder.path, 'gristmill.config.json'), JSON.stringify(deployment.config));
      return folder.path;
    },
    [Symbol.asyncDispose]: async () => {
      for (const end of deployment.after) await end();
      folder[Symbol.dispose]();
      await proxy.close();
      await hook_server.close();
      await nowhere.close();
      await fetch(`${origin}/_gristmill/worlds/${String(made['id'])}`, { method: 'DELETE' });
    },
  };
}

/** Puts a slow tunnel in front of the receiver of the run. */
async function addTunnel({ config, after }: Deployment, delay_ms: number): Promise<void> {
  const port = await findFreePort();
  const tunnel = await listen(async (incoming, outgoing) => {
    await wait(delay_ms);
    passOn(`http://127.0.0.1:${port}`, incoming, outgoing);
  });
  config.target.receiver_url = tunnel.origin;
  config.target.receiver_port = port;
  after.push(tunnel.close);
}

/** Performs hooks, and issues tokens for `token_command`. */
async function serveHooks(hooks: ReturnType<typeof createMockHooks>, getDeployment: () => Deployment): Promise<Listening> {
  return listen(async (incoming, outgoing) => {
    const { mint, onHook } = getDeployment();
    const caller = new URL(incoming.url ?? '/', 'http://here').searchParams.get('caller');
    if (caller !== null) {
      outgoing.end(await mint(parse(caller)));
      return;
    }
    const { hook, params: given } = parse(await text(incoming));
    const name = HOOK_NAMES.find((one) => one === hook);
    const hook_of_mock = name === undefined ? undefined : hooks.get(name);
    const params = isObject(given) ? given : {};
    const perform = async (): Promise<Json> => hook_of_mock?.(params) ?? {};
    const response = await (onHook?.(String(hook), params, perform) ?? perform()).then(
      (result) => ({ ok: true, result }),
      (error: unknown) => ({ ok: false, error: String(error) }),
    );
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(response));
  });
}

interface Listening {
  origin: string;
  close: () => PromiseLike<void>;
}

async function listen(
  response: (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void> | void,
): Promise<Listening> {
  const made = await serve((incoming, outgoing) => {
    Promise.resolve(response(incoming, outgoing)).catch(() => outgoing.destroy());
  });
  // A POST on a connection that the server closes at the same moment is lost.
  made.server.keepAliveTimeout = 0;
  return { origin: new URL(made.base_url).origin, close: made[Symbol.asyncDispose] };
}

async function sendJson(method: string, url: string, body?: Json): Promise<Json> {
  const { status, text: response } = await call(null, method, url, { body });
  if (status >= 400) throw new Error(`${method} ${url} returned ${status}: ${response}`);
  return parse(response);
}

function parse(body: string): Json {
  const json: unknown = body === '' ? {} : JSON.parse(body);
  return isObject(json) ? json : {};
}
