/** What the run is about to make, and has made: the interface that the line to the target writes to. */
import type { Redactor } from '../redaction/redactor.ts';

/** Something that is about to be made. */
export interface CreateIntent {
  /** `listing`, `bid`, `webhook`, `farm`, `trade`, `cash_bid`, `user`. */
  readonly kind: string;
  readonly actor: string;
  /** Of the request, below base_url. */
  readonly path: string;
  /** Of the request, as sent. */
  readonly body: string | undefined;
}

export interface LedgerEntry {
  /** It was made, under this id. */
  made: (id: string) => void;
  /** It was not made. */
  failed: () => void;
}

export interface Ledger {
  /** Writes down, durably, that this is about to be made. @param redactor knows what must never be written down */
  begin: (making: CreateIntent, redactor: Redactor) => LedgerEntry;
  /** It is gone again. */
  undone: (kind: string, id: string) => void;
}

/** Writes nothing down. */
export const NO_LEDGER: Ledger = {
  begin: () => ({ made: () => undefined, failed: () => undefined }),
  undone: () => undefined,
};
