/** EVT-6 to EVT-12: the handler of one event type fails on something that the document allows. */
import type { Replacement } from '../clean.ts';
import { isEventType } from '#spec/events';
import type { Envelope } from '../receiver.ts';
import { refuseUnless } from './events.ts';
import { explained, faults, fieldOf, type FaultyRow } from './row.ts';

type Data = Envelope['data'];

/** The handler of the types that match a pattern returns `status` for data that it does not accept. */
function handles(types: RegExp, isFine: (data: Data, envelope: Envelope) => boolean, status = 422): Replacement {
  return refuseUnless(
    (envelope) => !isEventType(envelope.type) || !types.test(envelope.type) || isFine(envelope.data, envelope),
    status,
  );
}

function amountOf({ price }: Data): number {
  return typeof price === 'object' && price !== null && 'amount' in price ? Number(price.amount) : 0;
}

/** Returns 409 for an event that its state machine does not expect after the previous one about the same subject. */
function expectsOrder(
  idOf: (envelope: Envelope) => string,
  isNext: (type: string, last: string | undefined) => boolean,
): Replacement {
  return () => {
    const last = new Map<string, string>();
    return {
      validate: (envelope) => {
        const id = idOf(envelope);
        if (id === '') return undefined;
        if (!isNext(envelope.type, last.get(id))) return { status: 409 };
        last.set(id, envelope.type);
        return undefined;
      },
    };
  };
}

const PAYLOADS = faults('faulty', {
  'EVT-7/whole-tonnes: It converts quantity_mt to a BigInt, which fails on 120.5.': explained(
    'EVT-7/decimals',
    /quantity_mt/,
    handles(/^trade/, ({ quantity_mt }) => Number.isInteger(quantity_mt), 500),
  ),
  'EVT-7/whole-prices: It returns 422 for a price of 305.25.': explained(
    'EVT-7/decimals',
    /price|amount/,
    handles(/^trade/, (data) => Number.isInteger(amountOf(data))),
  ),
  'EVT-10/float-totals-only: It requires invoice_total to have decimals, and returns 422 for 84.': explained(
    'EVT-10/whole-number',
    /invoice_total/,
    handles(/^analysis\.requested/, ({ invoice_total }) => !Number.isInteger(invoice_total)),
  ),
  'EVT-6/no-cancelled-bids: Its list of statuses lacks cancelled, which an event can carry although no list shows it.': explained(
    'EVT-6/each-status',
    /cancelled/,
    handles(/^bid/, ({ status }) => status !== 'cancelled'),
  ),
  'EVT-6/no-expired-bids: It crashes on a bid that has expired in the meantime.': explained(
    'EVT-6/each-status',
    /expired/,
    handles(/^bid\.rejected/, ({ status }) => status !== 'expired', 500),
  ),
  'EVT-6/status-agrees-with-type: It returns 409 for bid.accepted unless the status is accepted, and to bid.rejected unless it is rejected.':
    explained(
      'EVT-6/each-status',
      /send time|status/,
      handles(/^bid\.(accepted|rejected)/, ({ status }, { type }) => type.endsWith(String(status)), 409),
    ),
  'EVT-6/received-means-pending: It returns 422 for bid.received unless the bid is pending.': explained(
    'EVT-6/each-status',
    /send time|status/,
    handles(/^bid\.received/, ({ status }) => status === 'pending'),
  ),
  'RTY-1/photos-end-in-jpg: It returns 422 for a photo_url that does not end in .jpg.': explained(
    'RTY-1/analysis-photo-added',
    /photo|analysis\.photo_added/,
    handles(/^analysis\.photo_added/, (data) => fieldOf(data, 'photo_url').endsWith('.jpg')),
  ),
});

