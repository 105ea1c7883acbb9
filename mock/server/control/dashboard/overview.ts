import { PERSONA_NAMES, personas } from '#fixtures/personas';
import { makeExampleCommands } from '../../example-commands.ts';
import { PERSONA_DESCRIPTIONS } from '../../persona-descriptions.ts';
import { readVersion } from '../endpoint/health.ts';
import { controlOperation } from '../endpoint/operation.ts';
import { readClock } from '../worlds/clock.ts';

export const OVERVIEW = [
  controlOperation('get', '/overview', {
    summary: 'Describe the world: addresses, personas, clock, and commands to paste into a shell',
    headers: { Authorization: 'The admin token, if the mock has one.' },
    act: async ({ world, addressesOf, headers }) => {
      const addresses = addressesOf(world.id);
      const access = {
        dev_tokens: Object.keys(addresses.tokens).length > 0,
        needs_admin_token: headers['authorization'] !== undefined,
      };
      const { seed, lots, is_lenient, is_shared } = world.options;
      return {
        version: readVersion(),
        world: { id: world.id, seed, lots, is_lenient, is_shared, ...world.deviations },
        clock: readClock(world),
        addresses,
        personas: PERSONA_NAMES.map((name) => ({
          name,
          about: PERSONA_DESCRIPTIONS[name],
          ...personas[name],
          scopes: undefined,
        })),
        examples: await makeExampleCommands(world, addresses, access),
      };
    },
  }),
];
