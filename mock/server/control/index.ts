import type { RequestHandler } from 'express';
import type { Addresses } from '../addresses.ts';
import type { Worlds } from '../world/worlds.ts';

export interface ControlOptions {
  /** Lets the control plane be used from elsewhere than loopback, by whoever sends it as a bearer token. */
  admin_token: string | undefined;
  /** The names that the mock is known by, besides those of this machine. */
  served_hosts: ReadonlySet<string>;
  /** Where a world is found below an origin. */
  describe: (origin: string, world?: string) => Addresses;
}

/** What is at `dashboard_url`, of the default world and every other. Loaded as the control plane is. */
export function createFront(worlds: Worlds, options: ControlOptions): RequestHandler {
  let loaded: Promise<RequestHandler> | undefined;
  return async (request, response, next) => {
    loaded ??= import('./front.ts').then(({ createFrontHandler }) => createFrontHandler(worlds, options));
    const handle = await loaded;
    await handle(request, response, next);
  };
}

/** The control plane, for the default world and every other. It is loaded with the first request to it: no mock needs it to start. */
export function createControl(worlds: Worlds, options: ControlOptions): RequestHandler {
  let loaded: Promise<RequestHandler> | undefined;
  return async (request, response, next) => {
    loaded ??= import('./router.ts').then(({ createRouter }) => createRouter(worlds, options));
    const handle = await loaded;
    await handle(request, response, next);
  };
}
