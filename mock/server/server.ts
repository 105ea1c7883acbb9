import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { personas } from '#fixtures/personas';
import { createControl, createFront } from './control/index.ts';
import type { Driver } from './driver.ts';
import { createDriver } from './driver.ts';
import { createApp } from './app.ts';
import { keepHalfClosed } from './http/half-closed.ts';
import { refuseConnection, refuseTunnel } from './http/respond.ts';
import type { MockOptions } from './options.ts';
import { settleOptions } from './options.ts';
import { Alarm } from '../ports/timer.ts';
import { Worlds } from './world/worlds.ts';

/** How long a stopping server waits for requests that are being served. */
const DRAIN_MS = 5_000;
/** A client that has stood still for a while, on a busy machine, finds its connection where it left it. Node's own 5 s are too short for that. */
const KEEP_ALIVE_MS = 65_000;
/** How often it looks for connections whose last request has been answered meanwhile. */
const SWEEP_MS = 20;

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
export interface Mock extends Addresses, Driver, AsyncDisposable {
  worlds: Worlds;
  server: Server;
  /** Stops taking requests, lets those being served finish, and closes every world. */
  close: () => Promise<void>;
}

/**
 * Starts a mock of the marketplace.
 * @throws MockOptionError where an option is not known or cannot be, UnknownDeviationError where a violation or variant is not known,
 * DatabaseFileError where the file cannot hold a world, DatabaseInUseError where another mock has it, and what the operating system says where the
 * port is taken
 */
export async function createMock(options: MockOptions = {}): Promise<Mock> {
  const { port, host, world, world_ttl_seconds, dev_tokens, served_hosts, admin_token, sellers, fixtures, before, onError } =
    settleOptions(options);
  const { public_url } = world;
  const contents = { sellers, has_dev_tokens: dev_tokens, extra: fixtures };
  const worlds = await Worlds.open(world, contents, { ttl_seconds: world_ttl_seconds });
  const connections = new Set<Socket>();
  let server: Server;
  try {
    const describe = (origin: string, id?: string): Addresses => addressesOf(origin, dev_tokens, id);
    const control = createControl(worlds, { admin_token, served_hosts, describe });
    const front = createFront(worlds, { admin_token, served_hosts, describe });
    const app = createApp(worlds, { onError, before, control, served_hosts: dev_tokens ? served_hosts : undefined, front });
    server = createHttpServer(app).on('connection', (socket: Socket) => {
      connections.add(socket);
      socket.once('close', () => connections.delete(socket));
    });
    await listen(server, port, host);
  } catch (error) {
    await worlds.close();
    throw error;
  }

  const origin = originOf(server);
  const close = async (): Promise<void> => {
    worlds.stopWaiting();
    await drain(server, connections);
    await worlds.close();
  };
  return {
    ...addressesOf(public_url ?? origin, dev_tokens),
    ...createDriver(`${origin}/_gristmill`, admin_token),
    worlds,
    server,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function createHttpServer(app: RequestListener): Server {
  return (
    keepHalfClosed(createServer({ requireHostHeader: false, keepAliveTimeout: KEEP_ALIVE_MS }, app))
      .on('clientError', refuseConnection)
      // RFC 9110, section 10.1.1: an expectation that is not known may be left alone. Node would answer 417 without an Error object (ERR-1).
      .on('checkExpectation', app)
      // Whoever takes us for a proxy is told so.
      .on('connect', refuseTunnel)
  );
}

/** Where a world is found below an origin; the default world where none is named. */
export function addressesOf(origin: string, dev_tokens: boolean, world?: string): Addresses {
  const root = world === undefined ? origin : `${origin}/worlds/${world}`;
  const tokens: Record<string, string> = {};
  for (const [name, { token, sandbox_token }] of dev_tokens ? Object.entries(personas) : []) {
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

async function listen(server: Server, port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function drain(server: Server, connections: ReadonlySet<Socket>): Promise<void> {
  const impatience = new Alarm(() => {
    server.closeAllConnections();
  });
  impatience.set(DRAIN_MS);
  // A client that keeps its connection after its last answer would hold us up.
  const sweep = new Alarm(() => {
    server.closeIdleConnections();
    // Clients open connections ahead of need, browsers among them. Node takes one that nothing has come over for busy.
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
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
