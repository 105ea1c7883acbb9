import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { personas } from '#fixtures/personas';
import type { Batch } from '#fixtures/records';
import type { RequestHandler } from 'express';
import { createControl } from './control/index.ts';
import { createApp } from './http/app.ts';
import { refuseConnection } from './http/respond.ts';
import { isLoopback } from './loopback.ts';
import { Alarm } from './timer.ts';
import type { WorldOptions } from './world.ts';
import { Worlds } from './worlds.ts';

/** How long a stopping server waits for requests that are being served. */
const DRAIN_MS = 5_000;
/** How often it looks for connections whose last request has been answered meanwhile. */
const SWEEP_MS = 20;

export interface MockOptions extends Partial<WorldOptions> {
  /** 0 picks a free one. */
  port?: number;
  host?: string;
  /** Whether `dev_buyer` and its like are valid; unless given, on loopback only. */
  has_dev_tokens?: boolean;
  /** Lets the control plane be used from elsewhere than loopback, by whoever sends it as a bearer token. */
  admin_token?: string | undefined;
  /** Who the sellers are, where that is to differ from the seed (PRIV-11). */
  sellers?: string | undefined;
  /** Records beyond the generated ones. */
  fixtures?: Batch | undefined;
  /** Run before everything else: CORS, a rate limit. */
  before?: readonly RequestHandler[];
  /** Told of what went wrong on our side; prints to stderr unless given. */
  onError?: (error: unknown) => void;
}

export type TokenName = 'buyer' | 'rival' | 'elevator' | 'seller' | 'partner' | 'reader' | 'expired';

/** Where a mock is, and who can call it: what `gristmill mock --json` prints. */
export interface Addresses {
  base_url: string;
  auth_url: string;
  control_url: string;
  dashboard_url: string;
  tokens: Record<string, string>;
}

/** A running mock. */
export interface Mock extends Addresses, AsyncDisposable {
  worlds: Worlds;
  server: Server;
  /** Stops taking requests, lets those being served finish, and closes every world. */
  close: () => Promise<void>;
}

const DEFAULTS: WorldOptions = {
  seed: '1',
  lots: 500,
  clock: 'real',
  db: ':memory:',
  is_lenient: false,
  is_shared: false,
  public_url: undefined,
  has_test_secrets: false,
  violations: [],
  variants: [],
};

/**
 * Starts a mock of the marketplace.
 * @throws UnknownDeviationError where a violation or variant is not known, what the operating system says where the port is taken, and what SQLite says where the database cannot be opened
 */
export async function createMock(options: MockOptions = {}): Promise<Mock> {
  const { port = 0, host = '127.0.0.1', admin_token, sellers, fixtures, before = [], onError = reportError } = options;
  const has_dev_tokens = options.has_dev_tokens ?? isLoopback(host);
  const { seed, lots, clock, db, is_lenient, is_shared, public_url, has_test_secrets, signature_options, violations, variants } =
    {
      ...DEFAULTS,
      ...options,
    };
  const plain = { seed, lots, clock, db, is_lenient, is_shared, public_url, has_test_secrets, signature_options };
  const world = { ...plain, violations, variants };
  const worlds = await Worlds.open(world, { sellers, has_dev_tokens, extra: fixtures });
  let server: Server;
  try {
    const describe = (origin: string, id?: string): Addresses => addressesOf(origin, has_dev_tokens, id);
    const control = createControl(worlds, { admin_token, describe });
    const app = createApp(worlds, { onError, before, control });
    server = await listen(createServer({ requireHostHeader: false }, app).on('clientError', refuseConnection), port, host);
  } catch (error) {
    await worlds.close();
    throw error;
  }

  const origin = public_url ?? originOf(server);
  const close = async (): Promise<void> => {
    worlds.stopWaiting();
    await drain(server);
    await worlds.close();
  };
  return { ...addressesOf(origin, has_dev_tokens), worlds, server, close, [Symbol.asyncDispose]: close };
}

/** Where a world is found below an origin; the default world where none is named. */
export function addressesOf(origin: string, has_dev_tokens: boolean, world?: string): Addresses {
  const root = world === undefined ? origin : `${origin}/worlds/${world}`;
  const tokens: Record<string, string> = {};
  for (const [name, { token, sandbox_token }] of has_dev_tokens ? Object.entries(personas) : []) {
    tokens[name] = token;
    if (sandbox_token !== null) tokens[`${name}_sandbox`] = sandbox_token;
  }
  return { base_url: `${root}/v1`, auth_url: root, control_url: `${root}/_gristmill`, dashboard_url: `${root}/`, tokens };
}

function originOf(server: Server): string {
  // A listening TCP server has an address with a port.
  const { address, port, family } = server.address() as AddressInfo;
  const name = address === '::' || address === '0.0.0.0' ? '127.0.0.1' : address;
  return `http://${family === 'IPv6' && name.includes(':') ? `[${name}]` : name}:${port}`;
}

async function listen(server: Server, port: number, host: string): Promise<Server> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return server;
}

async function drain(server: Server): Promise<void> {
  const impatience = new Alarm(() => {
    server.closeAllConnections();
  });
  impatience.set(DRAIN_MS);
  // A client that keeps its connection after its last answer would hold us up.
  const sweep = new Alarm(() => {
    server.closeIdleConnections();
    sweep.set(SWEEP_MS);
  });
  sweep.set(SWEEP_MS);
  await new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeIdleConnections();
  });
  impatience.clear();
  sweep.clear();
}

function reportError(error: unknown): void {
  process.stderr.write(`gristmill: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
}
