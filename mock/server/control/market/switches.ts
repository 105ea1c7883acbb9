/** Settings that the marketplace decides outside the API: credit, payment methods, approvals, and inactive subscriptions. */
import { sql } from 'kysely';
import { z } from 'zod';
import { refuse } from '../../../market/rules/refusal.ts';
import { dropQueued } from '../../../market/store/queue.ts';
import { flag } from '../../../market/records/tables.ts';
import { NO_CONSEQUENCES } from '../endpoint/apply-change.ts';
import { controlOperation } from '../endpoint/operation.ts';

interface Switch {
  table: 'teams' | 'farms' | 'clients' | 'subscriptions';
  path: string;
  noun: string;
  /** The name in requests, and the column in the store. */
  field: string;
  column: 'has_good_credit' | 'has_payment_method' | 'is_approved_partner' | 'is_active';
  summary: string;
  description: string;
}

const TABLE: readonly Switch[] = [
  {
    table: 'teams',
    path: '/teams/{id}',
    noun: 'team',
    field: 'has_good_credit',
    column: 'has_good_credit',
    summary: 'Set whether the credit of a team is in good standing',
    description: 'A team without good credit cannot bid or counter (BID-32).',
  },
  {
    table: 'farms',
    path: '/farms/{id}',
    noun: 'farm',
    field: 'payment_method',
    column: 'has_payment_method',
    summary: 'Set whether a farm has a payment method on file',
    description: 'Lots of a farm without a payment method cannot be published (LST-4).',
  },
  {
    table: 'clients',
    path: '/clients/{id}',
    noun: 'client',
    field: 'approved',
    column: 'is_approved_partner',
    summary: 'Set whether a client is an approved partner',
    description: 'Only tokens of approved partners can use listings.* and farms.* (AUTH-6).',
  },
  {
    table: 'subscriptions',
    path: '/webhooks/{id}',
    noun: 'subscription',
    field: 'is_active',
    column: 'is_active',
    summary: 'Set whether a webhook subscription is active',
    description:
      'An inactive subscription gets no events, retries, or redeliveries. Its pending retries are dropped (WHK-9, RTY-8).',
  },
];

export const SWITCHES = TABLE.map(({ table, path, noun, field, column, summary, description }) =>
  controlOperation('patch', path, {
    summary,
    description,
    body: { schema: z.strictObject({ [field]: z.boolean() }), required: true },
    changes_market: true,
    act: ({ world, path: { id = '' }, body }) =>
      world.write(async (tx) => {
        const is_on = body[field] === true;
        const there = table === 'subscriptions' ? sql`id = ${id} and deleted_at is null` : sql`id = ${id}`;
        const read = sql<{ value: number }>`select ${sql.ref(column)} as value from ${sql.table(table)} where ${there}`;
        const [before] = (await read.execute(tx)).rows;
        if (before === undefined) return refuse('not_found', { message: `There is no such ${noun}.` });

        await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${flag(is_on)} where id = ${id}`.execute(tx);
        // RTY-8
        if (table === 'subscriptions' && !is_on) await dropQueued(tx, id);
        return { previous_state: { id, [field]: before.value === 1 }, new_state: { id, [field]: is_on }, ...NO_CONSEQUENCES };
      }),
  }),
);
