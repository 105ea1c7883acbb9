/** What stands in a ledger: lines of JSON, each true from the moment it is there. */
import { z } from 'zod';
import type { CreateIntent } from './ledger.ts';

/** The first line: whose ledger it is. */
export const Header = z.object({
  gristmill_ledger: z.literal(1),
  base_url: z.string(),
  /** The seed of the run: a text in what it makes. */
  marker: z.string(),
  started_at: z.string(),
});
export type Header = z.infer<typeof Header>;

/** Whether something was left out or changed, since there was a secret in it. */
const Withheld = z.literal(true).optional();

/** Every other line. What is begun may be there; what is made is, until it is gone; what failed is not. */
export const Step = z.discriminatedUnion('did', [
  z.object({
    did: z.literal('begin'),
    number: z.int(),
    kind: z.string(),
    actor: z.string(),
    path: z.string(),
    body: z.string().optional(),
    is_withheld: Withheld,
  }),
  /** Without an id: it holds a secret. */
  z.object({ did: z.literal('made'), number: z.int(), id: z.string().optional(), is_withheld: Withheld }),
  z.object({ did: z.literal('failed'), number: z.int() }),
  /** It is gone again, or stays for good and its owner has been told. */
  z.object({ did: z.literal('closed'), number: z.int() }),
]);
export type Step = z.infer<typeof Step>;

/** Something that is there, or may be. */
export interface LedgerRecord extends CreateIntent {
  readonly number: number;
  /** Undefined where it is not known whether it was made. */
  readonly id: string | undefined;
  /** Whether a secret was taken out of it, or of its id, where it is written down. */
  readonly is_withheld: boolean;
}

/** What has happened to each record so far. The bodies of requests are long only where that is what a check is about. */
export class Records {
  readonly #all = new Map<number, LedgerRecord>();
  readonly #open = new Set<number>();

  /** @returns false where the step is about nothing that was begun */
  take(step: Step): boolean {
    const { number } = step;
    if (step.did === 'begin') {
      const { kind, actor, path, body, is_withheld = false } = step;
      this.#all.set(number, { number, kind, actor, path, body, id: undefined, is_withheld });
      this.#open.add(number);
      return true;
    }
    const record = this.#all.get(number);
    if (record === undefined) return false;
    if (step.did === 'made') {
      this.#all.set(number, { ...record, id: step.id, is_withheld: record.is_withheld || step.is_withheld === true });
    }
    if (step.did === 'failed' || step.did === 'closed') this.#open.delete(number);
    return true;
  }

  /** Those that are there or may be, the oldest first. */
  get open(): readonly LedgerRecord[] {
    return this.all.filter(({ number }) => this.#open.has(number));
  }

  /** All that was ever begun. */
  get all(): readonly LedgerRecord[] {
    return [...this.#all.values()];
  }

  get last_number(): number {
    return Math.max(0, ...this.#all.keys());
  }
}
