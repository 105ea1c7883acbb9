import { makeId, makeReference } from '#fixtures/identifiers';
import type { IdKind, ReferenceKind } from '#fixtures/identifiers';
import { sql } from 'kysely';
import type { Reader, Row, Tx } from '../records/tables.ts';

/**
 * Ids and references of a world: the same seed and the same commands give the same ones. None is drawn twice between two resets, also where
 * a snapshot is restored: receivers drop an event whose id they know (SIG-7), and whoever kept an id would find another thing under it.
 */
export class Ids {
  readonly #seed: string;

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** CONV-2, CONV-10: the next id of a kind. Counted in the caller's transaction, so that a change undone leaves no gap. */
  async next(tx: Tx, kind: IdKind): Promise<string> {
    return makeId(this.#seed, kind, await this.count(tx, kind));
  }

  /** CONV-4: the next id of a kind with the reference people use for it. */
  async nextWithReference(tx: Tx, kind: ReferenceKind): Promise<{ id: string; reference: string }> {
    const n = await this.count(tx, kind);
    return { id: makeId(this.#seed, kind, n), reference: makeReference(this.#seed, kind, n) };
  }

  async count(tx: Tx, kind: string): Promise<number> {
    const row = await tx
      .insertInto('counters')
      .values({ kind, next: 2 })
      .onConflict((conflict) => conflict.column('kind').doUpdateSet((eb) => ({ next: eb('counters.next', '+', 1) })))
      .returning('next')
      .executeTakeFirstOrThrow();
    return row.next - 1;
  }

  /** How far each kind has been counted. */
  async readCounters(db: Reader): Promise<Row<'counters'>[]> {
    return db.selectFrom('counters').selectAll().execute();
  }

  /** Counts on from at least there, so that what was drawn up to then is never drawn again. */
  async countOnFrom(tx: Tx, counters: readonly Row<'counters'>[]): Promise<void> {
    if (counters.length === 0) return;
    await tx
      .insertInto('counters')
      .values([...counters])
      .onConflict((conflict) => conflict.column('kind').doUpdateSet({ next: sql<number>`max(counters.next, excluded.next)` }))
      .execute();
  }
}
