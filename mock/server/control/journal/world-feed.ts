import type { WorldEvent } from '../../journal/event-bus.ts';
import type { JournalEntry } from '../../journal/journal.ts';
import type { Row } from '../../../market/records/tables.ts';
import type { World } from '../../world/world.ts';
import { peekPayload } from '../../webhooks/payload.ts';
import { showEvent } from './journal.ts';
import { redactDelivery, redactEntry } from '../endpoint/redact.ts';

export type Value = string | number | boolean | null;

/** Something that happened: what it is called, what it can be recognised by, and how it is shown. */
export interface Happening {
  name: string;
  seq: number;
  fields: ReadonlyMap<string, Value>;
  shown: object;
}

/** What can be waited for, and the fields that it can be recognised by. */
export const FIELDS = {
  request: ['seq', 'operation_id', 'method', 'path', 'status', 'client_id', 'user_id', 'team_id', 'livemode'],
  event: ['seq', 'id', 'type', 'livemode', 'subject_id'],
  delivery: ['seq', 'id', 'event', 'event_id', 'subscription_id', 'status', 'response_status', 'attempts'],
} as const;
export type Kind = keyof typeof FIELDS;
export const KINDS = ['request', 'event', 'delivery'] as const satisfies readonly Kind[];

/** Rows are read in pieces of so many. */
const ROWS_AT_ONCE = 500;

export function fromRequest(entry: JournalEntry): Happening {
  const { actor, seq, operation_id, method, path, status } = entry;
  const caller = {
    client_id: actor?.client_id ?? null,
    user_id: actor?.user_id ?? null,
    team_id: actor?.team_id ?? null,
    livemode: actor?.livemode ?? null,
  };
  const fields = new Map(Object.entries({ seq, operation_id, method, path, status, ...caller }));
  return { name: `request ${seq}`, seq, fields, shown: redactEntry(entry) };
}

function fromEvent(event: Row<'events'>, data: Readonly<Record<string, unknown>>): Happening {
  const { seq, id, type, livemode, subject_id } = event;
  const fields = new Map<string, Value>(Object.entries({ seq, id, type, livemode: livemode === 1, subject_id }));
  for (const [name, value] of Object.entries(data)) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') fields.set(`data.${name}`, value);
  }
  return { name: id, seq, fields, shown: showEvent(event, data) };
}

function fromDelivery(delivery: Row<'deliveries'>): Happening {
  const { seq, id, event, event_id, subscription_id, status, response_status, attempts } = delivery;
  const fields = new Map(Object.entries({ seq, id, event, event_id, subscription_id, status, response_status, attempts }));
  return { name: id, seq, fields, shown: redactDelivery(delivery) };
}

export function fromRing(ring: Exclude<WorldEvent, { kind: 'end' | 'renewed' }>): Happening {
  if (ring.kind === 'request') return fromRequest(ring.request);
  return ring.kind === 'event' ? fromEvent(ring.event, ring.data) : fromDelivery(ring.delivery);
}

/** Hands over what has happened after the one of that number, oldest first, until the listener has what it looks for. */
export async function lookBack(
  world: World,
  kind: Kind,
  since_seq: number,
  look: (happening: Happening) => boolean,
): Promise<void> {
  if (kind === 'request') {
    world.journal.entries.filter(({ seq }) => seq > since_seq).some((entry) => look(fromRequest(entry)));
    return;
  }
  let seen = since_seq;
  for (;;) {
    const happenings = kind === 'event' ? await readEvents(world, seen) : await readDeliveries(world, seen);
    for (const happening of happenings) {
      if (look(happening)) return;
      seen = happening.seq;
    }
    if (happenings.length < ROWS_AT_ONCE) return;
  }
}

async function readEvents({ store }: World, since_seq: number): Promise<Happening[]> {
  const rows = await store.reader
    .selectFrom('events')
    .selectAll()
    .where('seq', '>', since_seq)
    .orderBy('seq')
    .limit(ROWS_AT_ONCE)
    .execute();
  const found: Happening[] = [];
  for (const row of rows) found.push(fromEvent(row, await peekPayload(store.reader, row)));
  return found;
}

async function readDeliveries({ store }: World, since_seq: number): Promise<Happening[]> {
  const rows = await store.reader
    .selectFrom('deliveries')
    .selectAll()
    .where('seq', '>', since_seq)
    .orderBy('seq')
    .limit(ROWS_AT_ONCE)
    .execute();
  return rows.map(fromDelivery);
}
