/** Shows the unmasked record behind any public id, with its relations. */
import { refuse } from '../../../market/rules/refusal.ts';
import { controlOperation } from '../endpoint/operation.ts';
import { findPrivateRecord } from './private-records.ts';

/** Columns that the store keeps as 0 or 1. */
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

/** Makes rows readable: converts flags to booleans, parses JSON, and redacts secrets. */
function toReadable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toReadable);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, inner]): [string, unknown] => {
    if (name === 'secret') return [name, 'whsec_[redacted]'];
    if (FLAGS.has(name) && typeof inner === 'number') return [name, inner === 1];
    if ((name === 'events' || name === 'data') && typeof inner === 'string') return [name, JSON.parse(inner)];
    return [name, toReadable(inner)];
  });
  return Object.fromEntries(fields);
}

export const TRUTH = [
  controlOperation('get', '/truth/{id}', {
    summary: 'Read the unmasked record behind a public id, with its relations',
    description:
      'Takes the id of a lot, bid, trade, cash bid, offer, farm, team, user, subscription, delivery, event, or delivery location.',
    act: async ({ world, path: { id = '' } }) => {
      const found = await findPrivateRecord(world.store.reader, id);
      if (found === undefined) return refuse('not_found', { message: 'No record of this world has this id.' });
      const { kind, record, ...relations } = found;
      return { id, kind, record: toReadable(record), relations: toReadable(relations) as object }; // an object stays an object
    },
  }),
];
