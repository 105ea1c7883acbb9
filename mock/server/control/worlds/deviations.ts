/** Turns violations (broken clauses) and variants (legal differences) on and off. */
import { z } from 'zod';
import { type DeviationNames, DeviationError, loadCatalog } from '../../../mutations/deviations.ts';
import { type Refusal, isRefusal, refuseFields } from '../../../market/rules/refusal.ts';
import type { World } from '../../world/world.ts';
import { NO_CONSEQUENCES } from '../endpoint/apply-change.ts';
import { controlOperation } from '../endpoint/operation.ts';

const NAMES_MAX = 1_000;

export const DeviationList = z.array(z.string().min(1).max(200)).max(NAMES_MAX);

interface Kind {
  field: keyof DeviationNames;
  list_summary: string;
  set_summary: string;
  description: string;
}

const KINDS: readonly Kind[] = [
  {
    field: 'violations',
    list_summary: 'List the violations, and which are on',
    set_summary: 'Turn on these violations and turn off all others',
    description: 'A violation breaks one clause, to test that a check finds it.',
  },
  {
    field: 'variants',
    list_summary: 'List the variants, and which are on',
    set_summary: 'Turn on these variants and turn off all others',
    description: 'A variant is a behavior that the document allows, but that the mock does not have by default.',
  },
];

async function list(world: World, field: Kind['field']): Promise<object> {
  const on = new Set(world.deviations[field]);
  const { [field]: entries } = await loadCatalog();
  const items = entries.map((entry) => ({ ...entry, seams: undefined, is_on: on.has(entry.name) }));
  return { items, total: items.length, on: [...on] };
}

async function set(world: World, field: Kind['field'], names: readonly string[]): Promise<object | Refusal> {
  const previous_state = { names: world.deviations[field] };
  const refused = await world.deviate({ [field]: names }).catch((error: unknown) => refuseDeviation(error, 'names', names));
  return isRefusal(refused) ? refused : { previous_state, new_state: { names: world.deviations[field] }, ...NO_CONSEQUENCES };
}

/**
 * Refuses a violation or variant that cannot be turned on.
 * @param field the field with the names
 * @throws any other error
 */
export function refuseDeviation(error: unknown, field: string, names: readonly string[]): Refusal {
  if (!(error instanceof DeviationError)) throw error;
  return refuseFields({ field: `${field}[${names.indexOf(error.deviation)}]`, message: error.message });
}

export const DEVIATIONS = KINDS.flatMap(({ field, list_summary, set_summary, description }) => [
  controlOperation('get', `/${field}`, {
    summary: list_summary,
    description,
    act: ({ world }) => list(world, field),
  }),
  controlOperation('put', `/${field}`, {
    summary: set_summary,
    description: 'Resets, restored snapshots, and forks do not change them.',
    body: { schema: z.strictObject({ names: DeviationList }), required: true },
    changes_market: true,
    act: ({ world, body }) => set(world, field, body.names),
  }),
]);
