/** The paged lists, each with rows that the run creates. */
import { check, type Check, type Need } from '../../check/check.ts';
import type { Actor, JsonNode, Query } from '#client';
import {
  REJECTS_NOTHING,
  Unverifiable,
  awaitListed,
  chooseSeller,
  ensureDone,
  ensureSuccess,
  idOfRecord,
  isObject,
  readItems,
  encodePath,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';

/** An opened list. */
export interface OpenList {
  actor: Actor;
  path: string;
  /** The filter of every request. */
  filter: Query;
  /** The minimum number of matching rows. */
  rows_min: number;
  /** Whether this run created every matching row. */
  is_own: boolean;
  /** Whether an item matches the filter. */
  matches: (item: JsonNode) => boolean;
  idOf: (item: JsonNode) => string;
}

export interface PagedList {
  /** For ids of checks: `inventory`. */
  slug: string;
  name: string;
  needs: readonly Need[];
  /** Whether the document lists `limit` and `offset` for it; otherwise they may be ignored (PAGE-14). */
  takes_limit: boolean;
  open: (t: CheckContext) => Promise<OpenList>;
}

/**
 * A check that opens one of the lists. It runs while no check writes, because writes change pages. The first check of each list creates its rows.
 * @param lane `quiet` if the check writes. Default: `reading`, except for deliveries, which each check creates for itself
 */
export function checkList(
  { needs, open, slug }: PagedList,
  id: Check['id'],
  title: string,
  run: (t: CheckContext, list: OpenList) => Promise<void>,
  lane: 'reading' | 'quiet' = slug === 'deliveries' ? 'quiet' : 'reading',
): Check {
  return check(id, title, needs, async (t) => run(t, await open(t)), { lane, group: slug });
}

/** Two pages of two items and one more item: a first, a middle, and a last page. */
const ROWS = 5;
/** Deliveries take longer to make: two pages, of two items and of one. */
const DELIVERIES = 3;

/** The id of a row, of any type (CONV-2 checks the type). */
function idOf(item: JsonNode): string {
  const { value } = item;
  const id = isObject(value) ? idOfRecord(value) : undefined;
  return JSON.stringify(id ?? value);
}

/** Waits until a list shows this many rows. New ones can take a moment to appear. */
async function awaitRows(actor: Actor, path: string, filter: Query, rows: number): Promise<void> {
  await awaitListed(async () => (readItems(await actor.get(path, filter)).length >= rows ? true : undefined));
}

/** The lots are created once per run. Only plain data is shared, because an actor belongs to one check. */
async function openInventory(t: CheckContext): Promise<OpenList> {
  const quantity_mt = await t.run.once('paging: lots of one quantity', async () => {
    // All lots get the same unusual quantity, so that a filter finds only them and sorting by quantity ties.
    const odd = 700 + (t.run.http.requests % 90) + 0.37;
    for (let i = 0; i < ROWS; i += 1) await t.arrange.lot({ quantity_mt: odd });
    await awaitRows(t.buyer, '/inventory', boundsAround(odd), ROWS);
    return odd;
  });
  return {
    actor: t.buyer,
    path: '/inventory',
    filter: boundsAround(quantity_mt),
    rows_min: ROWS,
    is_own: false,
    // Another seller's lot may also match the bounds.
    matches: (item) => Math.abs(item.get('quantity_mt').number() - quantity_mt) < 0.11,
    idOf,
  };
}

function boundsAround(quantity_mt: number): Query {
  return { min_quantity: quantity_mt - 0.1, max_quantity: quantity_mt + 0.1 };
}

async function openReceivedBids(t: CheckContext): Promise<OpenList> {
  const list = { actor: chooseSeller(t), ...withStatus('pending') };
  const { path, rows } = await t.run.once('paging: bids on one lot', async () => {
    const lot = await t.arrange.lot();
    // ROWS bids, if a team can have several.
    const placed = await t.arrange.bids(lot, [{}, {}, {}, {}, {}]);
    const bids = encodePath`/me/inventory/${lot.id}/bids`;
    await awaitRows(list.actor, bids, list.filter, placed.length);
    return { path: bids, rows: placed.length };
  });
  return { ...list, path, rows_min: rows, is_own: true, idOf };
}

/** A list with three rows that this run creates and a filter that other rows may match, too. */
async function openThree(
  t: CheckContext,
  list: Pick<OpenList, 'actor' | 'path' | 'filter' | 'matches'>,
  create: () => Promise<unknown>,
): Promise<OpenList> {
  await t.run.once(`paging: three rows of ${list.path}`, async () => {
    for (let i = 0; i < 3; i += 1) await create();
    await awaitRows(list.actor, list.path, list.filter, 3);
  });
  return { ...list, rows_min: 3, is_own: false, idOf };
}

function withStatus(status: string): Pick<OpenList, 'filter' | 'matches'> {
  return { filter: { status }, matches: (item) => item.get('status').value === status };
}

async function openBids(t: CheckContext): Promise<OpenList> {
  const list = { actor: t.buyer, path: '/bids', ...withStatus('pending') };
  return openThree(t, list, async () => t.arrange.bid(await t.arrange.lot()));
}

async function openTrades(t: CheckContext): Promise<OpenList> {
  return openThree(t, { actor: t.buyer, path: '/trades', ...withStatus('Pending') }, async () => t.arrange.trade());
}

async function openListings(t: CheckContext): Promise<OpenList> {
  const list = { actor: chooseSeller(t), path: '/me/inventory', ...withStatus('unlisted') };
  return openThree(t, list, async () => t.arrange.draft());
}

async function openCashBids(t: CheckContext): Promise<OpenList> {
  const matches = (item: JsonNode): boolean => !item.has('is_active') || item.get('is_active').value === true;
  const list = { actor: t.elevator, path: '/cash-bids', filter: { is_active: true }, matches };
  return openThree(t, list, async () => t.arrange.cashBid());
}

async function openOffers(t: CheckContext): Promise<OpenList> {
  const list = { actor: t.elevator, ...withStatus('pending') };
  const path = await t.run.once('paging: offers', async () => {
    const { id } = await t.arrange.cashBid();
    // This rejected offer appears if a page link drops the `status` filter.
    ensureSuccess(await t.elevator.post(encodePath`/cash-bid-offers/${await t.arrange.offer(id)}/reject`));
    await t.arrange.offers(id, ROWS);
    const offers = encodePath`/cash-bids/${id}/offers`;
    await awaitRows(list.actor, offers, list.filter, ROWS);
    return offers;
  });
  return { ...list, path, rows_min: ROWS, is_own: true, idOf };
}

/** Deliveries of a subscription that ends with the check. */
async function openDeliveries(t: CheckContext): Promise<OpenList> {
  const inbox = await t.subscribe(t.buyer, ['bid.rejected']);
  const lot = await t.arrange.lot();
  for (let i = 0; i < DELIVERIES; i += 1) {
    const bid = await t.arrange.bid(lot);
    ensureDone(await lot.seller.post(encodePath`/bids/${bid.id}/reject`), REJECTS_NOTHING);
  }
  await inbox.requireNext({ nth: DELIVERIES, after: 'a bid was rejected' });
  const path = encodePath`/webhooks/${inbox.subscription.id}/deliveries`;
  // A row can appear, or become `delivered`, later than its delivery arrives.
  const delivered = new Set<unknown>();
  const last = await inbox.findDeliveryRow(({ id, status }) => {
    if (status === 'delivered') delivered.add(id);
    return delivered.size === DELIVERIES;
  });
  if (last === undefined) throw new Unverifiable(`${delivered.size} of ${DELIVERIES} deliveries are listed as delivered`);
  return { actor: t.buyer, path, filter: {}, rows_min: DELIVERIES, is_own: false, matches: () => true, idOf };
}

/** All paged lists, each with what its checks need. */
export const LISTS: readonly PagedList[] = [
  { slug: 'inventory', name: 'GET /inventory', needs: ['buyer', 'writes'], takes_limit: true, open: openInventory },
  { slug: 'bids', name: 'GET /bids', needs: ['buyer', 'writes'], takes_limit: true, open: openBids },
  { slug: 'trades', name: 'GET /trades', needs: ['buyer', 'writes'], takes_limit: true, open: openTrades },
  {
    slug: 'cash-bids',
    name: 'GET /cash-bids',
    needs: ['elevator', 'writes', 'fixture:cash_bid_body'],
    takes_limit: true,
    open: openCashBids,
  },
  {
    slug: 'offers',
    name: 'GET /cash-bids/{id}/offers',
    needs: ['elevator', 'writes', 'fixture:cash_bid_body', 'hook:make_offer'],
    takes_limit: true,
    open: openOffers,
  },
  {
    slug: 'deliveries',
    name: 'GET /webhooks/{id}/deliveries',
    needs: ['buyer', 'writes', 'webhooks'],
    takes_limit: true,
    open: openDeliveries,
  },
  { slug: 'own-listings', name: 'GET /me/inventory', needs: ['writes'], takes_limit: false, open: openListings },
  {
    slug: 'received-bids',
    name: 'GET /me/inventory/{id}/bids',
    needs: ['buyer', 'writes'],
    takes_limit: false,
    open: openReceivedBids,
  },
];
