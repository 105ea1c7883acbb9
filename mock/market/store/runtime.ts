import type { Reader, Row, Tx } from '../records/tables.ts';

type RuntimeRow = Row<'runtime'>;
export type Runtime = Pick<RuntimeRow, 'clock_start' | 'mode' | 'frozen_at_ms' | 'offset_ms' | 'secrets_used'>;
/** The state that survives resets and restored snapshots. */
export type PersistedState = Pick<RuntimeRow, 'deviations' | 'faults' | 'inbox_key'>;

/** Undefined in a new world, and in a world from a version without this table. */
export async function readRuntime(db: Reader): Promise<Runtime | undefined> {
  return db.selectFrom('runtime').select(['clock_start', 'mode', 'frozen_at_ms', 'offset_ms', 'secrets_used']).executeTakeFirst();
}

export async function saveRuntime(tx: Tx, runtime: Runtime): Promise<void> {
  await tx
    .insertInto('runtime')
    .values({ id: 1, ...runtime })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(runtime))
    .execute();
}

/** Undefined in a new world. */
export async function readPersistedState(db: Reader): Promise<PersistedState | undefined> {
  return db.selectFrom('runtime').select(['deviations', 'faults', 'inbox_key']).executeTakeFirst();
}

/** Call it after `saveRuntime`. */
export async function savePersistedState(tx: Tx, change: Partial<PersistedState>): Promise<void> {
  await tx.updateTable('runtime').set(change).execute();
}
