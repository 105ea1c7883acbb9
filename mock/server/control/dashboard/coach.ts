import { z } from 'zod';
import { refuse } from '../../../market/rules/refusal.ts';
import { readFindings } from '../../coaching/read-findings.ts';
import type { ControlOperation } from '../endpoint/operation.ts';
import { controlOperation } from '../endpoint/operation.ts';

const NO_COACH =
  'This mock has no coach. Start it with gristmill mock, or pass { coach } to createMock: import { coach } from "gristmill/coach".';

export const COACH: readonly ControlOperation[] = [
  controlOperation({
    method: 'get',
    path: '/coach',
    area: 'coach',
    summary: 'List what clients do that fails in production, by client and rule',
    description:
      'Reads the requests and deliveries that the mock keeps. `level` is `must`, `should`, or `consider`; `first` is the first exchange or ' +
      'delivery, and `count` says how often it was seen.',
    query: z.strictObject({
      final: z
        .enum(['true', 'false'])
        .default('false')
        .transform((value) => value === 'true')
        .meta({ description: 'True if the clients have ended: then what they have not done by now counts, too.' }),
    }),
    act: async ({ world, query }) => {
      const { coach } = world.options;
      if (coach === undefined) return refuse('not_found', { message: NO_COACH });
      return { items: await readFindings(world, coach, query.final) };
    },
  }),
  controlOperation({
    method: 'delete',
    path: '/coach',
    area: 'coach',
    summary: 'Forget what clients have done so far, such as between two test runs',
    act: ({ world }) => {
      world.observations.forget(world.journal.last_seq);
      return {};
    },
  }),
];
