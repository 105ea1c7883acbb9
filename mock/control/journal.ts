/** What has been asked, what has happened, what has been sent. */
import { z } from 'zod';
import type { Row } from '../store/tables.ts';
import { peekPayload } from '../webhooks/payload.ts';
import type { ControlOperation } from './operation.ts';
import { controlOperation } from './operation.ts';
import { redactEntry } from './redact.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1_000;
const since = z.coerce
  .number()
  .int()
  .min(0)
  .max(Number.MAX_SAFE_INTEGER)
  .optional()
  .meta({ description: 'Only those after the one of this `seq`.' });
const limit = z.coerce.number().int().min(1).max(LIMIT_MAX).default(LIMIT_DEFAULT);
const text = z.string().max(500).optional();
const livemode = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true')
  .optional();

const RequestFilter = z.strictObject({
  operation_id: text,
  status: z.coerce.number().int().min(100).max(599).optional(),
  method: text,
  user_id: text.meta({ description: 'Of the caller.' }),
  since,
  limit,
});
const EventFilter = z.strictObject({ type: text, subject_id: text, livemode, since, limit });
const DeliveryFilter = z.strictObject({
  subscription_id: text,
  event_id: text,
  event: text,
  status: z.enum(['delivered', 'retrying', 'failed']).optional(),
  since,
  limit,
});

/** Oldest first: the first after `since`, or the newest where that is not given. */
function window<Item>(
  items: readonly Item[],
  { since: after, limit: most }: { since?: number | undefined; limit: number },
): Item[] {
  return after === undefined ? items.slice(-most) : items.slice(0, most);
}

/** The same of rows that the store gave newest first or oldest first, as that asks for. */
function oldestFirst<Item extends { seq: number }>(rows: readonly Item[]): Item[] {
  return rows.toSorted((a, b) => a.seq - b.seq);
}

/** @param data what a delivery of it would carry now (EVT-21) */
export function showEvent(event: Row<'events'>, data: Readonly<Record<string, unknown>>): object {
  return { ...event, livemode: event.livemode === 1, data };
}

export const JOURNAL: readonly ControlOperation[] = [
  controlOperation({
    method: 'get',
    path: '/requests',
    area: 'journal',
    summary: 'List the requests that the marketplace has served, oldest first',
    description: 'The last thousand or more are kept; tokens and secrets are not among what is kept.',
    query: RequestFilter,
    act: ({ world, query }) => {
      const { entries } = world.journal;
      const matching = entries.filter(
        (entry) =>
          (query.operation_id === undefined || entry.operation_id === query.operation_id) &&
          (query.status === undefined || entry.status === query.status) &&
          (query.method === undefined || entry.method === query.method.toUpperCase()) &&
          (query.user_id === undefined || entry.actor?.user_id === query.user_id) &&
          entry.seq > (query.since ?? 0),
      );
      return { items: window(matching, query).map(redactEntry), total: matching.length, last_seq: entries.at(-1)?.seq ?? 0 };
    },
  }),
  controlOperation({
    method: 'get',
    path: '/events',
    area: 'journal',
    summary: 'List the events that have been recorded, oldest first',
    description: '`data` is what a delivery would carry now: of bids, trades and offers it is made of the record as it is.',
    query: EventFilter,
    act: async ({ world, query }) => {
      const { db } = world.store;
      let rows = db.selectFrom('events').where('seq', '>', query.since ?? 0);
      if (query.type !== undefined) rows = rows.where('type', '=', query.type);
      if (query.subject_id !== undefined) rows = rows.where('subject_id', '=', query.subject_id);
      if (query.livemode !== undefined) rows = rows.where('livemode', '=', query.livemode ? 1 : 0);
      const { total } = await rows.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
      const items = await rows
        .selectAll()
        .orderBy('seq', query.since === undefined ? 'desc' : 'asc')
        .limit(query.limit)
        .execute();
      const last = await db.selectFrom('events').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst();
      const shown: object[] = [];
      for (const event of oldestFirst(items)) shown.push(showEvent(event, await peekPayload(db, event)));
      return { items: shown, total, last_seq: last?.seq ?? 0 };
    },
  }),
  controlOperation({
    method: 'get',
    path: '/deliveries',
    area: 'journal',
    summary: 'List the delivery attempts of all subscriptions, oldest first, each with what was sent and how it was signed',
    query: DeliveryFilter,
    act: async ({ world, query }) => {
      const { db } = world.store;
      let rows = db.selectFrom('deliveries').where('seq', '>', query.since ?? 0);
      for (const column of ['subscription_id', 'event_id', 'event'] as const) {
        const wanted = query[column];
        if (wanted !== undefined) rows = rows.where(column, '=', wanted);
      }
      if (query.status !== undefined) rows = rows.where('status', '=', query.status);
      const { total } = await rows.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
      const items = await rows
        .selectAll()
        .orderBy('seq', query.since === undefined ? 'desc' : 'asc')
        .limit(query.limit)
        .execute();
      const last = await db.selectFrom('deliveries').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst();
      return { items: oldestFirst(items), total, last_seq: last?.seq ?? 0 };
    },
  }),
];
