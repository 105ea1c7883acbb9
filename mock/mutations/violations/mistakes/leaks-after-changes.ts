/** Leaks, and access to the records of others, that show only in responses to writes, after a change, or in some lists. */
import { createHash } from 'node:crypto';
import {
  acceptingScope,
  all,
  afterAct,
  countMatches,
  counterpartyOf,
  findRow,
  findRows,
  fieldsOf,
  idIn,
  INVENTORY_READS,
  isRefusal,
  onBody,
  onCaller,
  onFind,
  onResource,
  OWN_BIDS,
  partiesOf,
  queryOf,
  sellerOf,
  violations,
  withFields,
  withHeaders,
  withPayload,
  type AnyCall,
  type CallOf,
  type ResponseContext,
  type Row,
  type Seams,
} from '../kit/index.ts';
import type { PartyBid } from '../../../server/handlers/answer-bids.ts';
import { idOfResource } from '../kit/answers.ts';
import { bidAt, onGetBid, onValidatedBody } from '../bids/deviations.ts';

/** The name of the party that the caller must not know. */
async function otherParty({ db, caller }: ResponseContext, id: string): Promise<{ name: string | undefined }> {
  const parties = await partiesOf(db, id);
  return { name: caller?.user_id === parties?.seller.id ? parties?.buyer?.name : parties?.seller.name };
}

/** Names the farm in listings that a seller changed. */
function namingTheFarm(isAffected: (lot: Row<'lots'>) => boolean): Partial<Seams> {
  return withFields(INVENTORY_READS, async ({ id }, { db }) => {
    const lot = await findRow(db, 'lots', { id });
    return lot !== undefined && isAffected(lot) ? { farm: (await partiesOf(db, id))?.farm?.name } : {};
  });
}

const withFarm = (where: 'createListing' | 'updateListing'): Partial<Seams> =>
  withFields(where, async ({ id }, { db, caller }) =>
    caller?.scopes.has('farms.read') === true ? {} : { farm: { name: (await partiesOf(db, id))?.farm?.name } },
  );

