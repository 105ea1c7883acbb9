import { personas } from '#fixtures/personas';
import type { Addresses } from '../../addresses.ts';
import { makeExampleCommands } from '../../example-commands.ts';
import { PERSONA_DESCRIPTIONS } from '../../persona-descriptions.ts';
import { readVersion } from '../endpoint/health.ts';
import type { ControlOperation } from '../endpoint/operation.ts';
import { controlOperation } from '../endpoint/operation.ts';
import { readClock } from '../worlds/clock.ts';

// Object.keys widens the names of the personas to string.
const NAMES = Object.keys(personas) as (keyof typeof personas)[];

export const OVERVIEW: readonly ControlOperation[] = [
  controlOperation({
    method: 'get',
    path: '/overview',
    area: 'dashboard',
    summary: 'Describe the world: addresses, personas, clock, and commands to paste into a shell',
    headers: { Authorization: 'The admin token, if the mock has one.' },
    act: async ({ world, describe, headers }) => {
      // `describe` returns what addressesOf returns.
      const addresses = describe(world.id === 'default' ? undefined : world.id) as Addresses;
      const access = {
        dev_tokens: Object.keys(addresses.tokens).length > 0,
        has_admin_token: headers['authorization'] !== undefined,
      };
      const { seed, lots, is_lenient, is_shared } = world.options;
      return {
        version: readVersion(),
        world: { id: world.id, seed, lots, is_lenient, is_shared, ...world.deviations },
        clock: readClock(world),
        addresses,
        personas: NAMES.map((name) => ({ name, about: PERSONA_DESCRIPTIONS[name], ...personas[name], scopes: undefined })),
        examples: await makeExampleCommands(world, addresses, access),
      };
    },
  }),
];
