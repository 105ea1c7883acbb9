import {
  afterAct,
  asOwner,
  fillIn,
  isRefusal,
  mapQuery,
  onQueryValue,
  onStatus,
  refuseAs,
  refuseFields,
  refusing,
  refusingQuery,
  revealing,
  setRows,
  violations,
  withFields,
  withoutBodyField,
  withoutEffect,
  withoutField,
  withoutItems,
  withoutQuery,
} from '../kit/index.ts';
import { viewCashBid } from '../../../market/views/records.ts';

const VIEWS = ['listCashBids', 'createCashBid', 'updateCashBid'] as const;

/** The cash bids of an elevator. */
export const RECORDS_VIOLATED = violations({
  'CB-1/units-refused: GET /cash-bids rejects `units`.': refusingQuery('listCashBids', 'units'),
  'CB-1/commodity-ignored: GET /cash-bids ignores `commodity`.': withoutQuery('listCashBids', 'commodity'),
  'CB-1/commodity-finds-nothing: GET /cash-bids finds nothing if `commodity` is given.': onQueryValue(
    'listCashBids',
    'commodity',
    () => 'mustard-seed',
  ),
  'CB-1/active-left-out: GET /cash-bids omits active cash bids.': withoutItems('listCashBids', (cashBid) => cashBid.is_active),
  'CB-1/ids-are-numbers: GET /cash-bids returns numeric ids.': withFields('listCashBids', { id: 7 }),
  'CB-2/answers-200: POST /cash-bids returns 200 instead of 201.': onStatus('createCashBid', 201, 200),
  'CB-2/code: Validation errors of POST /cash-bids have another code.': refuseAs(
    'createCashBid',
    'validation_failed',
    'bid_items_required',
  ),
  'CB-3/without-effect: PATCH /cash-bids/{id} changes nothing.': withoutEffect('updateCashBid'),
  'CB-3/price-ignored: PATCH /cash-bids/{id} ignores `price`.': withoutBodyField('updateCashBid', 'price'),
  'CB-3/change-deactivates: PATCH /cash-bids/{id} deactivates the cash bid.': fillIn('updateCashBid', { is_active: false }),
  'CB-3/answers-202: PATCH /cash-bids/{id} returns 202.': onStatus('updateCashBid', 200, 202),
  'CB-11/no-is-active: Cash bids omit `is_active`.': withoutField(VIEWS, 'is_active'),
  'CB-11/is-active-number: GET /cash-bids returns `is_active` as 0 or 1.': withFields('listCashBids', (cashBid) => ({
    is_active: Number(cashBid.is_active),
  })),
  'CB-11/is-active-ignored: GET /cash-bids ignores `is_active`.': withoutQuery('listCashBids', 'is_active'),
  'CB-11/false-ignored: GET /cash-bids ignores `is_active=false`.': mapQuery('listCashBids', 'is_active', { false: undefined }),
  'CB-11/false-is-true: GET /cash-bids reads `is_active=false` as true.': onQueryValue('listCashBids', 'is_active', () => 'true'),
  'CB-12/body-required: PATCH /cash-bids/{id} requires a body.': refusing('updateCashBid', ({ incoming: { bytes } }) =>
    isRefusal(bytes) || bytes.length > 0 ? undefined : refuseFields({ field: 'body', message: 'is required' }),
  ),
  'CB-12/no-body-deactivates: PATCH /cash-bids/{id} without a body deactivates the cash bid.': afterAct(
    'updateCashBid',
    async ({ db, body }, { data }) => {
      if (body !== undefined) return undefined;
      await setRows(db, 'cash_bids', { id: data.id }, { is_active: 0 });
      return { data: { ...data, is_active: false } };
    },
  ),
  'CB-12/no-content: PATCH /cash-bids/{id} returns 204.': onStatus('updateCashBid', 200, 204),
  "CB-13/strangers-change: PATCH /cash-bids/{id} changes another elevator's cash bid.": asOwner('updateCashBid'),
  "CB-13/strangers-read-offers: GET /cash-bids/{id}/offers shows another elevator's offers.": asOwner('listOffers'),
  "CB-13/everybodys-list: GET /cash-bids lists other elevators' cash bids.": afterAct(
    'listCashBids',
    async ({ db, caller }, page) => {
      const others = db
        .selectFrom('cash_bids')
        .selectAll()
        .where('team_id', '!=', caller.team_id ?? '');
      const rows = await others.where('livemode', '=', caller.livemode).orderBy('created_at', 'desc').limit(30).execute();
      return { ...page, items: [...page.items, ...rows.map((row) => viewCashBid(row))], total: page.total + rows.length };
    },
  ),
  "CB-13/forbidden-for-anothers: PATCH /cash-bids/{id} returns 403 instead of 404 for another elevator's cash bid.":
    revealing('updateCashBid'),
});
