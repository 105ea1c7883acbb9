import type { SnapshotTable, StoredSnapshot } from '../../../market/store/postgres/snapshots.ts';
import type { ClockState } from '../../../ports/clock.ts';
import type { World, WorldImage } from '../../world/world.ts';
import { type Snapshot, type SnapshotStore, SNAPSHOTS_MAX, SNAPSHOT_BYTES_MAX } from './snapshots.ts';

/** The snapshots of worlds that several processes serve. They are kept in the database, and deleted with their world. */
export class SharedSnapshots implements SnapshotStore {
  readonly #table: SnapshotTable;

  constructor(table: SnapshotTable) {
    this.#table = table;
  }

  async take(world: World, name: string | null): Promise<Snapshot | undefined> {
    const taken_at = world.clock.now();
    const { bytes, clock, secrets_used } = await world.capture();
    const limit = { count: SNAPSHOTS_MAX, bytes: SNAPSHOT_BYTES_MAX };
    const image = { bytes, clock: JSON.stringify(clock), secrets_used };
    const number = await this.#table.add({ world_id: world.id, name, taken_at, ...image }, limit);
    return number === undefined
      ? undefined
      : { id: `snap_${number}`, name, world_id: world.id, taken_at, mode: clock.mode, bytes: bytes.length };
  }

  async find(id: string): Promise<Snapshot | undefined> {
    const stored = await this.#table.find(numberOf(id));
    return stored === undefined ? undefined : toSnapshot(stored);
  }

  async load(id: string): Promise<WorldImage> {
    const { bytes, clock, secrets_used } = await this.#table.load(numberOf(id));
    // Cast: written by `take`.
    return { bytes, clock: JSON.parse(clock) as ClockState, secrets_used };
  }

  async of(world: World): Promise<Snapshot[]> {
    return (await this.#table.list(world.id)).map(toSnapshot);
  }

  async delete(id: string): Promise<void> {
    await this.#table.delete(numberOf(id));
  }

  /** The database deletes them with the world. */
  forget(): void {}
}

function numberOf(id: string): number {
  const number = Number(/^snap_(\d{1,15})$/.exec(id)?.[1]);
  return Number.isNaN(number) ? 0 : number;
}

function toSnapshot({ number, name, world_id, taken_at, clock, length }: StoredSnapshot): Snapshot {
  // Cast: written by `take`.
  const { mode } = JSON.parse(clock) as ClockState;
  return { id: `snap_${number}`, name, world_id, taken_at, mode, bytes: length };
}
