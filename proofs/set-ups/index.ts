import { ACTOR_SET_UPS } from './actors.ts';
import { HOOK_SET_UPS } from './hooks.ts';
import type { SetUp } from './set-up.ts';
import { NETWORK_SET_UPS, WORLD_SET_UPS } from './surroundings.ts';
import { TOKEN_SET_UPS } from './tokens.ts';

/** A correct deployment with many different setups. */
export const SET_UPS: readonly SetUp[] = [
  ...ACTOR_SET_UPS,
  ...TOKEN_SET_UPS,
  ...HOOK_SET_UPS,
  ...NETWORK_SET_UPS,
  ...WORLD_SET_UPS,
];
