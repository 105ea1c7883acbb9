import { makeId, makeReference } from '#fixtures/identifiers';
import type { IdKind, ReferenceKind } from '#fixtures/identifiers';
import { sql } from 'kysely';
import type { Reader, Row, Tx } from '../records/tables.ts';
import { prepareQuery, queryCompiler } from './engine/compiled-query.ts';

const incrementCounter = prepareQuery((kind: string) =>
  queryCompiler
    .insertInto('counters')
    .values({ kind, next: 2 })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet((eb) => ({ next: eb('counters.next', '+', 1) })))
    .returning('next')
    .compile(),
);

/**
 * Ids and references of a world. The same seed and commands give the same ids. No id is reused until a reset, not even after a snapshot is
 * restored, because receivers drop events with a known id (SIG-7).
 */
export class Ids {
  readonly #seed: string;

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** CONV-2, CONV-10: the next id of a kind. A rolled-back transaction leaves no gap. */
  async next(tx: Tx, kind: IdKind): Promise<string> {
    return makeId(this.#seed, kind, await this.nextNumber(tx, kind));
  }

  /** CONV-4: the next id of a kind with its human-readable reference. */
  async nextWithReference(tx: Tx, kind: ReferenceKind): Promise<{ id: string; reference: string }> {
    const n = await this.nextNumber(tx, kind);
    return { id: makeId(this.#seed, kind, n), reference: makeReference(this.#seed, kind, n) };
  }

  /** The next number of a kind, from 1. */
  async nextNumber(tx: Tx, kind: string): Promise<number> {
    const [row] = await incrementCounter(tx, kind);
    if (row === undefined) throw new Error(`the counter of ${kind} returned no row`);
    return row.next - 1;
  }

  /** The counter of each kind. */
  async readCounters(db: Reader): Promise<Row<'counters'>[]> {
    return db.selectFrom('counters').selectAll().execute();
  }

  /** Raises the counters to at least these values. */
  async raiseCounters(tx: Tx, counters: readonly Row<'counters'>[]): Promise<void> {
    if (counters.length === 0) return;
    await tx
      .insertInto('counters')
      .values([...counters])
      .onConflict((conflict) =>
        conflict
          .column('kind')
          .doUpdateSet({ next: sql<number>`case when counters.next > excluded.next then counters.next else excluded.next end` }),
      )
      .execute();
  }
}
