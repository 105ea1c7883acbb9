/** The parts of control-plane responses that the dashboard reads. docs/control-plane.md describes them. */
import type { ClockState, RequestEntry } from '../../wire.ts';

export type {
  AgendaItem,
  ClientFinding,
  ClockState,
  DeliveryEntry,
  EventEntry,
  Explanation,
  InboxMessage,
  RequestEntry,
} from '../../wire.ts';
export type Actor = NonNullable<RequestEntry['actor']>;
export type Headers = RequestEntry['request_headers'];

export interface Persona {
  name: string;
  about: string;
  token: string;
  user_id: string | null;
  team_id: string | null;
}

export interface Overview {
  version: string;
  world: {
    id: string;
    seed: string;
    lots: number;
    is_lenient: boolean;
    violations: readonly string[];
    variants: readonly string[];
  };
  clock: ClockState;
  addresses: { base_url: string; auth_url: string; control_url: string; tokens: Record<string, string> };
  personas: readonly Persona[];
  examples: { about: string; commands: readonly string[] };
}

export interface Subscription {
  id: string;
  url: string;
  /** A JSON array. */
  events: string;
  team_id: string;
  team: string | null;
  livemode: 0 | 1;
  status: 'active' | 'inactive';
  attempts: number;
  failed: number;
  queued: number;
  created_at: string;
}

export interface Paged<Item> {
  items: readonly Item[];
  total: number;
  counts: Readonly<Record<string, number>>;
}

/** A row of a table of the market: which columns it has depends on its kind. */
export interface MarketRecord extends Readonly<Record<string, unknown>> {
  id: string;
  status: string;
}

export interface Truth {
  id: string;
  kind: string;
  record: Readonly<Record<string, unknown>>;
  relations: Readonly<Record<string, unknown>>;
}

export interface Clause {
  statement: string;
}

/** Whether a record belongs to the sandbox. */
export function isSandbox({ record }: Truth): boolean {
  return record['livemode'] === false;
}

/** A field of a record as text. Empty if it is null, an object, or an array. */
export function textOf({ record }: Truth, field: string): string {
  const value = record[field];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
