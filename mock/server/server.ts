import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Addresses } from './addresses.ts';
import { addressesOf } from './addresses.ts';
import { createControl, createFront } from './control/index.ts';
import type { Driver } from '../driver/driver.ts';
import { createDriver } from '../driver/driver.ts';
import { createApp } from './app.ts';
import { createHttpServer, drain, listen, originOf } from './http-server.ts';
import type { MockOptions } from './options.ts';
import { resolveOptions } from './options.ts';
import { createGate } from './tenants/gate.ts';
import { Tenants } from './tenants/tenants.ts';
import { Worlds } from './world/worlds.ts';

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
    limits,
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
    const app = createApp(worlds, {
      onError,
      before,
      control,
      front,
      gate,
      served_hosts: dev_tokens ? served_hosts : undefined,
      headers_max: limits.headers,
    });
    server = createHttpServer(app, limits).on('connection', (socket: Socket) => {
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