const ODD_PAYLOADS = faults('warned', {
  'EVT-3/event-id-pattern: It returns 400 unless the envelope id is evt_ and 16 hex digits.': explained(
    'EVT-3/similar-ids',
    /opaque/,
    refuseUnless(({ id }) => /^evt_[0-9a-f]{16}$/.test(id), 400),
  ),
  'CONV-2/short-id-column: Its id columns hold 20 characters, and a longer bid_id is a database error.': explained(
    'CONV-2/long-ids',
    /ids? (is|are) opaque|longer/,
    refuseUnless(({ data }) => Object.entries(data).every(([key, id]) => !key.endsWith('_id') || String(id).length <= 20), 500),
  ),
  'EVT-6/bid-types-as-an-enum: It knows the bid types single_grade and multi_grade, and fails on another one: `type` is a string.':
    explained(
      'EVT-6/other-type',
      /type/,
      handles(/^bid/, ({ type }) => type === 'single_grade' || type === 'multi_grade', 500),
    ),
  'EVT-7/prices-in-cad: It returns 422 for a price in a currency other than CAD.': explained(
    'EVT-7/other-price',
    /currency/,
    handles(/^trade/, ({ price }) => JSON.stringify(price).includes('"CAD"')),
  ),
  'EVT-7/prices-per-tonne: It crashes on a price per bushel.': explained(
    'EVT-7/other-price',
    /unit/,
    handles(/^trade/, ({ price }) => JSON.stringify(price).includes('"MT"'), 500),
  ),
  'EVT-7/two-trade-statuses: It fails on a trade that is neither Pending nor Completed.': explained(
    'EVT-7/other-status',
    /status/,
    handles(/^trade/, ({ status }) => status === 'Pending' || status === 'Completed', 500),
  ),
  'EVT-9/pending-offers-only: It returns 422 for an offer that is no longer pending.': explained(
    'EVT-9/other-status',
    /status/,
    handles(/^cashbid/, ({ status }) => status === 'pending'),
  ),
  'EVT-8/settled-lot-required: It crashes on trade.settled of a trade without a lot.': explained(
    'EVT-8/trade-of-an-offer',
    /inventory_id/,
    handles(/^trade\.settled/, ({ inventory_id }) => inventory_id !== null, 500),
  ),
  'EVT-7/bid-id-must-be-there: It accepts null for the bid_id of a trade, but fails if the field is absent.': explained(
    'EVT-7/trade-of-an-offer',
    /bid_id/,
    handles(/^trade\.created/, (data) => data['bid_id'] !== undefined, 500),
  ),
  'EVT-10/first-analysis-type: It reads the first of analysis_types, and crashes if there is none.': explained(
    'EVT-10/empty-list',
    /analysis_types/,
    handles(/^analysis\.requested/, (data) => JSON.stringify(data['analysis_types']) !== '[]', 500),
  ),
  'SIG-5/objects-in-data: It flattens data into columns, and crashes on a new member that is an object.': explained(
    'SIG-5/unknown-members',
    /document is open|unknown|object/,
    refuseUnless(
      ({ data }) =>
        !Object.entries(data).some(
          ([key, value]) =>
            !['price', 'commodity', 'analysis_types'].includes(key) && typeof value === 'object' && value !== null,
        ),
      500,
    ),
  ),
  'RTY-1/created-after-settled: It returns 409 for trade.created of a trade that is already settled.': explained(
    'RTY-1/out-of-order',
    /order/,
    expectsOrder(
      ({ data }) => fieldOf(data, 'trade_id'),
      (type, last) => type !== 'trade.created' || last !== 'trade.settled',
    ),
  ),
  'RTY-1/rejected-is-final: It returns 409 for any event of a rejected bid: bid.received may come later than bid.rejected.':
    explained(
      'RTY-1/out-of-order',
      /order/,
      expectsOrder(
        ({ data }) => fieldOf(data, 'bid_id'),
        (_type, last) => last !== 'bid.rejected',
      ),
    ),
  'RTY-1/congestion-starts-once: It returns 409 for queue.congestion_started while the location is still congested.': explained(
    'RTY-1/out-of-order',
    /order|twice/,
    expectsOrder(
      ({ data }) => fieldOf(data, 'location_id'),
      (type, last) => type !== 'queue.congestion_started' || last !== type,
    ),
  ),
});

export const HANDLER_FAULTS: readonly FaultyRow[] = [...PAYLOADS, ...ODD_PAYLOADS];
