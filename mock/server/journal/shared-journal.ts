import type { Request } from 'express';
import type { Vault } from '../../ports/vault.ts';
import type { LogTable } from '../../market/store/postgres/logs.ts';
import type { JournalEntry, JournalStatus, OpenEntry, RequestJournal } from './journal.ts';
import { beginEntry } from './journal.ts';
import { SharedLog } from './shared-log.ts';

/**
 * The journal of a world that several processes serve. Entries are written right after the response, so another process sees a request a few
 * milliseconds later.
 */
export class SharedJournal implements RequestJournal {
  readonly #log: SharedLog<Omit<JournalEntry, 'seq'>>;
  readonly #now: () => string;

  /** @param onEntry receives the entries of this process */
  constructor(table: LogTable, vault: Vault, now: () => string, onEntry: (entry: JournalEntry) => void) {
    this.#log = new SharedLog<Omit<JournalEntry, 'seq'>>(table, vault, onEntry);
    this.#now = now;
  }

  begin(operation_id: string, request: Request): OpenEntry {
    return beginEntry(operation_id, request, this.#now, (entry) => {
      this.#log.add(entry);
    });
  }

  async read(since_seq = 0): Promise<readonly JournalEntry[]> {
    return this.#log.read(since_seq);
  }

  async status(): Promise<JournalStatus> {
    const { first_seq, last_seq, cleared_seq, bytes } = await this.#log.status();
    const first = first_seq ?? last_seq + 1;
    return { first_seq: first, last_seq, bytes, dropped: first - 1 - cleared_seq };
  }

  async clear(): Promise<void> {
    await this.#log.clear();
  }

  async flush(): Promise<void> {
    await this.#log.flush();
  }
}
