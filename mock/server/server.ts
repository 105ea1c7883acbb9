import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Addresses } from './addresses.ts';
import { addressesOf } from './addresses.ts';
import { type ControlOptions, createControl, createDashboard } from './control/index.ts';
import type { Driver } from '../driver/driver.ts';
import { createDriver } from '../driver/driver.ts';
import { createApp } from './app.ts';
import { createHttpServer, drain, listen, originOf } from './http-server.ts';
import type { MockOptions, ResolvedOptions } from './options.ts';
import { ProcessState } from './process-state.ts';
import { createObserver } from './tenants/observe.ts';
import { DatabaseFileError } from '../market/store/engine/database-error.ts';
import { pause } from '../ports/timer.ts';
import { loadTracing } from '../ports/tracing.ts';
import { resolveOptions } from './options.ts';
import { createTenantLimiter } from './tenants/tenant-limiter.ts';
import { Tenants } from './tenants/tenants.ts';
import { DEFAULT_WORLD, Worlds } from './world/worlds.ts';

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
 * @throws MockOptionError, DeviationError, DatabaseFileError, DatabaseInUseError, or the error of the operating system if the port is
 * taken
 */
export async function createMock(options: MockOptions = {}): Promise<Mock> {
  const resolved = resolveOptions(options);
  const { port, host, dev_tokens, admin_token, limits, sellers, fixtures } = resolved;
  const world = { ...resolved.world, tracing: resolved.traces ? await loadTracing() : resolved.world.tracing };
  const contents = { sellers, has_dev_tokens: dev_tokens, extra: fixtures };
  const worlds = await Worlds.open(world, contents, resolved.world_ttl_seconds);
  const state = new ProcessState();
  const connections = new Set<Socket>();
  let server: Server;
  let tenants: Tenants | undefined;
  try {
    tenants =
      world.quotas === undefined
        ? undefined
        : await Tenants.open(worlds, { quotas: world.quotas, db: world.db, ttl_seconds: resolved.world_ttl_seconds });
    server = createHttpServer(makeApp(resolved, { worlds, tenants, state }), limits).on('connection', (socket: Socket) => {
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
    state.is_draining = true;
    // Due deliveries stay queued for another process, or for the next start.
    worlds.stopSending();
    if (resolved.drain_seconds > 0) await pause(resolved.drain_seconds * 1000, NEVER);
    worlds.stopWaiting();
    await drain(server, connections);
    await tenants?.close();
    await worlds.close();
    state.close();
  };
  const addresses = addressesOf(world.public_url ?? origin, dev_tokens);
  return {
    ...addresses,
    ...createDriver(addresses, `${origin}/_gristmill`, admin_token),
    worlds,
    server,
    close,
    [Symbol.asyncDispose]: close,
  };
}

const NEVER = new AbortController().signal;

interface Parts {
  worlds: Worlds;
  tenants: Tenants | undefined;
  state: ProcessState;
}

function makeApp(options: ResolvedOptions, { worlds, tenants, state }: Parts): RequestListener {
  const { dev_tokens, served_hosts, admin_token, limits, onAccess, traces, before } = options;
  const access: ControlOptions = {
    admin_token,
    tenants,
    served_hosts,
    addressesOf: (origin, id) => addressesOf(origin, dev_tokens, id === DEFAULT_WORLD ? undefined : id),
    state,
  };
  const { tracing, quotas } = worlds.default.options;
  const is_hosted = tenants !== undefined && quotas !== undefined && admin_token !== undefined;
  const is_observed = is_hosted || traces || onAccess !== undefined;
  return createApp(worlds, {
    before,
    state,
    onError: (error) => {
      if (error instanceof DatabaseFileError) state.database_errors += 1;
      options.onError(error);
    },
    control: createControl(worlds, access),
    dashboard: createDashboard(worlds, access),
    limiter: is_hosted ? createTenantLimiter({ worlds, tenants, admin_token, quotas, state }) : undefined,
    observe: is_observed ? createObserver({ worlds, tracing, onAccess: onAccess ?? ((): void => undefined) }) : undefined,
    served_hosts: dev_tokens ? served_hosts : undefined,
    headers_max: limits.headers,
  });
}
