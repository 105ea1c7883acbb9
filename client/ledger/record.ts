/** The format of a ledger: lines of JSON, each true as soon as it is written. */
import { z } from 'zod';
import { parseJson } from '../http/read-json.ts';
import { isObject, type JsonObject } from '../json.ts';
import type { CreateIntent } from './ledger.ts';
import { decodePart } from '../read-url.ts';

/** The first line: the run that the ledger belongs to. */
export const Header = z.object({
  gristmill_ledger: z.literal(1),
  base_url: z.string(),
  /** The seed of the run, which is part of the texts that it writes. */
  marker: z.string(),
  started_at: z.string(),
});
export type Header = z.infer<typeof Header>;

/** Whether something was left out or changed because it contained a secret. */
const Withheld = z.literal(true).optional();

/** Every other line. A begun record may exist; a made one exists until it is gone; a failed one does not. */
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
  /** Without an id if the id contains a secret. */
  z.object({ did: z.literal('made'), number: z.int(), id: z.string().optional(), is_withheld: Withheld }),
  z.object({ did: z.literal('failed'), number: z.int() }),
  /** It was removed, or cannot be removed and this was reported. */
  z.object({ did: z.literal('closed'), number: z.int() }),
]);
export type Step = z.infer<typeof Step>;

/** A record that exists, or may exist. */
export interface LedgerRecord extends CreateIntent {
  readonly number: number;
  /** Undefined if it is not known whether the record was created. */
  readonly id: string | undefined;
  /** Whether a secret was removed from the written record or its id. */
  readonly is_withheld: boolean;
}

/** What has happened to each record so far. Request bodies are long only in checks about long bodies. */
export class Records {
  readonly #all = new Map<number, LedgerRecord>();
  readonly #open = new Set<number>();
  last_number = 0;
  /** The numbers of made records, by kind and id. A repeated request can return an id again. */
  readonly #by_id = new Map<string, number[]>();

  /** @returns false if no such record was begun */
  take(step: Step): boolean {
    const { number } = step;
    if (step.did === 'begin') {
      const { kind, actor, path, body, is_withheld = false } = step;
      this.#all.set(number, { number, kind, actor, path, body, id: undefined, is_withheld });
      this.#open.add(number);
      this.last_number = Math.max(this.last_number, number);
      return true;
    }
    const record = this.#all.get(number);
    if (record === undefined) return false;
    if (step.did === 'made') {
      this.#all.set(number, { ...record, id: step.id, is_withheld: record.is_withheld || step.is_withheld === true });
      const key = `${record.kind} ${step.id ?? ''}`;
      this.#by_id.set(key, [...(this.#by_id.get(key) ?? []), number]);
    }
    if (step.did === 'failed' || step.did === 'closed') this.#open.delete(number);
    return true;
  }

  /** The records that exist or may exist, oldest first. */
  get open(): readonly LedgerRecord[] {
    return this.all.filter(({ number }) => this.#open.has(number));
  }

  /** The numbers of the open records with this id. */
  findOpen(kind: string, id: string): readonly number[] {
    return (this.#by_id.get(`${kind} ${id}`) ?? []).filter((number) => this.#open.has(number));
  }

  /** Everything that was ever begun. */
  get all(): readonly LedgerRecord[] {
    return [...this.#all.values()];
  }
}

/** The listing that a bid is on. Undefined for a counter, a simulated bid, or a record of another kind. */
export function lotOf({ kind, path }: LedgerRecord): string | undefined {
  const part = kind === 'bid' ? /^\/inventory\/([^/]+)\/bids$/.exec(path)?.[1] : undefined;
  return part === undefined ? undefined : decodePart(part);
}

/** The request body in the ledger. An empty object if it was not a JSON object, or too long to be kept whole. */
export function parseBody(body: string | undefined): JsonObject {
  const json = parseJson(body ?? '{}');
  return isObject(json) ? json : {};
}
