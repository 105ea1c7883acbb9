import type { Vault } from '../../ports/vault.ts';
import type { LogTable } from '../../market/store/postgres/logs.ts';
import type { JournalEntry, JournaledRequest, OpenEntry, RequestJournal } from './journal.ts';
import { beginEntry } from './journal.ts';
import { SharedLog } from './shared-log.ts';

/**
 * The journal of a world that several processes serve. Entries are written right after the response, so another process sees a request a few
 * milliseconds later.
 */
export class SharedJournal extends SharedLog<Omit<JournalEntry, 'seq'>> implements RequestJournal {
  readonly #now: () => string;

  /** @param onEntry receives the entries of this process */
  constructor(table: LogTable, vault: Vault, now: () => string, onEntry: (entry: JournalEntry) => void) {
    super(table, vault, onEntry);
    this.#now = now;
  }

  begin(operation_id: string, request: JournaledRequest): OpenEntry {
    return beginEntry(operation_id, request, this.#now, (entry) => {
      this.add(entry);
    });
  }
}
