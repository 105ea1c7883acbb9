import { z } from 'zod';
import { refuse } from '../../../market/rules/refusal.ts';
import { collectTraffic } from '../../coaching/collect-traffic.ts';
import type { Coach, Finding } from '../../journal/traffic.ts';
import type { World } from '../../world/world.ts';
import type { ControlOperation } from '../endpoint/operation.ts';
import { controlOperation } from '../endpoint/operation.ts';
import { redact } from '../endpoint/redact.ts';

/** A finding, and the client that it is about. */
export interface ClientFinding extends Finding {
  readonly client: { readonly client_id: string; readonly user_id: string | null; readonly team_id: string | null };
}

const NO_COACH =
  'This mock has no coach. Start it with gristmill mock, or pass { coach } to createMock: import { coach } from "gristmill/coach".';

/** @param is_final whether the clients have ended */
export async function readFindings(world: World, coach: Coach, is_final: boolean): Promise<readonly ClientFinding[]> {
  const collected = await collectTraffic(world, is_final);
  return collected.flatMap(({ client, traffic }) => coach(traffic).map((finding) => ({ ...redactFinding(finding), client })));
}

/** Paths and texts of a client can contain its token. */
function redactFinding(finding: Finding): Finding {
  const { first } = finding;
  const seen = redact(finding.seen);
  return 'path' in first ? { ...finding, seen, first: { ...first, path: redact(first.path) } } : { ...finding, seen };
}

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
    act: async ({ world }) => {
      world.observations.forget((await world.journal.status()).last_seq);
      return {};
    },
  }),
];