const LEAKS = violations({
  'PRIV-13/named-when-rejecting: POST /bids/{id}/reject names the counterparty.': withFields(
    'rejectBid',
    async ({ id }, context) => ({
      counterparty: await otherParty(context, id),
    }),
  ),
  'PRIV-13/named-when-countering: POST /bids/{id}/counter names the counterparty.': withFields(
    'counterBid',
    async ({ id }, context) => ({
      counterparty: await otherParty(context, id),
    }),
  ),
  'PRIV-13/named-when-placing: POST /inventory/{id}/bids names the seller.': withFields('placeBid', async ({ id }, { db }) => ({
    counterparty: await sellerOf(db, id),
  })),
  'PRIV-13/named-once-unlisted: Bids on unlisted listings name the seller.': withFields(
    OWN_BIDS,
    async ({ id, inventory_id }, { db }) =>
      (await findRow(db, 'lots', { id: inventory_id }))?.status === 'unlisted' ? { counterparty: await sellerOf(db, id) } : {},
  ),
  'PRIV-13/named-once-archived: Bids on archived listings name the seller.': withFields(
    OWN_BIDS,
    async ({ id, inventory_id }, { db }) =>
      (await findRow(db, 'lots', { id: inventory_id }))?.status === 'archived' ? { counterparty: await sellerOf(db, id) } : {},
  ),
  'PRIV-13/counters-name-the-buyer: Received bids that are counters name the buyer.': onResource(
    'listReceivedBids',
    async (bid, context) =>
      bid.counter_to === null ? bid : { ...bid, counterparty: { name: (await partiesOf(context.db, bid.id))?.buyer?.name } },
  ),
  'PRIV-13/rejected-name-the-buyer: Received bids that were rejected name the buyer.': onResource(
    'listReceivedBids',
    async (bid, { db }) =>
      bid.status === 'rejected' ? { ...bid, counterparty: { name: (await partiesOf(db, bid.id))?.buyer?.name } } : bid,
  ),
  'PRIV-13/by-grades-named: Multi-grade bids name the seller.': withFields(OWN_BIDS, async ({ id, type }, { db }) =>
    type === 'multi_grade' ? { counterparty: await sellerOf(db, id) } : {},
  ),
  'PRIV-13/offers-named-in-the-list: GET /trades names the sellers of trades that came from offers.': withFields(
    'listTrades',
    async (trade, { db }) =>
      trade.offer_id === null || trade.offer_id === undefined ? {} : { counterparty: await counterpartyOf(db, trade) },
  ),
  'PRIV-5/named-when-rejecting: POST /cash-bid-offers/{id}/reject names the seller.': withFields(
    'rejectOffer',
    async ({ id }, { db }) => ({
      counterparty: await sellerOf(db, id),
    }),
  ),
  'PRIV-5/named-by-status: GET /cash-bids/{id}/offers names the sellers if `status` is given.': withFields(
    'listOffers',
    async ({ id }, { db, incoming }) => (queryOf(incoming).has('status') ? { counterparty: await sellerOf(db, id) } : {}),
  ),
  'PRIV-5/named-once-inactive: The offers of an inactive cash bid name the sellers.': withFields(
    'listOffers',
    async ({ id, cash_bid_id }, { db }) =>
      (await findRow(db, 'cash_bids', { id: cash_bid_id }))?.is_active === 0 ? { counterparty: await sellerOf(db, id) } : {},
  ),
  'PRIV-1/farm-once-relisted: A listing that was unlisted and published again names its farm.': () => {
    const relisted = new Set<string>();
    return all(
      afterAct('updateListing', ({ body }, { data }) => {
        if (body.listed === true) relisted.add(data.id);
      }),
      namingTheFarm(({ id }) => relisted.has(id)),
    );
  },
  'PRIV-1/farm-once-repriced: A listing names its farm once its price has changed.': () => {
    const repriced = new Set<string>();
    return all(
      afterAct('updateListing', ({ body }, { data }) => {
        if (body.target_price !== undefined) repriced.add(data.id);
      }),
      namingTheFarm(({ id }) => repriced.has(id)),
    );
  },
  'PRIV-1/farm-without-a-grade: Listings without a grade name their farm.': namingTheFarm(({ grade }) => grade === null),
  'PRIV-1/farm-without-a-price: Listings without a price name their farm.': namingTheFarm(
    ({ price_amount }) => price_amount === null,
  ),
  'PRIV-6/farm-when-accepting: POST /bids/{id}/accept names the farm to the buyer.': withFields(
    'acceptBid',
    async ({ id, side }, { db }) => (side === 'buyer' ? { pickup: (await partiesOf(db, id))?.farm?.name } : {}),
  ),
  'PRIV-6/farm-in-a-counter-event: `bid.countered` includes the name of the farm.': withPayload(
    'bid.countered',
    async (_data, { db, event }) => ({
      farm: (await partiesOf(db, event.subject_id ?? ''))?.farm?.name,
    }),
  ),
  'PRIV-6/farm-when-countering: POST /bids/{id}/counter names the farm to the buyer.': withFields(
    'counterBid',
    async ({ id }, { db, caller }) => {
      const parties = await partiesOf(db, id);
      return caller?.user_id === parties?.seller.id ? {} : { pickup: parties?.farm?.name };
    },
  ),
  'PRIV-14/submitted-with-the-farm: POST /me/inventory includes the farm without farms.read.': withFarm('createListing'),
  'PRIV-14/repriced-with-the-farm: PATCH /me/inventory/{id} includes the farm without farms.read.': withFarm('updateListing'),
  'PRIV-16/seller-in-an-etag: The ETag of GET /inventory/{id} is the same for all listings of a seller.': withHeaders(
    'getInventory',
    async (answer, { db }) => {
      const seller = (await partiesOf(db, idOfResource(answer.text) ?? ''))?.seller.id ?? '';
      return { ETag: `W/"${createHash('sha256').update(seller).digest('hex').slice(0, 16)}"` };
    },
  ),
  'PRIV-7/company-on-counters: The counters of other buyers are labeled with their company.': onResource(
    'listReceivedBids',
    async (bid, { db }) => (bid.counter_to === null ? bid : { ...bid, buyer_label: (await partiesOf(db, bid.id))?.buyer?.name }),
  ),
  'PRIV-7/company-of-rejected: Rejected bids of other buyers are labeled with their company.': onResource(
    'listReceivedBids',
    async (bid, { db }) =>
      bid.status === 'rejected' ? { ...bid, buyer_label: (await partiesOf(db, bid.id))?.buyer?.name } : bid,
  ),
  'PRIV-7/company-by-grades: Multi-grade bids of other buyers are labeled with their company.': onResource(
    'listReceivedBids',
    async (bid, { db }) =>
      bid.type === 'multi_grade' ? { ...bid, buyer_label: (await partiesOf(db, bid.id))?.buyer?.name } : bid,
  ),
  'PRIV-4/list-never-unmasked: GET /bids names no counterparty after settlement.': withFields('listBids', () => ({
    counterparty: null,
  })),
  'PRIV-4/buyer-never-named-on-bids: Received bids name no buyer after settlement.': onResource('listReceivedBids', (bid) => ({
    ...bid,
    counterparty: null,
  })),
  'PRIV-4/listed-trade-never-unmasked: GET /trades names no counterparty after settlement.': withFields('listTrades', () => ({
    counterparty: null,
  })),
});

