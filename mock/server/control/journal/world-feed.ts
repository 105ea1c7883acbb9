import type { WorldEvent } from '../../journal/event-bus.ts';
import type { JournalEntry } from '../../journal/journal.ts';
import type { Row } from '../../../market/records/tables.ts';
import type { World } from '../../world/world.ts';
import { attemptsAfter, eventsAfter } from '../../webhooks/history.ts';
import { showEvent } from './journal.ts';
import { type RequestCriteria, matchesCriteria } from './request-filter.ts';
import { redactDelivery, redactEntry } from '../endpoint/redact.ts';

export type Value = string | number | boolean | null;

/** A request, event, or delivery: its name, the fields to match, and its JSON. */
export interface Occurrence {
  name: string;
  seq: number;
  fields: ReadonlyMap<string, Value>;
  shown: object;
}

/** The fields that a pattern can match, by kind. */
export const FIELDS = {
  request: ['seq', 'operation_id', 'method', 'path', 'status', 'client_id', 'user_id', 'team_id', 'livemode'],
  event: ['seq', 'id', 'type', 'livemode', 'subject_id'],
  delivery: ['seq', 'id', 'event', 'event_id', 'subscription_id', 'status', 'response_status', 'attempts'],
} as const;
export type Kind = keyof typeof FIELDS;
export const KINDS = ['request', 'event', 'delivery'] as const satisfies readonly Kind[];

/** The number of rows per query. */
const ROWS_AT_ONCE = 500;

function fromRequest(entry: JournalEntry): Occurrence {
  const shown = redactEntry(entry);
  const caller = shown.actor ?? { client_id: null, user_id: null, team_id: null, livemode: null };
  return { name: `request ${entry.seq}`, seq: entry.seq, fields: pick({ ...shown, ...caller }, FIELDS.request), shown };
}

function fromEvent(event: Row<'events'>, data: Readonly<Record<string, unknown>>): Occurrence {
  const fields = pick({ ...event, livemode: event.livemode === 1 }, FIELDS.event);
  for (const [name, value] of Object.entries(data)) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') fields.set(`data.${name}`, value);
  }
  return { name: event.id, seq: event.seq, fields, shown: showEvent(event, data) };
}

function fromDelivery(delivery: Row<'deliveries'>): Occurrence {
  return { name: delivery.id, seq: delivery.seq, fields: pick(delivery, FIELDS.delivery), shown: redactDelivery(delivery) };
}

function pick<Name extends string>(record: Readonly<Record<Name, Value>>, names: readonly Name[]): Map<string, Value> {
  return new Map(names.map((name) => [name, record[name]]));
}

export function fromWorldEvent(event: Exclude<WorldEvent, { kind: 'end' | 'renewed' }>): Occurrence {
  if (event.kind === 'request') return fromRequest(event.request);
  return event.kind === 'event' ? fromEvent(event.event, event.data) : fromDelivery(event.delivery);
}

/** Calls `visit` with each occurrence after `since_seq`, oldest first, until it returns true. Skips requests that do not match `criteria`. */
export async function searchHistory(
  world: World,
  kind: Kind,
  since_seq: number,
  visit: (occurrence: Occurrence) => boolean,
  criteria: RequestCriteria = {},
): Promise<void> {
  if (kind === 'request') {
    (await world.journal.read(since_seq)).some((entry) => matchesCriteria(entry, criteria) && visit(fromRequest(entry)));
    return;
  }
  const { reader } = world.store;
  let seen = since_seq;
  for (;;) {
    const occurrences =
      kind === 'event'
        ? (await eventsAfter(reader, seen, ROWS_AT_ONCE)).map(({ event, data }) => fromEvent(event, data))
        : (await attemptsAfter(reader, seen, ROWS_AT_ONCE)).map(fromDelivery);
    for (const occurrence of occurrences) {
      if (visit(occurrence)) return;
      seen = occurrence.seq;
    }
    if (occurrences.length < ROWS_AT_ONCE) return;
  }
}
