import type { Request } from 'express';
import type { Vault } from '../../ports/vault.ts';
import type { JournalTable } from '../../market/store/postgres/tables.ts';
import type { JournalEntry, JournalStatus, OpenEntry, RequestJournal } from './journal.ts';
import { beginEntry } from './journal.ts';

/** Entries that wait for the database. Beyond it, the oldest are lost: a journal must not stop the requests that it records. */
const WAITING_MAX = 2_000;
/** Entries per statement. */
const PIECE = 100;

/**
 * The journal of a world that several processes serve. Entries are written right after the response, so another process sees a request a few
 * milliseconds later.
 */
export class SharedJournal implements RequestJournal {
  readonly #table: JournalTable;
  readonly #vault: Vault;
  readonly #now: () => string;
  readonly #onEntry: (entry: JournalEntry) => void;
  readonly #waiting: Omit<JournalEntry, 'seq'>[] = [];
  #writing: Promise<void> | undefined;

  /** @param vault encrypts the entries, which have tokens and secrets */
  constructor(table: JournalTable, vault: Vault, now: () => string, onEntry: (entry: JournalEntry) => void) {
    this.#vault = vault;
    this.#table = table;
    this.#now = now;
    this.#onEntry = onEntry;
  }

  begin(operation_id: string, request: Request): OpenEntry {
    return beginEntry(operation_id, request, this.#now, (entry) => {
      this.#waiting.push(entry);
      if (this.#waiting.length > WAITING_MAX) this.#waiting.shift();
      this.#writing ??= this.#write();
    });
  }

  async read(since_seq = 0): Promise<readonly JournalEntry[]> {
    await this.#writing;
    const rows = await this.#table.read(since_seq);
    // This class wrote it.
    return rows.map(({ seq, entry }) => ({ ...(JSON.parse(this.#vault.open(entry)) as JournalEntry), seq }));
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

  /** Resolves when everything so far is written. */
  async flush(): Promise<void> {
    await this.#writing;
  }

  /** Never rejects. What could not be written waits for the next request. */
  async #write(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        const piece = this.#waiting.slice(0, PIECE);
        const first_seq = await this.#table.append(piece.map((entry) => this.#vault.seal(JSON.stringify(entry))));
        this.#waiting.splice(0, piece.length);
        for (const [index, entry] of piece.entries()) this.#onEntry({ seq: first_seq + index, ...entry });
      }
    } catch {
      // Requests fail with the same error and report it.
    } finally {
      this.#writing = undefined;
    }
  }
}
