/** The unmasked record behind any public id, with what it hangs together with: for people who look behind the counter, never for callers. */
import { refuse } from '../../../market/rules/refusal.ts';
import type { ControlOperation } from '../endpoint/operation.ts';
import { controlOperation } from '../endpoint/operation.ts';
import { findPrivateRecord } from './private-records.ts';

/** How the store writes booleans. */
const FLAGS: ReadonlySet<string> = new Set([
  'livemode',
  'fob_farm',
  'price_firm',
  'subject_to_sample_approval',
  'is_active',
  'is_approved_partner',
  'is_first',
  'is_organic',
  'is_simulated',
  'is_unpriced',
  'is_verified_elevator',
  'has_good_credit',
  'has_payment_method',
]);

/** Rows as a person reads them: flags as booleans, JSON as what it says, secrets left out. */
function readable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readable);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, inner]): [string, unknown] => {
    if (name === 'secret') return [name, 'whsec_[redacted]'];
    if (FLAGS.has(name) && typeof inner === 'number') return [name, inner === 1];
    if ((name === 'events' || name === 'data') && typeof inner === 'string') return [name, JSON.parse(inner)];
    return [name, readable(inner)];
  });
  return Object.fromEntries(fields);
}

export const TRUTH: readonly ControlOperation[] = [
  controlOperation({
    method: 'get',
    path: '/truth/{id}',
    area: 'truth',
    summary: 'Read the unmasked record behind a public id, with its relations',
    description:
      'Of lots, bids, trades, cash bids, offers, farms, teams, users, subscriptions, deliveries, events, and of delivery locations by their number.',
    act: async ({ world, path: { id = '' } }) => {
      const found = await findPrivateRecord(world.store.reader, id);
      if (found === undefined) return refuse('not_found', { message: 'Nothing in this world has that id.' });
      const { kind, record, ...relations } = found;
      return { id, kind, record: readable(record), relations: readable(relations) as object }; // an object stays one
    },
  }),
];
