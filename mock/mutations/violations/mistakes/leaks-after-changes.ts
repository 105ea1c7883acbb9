/** Leaks, and access to the records of others, that show only in responses to writes, after a change, or in some lists. */
import {
  findRow,
  findRows,
  idIn,
  onBody,
  onCaller,
  onResource,
  partiesOf,
  queryOf,
  sellerOf,
  violations,
  withFields,
  type CallOf,
  type Row,
  type Seams,
} from '../kit/index.ts';
import { onValidatedBody } from '../bids/deviations.ts';

const LEAKS = violations({
  'PRIV-5/named-by-status: GET /cash-bids/{id}/offers names the sellers if `status` is given.': withFields(
    'listOffers',
    async ({ id }, { db, incoming }) => (queryOf(incoming).has('status') ? { counterparty: await sellerOf(db, id) } : {}),
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
});

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
  "BID-14/countered-of-all-teams: GET /bids?status=countered also lists other teams' bids.": bidsOfOthers('countered'),
  "TRD-3/everybodys-by-commodity: GET /trades also lists others' trades if `commodity` is given.": tradesOfOthers('commodity'),
  "TRD-3/everybodys-by-date: GET /trades also lists others' trades if `from` is given.": tradesOfOthers('from'),
  "TRD-3/everybodys-with-units: GET /trades also lists others' trades if `units` is given.": tradesOfOthers('units'),
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
});

export const LEAKS_AFTER_CHANGES = [...LEAKS, ...ACCESS];
