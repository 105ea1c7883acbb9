import type { RequestHandler } from 'express';
import type { Addresses } from '../addresses.ts';
import type { ProcessState } from '../process-state.ts';
import type { Tenants } from '../tenants/tenants.ts';
import type { Worlds } from '../world/worlds.ts';

export interface ControlOptions {
  /** Clients that send this bearer token can use the control plane from any address. */
  admin_token: string | undefined;
  /** Undefined unless the mock is hosted. */
  tenants: Tenants | undefined;
  state: ProcessState;
  /** Host names that the mock accepts, besides those of this machine. */
  served_hosts: ReadonlySet<string>;
  /** Returns the addresses of a world below an origin. */
  addressesOf: (origin: string, world_id: string) => Addresses;
}

/** The dashboard of every world, at its `dashboard_url`. */
export function createDashboard(worlds: Worlds, options: ControlOptions): RequestHandler {
  return loadLater(async () => (await import('./dashboard-handler.ts')).createDashboardHandler(worlds, options));
}

/** The control plane of all worlds. */
export function createControl(worlds: Worlds, options: ControlOptions): RequestHandler {
  return loadLater(async () => (await import('./router.ts')).createRouter(worlds, options));
}

/** Loads the modules of a handler with its first request, so that the mock starts faster. */
function loadLater(load: () => Promise<RequestHandler>): RequestHandler {
  let loaded: Promise<RequestHandler> | undefined;
  return async (request, response, next) => {
    loaded ??= load();
    const handle = await loaded;
    await handle(request, response, next);
  };
}