/** Treats the caller as a party to any bid that matches. */
function alsoParty(
  where: 'counterBid' | 'acceptBid' | 'rejectBid',
  isParty: (bid: Row<'bids'>, caller: AnyCall['caller']) => boolean,
): Partial<Seams> {
  return onFind(where, async (found, entry) => {
    const truth = await bidAt(entry);
    if (!isRefusal(found) || truth === undefined || !isParty(truth.bid, entry.caller)) return found;
    const party: PartyBid = { truth, side: truth.bid.author === 'buyer' ? 'seller' : 'buyer' };
    return party;
  });
}

/** Also lists records of others. */
function alsoListing(items: readonly { id: string }[], rows: readonly { id: string; status: string }[]): unknown[] {
  const more = rows.filter(({ id }) => !items.some((item) => item.id === id));
  return more.map(({ id, status }) => ({ ...items[0], counterparty: null, id, status }));
}

/** Accepts a delivery location of another team in some bids. */
function anyLocation(
  where: 'placeBid' | 'counterBid',
  isAffected: (body: CallOf<'placeBid'>['body']) => boolean,
): Partial<Seams> {
  return onValidatedBody(where, async (body, { db, caller }) => {
    const { delivery_location_id, ...rest } = body;
    const own = await findRows(db, 'delivery_locations', { team_id: caller.team_id ?? '' });
    const is_own = delivery_location_id === undefined || own.some(({ id }) => id === delivery_location_id);
    return is_own || !isAffected(body) ? body : { ...rest, fob_farm: true };
  });
}

function tradesOfOthers(name: string): Partial<Seams> {
  return onBody('listTrades', async (page, { db, incoming, caller }) => {
    if (!queryOf(incoming).has(name)) return page;
    const rows = await findRows(db, 'trades', { livemode: caller?.livemode ?? 1 });
    return { ...page, items: [...page.items, ...alsoListing(page.items, rows)] };
  });
}

function bidsOfOthers(status: Row<'bids'>['status']): Partial<Seams> {
  return onBody('listBids', async (page, { db, incoming, caller }) => {
    if (queryOf(incoming).get('status') !== status) return page;
    const rows = await findRows(db, 'bids', { status, livemode: caller?.livemode ?? 1 });
    return { ...page, items: [...page.items, ...alsoListing(page.items, rows)] };
  });
}

