import {
  alsoTell,
  dropEvent,
  onDelivery,
  onEvent,
  onListeners,
  onPayload,
  repeatEvent,
  violation,
  withDeliveryHeaders,
} from './kit/index.ts';
import type { Violation } from './violation.ts';

export const EVENTS_VIOLATED: readonly Violation[] = [
  violation(
    'EVT-2/no-type-header',
    'Deliveries have no SVC-Event.',
    withDeliveryHeaders('all', () => ({ 'SVC-Event': undefined })),
  ),
  violation(
    'EVT-3/id-of-the-attempt',
    'Each attempt of an event has an id of its own.',
    onDelivery('all', (envelope, { attempt }) => ({ ...envelope, id: `${envelope.id}${attempt}` })),
  ),
  violation('EVT-3/two-ids', 'Everything that happens is told as two events.', repeatEvent('all')),
  violation(
    'EVT-4/told-to-strangers',
    'Every subscription of the mode that asked for the type is told, of whatever team.',
    alsoTell('all', ({ events, livemode }, draft) => events.includes(`"${draft.type}"`) && livemode === draft.livemode),
  ),
  violation(
    'EVT-5/buyers-not-told',
    'No buyer is told of an acceptance.',
    onListeners('bid.accepted', () => []),
  ),
  violation(
    'EVT-14/price-in-payload',
    'A payload about a bid has its price.',
    onPayload(['bid.received', 'bid.accepted', 'bid.rejected', 'bid.countered'], async (data, { db, event }) => ({
      ...data,
      ...(await db.selectFrom('bids').select('price_amount').where('id', '=', event.subject_id).executeTakeFirst()),
    })),
  ),
  violation('EVT-18/rejection-untold', 'No buyer is told of a rejection.', dropEvent('bid.rejected')),
  violation(
    'EVT-20/live-as-sandbox',
    'Live events say that they are of the sandbox.',
    onDelivery('all', (envelope) => ({ ...envelope, livemode: false })),
  ),
  violation(
    'EVT-29/told-as-received',
    'A counter is told to the buyer as a bid received.',
    onEvent('bid.countered', (draft) => ({ ...draft, type: 'bid.received' })),
  ),
];
