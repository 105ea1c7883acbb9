import { z } from 'zod';
import { refuse } from '../../../market/rules/refusal.ts';
import type { ClockMode } from '../../../ports/clock.ts';
import type { World, WorldImage } from '../../world/world.ts';
import { readClock } from './clock.ts';
import { quotaOf, refuseQuota } from '../../quotas.ts';
import { NO_CONSEQUENCES } from '../endpoint/apply-change.ts';
import { controlOperation } from '../endpoint/operation.ts';

/** Limits for all worlds together, because a snapshot is as large as its world. */
export const SNAPSHOTS_MAX = 100;
export const SNAPSHOT_BYTES_MAX = 1024 ** 3;

export interface Snapshot {
  id: string;
  name: string | null;
  world_id: string;
  /** By the world's clock. */
  taken_at: string;
  /** The mode of the clock. */
  mode: ClockMode;
  /** The size of the image. */
  bytes: number;
}

/** A snapshot is deleted with its world. */
export interface SnapshotStore {
  /** @returns undefined if a limit is reached */
  take(world: World, name: string | null): Promise<Snapshot | undefined>;
  find(id: string): Promise<Snapshot | undefined>;
  /** @throws if the snapshot no longer exists */
  load(id: string): Promise<WorldImage>;
  /** The snapshots of a world, oldest first. */
  of(world: World): Promise<Snapshot[]>;
  delete(id: string): Promise<void>;
  /** Deletes the snapshots of a deleted world. */
  forget(world: World): void;
}

/** The snapshots of one process, in memory. */
export class Snapshots implements SnapshotStore {
  readonly #kept = new Map<string, { shown: Snapshot; image: WorldImage }>();
  #taken = 0;

  async take(world: World, name: string | null): Promise<Snapshot | undefined> {
    if (this.#kept.size >= SNAPSHOTS_MAX) return undefined;
    const taken_at = world.clock.now();
    const image = await world.capture();
    const held = [...this.#kept.values()].reduce((bytes, { shown }) => bytes + shown.bytes, 0);
    if (this.#kept.size >= SNAPSHOTS_MAX || held + image.bytes.length > SNAPSHOT_BYTES_MAX) return undefined;

    this.#taken += 1;
    const id = `snap_${this.#taken}`;
    const shown = { id, name, world_id: world.id, taken_at, mode: image.clock.mode, bytes: image.bytes.length };
    this.#kept.set(id, { shown, image });
    return shown;
  }

  find(id: string): Promise<Snapshot | undefined> {
    return Promise.resolve(this.#kept.get(id)?.shown);
  }

  load(id: string): Promise<WorldImage> {
    const kept = this.#kept.get(id);
    return kept === undefined ? Promise.reject(new Error(`snapshot ${id} was deleted`)) : Promise.resolve(kept.image);
  }

  of(world: World): Promise<Snapshot[]> {
    return Promise.resolve([...this.#kept.values()].map(({ shown }) => shown).filter(({ world_id }) => world_id === world.id));
  }

  delete(id: string): Promise<void> {
    this.#kept.delete(id);
    return Promise.resolve();
  }

  forget(world: World): void {
    for (const [id, { shown }] of this.#kept) if (shown.world_id === world.id) this.#kept.delete(id);
  }
}

function show({ id, name, world_id, taken_at, mode, bytes }: Snapshot): object {
  return { id, name, world: world_id, taken_at, clock: mode, bytes };
}

const NO_SNAPSHOT = refuse('not_found', { message: 'This world has no such snapshot. GET /snapshots lists those that it has.' });
const NO_ROOM = refuse('conflict', {
  message: `The limit is ${SNAPSHOTS_MAX} snapshots and 1 GiB; delete some.`,
});

export const SNAPSHOTS = [
  controlOperation('post', '/snapshots', {
    summary: 'Take a snapshot of the world and its clock',
    description:
      'Snapshots are kept until they or their world are deleted. To create a world from one, use POST /worlds with `snapshot`.',
    body: { schema: z.strictObject({ name: z.string().min(1).max(200).optional() }), required: false },
    success: 201,
    is_unlocked: true,
    act: async ({ world, snapshots, body }) => {
      const limit = quotaOf(world.options, 'snapshots');
      if (limit !== undefined && (await snapshots.of(world)).length >= limit) return refuseQuota('snapshots', limit);
      const snapshot = await world.serial_queue.queue(() => snapshots.take(world, body?.name ?? null));
      return snapshot === undefined ? NO_ROOM : show(snapshot);
    },
  }),
  controlOperation('get', '/snapshots', {
    summary: 'List the snapshots of the world, oldest first',
    act: async ({ world, snapshots }) => ({ items: (await snapshots.of(world)).map(show) }),
  }),
  controlOperation('post', '/snapshots/{id}/restore', {
    summary: 'Restore a snapshot',
    description:
      'Running requests finish first. Running deliveries are aborted, and deliveries that are queued in the snapshot are sent. The journal stays.',
    changes_market: true,
    is_unlocked: true,
    act: ({ world, snapshots, path }) =>
      world.serial_queue.queue(async () => {
        const snapshot = await snapshots.find(path['id'] ?? '');
        if (snapshot?.world_id !== world.id) return NO_SNAPSHOT;
        const previous_state = readClock(world);
        await world.restore(await snapshots.load(snapshot.id));
        return { snapshot_id: snapshot.id, previous_state, new_state: readClock(world), ...NO_CONSEQUENCES };
      }),
  }),
  controlOperation('delete', '/snapshots/{id}', {
    summary: 'Delete a snapshot',
    act: async ({ world, snapshots, path: { id = '' } }) => {
      if ((await snapshots.find(id))?.world_id !== world.id) return NO_SNAPSHOT;
      await snapshots.delete(id);
      return { deleted: true, id };
    },
  }),
];
