/** Lists recorded requests, events, and deliveries, and the subscriptions that receive them. */
import { z } from 'zod';
import { JOURNAL_BYTES_MAX, JOURNAL_ENTRIES_MAX } from '../../journal/journal.ts';
import type { EventEntry } from '../../../wire.ts';
import { type Row, flag } from '../../../market/records/tables.ts';
import { countRows } from '../../../market/store/count-rows.ts';
import { lastSeq } from '../../webhooks/history.ts';
import { peekPayload } from '../../webhooks/payload.ts';
import { controlOperation } from '../endpoint/operation.ts';
import { limit, since, text } from '../endpoint/query-parameters.ts';
import { redactDelivery, redactEntry } from '../endpoint/redact.ts';
import { RequestFilter, findRequests } from './request-filter.ts';

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

/** Newest first, unless the caller gives the first row. */
function orderOf({ since: first }: { since?: number | undefined }): 'asc' | 'desc' {
  return first === undefined ? 'desc' : 'asc';
}

function oldestFirst<Item extends { seq: number }>(rows: readonly Item[]): Item[] {
  return rows.toSorted((a, b) => a.seq - b.seq);
}

/** @param data the payload that a delivery would have now (EVT-21) */
export function showEvent(event: Row<'events'>, data: EventEntry['data']): EventEntry {
  return { ...event, livemode: event.livemode === 1, data };
}

export const JOURNAL = [
  controlOperation('get', '/requests', {
    summary: 'List the requests to the marketplace, and those that the authorization server refused, oldest first',
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
    description: '`data` is the payload that a delivery would have now.',
    query: EventFilter,
    act: async ({ world, query }) => {
      const { reader } = world.store;
      let wanted = reader.selectFrom('events').where('seq', '>', query.since ?? 0);
      if (query.type !== undefined) wanted = wanted.where('type', '=', query.type);
      if (query.subject_id !== undefined) wanted = wanted.where('subject_id', '=', query.subject_id);
      if (query.livemode !== undefined) wanted = wanted.where('livemode', '=', flag(query.livemode));
      const rows = await wanted.selectAll().orderBy('seq', orderOf(query)).limit(query.limit).execute();
      const items: object[] = [];
      for (const event of oldestFirst(rows)) items.push(showEvent(event, await peekPayload(reader, event)));
      return { items, total: await countRows(wanted), last_seq: await lastSeq(reader, 'events') };
    },
  }),
  controlOperation('get', '/deliveries', {
    summary:
      'List the delivery attempts of all subscriptions, oldest first, with request, signature, and the beginning of the response',
    query: DeliveryFilter,
    act: async ({ world, query }) => {
      const { reader } = world.store;
      let wanted = reader.selectFrom('deliveries').where('seq', '>', query.since ?? 0);
      for (const column of ['subscription_id', 'event_id', 'event'] as const) {
        const value = query[column];
        if (value !== undefined) wanted = wanted.where(column, '=', value);
      }
      if (query.status !== undefined) wanted = wanted.where('status', '=', query.status);
      const rows = await wanted.selectAll().orderBy('seq', orderOf(query)).limit(query.limit).execute();
      const total = await countRows(wanted);
      return { items: oldestFirst(rows).map(redactDelivery), total, last_seq: await lastSeq(reader, 'deliveries') };
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
