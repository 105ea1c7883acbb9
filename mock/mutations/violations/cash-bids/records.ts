import {
  afterAct,
  asOwner,
  isRefusal,
  mapQuery,
  onQuery,
  onRequestFields,
  onResource,
  onStatus,
  refuseAs,
  refuseFields,
  refusing,
  refusingQuery,
  revealing,
  violations,
  withoutEffect,
  withoutField,
  withoutQuery,
} from '../kit/index.ts';
import { viewCashBid } from '../../../market/views/records.ts';

const VIEWS = ['listCashBids', 'createCashBid', 'updateCashBid'] as const;

/** The cash bids of an elevator. */
export const RECORDS_VIOLATED = violations({
  'CB-1/units-refused: GET /cash-bids refuses `units`.': refusingQuery('listCashBids', 'units'),
  'CB-1/commodity-ignored: The commodity filter of cash bids is ignored.': withoutQuery('listCashBids', 'commodity'),
  'CB-1/commodity-finds-nothing: With `commodity` there is nothing.': onQuery('listCashBids', (query) => {
    if (query.has('commodity')) query.set('commodity', 'mustard-seed');
  }),
  'CB-1/active-left-out: The list has what is no longer active.': onResource('listCashBids', (cashBid) =>
    cashBid.is_active ? undefined : cashBid,
  ),
  'CB-1/ids-are-numbers: The id of a cash bid is a number in the list.': onResource('listCashBids', (cashBid) => ({
    ...cashBid,
    id: 7,
  })),
  'CB-2/answers-200: A new cash bid is answered with 200.': onStatus('createCashBid', 201, 200),
  'CB-2/refused-with-409: What is wrong with a cash bid is a conflict.': refuseAs(
    'createCashBid',
    'validation_failed',
    'conflict',
  ),
  'CB-2/code: What is wrong with a cash bid has another code.': refuseAs(
    'createCashBid',
    'validation_failed',
    'bid_items_required',
  ),
  'CB-3/without-effect: A change of a cash bid changes nothing, though it is answered.': withoutEffect('updateCashBid'),
  'CB-3/price-ignored: The price of a cash bid cannot be changed.': onRequestFields('updateCashBid', (fields) => ({
    ...fields,
    price: undefined,
  })),
  'CB-3/change-deactivates: Whoever changes a cash bid deactivates it.': onRequestFields('updateCashBid', (fields) => ({
    is_active: false,
    ...fields,
  })),
  'CB-3/missing-is-422: Changing a cash bid that does not exist is 422.': refuseAs(
    'updateCashBid',
    'not_found',
    'validation_failed',
  ),
  'CB-3/refused-with-400: What is wrong with a change is 400.': refuseAs(
    'updateCashBid',
    'validation_failed',
    'malformed_request',
  ),
  'CB-3/answers-202: A change of a cash bid is accepted for later.': onStatus('updateCashBid', 200, 202),
  'CB-11/no-is-active: A cash bid does not say whether it is active.': withoutField(VIEWS, 'is_active'),
  'CB-11/is-active-number: `is_active` is 0 or 1 in the list.': onResource('listCashBids', (cashBid) => ({
    ...cashBid,
    is_active: Number(cashBid.is_active),
  })),
  'CB-11/is-active-ignored: `is_active` is ignored.': withoutQuery('listCashBids', 'is_active'),
  'CB-11/false-ignored: `is_active=false` is no filter.': mapQuery('listCashBids', 'is_active', { false: undefined }),
  'CB-11/false-is-true: `is_active=false` is truthy.': onQuery('listCashBids', (query) => {
    if (query.has('is_active')) query.set('is_active', 'true');
  }),
  'CB-12/body-required: A change of a cash bid without a body is refused.': refusing('updateCashBid', ({ incoming: { bytes } }) =>
    isRefusal(bytes) || bytes.length > 0 ? undefined : refuseFields({ field: 'body', message: 'is required' }),
  ),
  'CB-12/no-body-deactivates: A change of a cash bid without a body deactivates it.': afterAct(
    'updateCashBid',
    async ({ db, body }, { data }) => {
      if (body !== undefined) return undefined;
      await db.updateTable('cash_bids').set({ is_active: 0 }).where('id', '=', data.id).execute();
      return { data: { ...data, is_active: false } };
    },
  ),
  'CB-12/no-content: A change without a body is answered with 204.': onStatus('updateCashBid', 200, 204),
  "CB-13/strangers-change: Another elevator's cash bid can be changed.": asOwner('updateCashBid'),
  "CB-13/strangers-read-offers: The offers on another elevator's cash bid can be read.": asOwner('listOffers'),
  "CB-13/everybodys-list: GET /cash-bids shows other elevators' cash bids.": afterAct(
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
  "CB-13/forbidden-for-anothers: Another elevator's cash bid is 403, and one that does not exist 404.":
    revealing('updateCashBid'),
});
