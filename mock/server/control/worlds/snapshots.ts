import { z } from 'zod';
import { refuse } from '../../../market/rules/refusal.ts';
import type { World, WorldImage } from '../../world/world.ts';
import { readClock } from './clock.ts';
import { quotaOf, refuseQuota } from '../../quotas.ts';
import { NO_CONSEQUENCES } from '../endpoint/move.ts';
import type { ControlOperation } from '../endpoint/operation.ts';
import { controlOperation } from '../endpoint/operation.ts';

/** Limits for all worlds together, because snapshots are kept in memory. */
export const SNAPSHOTS_MAX = 100;
export const SNAPSHOT_BYTES_MAX = 1024 ** 3;

export interface Snapshot {
  id: string;
  name: string | null;
  world: World;
  image: WorldImage;
  /** By the clock of the world. */
  taken_at: string;
}

/** The snapshots of a process. A snapshot is deleted with its world. */
export class Snapshots {
  readonly #kept = new Map<string, Snapshot>();
  #taken = 0;

  /** @returns undefined if a limit is reached */
  async take(world: World, name: string | null): Promise<Snapshot | undefined> {
    if (this.#kept.size >= SNAPSHOTS_MAX) return undefined;
    const taken_at = world.clock.now();
    const image = await world.capture();
    const held = [...this.#kept.values()].reduce((bytes, kept) => bytes + kept.image.bytes.length, 0);
    if (this.#kept.size >= SNAPSHOTS_MAX || held + image.bytes.length > SNAPSHOT_BYTES_MAX) return undefined;

    this.#taken += 1;
    const snapshot: Snapshot = { id: `snap_${this.#taken}`, name, world, image, taken_at };
    this.#kept.set(snapshot.id, snapshot);
    return snapshot;
  }

  get(id: string): Snapshot | undefined {
    return this.#kept.get(id);
  }

  of(world: World): Snapshot[] {
    return [...this.#kept.values()].filter((snapshot) => snapshot.world === world);
  }

  delete(id: string): void {
    this.#kept.delete(id);
  }
}

function show({ id, name, world, image, taken_at }: Snapshot): object {
  return { id, name, world: world.id, taken_at, clock: image.clock.mode, bytes: image.bytes.length };
}

const NO_SNAPSHOT = refuse('not_found', { message: 'This world has no such snapshot.' });
const NO_ROOM = refuse('conflict', {
  message: `The limit is ${SNAPSHOTS_MAX} snapshots and 1 GiB; delete some.`,
});

export const SNAPSHOTS: readonly ControlOperation[] = [
  controlOperation({
    method: 'post',
    path: '/snapshots',
    area: 'snapshots',
    summary: 'Take a snapshot of the world and its clock',
    description:
      'Snapshots are kept in memory until they or their world are deleted. To create a world from one, use POST /worlds with `snapshot`.',
    body: { schema: z.strictObject({ name: z.string().min(1).max(200).optional() }), required: false },
    success: 201,
    is_outside: true,
    act: async ({ world, snapshots, body }) => {
      const limit = quotaOf(world.options, 'snapshots');
      if (limit !== undefined && snapshots.of(world).length >= limit) return refuseQuota('snapshots', limit);
      const snapshot = await world.serial_queue.queue(() => snapshots.take(world, body?.name ?? null));
      return snapshot === undefined ? NO_ROOM : show(snapshot);
    },
  }),
  controlOperation({
    method: 'get',
    path: '/snapshots',
    area: 'snapshots',
    summary: 'List the snapshots of the world, oldest first',
    act: ({ world, snapshots }) => ({ items: snapshots.of(world).map(show) }),
  }),
  controlOperation({
    method: 'post',
    path: '/snapshots/{id}/restore',
    area: 'snapshots',
    summary: 'Restore a snapshot',
    description:
      'Running requests finish first. Running deliveries are aborted, and deliveries that are queued in the snapshot are sent. The journal stays.',
    is_movement: true,
    is_outside: true,
    act: ({ world, snapshots, path }) =>
      world.serial_queue.queue(async () => {
        const snapshot = snapshots.get(path['id'] ?? '');
        if (snapshot?.world !== world) return NO_SNAPSHOT;
        const previous_state = readClock(world);
        await world.become(snapshot.image);
        return { snapshot_id: snapshot.id, previous_state, new_state: readClock(world), ...NO_CONSEQUENCES };
      }),
  }),
  controlOperation({
    method: 'delete',
    path: '/snapshots/{id}',
    area: 'snapshots',
    summary: 'Delete a snapshot',
    act: ({ world, snapshots, path: { id = '' } }) => {
      if (snapshots.get(id)?.world !== world) return NO_SNAPSHOT;
      snapshots.delete(id);
      return { deleted: true, id };
    },
  }),
];
