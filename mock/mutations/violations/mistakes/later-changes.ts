/** Mistakes after a later change: a listing that is published again, a second decision, or a listing that changes after its trade. */
import {
  afterAct,
  all,
  beforeAct,
  countMatches,
  findRow,
  idIn,
  onEvent,
  OWN_TRADES,
  partiesOf,
  sellerOf,
  setRows,
  violations,
  withFields,
  withPayload,
} from '../kit/index.ts';
import { nearByFarm } from '../privacy/inventory.ts';
import { bidOf } from './events.ts';

const LISTINGS = violations({
  'LST-6/price-lost-when-archived: An archived listing that is published again has no price.': beforeAct(
    'updateListing',
    async ({ db, path, body }) => {
      if (body.listed === true) await setRows(db, 'lots', { id: idIn(path), status: 'archived' }, { price_amount: null });
    },
  ),
  'LST-6/firm-lost-when-unlisted: Unlisting a listing sets its price to not firm.': afterAct(
    'updateListing',
    async ({ db, path, body }) => {
      if (body.listed === false) await setRows(db, 'lots', { id: idIn(path), price_firm: 1 }, { price_firm: 0 });
    },
  ),
  'LST-6/organic-lost-when-published: A listing is not organic once it is published with PATCH.': beforeAct(
    'updateListing',
    async ({ db, path, body }) => {
      if (body.listed === true) await setRows(db, 'lots', { id: idIn(path) }, { is_organic: 0 });
    },
  ),
  'LST-6/farm-once-relisted: Buyers see the farm as `variety` of a listing that was published with PATCH.': () => {
    const published = new Set<string>();
    return all(
      afterAct('updateListing', ({ path, body }) => {
        if (body.listed === true) published.add(idIn(path));
      }),
      withFields(['listInventory', 'getInventory'], async ({ id }, { db }) =>
        published.has(id) ? { variety: (await partiesOf(db, id))?.farm?.name } : {},
      ),
    );
  },
});

const EVENTS = violations({
  'EVT-18/second-acceptance-not-sent: Accepting a second bid on a lot sends no `bid.accepted`.': onEvent(
    'bid.accepted',
    async (draft, { db }) => {
      const { lot_id = '' } = (await bidOf(db, draft.subject_id)) ?? {};
      return (await countMatches(db, 'bids', { lot_id, status: 'accepted' })) > 1 ? [] : draft;
    },
  ),
  'EVT-18/second-rejection-not-sent: Rejecting a second bid of a team on a listed lot sends no `bid.rejected`.': onEvent(
    'bid.rejected',
    async (draft, { db }) => {
      const { lot_id = '', buyer_team_id = '' } = (await bidOf(db, draft.subject_id)) ?? {};
      const is_listed = (await findRow(db, 'lots', { id: lot_id }))?.status === 'listed';
      return is_listed && (await countMatches(db, 'bids', { lot_id, buyer_team_id, status: 'rejected' })) > 1 ? [] : draft;
    },
  ),
  'CB-9/second-not-sent: `cashbid.offer_received` is not sent for a second offer on a cash bid.': onEvent(
    'cashbid.offer_received',
    async (draft, { db }) => {
      const { cash_bid_id = '' } = (await findRow(db, 'offers', { id: draft.subject_id ?? '' })) ?? {};
      return (await countMatches(db, 'offers', { cash_bid_id })) > 1 ? [] : draft;
    },
  ),
  'PRIV-6/seller-in-countered: `bid.countered` names the seller.': withPayload('bid.countered', async (data, { db }) => ({
    seller: (await sellerOf(db, 'bid_id' in data ? String(data['bid_id']) : '')).name,
  })),
  'PRIV-5/seller-in-the-event: `cashbid.offer_received` names the seller.': withPayload(
    'cashbid.offer_received',
    async (data, { db }) => ({ seller: (await sellerOf(db, 'offer_id' in data ? String(data['offer_id']) : '')).name }),
  ),
});

const TRADES = violations({
  'TRD-10/quantity-follows-the-lot: Trades show the present quantity of the lot if it is smaller.': withFields(
    OWN_TRADES,
    async ({ inventory_id, quantity_mt }, { db }) => {
      const present = (await findRow(db, 'lots', { id: inventory_id ?? '' }))?.quantity_mt ?? 0;
      return present > 0 && present < quantity_mt ? { quantity_mt: present } : {};
    },
  ),
  'TRD-10/price-follows-the-lot: Trades show the target price of the lot once it changes.': () => {
    const changed = new Map<string, number>();
    return all(
      afterAct('updateListing', ({ path, body }) => {
        if (body.target_price?.amount !== undefined) changed.set(idIn(path), body.target_price.amount);
      }),
      withFields(OWN_TRADES, ({ inventory_id, price }) => {
        const amount = changed.get(inventory_id ?? '');
        return amount === undefined ? {} : { price: { ...price, amount } };
      }),
    );
  },
});

const PLACES = violations({
  'PRIV-3/near-exact-with-commodity: `near` with `commodity` measures the distance to the farm.': nearByFarm(
    (_radius_km, query) => query.has('commodity'),
  ),
});

export const LATER_CHANGES = [...LISTINGS, ...EVENTS, ...TRADES, ...PLACES];
