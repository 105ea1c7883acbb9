/**
 * Records as they were read last, by id. To find the rows of a page costs SQLite a quarter of what it costs to hand over their columns; so whoever
 * reads the same records again and again looks only for their ids, and takes the records from here. What matches, and in which order, the
 * database says anew each time, and whether anything has changed since.
 */
export class RowCache<Row> {
  readonly #max: number;
  readonly #rows = new Map<string, Row>();
  #moment = '';

  /** @param max how many are kept; beyond it the first kept is the first forgotten */
  constructor(max: number) {
    this.#max = max;
  }

  /** Forgets everything that was read at another moment than this one, as `Store.read` names it. */
  turnTo(moment: string): void {
    if (moment === this.#moment) return;
    this.#rows.clear();
    this.#moment = moment;
  }

  get(id: string): Row | undefined {
    return this.#rows.get(id);
  }

  keep(id: string, row: Row): void {
    const oldest = this.#rows.size < this.#max ? undefined : this.#rows.keys().next().value;
    if (oldest !== undefined) this.#rows.delete(oldest);
    this.#rows.set(id, row);
  }
}
