/** Envelopes and headers of deliveries. */
import {
  all,
  findRow,
  idIn,
  isReplay,
  onDelivery,
  onEvent,
  onOutgoing,
  repeatEvent,
  violations,
  withDeliveryHeaders,
  withEnvelope,
  withFields,
  type AttemptContext,
  type Seams,
} from '../kit/index.ts';

/** Marks additional events, so that the delivery is sent under another type. */
const AS_RETRACTION = 'sent as bid.retracted';
const AS_LISTING = 'sent as listing.unlisted';

function markOf({ event }: AttemptContext): string {
  return event.data.includes(AS_RETRACTION) ? 'bid.retracted' : event.data.includes(AS_LISTING) ? 'listing.unlisted' : '';
}

/** Sends each rejection a second time, under an unknown type. @param mark determines the type */
function sendRejectionsAlsoAs(mark: string): Partial<Seams> {
  return all(
    onEvent('bid.rejected', (draft) => [draft, { ...draft, data: { mark } }]),
    withEnvelope('bid.rejected', (_envelope, context) => {
      const type = markOf(context);
      return type === '' ? {} : { type, event: type };
    }),
    withDeliveryHeaders('bid.rejected', (_outgoing, context) => (markOf(context) === '' ? {} : { 'SVC-Event': markOf(context) })),
  );
}

/** Sends deliveries to another address. */
function toAddress(change: (url: URL) => string): Partial<Seams> {
  return onOutgoing('all', (outgoing) => ({ ...outgoing, url: change(new URL(outgoing.url)) }));
}

/** Gives each replay a different envelope id. */
export const ANOTHER_ID_IN_REPLAYS = withEnvelope('all', async ({ id }, context) =>
  (await isReplay(context)) ? { id: `${id}r` } : {},
);

/** The id that an event has for one subscription. */
const idFor = (id: string, subscription_id: string): string => `${id}${subscription_id.slice(-6)}`;

export const EVENT_ENVELOPES = violations({
  'EVT-3/one-id-per-subscription: Each subscription receives an event with its own id.': all(
    withEnvelope('all', ({ id }, { subscription }) => ({ id: idFor(id, subscription.id) })),
    withFields(['listDeliveries', 'redeliver'], ({ event_id }, { incoming }) => ({
      event_id: idFor(event_id, idIn(incoming.path)),
    })),
  ),
  'EVT-1/without-alias: Envelopes omit `event`.': withEnvelope('all', { event: undefined }),
  'EVT-1/old-alias: `event` has underscores instead of dots.': withEnvelope('all', (envelope) => ({
    event: envelope.type.replaceAll('.', '_'),
  })),
  'EVT-1/livemode-as-text: `livemode` is a string.': withEnvelope('all', (envelope) => ({ livemode: String(envelope.livemode) })),
  'EVT-1/without-created-at: Envelopes omit `created_at`.': withEnvelope('all', { created_at: undefined }),
  'EVT-1/data-as-text: `data` is a JSON string.': withEnvelope('all', (envelope) => ({ data: JSON.stringify(envelope.data) })),
  'EVT-1/trades-bare: `trade.created` is sent without an envelope.': onDelivery('trade.created', ({ data }) => data),
  'EVT-1/query-dropped: Deliveries are sent without the query of the URL.': toAddress((url) => `${url.origin}${url.pathname}`),
  'EVT-1/path-in-lower-case: Deliveries are sent to the path of the URL in lower case.': toAddress(
    (url) => `${url.origin}${url.pathname.toLowerCase()}${url.search}`,
  ),
  'EVT-1/address-in-lower-case: Deliveries are sent to the URL in lower case.': toAddress((url) => url.href.toLowerCase()),
  'EVT-1/path-dropped: Deliveries are sent to the origin of the URL.': toAddress((url) => `${url.origin}/`),
  'EVT-2/no-type-header: Deliveries omit SVC-Event.': withDeliveryHeaders('all', () => ({ 'SVC-Event': undefined })),
  'EVT-2/resource-header: SVC-Event contains the first part of the type only.': withDeliveryHeaders('all', ({ headers }) => ({
    'SVC-Event': headers['SVC-Event']?.split('.')[0],
  })),
  'EVT-2/other-signature-header: The signature is in X-Signature.': withDeliveryHeaders('all', ({ headers }) => ({
    'X-Signature': headers['SVC-Signature'],
    'SVC-Signature': undefined,
  })),
  'EVT-3/id-of-the-attempt: Each attempt has a different envelope id.': withEnvelope('all', (envelope, { attempt }) => ({
    id: `${envelope.id}${attempt}`,
  })),
  'EVT-3/id-of-the-replay: A replay has a different envelope id.': ANOTHER_ID_IN_REPLAYS,
  'EVT-3/id-of-the-moment: Events at the same time share an envelope id.': withEnvelope('all', (envelope) => ({
    id: `evt_${Date.parse(envelope.created_at)}`,
  })),
  'EVT-3/two-ids: Each event is sent twice under different ids.': repeatEvent('all'),
  'EVT-3/rejections-twice: `bid.rejected` is sent twice under different ids.': repeatEvent('bid.rejected'),
  'EVT-13/retractions: A rejection also sends `bid.retracted`.': sendRejectionsAlsoAs(AS_RETRACTION),
  'EVT-13/listings: A rejection also sends `listing.unlisted`.': sendRejectionsAlsoAs(AS_LISTING),
  'EVT-19/time-of-the-attempt: `created_at` is the time of the attempt.': withEnvelope('all', (_envelope, { begun_at }) => ({
    created_at: begun_at,
  })),
  'EVT-19/time-of-the-bid: `created_at` of a bid event is the creation time of the bid.': withEnvelope(
    ['bid.accepted', 'bid.rejected', 'bid.countered'],
    async ({ created_at }, { db, event }) => ({
      created_at: (await findRow(db, 'bids', { id: event.subject_id }))?.created_at ?? created_at,
    }),
  ),
  'EVT-19/no-iso: `created_at` is not in ISO 8601 format.': withEnvelope('all', (envelope) => ({
    created_at: envelope.created_at.replace('T', ' ').replace('Z', ' UTC'),
  })),
  'EVT-20/live-as-sandbox: Live events have `livemode: false`.': withEnvelope('all', { livemode: false }),
  'EVT-20/trades-as-sandbox: Live `trade.created` events have `livemode: false`.': withEnvelope('trade.created', {
    livemode: false,
  }),
});
