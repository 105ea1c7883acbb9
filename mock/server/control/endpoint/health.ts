import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { PACKAGE_ROOT } from '../../../package-root.ts';
import { NOT_READY } from '../../process-state.ts';
import { controlOperation } from './operation.ts';
import { refuseControl } from './refusals.ts';

const Manifest = z.object({ name: z.string(), version: z.string() });

/** Reads the version of the package, both in the repository and in the published package. */
export function readVersion(): string {
  return Manifest.parse(JSON.parse(readFileSync(new URL('package.json', PACKAGE_ROOT), 'utf8'))).version;
}

export const HEALTH = [
  controlOperation('get', '/health', {
    summary: 'Return the name and the version of the mock',
    act: async ({ world, worlds, principal }) => ({
      name: 'gristmill',
      version: readVersion(),
      world: world.id,
      ...(principal.role === 'operator' ? { worlds: (await worlds.list()).length } : {}),
      now: world.clock.now(),
    }),
  }),
  controlOperation('get', '/ready', {
    summary: 'Say whether the world serves requests; 503 if it does not',
    act: async ({ worlds, state }) => {
      const reason = await state.whyNotReady(worlds);
      return reason === undefined ? { ready: true } : refuseControl('not_ready', { message: NOT_READY[reason] });
    },
  }),
];
