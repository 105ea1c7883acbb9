/** What the run is about to create, and what it has created. The HTTP client writes to this interface. */
import type { Redactor } from '../redaction/redactor.ts';

/** A record that is about to be created. */
export interface CreateIntent {
  /** `listing`, `bid`, `webhook`, `farm`, `trade`, `cash_bid`, `user`. */
  readonly kind: string;
  readonly actor: string;
  /** The path of the request, relative to base_url. */
  readonly path: string;
  /** The body of the request, as sent. */
  readonly body: string | undefined;
}

export interface LedgerEntry {
  made: (id: string) => void;
  /** It was not created. */
  failed: () => void;
}

export interface Ledger {
  /** Records durably that this is about to be created. @param redactor removes secrets first */
  begin: (making: CreateIntent, redactor: Redactor) => LedgerEntry;
  /** It was removed. */
  undone: (kind: string, id: string) => void;
}

/** Records nothing. */
export const NO_LEDGER: Ledger = {
  begin: () => ({ made: () => undefined, failed: () => undefined }),
  undone: () => undefined,
};
