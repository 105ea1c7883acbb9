import { readClockStart } from '../../../ports/clock-start.ts';
import { z } from 'zod';
import { UnknownDeviationError } from '../../../mutations/deviations.ts';
import type { Refusal } from '../../../market/rules/refusal.ts';
import { isRefusal, refuse, refuseFields } from '../../../market/rules/refusal.ts';
import { FixtureError } from '../../world/fixture-error.ts';
import type { World } from '../../world/world.ts';
import { TTL_FORM, readTtl } from '../../world-ttl.ts';
import type { Worlds } from '../../world/worlds.ts';
import { DEFAULT_WORLD } from '../../world/worlds.ts';
import { readClock } from './clock.ts';
import { DeviationList } from './deviations.ts';
import { NO_CONSEQUENCES } from '../endpoint/move.ts';
import type { ControlCall, ControlOperation } from '../endpoint/operation.ts';
import { controlOperation } from '../endpoint/operation.ts';
import { refuseUnknown } from '../endpoint/refuse-unknown.ts';

const LOTS_MIN = 20;
/** Worlds that come and go are built while others are served. */
const LOTS_MAX = 100_000;

const WorldRequest = z
  .strictObject({
    seed: z.string().min(1).max(200).optional(),
    lots: z.int().min(LOTS_MIN).max(LOTS_MAX).optional(),
    sellers: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .meta({ description: 'Decides who the sellers are, and nothing else (PRIV-11).' }),
    clock: z
      .string()
      .refine((text) => readClockStart(text) !== undefined, {
        error: 'must be real, frozen, or an instant such as 2026-06-01T12:00:00Z',
      })
      .optional()
      .meta({ description: '`real`, `frozen`, or an instant to stand still at.' }),
    lenient: z.boolean().optional().meta({ description: 'Whether unknown fields of a body are ignored (CONV-7).' }),
    test_secrets: z.boolean().optional().meta({ description: 'Whether tokens and secrets repeat from run to run.' }),
    violations: DeviationList.optional().meta({ description: 'The clauses that it breaks; GET violations lists them.' }),
    variants: DeviationList.optional().meta({ description: 'The ways in which it differs; GET variants lists them.' }),
    ttl: z
      .string()
      .refine((text) => readTtl(text) !== undefined, { error: TTL_FORM })
      .optional()
      .meta({
        description: 'How long the world may be idle before it is deleted, such as `30m`, `24h` or `7d`; `none` for ever.',
      }),
    snapshot: z
      .string()
      .optional()
      .meta({ description: 'A snapshot of any world, to begin with; nothing but `ttl` can be given then.' }),
  })
  .refine((body) => body.snapshot === undefined || Object.keys(body).every((name) => name === 'snapshot' || name === 'ttl'), {
    error: 'cannot be given together with anything but ttl',
    path: ['snapshot'],
  });
type WorldRequest = z.infer<typeof WorldRequest>;

/** The records that the operator gave the mock go into every world, and need not fit into one of another seed. */
async function make(call: ControlCall, body: WorldRequest): Promise<World | Refusal> {
  try {
    return await open(call, body);
  } catch (error) {
    // Nobody reads this: the client has gone, and the world with it.
    if (call.signal.aborted) return refuse('conflict', { message: 'The client went away before the world was made.' });
    if (error instanceof FixtureError) return refuseFields({ field: 'seed', message: error.message });
    const { violations = [], variants = [] } = body;
    if (error instanceof UnknownDeviationError && error.kind === 'variant') return refuseUnknown(error, 'variants', variants);
    return refuseUnknown(error, 'violations', violations);
  }
}

async function open({ worlds, snapshots, signal }: ControlCall, body: WorldRequest): Promise<World | Refusal> {
  const ttl_seconds = body.ttl === undefined ? undefined : readTtl(body.ttl);
  if (body.snapshot !== undefined) {
    const snapshot = snapshots.get(body.snapshot);
    if (snapshot === undefined) return refuseFields({ field: 'snapshot', message: 'is not a snapshot that is kept' });
    return (await worlds.fork(snapshot.world, snapshot.image, { ttl_seconds, signal })) ?? refuseMore(worlds);
  }
  const { seed, lots, sellers, clock, lenient, test_secrets, violations, variants } = body;
  const choices = {
    ...(seed === undefined ? {} : { seed }),
    ...(lots === undefined ? {} : { lots }),
    ...(clock === undefined ? {} : { clock: readClockStart(clock) ?? clock }),
    ...(lenient === undefined ? {} : { is_lenient: lenient }),
    ...(test_secrets === undefined ? {} : { has_test_secrets: test_secrets }),
    ...(violations === undefined ? {} : { violations }),
    ...(variants === undefined ? {} : { variants }),
  };
  return (await worlds.create(choices, { sellers, ttl_seconds, signal })) ?? refuseMore(worlds);
}

function refuseMore(worlds: Worlds): Refusal {
  return refuse('conflict', { message: worlds.describeLimit() });
}

function summarise(world: World, worlds: Worlds): object {
  const { seed, lots, db, is_lenient, has_test_secrets } = world.options;
  const { now, mode } = readClock(world);
  return {
    id: world.id,
    seed,
    lots,
    now,
    mode,
    ...worlds.idlenessOf(world),
    is_durable: db !== ':memory:',
    lenient: is_lenient,
    test_secrets: has_test_secrets,
    ...world.deviations,
  };
}

export const WORLDS: readonly ControlOperation[] = [
  controlOperation({
    method: 'post',
    path: '/worlds',
    area: 'worlds',
    summary: 'Make another world, in memory, and answer where it is',
    description:
      'What is not given is as in the default world; without `ttl` it lasts for as long as `--world-ttl` says. The answer is the object that `gristmill mock --json` prints, with the id.',
    body: { schema: WorldRequest, required: false },
    success: 201,
    is_outside: true,
    act: async (call) => {
      const made = await make(call, call.body ?? {});
      return 'refused' in made ? made : { id: made.id, ...call.describe(made.id) };
    },
  }),
  controlOperation({
    method: 'get',
    path: '/worlds',
    area: 'worlds',
    summary: 'List the worlds',
    act: ({ worlds, describe }) => ({
      items: worlds.all.map((world) => ({
        ...summarise(world, worlds),
        ...describe(world.id === DEFAULT_WORLD ? undefined : world.id),
      })),
    }),
  }),
  controlOperation({
    method: 'delete',
    path: '/worlds/{id}',
    area: 'worlds',
    summary: 'Delete a world with its snapshots; the default one stays',
    is_outside: true,
    act: async ({ worlds, path: { id = '' } }) => {
      if (id === DEFAULT_WORLD) return refuse('conflict', { message: 'The default world lasts as long as the mock.' });
      const world = worlds.find(id);
      if (isRefusal(world)) return world;
      return (await worlds.delete(id)) ? { deleted: true, id } : refuse('not_found', { message: 'There is no such world.' });
    },
  }),
  controlOperation({
    method: 'post',
    path: '/reset',
    area: 'worlds',
    summary: 'Make the world again what it was when it was new, with an empty journal',
    description:
      'Seed, size and all other options stay. Requests under way end in the old world, deliveries under way are aborted.',
    is_movement: true,
    is_outside: true,
    act: ({ world, worlds }) =>
      world.serial_queue.queue(async () => {
        const previous_state = readClock(world);
        await worlds.reset(world);
        return { previous_state, new_state: readClock(world), ...NO_CONSEQUENCES };
      }),
  }),
];
