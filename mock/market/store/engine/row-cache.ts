/**
 * Rows by id, as they were last read. Without it GET /inventory takes about a quarter more CPU time (decision 0019): SQLite finds the ids
 * of a page quickly, and reading 18 columns of each row costs the rest. Any change of the database empties the cache.
 */
export class RowCache<Row> {
  readonly #max: number;
  readonly #readVersion: () => string;
  readonly #rows = new Map<string, Row>();
  #version = '';

  /**
   * @param max how many rows are kept. Beyond it, the oldest is dropped
   * @param readVersion returns a version of the database that differs after any change
   */
  constructor(max: number, readVersion: () => string) {
    this.#max = max;
    this.#readVersion = readVersion;
  }

  /** Drops every row if the database has changed. Call it before a series of `get` calls. */
  refresh(): void {
    const version = this.#readVersion();
    if (version === this.#version) return;
    this.#rows.clear();
    this.#version = version;
  }

  get(id: string): Row | undefined {
    return this.#rows.get(id);
  }

  set(id: string, row: Row): void {
    const oldest = this.#rows.size < this.#max ? undefined : this.#rows.keys().next().value;
    if (oldest !== undefined) this.#rows.delete(oldest);
    this.#rows.set(id, row);
  }
}
