/** Lists recorded requests, events, and deliveries, and the subscriptions that receive them. */
import { sql } from 'kysely';
import { z } from 'zod';
import { JOURNAL_BYTES_MAX, JOURNAL_ENTRIES_MAX } from '../../journal/journal.ts';
import type { EventEntry } from '../../../wire.ts';
import { type Row, flag } from '../../../market/records/tables.ts';
import type { World } from '../../world/world.ts';
import { lastSeq } from '../../webhooks/history.ts';
import { peekPayload } from '../../webhooks/payload.ts';
import { controlOperation } from '../endpoint/operation.ts';
import { redactDelivery, redactEntry } from '../endpoint/redact.ts';
import { RequestFilter, findRequests, limit, since, text } from './request-filter.ts';

const EventFilter = z.strictObject({
  type: text,
  subject_id: text,
  livemode: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional(),
  since,
  limit,
});
const DeliveryFilter = z.strictObject({
  subscription_id: text,
  event_id: text,
  event: text,
  status: z.enum(['delivered', 'retrying', 'failed']).optional(),
  since,
  limit,
});

interface Page<Table extends 'events' | 'deliveries'> {
  rows: readonly Row<Table>[];
  total: number;
  last_seq: number;
}

/**
 * Reads the first rows after `since`, or the newest without it, oldest first. `total` ignores the limit.
 * @param wanted the values of columns. Undefined for any value
 */
async function readPage<Table extends 'events' | 'deliveries'>(
  { reader }: World['store'],
  table: Table,
  wanted: Readonly<Partial<Record<keyof Row<Table> & string, string | number | undefined>>>,
  { since: after, limit: most }: { since?: number | undefined; limit: number },
): Promise<Page<Table>> {
  const conditions = Object.entries(wanted).flatMap(([column, value]) =>
    value === undefined ? [] : [sql`${sql.ref(column)} = ${value}`],
  );
  const from = sql`from ${sql.table(table)} where ${sql.join([sql`seq > ${after ?? 0}`, ...conditions], sql` and `)}`;
  const order = sql.raw(after === undefined ? 'desc' : 'asc');
  const { rows } = await sql<Row<Table> & { seq: number }>`select * ${from} order by seq ${order} limit ${most}`.execute(reader);
  const counted = await sql<{ total: number }>`select count(*) as total ${from}`.execute(reader);
  return {
    rows: rows.toSorted((a, b) => a.seq - b.seq),
    total: counted.rows[0]?.total ?? 0,
    last_seq: await lastSeq(reader, table),
  };
}

/** @param data the payload of a delivery at this moment (EVT-21) */
export function showEvent(event: Row<'events'>, data: EventEntry['data']): EventEntry {
  return { ...event, livemode: event.livemode === 1, data };
}

export const JOURNAL = [
  controlOperation('get', '/requests', {
    summary: 'List the requests to the marketplace, oldest first',
    description:
      `Keeps at least the last ${JOURNAL_ENTRIES_MAX.toLocaleString('en')} requests, or as many as fit into ${JOURNAL_BYTES_MAX / 2 / 1024 ** 2} MiB. \`dropped\` counts older ` +
      'requests. Tokens and secrets are redacted.',
    query: RequestFilter,
    act: async ({ world, query }) => {
      const { entries, total } = await findRequests(world, query);
      const { first_seq, last_seq, dropped } = await world.journal.status();
      return { items: entries.map(redactEntry), total, last_seq: first_seq > last_seq ? 0 : last_seq, dropped };
    },
  }),
  controlOperation('get', '/events', {
    summary: 'List the recorded events, oldest first',
    description: '`data` is the payload of a delivery at this moment.',
    query: EventFilter,
    act: async ({ world: { store }, query }) => {
      const { type, subject_id, livemode } = query;
      const wanted = { type, subject_id, livemode: livemode === undefined ? undefined : flag(livemode) };
      const { rows, ...page } = await readPage(store, 'events', wanted, query);
      const items: object[] = [];
      for (const event of rows) items.push(showEvent(event, await peekPayload(store.reader, event)));
      return { items, ...page };
    },
  }),
  controlOperation('get', '/deliveries', {
    summary:
      'List the delivery attempts of all subscriptions, oldest first, with request, signature, and the beginning of the response',
    query: DeliveryFilter,
    act: async ({ world: { store }, query }) => {
      const { subscription_id, event_id, event, status } = query;
      const { rows, ...page } = await readPage(store, 'deliveries', { subscription_id, event_id, event, status }, query);
      return { items: rows.map(redactDelivery), ...page };
    },
  }),
  controlOperation('get', '/webhooks', {
    summary: 'List the webhook subscriptions of all teams, without their secrets',
    act: async ({ world }) => {
      const rows = await world.store.reader
        .selectFrom('subscriptions')
        .select(['id', 'team_id', 'client_id', 'livemode', 'url', 'events', 'is_active', 'created_at'])
        .where('deleted_at', 'is', null)
        .orderBy('created_at')
        .execute();
      const items = rows.map(({ events, is_active, livemode, ...row }) => ({
        ...row,
        // Stored as a JSON array of event types.
        events: JSON.parse(events) as string[],
        is_active: is_active === 1,
        livemode: livemode === 1,
      }));
      return { items, total: items.length };
    },
  }),
];
