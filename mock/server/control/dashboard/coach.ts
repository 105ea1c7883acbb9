import { z } from 'zod';
import { readFindings } from '../../coaching/read-findings.ts';
import { controlOperation } from '../endpoint/operation.ts';

export const COACH = [
  controlOperation('get', '/coach', {
    summary: 'List client mistakes that cause failures in production, by client and rule',
    description:
      'Reads the requests and deliveries that the mock keeps. `level` is `must`, `should`, or `consider`; `first` is the first exchange or ' +
      'delivery, and `count` says how often it was seen. A mock from createMock() has a coach only if `coach` of `gristmill/coach` was passed; ' +
      '`has_coach` says so. `left_out` counts the requests of the gate, the explorer, and other test commands, which are not examined.',
    query: z.strictObject({
      final: z
        .enum(['true', 'false'])
        .default('false')
        .transform((value) => value === 'true')
        .meta({ description: 'True if the clients have ended. Anything they have not done by now is then reported, too.' }),
    }),
    act: async ({ world, query }) => {
      const { coach } = world.options;
      if (coach === undefined) return { has_coach: false, items: [], left_out: 0 };
      return { has_coach: true, ...(await readFindings(world, coach, query.final)) };
    },
  }),
  controlOperation('delete', '/coach', {
    summary: 'Forget what clients have done so far, such as between two test runs',
    act: async ({ world }) => {
      await world.observations.forget((await world.journal.status()).last_seq);
      return {};
    },
  }),
];
