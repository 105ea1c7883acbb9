import { readClockStart } from '../../../ports/clock-start.ts';
import { z } from 'zod';
import { DeviationError } from '../../../mutations/deviations.ts';
import { type Refusal, isRefusal, refuse, refuseFields } from '../../../market/rules/refusal.ts';
import { FixtureError } from '../../world/build-world.ts';
import { NO_WORLD } from '../../http/respond.ts';
import type { World } from '../../world/world.ts';
import { TTL_FORM, readTtl } from '../../world-ttl.ts';
import { type Worlds, DEFAULT_WORLD } from '../../world/worlds.ts';
import { readClock } from './clock.ts';
import { DeviationList, refuseDeviation } from './deviations.ts';
import { NO_CONSEQUENCES } from '../endpoint/apply-change.ts';
import { type ControlCall, type Principal, controlOperation } from '../endpoint/operation.ts';

const LOTS_MIN = 20;
/** The maximum number of lots, because worlds are built while others are served. */
const LOTS_MAX = 100_000;

const WorldRequest = z
  .strictObject({
    seed: z.string().min(1).max(200).optional(),
    lots: z.int().min(LOTS_MIN).max(LOTS_MAX).optional(),
    sellers: z.string().min(1).max(200).optional().meta({ description: 'A seed for the sellers only (PRIV-11).' }),
    clock: z
      .string()
      .refine((text) => readClockStart(text) !== undefined, {
        error: 'must be real, frozen, or an instant such as 2026-06-01T12:00:00Z',
      })
      .optional()
      .meta({ description: '`real`, `frozen`, or a time to freeze at.' }),
    lenient: z.boolean().optional().meta({ description: 'If true, unknown fields of a body are ignored (CONV-7).' }),
    test_secrets: z.boolean().optional().meta({ description: 'If true, tokens and secrets are the same in every run.' }),
    violations: DeviationList.optional().meta({ description: 'Violations to turn on. GET /violations lists them.' }),
    variants: DeviationList.optional().meta({ description: 'Variants to turn on. GET /variants lists them.' }),
    ttl: z
      .string()
      .refine((text) => readTtl(text) !== undefined, { error: TTL_FORM })
      .optional()
      .meta({
        description:
          'How long the world can be idle before it is deleted, such as `30m`, `24h`, or `7d`. With `none`, it is never deleted.',
      }),
    snapshot: z.string().optional().meta({ description: 'A snapshot to start from. Only `ttl` can be given with it.' }),
  })
  .refine((body) => body.snapshot === undefined || Object.keys(body).every((name) => name === 'snapshot' || name === 'ttl'), {
    error: 'can be given together with ttl only',
    path: ['snapshot'],
  });
type WorldRequest = z.infer<typeof WorldRequest>;

/** Records from `--fixtures` are added to every world, but possibly do not fit into one with another seed. */
async function make(call: ControlCall, body: WorldRequest): Promise<World | Refusal> {
  try {
    return await open(call, body);
  } catch (error) {
    // The client has disconnected, so the world is not created.
    if (call.signal.aborted) return refuse('conflict', { message: 'The client disconnected before the world was created.' });
    if (error instanceof FixtureError) return refuseFields({ field: 'seed', message: error.message });
    const { violations = [], variants = [] } = body;
    if (error instanceof DeviationError && error.kind === 'variant') return refuseDeviation(error, 'variants', variants);
    return refuseDeviation(error, 'violations', violations);
  }
}

async function open({ worlds, snapshots, signal, principal }: ControlCall, body: WorldRequest): Promise<World | Refusal> {
  const ttl_seconds = body.ttl === undefined ? undefined : readTtl(body.ttl);
  if (body.snapshot !== undefined) {
    const snapshot = await snapshots.find(body.snapshot);
    const original = snapshot === undefined ? undefined : await worlds.find(snapshot.world_id);
    if (snapshot === undefined || original === undefined || isRefusal(original) || !isOwn(original, principal))
      return refuseFields({ field: 'snapshot', message: 'is not the id of a snapshot' });
    const image = await snapshots.load(snapshot.id);
    if (principal.role === 'tenant')
      return principal.tenants.forkWorld(principal.tenant.id, original, image, { ttl_seconds, signal });
    return (await worlds.fork(original, image, { ttl_seconds, signal })) ?? refuseMore(worlds);
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
  if (principal.role === 'tenant')
    return principal.tenants.createWorld(principal.tenant.id, choices, { sellers, ttl_seconds, signal });
  return (await worlds.create(choices, { sellers, ttl_seconds, signal })) ?? refuseMore(worlds);
}

/** Whether a principal can see a world. */
function isOwn({ options }: World, principal: Principal): boolean {
  return principal.role === 'operator' || (principal.role === 'tenant' && options.tenant_id === principal.tenant.id);
}

function refuseMore(worlds: Worlds): Refusal {
  return refuse('conflict', { message: worlds.describeLimit() });
}

function summarize(world: World, worlds: Worlds): object {
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

export const WORLDS = [
  controlOperation('post', '/worlds', {
    summary: 'Create a world in memory',
    description:
      'Defaults come from the default world, and that of `ttl` from `--world-ttl`. Returns the id and the addresses of the world.',
    body: { schema: WorldRequest, required: false },
    success: 201,
    is_unlocked: true,
    audience: 'mock',
    act: async (call) => {
      const made = await make(call, call.body ?? {});
      return 'refused' in made ? made : { id: made.id, ...call.addressesOf(made.id) };
    },
  }),
  controlOperation('get', '/worlds', {
    summary: 'List the worlds',
    audience: 'mock',
    act: async ({ worlds, addressesOf, principal }) => ({
      items: (await worlds.list())
        .filter((world) => isOwn(world, principal))
        .map((world) => ({ ...summarize(world, worlds), ...addressesOf(world.id) })),
    }),
  }),
  controlOperation('delete', '/worlds/{id}', {
    summary: 'Delete a world and its snapshots',
    is_unlocked: true,
    audience: 'mock',
    act: async ({ worlds, path: { id = '' }, principal }) => {
      if (id === DEFAULT_WORLD && principal.role === 'operator')
        return refuse('conflict', {
          message: 'The default world cannot be deleted; use POST /reset to restore its initial contents.',
        });
      const world = await worlds.find(id);
      if (isRefusal(world)) return world;
      if (!isOwn(world, principal)) return NO_WORLD;
      return (await worlds.delete(id)) ? { deleted: true, id } : NO_WORLD;
    },
  }),
  controlOperation('post', '/reset', {
    summary: 'Reset the world to its initial contents, with an empty journal',
    description: 'The options stay. Running requests finish first, and running deliveries are aborted.',
    changes_market: true,
    is_unlocked: true,
    act: ({ world, worlds }) =>
      world.serial_queue.queue(async () => {
        const previous_state = readClock(world);
        await worlds.reset(world);
        return { previous_state, new_state: readClock(world), ...NO_CONSEQUENCES };
      }),
  }),
];
