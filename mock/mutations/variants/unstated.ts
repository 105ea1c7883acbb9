/** Behavior on which the document is silent: delays, defaults, how far data go back, and limits. */
import {
  afterAct,
  all,
  fillIn,
  findRow,
  isJsonObject,
  onEvent,
  onWholeList,
  queryOf,
  refuseFields,
  refusing,
  refusingField,
  setRows,
  withFields,
  type Seams,
} from '../violations/kit/index.ts';
import { Alarm } from '../../ports/timer.ts';
import { defaultsEqualOmitted } from './readings.ts';
import { variants } from './kit/variant.ts';

const DAY_MS = 86_400_000;
const TEN_MINUTES_MS = 600_000;
/** How long a new record is missing from lists, in real time, because a world's clock can be frozen. */
const LATE_MS = 1_000;

const CREATING = [
  'placeBid',
  'counterBid',
  'acceptBid',
  'createListing',
  'updateListing',
  'createCashBid',
  'acceptOffer',
  'createFarm',
  'simulateEvent',
] as const;

function listsLate(): Partial<Seams> {
  const late = new Set<string>();
  const isListed = ({ id }: { id: string }): boolean => !late.has(id);
  return all(
    // An index also finds a changed listing by its new values only after this delay.
    afterAct(CREATING, (_call, { data }) => {
      const id = 'bid_id' in data && 'simulated' in data ? data.bid_id : data.id;
      late.add(id);
      new Alarm(() => {
        late.delete(id);
      }).set(LATE_MS);
    }),
    onWholeList(
      ['listInventory', 'listBids', 'listTrades', 'listReceivedBids', 'listCashBids', 'listListings', 'listFarms'],
      (items) => items.filter(isListed),
    ),
    onWholeList('listBidsReceived', (items) =>
      items.flatMap((item) => {
        const bids = item.bids.filter(isListed);
        return bids.length === 0 ? [] : [{ ...item, bids }];
      }),
    ),
  );
}

/** The first day for which this deployment has prices. */
const firstDay = (now: string): string => new Date(Date.parse(now) - 20 * DAY_MS).toISOString().slice(0, 10);

export const UNSTATED = variants({
  'lists-late (BID-14, TRD-1, FARM-1, INV-1, INV-7): New bids, trades, listings, cash bids, and farms appear in lists a second later, and so do changed listings.':
    listsLate,
  'approval-by-default (BID-37, IDEM-3, IDEM-9): Bids are subject to sample approval by default, and an explicit default equals an omitted field.':
    all(
      defaultsEqualOmitted({ fob_farm: true, subject_to_sample_approval: true }),
      fillIn('placeBid', { subject_to_sample_approval: true }),
    ),
  'decided-bids-do-not-expire (BID-11): The `expires_at` of a decided bid is null.': withFields(
    ['listBids', 'getBid', 'listReceivedBids', 'rejectBid'],
    ({ status }) => (status === 'pending' ? {} : { expires_at: null }),
  ),
  'prices-of-twenty-days (MKT-2, MKT-3, MKT-5): Market data begin 20 days ago; an earlier date returns 404, and an earlier `from` 422.':
    all(
      refusing('listMarketPrices', ({ incoming, world }) =>
        (queryOf(incoming).get('date') ?? '9999') < firstDay(world.clock.now()) ? 'not_found' : undefined,
      ),
      refusing('getPriceHistory', ({ incoming, world }) =>
        (queryOf(incoming).get('from') ?? '9999') < firstDay(world.clock.now())
          ? refuseFields({ field: 'from', message: 'is before the first price' })
          : undefined,
      ),
    ),
  'one-open-offer (CB-8): An offer on a cash bid replaces the pending ones on it.': onEvent(
    'cashbid.offer_received',
    async (draft, { db }) => {
      const offer = await findRow(db, 'offers', { id: draft.subject_id ?? '' });
      await setRows(db, 'offers', { cash_bid_id: offer?.cash_bid_id ?? '', status: 'pending' }, { status: 'rejected' });
      await setRows(db, 'offers', { id: offer?.id ?? '' }, { status: 'pending' });
      return draft;
    },
  ),
  'expiries-of-ten-minutes (BID-11, BID-12, BID-45): A bid expires ten minutes after its placement at the earliest.':
    refusingField(
      ['placeBid', 'counterBid'],
      'expires_at',
      'is too soon',
      (expiry, _fields, { world }) =>
        typeof expiry === 'string' && Date.parse(expiry) - Date.parse(world.clock.now()) < TEN_MINUTES_MS,
    ),
  'windows-of-days (BID-5, BID-6): A delivery window ends after the day on which it begins.': refusingField(
    ['placeBid', 'counterBid'],
    'delivery',
    'is too short',
    (delivery) => isJsonObject(delivery) && delivery['from'] !== undefined && delivery['from'] === delivery['to'],
  ),
});
