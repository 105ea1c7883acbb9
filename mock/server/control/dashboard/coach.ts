import { z } from 'zod';
import { readFindings } from '../../coaching/read-findings.ts';
import { controlOperation } from '../endpoint/operation.ts';

export const COACH = [
  controlOperation('get', '/coach', {
    summary: 'List client mistakes that cause failures in production, by client and rule',
    description:
      'Reads the requests and deliveries that the mock keeps. `level` is `must`, `should`, or `consider`; `first` is the first exchange or ' +
      'delivery, and `count` says how often it was seen. A mock from createMock() has a coach only if `coach` of `gristmill/coach` was passed; ' +
      '`has_coach` says so.',
    query: z.strictObject({
      final: z
        .enum(['true', 'false'])
        .default('false')
        .transform((value) => value === 'true')
        .meta({ description: 'True if the clients have ended. Anything they have not done by now is then reported, too.' }),
    }),
    act: async ({ world, query }) => {
      const { coach } = world.options;
      return { has_coach: coach !== undefined, items: coach === undefined ? [] : await readFindings(world, coach, query.final) };
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