const ACCESS = violations({
  'BID-19/any-teamless-seller-counters: A seller without a team can counter any bid.': alsoParty(
    'counterBid',
    (_bid, { team_id }) => team_id === null,
  ),
  'BID-19/any-teamless-seller-accepts: A seller without a team can accept any bid.': alsoParty(
    'acceptBid',
    (_bid, { team_id }) => team_id === null,
  ),
  "BID-19/anybody-accepts-counters: Any team can accept a seller's counter.": alsoParty(
    'acceptBid',
    ({ author }, { team_id }) => author === 'seller' && team_id !== null,
  ),
  "BID-19/anybody-rejects-counters: Any team can reject a seller's counter.": alsoParty(
    'rejectBid',
    ({ author }, { team_id }) => author === 'seller' && team_id !== null,
  ),
  'BID-16/rejected-ones-are-public: GET /bids/{id} returns every rejected bid.': onGetBid((found, truth) =>
    truth.bid.status === 'rejected' ? truth : found,
  ),
  'BID-16/countered-ones-are-public: GET /bids/{id} returns every countered bid.': onGetBid((found, truth) =>
    truth.bid.status === 'countered' ? truth : found,
  ),
  "BID-14/rejected-of-all-teams: GET /bids?status=rejected also lists other teams' bids.": bidsOfOthers('rejected'),
  "BID-14/countered-of-all-teams: GET /bids?status=countered also lists other teams' bids.": bidsOfOthers('countered'),
  "TRD-3/everybodys-by-commodity: GET /trades also lists others' trades if `commodity` is given.": tradesOfOthers('commodity'),
  "TRD-3/everybodys-by-date: GET /trades also lists others' trades if `from` is given.": tradesOfOthers('from'),
  "TRD-3/everybodys-with-units: GET /trades also lists others' trades if `units` is given.": tradesOfOthers('units'),
  'PAGE-4/trades-of-all-counted: `total` of GET /trades counts the trades of every team.': onBody(
    'listTrades',
    async (page, { db }) => ({
      ...page,
      total: (await db.selectFrom('trades').select('id').execute()).length,
    }),
  ),
  'PAGE-4/bids-of-all-counted: `total` of GET /bids counts the bids of every team.': onBody('listBids', async (page, { db }) => ({
    ...page,
    total: (await db.selectFrom('bids').select('id').execute()).length,
  })),
  'PAGE-4/listings-of-all-statuses-counted: `total` of GET /me/inventory ignores `status`.': onBody(
    'listListings',
    async (page, { db, caller }) => ({
      ...page,
      total: await countMatches(db, 'lots', { user_id: caller?.user_id ?? '', livemode: caller?.livemode ?? 1 }),
    }),
  ),
  'TRD-2/completed-are-public: GET /trades/{id} returns every Completed trade.': onCaller(
    'getTrade',
    async (_caller, { db, incoming }) => {
      const trade = await findRow(db, 'trades', { id: idIn(incoming.path), status: 'Completed' });
      return trade === undefined ? {} : { team_id: trade.buyer_team_id };
    },
  ),
  "CB-13/inactive-changed: PATCH /cash-bids/{id} changes another elevator's inactive cash bid.": onCaller(
    'updateCashBid',
    async (_caller, { db, incoming }) => {
      const cash_bid = await findRow(db, 'cash_bids', { id: idIn(incoming.path), is_active: 0 });
      return cash_bid === undefined ? {} : { team_id: cash_bid.team_id };
    },
  ),
  "BID-44/any-location-by-grades: A multi-grade bid with another team's delivery location is accepted.": anyLocation(
    'placeBid',
    ({ bids }) => bids !== undefined,
  ),
  "BID-44/any-location-in-counters: A buyer's counter with another team's delivery location is accepted.": anyLocation(
    'counterBid',
    () => true,
  ),
  'BID-17/list-by-status: GET /bids?status= returns an empty page without a team.': onCaller(
    'listBids',
    ({ team_id }, { incoming }) => (team_id === null && queryOf(incoming).has('status') ? { team_id: 'tm_none' } : {}),
  ),
  'BID-17/own-listings: GET /bids/{id} returns a bid on a listing of a seller without a team.': onCaller(
    'getBid',
    async ({ team_id, user_id }, { db, incoming }) => {
      const bid = await findRow(db, 'bids', { id: idIn(incoming.path) });
      return team_id === null && bid?.seller_user_id === user_id ? { team_id: bid.buyer_team_id } : {};
    },
  ),
  'AUTH-2/cash-bids-read-bids: GET /bids also accepts cashbids.read, which contains its scope.': acceptingScope(
    ['listBids', 'getBid'],
    'cashbids.read',
  ),
  'AUTH-2/cash-bids-write-bids: The writes of bids also accept cashbids.write, which contains their scope.': acceptingScope(
    ['placeBid', 'acceptBid', 'rejectBid', 'counterBid'],
    'cashbids.write',
  ),
  'LST-5/strangers-read-listed: GET /me/inventory/{id} returns the listed listing of another seller.': onCaller(
    'getListing',
    async (_caller, { db, incoming }) => {
      const lot = await findRow(db, 'lots', { id: idIn(incoming.path), status: 'listed' });
      return lot === undefined ? {} : { user_id: lot.user_id };
    },
  ),
  "LST-19/anothers-farm-for-drafts: POST /me/inventory accepts another seller's farm for a draft.": onCaller(
    'createListing',
    async (_caller, { db, incoming }) => {
      const { farm_id, list } = fieldsOf(incoming);
      const farm = list === false && typeof farm_id === 'string' ? await findRow(db, 'farms', { id: farm_id }) : undefined;
      return farm === undefined ? {} : { user_id: farm.user_id };
    },
  ),
});

export const LEAKS_AFTER_CHANGES = [...LEAKS, ...ACCESS];
