/** Where the world deviates from the document: clauses that it breaks, and silences that it uses otherwise. */
import { z } from 'zod';
import type { DeviationNames } from '../../../mutations/deviations.ts';
import { loadCatalogue } from '../../../mutations/deviations.ts';
import type { Refusal } from '../../../market/rules/refusal.ts';
import { isRefusal } from '../../../market/rules/refusal.ts';
import type { World } from '../../world/world.ts';
import { NO_CONSEQUENCES } from '../endpoint/move.ts';
import type { ControlOperation } from '../endpoint/operation.ts';
import { controlOperation } from '../endpoint/operation.ts';
import { refuseUnknown } from '../endpoint/refuse-unknown.ts';

/** More at once than there will ever be. */
const NAMES_MAX = 1_000;

export const DeviationList = z.array(z.string().min(1).max(200)).max(NAMES_MAX);

interface Kind {
  field: keyof DeviationNames;
  reading: string;
  setting: string;
  description: string;
}

const KINDS: readonly Kind[] = [
  {
    field: 'violations',
    reading: 'List the clauses that the world can be told to break, and say which it breaks',
    setting: 'Have the world break these clauses and no others',
    description: 'Each breaks one clause, for whoever wants to know that a check sees it. None is clean.',
  },
  {
    field: 'variants',
    reading: 'List the ways in which the world can differ and still keep the document, and say in which it does',
    setting: 'Have the world differ in these ways and no others',
    description: 'Each uses a silence or a permission of the document otherwise than the mock does by itself.',
  },
];

async function list(world: World, field: Kind['field']): Promise<object> {
  const on = new Set(world.deviations[field]);
  const { [field]: entries } = await loadCatalogue();
  const items = entries.map((entry) => ({ ...entry, seams: undefined, is_on: on.has(entry.name) }));
  return { items, total: items.length, on: [...on] };
}

async function set(world: World, field: Kind['field'], names: readonly string[]): Promise<object | Refusal> {
  const previous = { names: world.deviations[field] };
  const refused = await world.deviate({ [field]: names }).catch((error: unknown) => refuseUnknown(error, 'names', names));
  return isRefusal(refused)
    ? refused
    : { previous_state: previous, new_state: { names: world.deviations[field] }, ...NO_CONSEQUENCES };
}

export const DEVIATIONS: readonly ControlOperation[] = KINDS.flatMap(({ field, reading, setting, description }) => [
  controlOperation({
    method: 'get',
    path: `/${field}`,
    area: 'deviations',
    summary: reading,
    description,
    act: ({ world }) => list(world, field),
  }),
  controlOperation({
    method: 'put',
    path: `/${field}`,
    area: 'deviations',
    summary: setting,
    description: 'A reset, a restored snapshot and a fork leave on what is on.',
    body: { schema: z.strictObject({ names: DeviationList }), required: true },
    is_movement: true,
    act: ({ world, body }) => set(world, field, body.names),
  }),
]);
