import type { Reader, Row, Tx } from '../records/tables.ts';

export type Runtime = Omit<Row<'runtime'>, 'id'>;

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
