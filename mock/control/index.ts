/** Placeholder until the control plane is written. */
import type { RequestHandler } from 'express';
import type { Addresses } from '../server.ts';
import type { Worlds } from '../worlds.ts';
export interface ControlOptions {
  admin_token: string | undefined;
  /** Where a world is found below an origin. */
  describe: (origin: string, world?: string) => Addresses;
}
export function createControl(_worlds: Worlds, _options: ControlOptions): RequestHandler {
  return (_request, response) => {
    response.end();
  };
}
