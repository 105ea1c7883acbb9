import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Addresses } from './addresses.ts';
import { addressesOf } from './addresses.ts';
import { createControl, createFront } from './control/index.ts';
import type { Driver } from '../driver/driver.ts';
import { createDriver } from '../driver/driver.ts';
import { createApp } from './app.ts';
import { refuseConnection, refuseTunnel } from './http/respond.ts';
import type { MockOptions } from './options.ts';
import { resolveOptions } from './options.ts';
import { createGate } from './tenants/gate.ts';
import { Tenants } from './tenants/tenants.ts';
import { Alarm } from '../ports/timer.ts';
import { Worlds } from './world/worlds.ts';

/** How long a stopping server waits for open requests, in ms. */
const DRAIN_MS = 5_000;
/** Node's default of 5 s closes connections of clients that pause on a busy machine. */
const KEEP_ALIVE_MS = 65_000;
/** How often a stopping server closes idle connections, in ms. */
const SWEEP_MS = 20;

export type { Addresses } from './addresses.ts';

/** A running mock. */
export interface Mock extends Addresses, Driver, AsyncDisposable {
  worlds: Worlds;
  server: Server;
  /** Stops accepting requests, waits for open ones, and closes every world. */
  close: () => Promise<void>;
}

/**
 * Starts a mock of the marketplace.
 * @throws MockOptionError, UnknownDeviationError, DatabaseFileError, DatabaseInUseError, or the error of the operating system if the port is
 * taken
 */
export async function createMock(options: MockOptions = {}): Promise<Mock> {
  const {
    port,
    host,
    world,
    world_ttl_seconds,
    dev_tokens,
    quotas,
    served_hosts,
    admin_token,
    sellers,
    fixtures,
    before,
    onError,
  } = resolveOptions(options);
  const { public_url } = world;
  const contents = { sellers, has_dev_tokens: dev_tokens, extra: fixtures };
  const worlds = await Worlds.open(world, contents, { ttl_seconds: world_ttl_seconds });
  const connections = new Set<Socket>();
  let server: Server;
  let tenants: Tenants | undefined;
  try {
    tenants = quotas === undefined ? undefined : await Tenants.open(worlds, quotas, world.db);
    const describe = (origin: string, id?: string): Addresses => addressesOf(origin, dev_tokens, id);
    const access = { admin_token, tenants, served_hosts, describe };
    const gate =
      tenants === undefined || quotas === undefined || admin_token === undefined
        ? undefined
        : createGate({ worlds, tenants, admin_token, quotas }).gate;
    const control = createControl(worlds, access);
    const front = createFront(worlds, access);
    const app = createApp(worlds, { onError, before, control, served_hosts: dev_tokens ? served_hosts : undefined, front, gate });
    server = createHttpServer(app).on('connection', (socket: Socket) => {
      connections.add(socket);
      socket.once('close', () => connections.delete(socket));
    });
    await listen(server, port, host);
  } catch (error) {
    await tenants?.close();
    await worlds.close();
    throw error;
  }

  const origin = originOf(server);
  const close = async (): Promise<void> => {
    worlds.stopWaiting();
    await drain(server, connections);
    await tenants?.close();
    await worlds.close();
  };
  const addresses = addressesOf(public_url ?? origin, dev_tokens);
  return {
    ...addresses,
    ...createDriver(addresses, `${origin}/_gristmill`, admin_token),
    worlds,
    server,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function createHttpServer(app: RequestListener): Server {
  return (
    createServer({ requireHostHeader: false, keepAliveTimeout: KEEP_ALIVE_MS }, app)
      .on('clientError', refuseConnection)
      // RFC 9110, section 10.1.1: an unknown expectation may be ignored. Node would respond 417 without an Error object (ERR-1).
      .on('checkExpectation', app)
      // For clients that use the mock as a proxy.
      .on('connect', refuseTunnel)
  );
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
  const deadline = new Alarm(() => {
    server.closeAllConnections();
  });
  deadline.set(DRAIN_MS);
  // Connections that stay open after their last response would delay closing.
  const sweep = new Alarm(() => {
    server.closeIdleConnections();
    // Browsers open connections in advance. Node counts one without any request as busy.
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
  deadline.clear();
  sweep.clear();
}
