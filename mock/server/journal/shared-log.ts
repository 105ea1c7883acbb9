import type { LogTable } from '../../market/store/postgres/logs.ts';
import type { Vault } from '../../ports/vault.ts';
import type { JournalStatus } from './journal.ts';

/** How many entries can wait for the database. Above it, the oldest are dropped, because a log must not block the requests that it records. */
const WAITING_MAX = 2_000;

/** A log of a world that several processes serve. Entries are written in the background, in batches, a few milliseconds later. */
export class SharedLog<Entry extends object> {
  readonly #table: LogTable;
  readonly #vault: Vault;
  readonly #onEntry: (entry: Entry & { seq: number }) => void;
  readonly #waiting: Entry[] = [];
  #writing: Promise<void> | undefined;

  /** @param vault encrypts the entries, because they contain tokens and secrets */
  constructor(table: LogTable, vault: Vault, onEntry: (entry: Entry & { seq: number }) => void = () => undefined) {
    this.#table = table;
    this.#vault = vault;
    this.#onEntry = onEntry;
  }

  add(entry: Entry): void {
    this.#waiting.push(entry);
    if (this.#waiting.length > WAITING_MAX) this.#waiting.shift();
    this.#writing ??= this.#write();
  }

  /** The entries of all processes after a number, oldest first. */
  async read(since_seq = 0): Promise<(Entry & { seq: number })[]> {
    await this.#writing;
    const rows = await this.#table.read(since_seq);
    // Cast: written by `#write`.
    return rows.map(({ seq, entry }) => ({ ...(JSON.parse(this.#vault.open(entry)) as Entry), seq }));
  }

  async status(): Promise<JournalStatus> {
    await this.#writing;
    const { first_seq, last_seq, cleared_seq, bytes } = await this.#table.status();
    const first = first_seq ?? last_seq + 1;
    return { first_seq: first, last_seq, bytes, dropped: first - 1 - cleared_seq };
  }

  async clear(): Promise<void> {
    await this.#writing;
    await this.#table.clear();
  }

  /** Resolves when all entries so far are written or have failed. */
  async flush(): Promise<void> {
    await this.#writing;
  }

  /** Never rejects. Entries that could not be written are retried with the next one. */
  async #write(): Promise<void> {
    let batch: Entry[] = [];
    try {
      while (this.#waiting.length > 0) {
        batch = this.#waiting.splice(0, this.#table.batch_size);
        const first_seq = await this.#table.append(batch.map((entry) => this.#vault.seal(JSON.stringify(entry))));
        for (const [index, entry] of batch.entries()) this.#onEntry({ seq: first_seq + index, ...entry });
        batch = [];
      }
    } catch {
      // Requests fail with the same error and report it.
      this.#waiting.unshift(...batch);
    } finally {
      this.#writing = undefined;
    }
  }
}
