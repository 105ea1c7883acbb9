/** Lists hold their members exactly once, and totals are correct. */
import { isObject, isSameJson, readUrl, shorten, type Exchange, decodePart } from '#client';
import type { ClauseId } from '#spec/clauses/index';
import { Finding, assertHolds } from '../session/finding.ts';
import { isOnly, statusesOf } from '../model/bids.ts';
import { getById, type Model } from '../model/model.ts';
import { countExtraTrades, sideIn } from '../model/trades.ts';
import { isList, partyOf, readResources, type Resource } from '../session/resources.ts';
import type { Session } from '../session/session.ts';
import type { Invariant, Observation } from './invariant.ts';
import { canFollow } from './machines.ts';
import { maskOfBid } from './masks.ts';

interface Page {
  exchange: Exchange;
  /** Below the base URL, without the query. */
  path: string;
  filters: readonly string[];
  ids: readonly string[];
  total: number | undefined;
  limit: number | undefined;
  offset: number | undefined;
}

function pagesOf({ session, exchanges }: Observation): readonly Page[] {
  return exchanges.filter((exchange) => isList(exchange) && exchange.status === 200 && session.isReadBack(exchange)).map(pageOf);
}

function pageOf(exchange: Exchange): Page {
  const { pathname, searchParams } = readUrl(exchange.url) ?? { pathname: '', searchParams: new URLSearchParams() };
  const { json } = exchange;
  const read = (key: string): number | undefined => {
    const value = isObject(json) ? json[key] : undefined;
    return typeof value === 'number' ? value : undefined;
  };
  return {
    exchange,
    path: pathname.replace(/^.*\/v1(?=\/)/, ''),
    filters: [...searchParams.keys()].filter((key) => key !== 'limit' && key !== 'offset'),
    ids: readResources(exchange).map(({ id }) => id),
    total: read('total'),
    limit: read('limit'),
    offset: read('offset'),
  };
}

/** Whether the page is the whole list. */
function isWhole({ ids, total }: Page): boolean {
  return total !== undefined && total <= 50 && ids.length >= total;
}

/** @returns the id of an item that a list must hold, and does not; undefined if the page is only a part of the list */
function findMissing(model: Model, page: Page): string | undefined {
  if (!isWhole(page)) return undefined;
  return listMembers(model, page)?.find((id) => !page.ids.includes(id) && !canBeOmitted(model, page, id));
}

/** LST-11: a seller's own counters are not bids that it has received. */
function canBeOmitted(model: Model, { path }: Page, id: string): boolean {
  return path.startsWith('/me/inventory/') && getById(model.bids, id).author === 'seller';
}

/**
 * Whether a list shows all that was done. A change can take a moment to show in a list.
 * @param seen what other responses have shown after the change
 */
export function isUpToDate(session: Session, exchange: Exchange, seen: readonly Resource[]): boolean {
  const { model } = session;
  if (findMissing(model, pageOf(exchange)) !== undefined) return false;
  return readResources(exchange).every((item) => {
    const { kind, id, fields } = item;
    const { status, counterparty } = fields;
    const bid = model.bids.find((one) => one.id === id);
    const is_possible = bid === undefined || statusesOf(model, bid).some((one) => one === status);
    const is_still_masked = bid !== undefined && counterparty === null && maskOfBid(model, bid) === 'named';
    const agrees = seen.every((one) => one.kind !== kind || one.id !== id || one.fields['status'] === status);
    return is_possible && !is_still_masked && agrees && canFollow(session, item);
  });
}

/** The ids that a list must hold; undefined if the model cannot know. */
function listMembers(model: Model, { path, filters, exchange }: Page): readonly string[] | undefined {
  if (filters.length > 0) return undefined;
  const viewer = partyOf(exchange);
  if (path === '/bids') return model.bids.filter(({ buyer }) => buyer === viewer).map(({ id }) => id);
  if (path === '/trades') return model.trades.filter((trade) => sideIn(trade, viewer) !== undefined).map(({ id }) => id);
  const [, lot_id] = /^\/me\/inventory\/([^/]+)\/bids$/.exec(path) ?? [];
  if (lot_id !== undefined) return model.bids.filter((bid) => bid.lot_id === decodePart(lot_id)).map(({ id }) => id);
  if (path !== '/me/bids-received') return undefined;
  // LST-12: bids that are certainly pending are in the list. The seller's own counters can be omitted.
  const open = model.bids.filter((bid) => isOnly(statusesOf(model, bid), 'pending') && bid.author === 'buyer');
  return open.filter(({ lot_id: on }) => getById(model.lots, on).seller === viewer).map(({ id }) => id);
}

function checkMembers(session: Session, page: Page): number {
  const expected = listMembers(session.model, page);
  const { exchange, path, ids } = page;
  const doubled = ids.find((id, i) => ids.indexOf(id) !== i);
  if (doubled !== undefined) {
    const ref = { invariant: 'lists/once', clause: 'PAGE-15' } as const;
    throw new Finding(ref, { message: `GET ${path} lists ${session.name(doubled)} twice.`, exchange });
  }
  if (expected === undefined || !isWhole(page)) return 0;
  const missing = findMissing(session.model, page);
  if (missing !== undefined) {
    throw new Finding(
      { invariant: 'lists/complete', clause: CLAUSES.get(path) ?? 'LST-11' },
      {
        message: `GET ${path} does not show ${exchange.actor} ${session.name(missing)}.`,
        exchange,
        expected: missing,
        observed: `${ids.length} items without it`,
      },
    );
  }
  checkStrays(session, page, expected);
  return expected.length;
}

/** BID-31: the lots of the model have no bids and trades that the scenario did not create. */
function checkStrays({ model, marketplace }: Session, { exchange, path }: Page, expected: readonly string[]): void {
  if (path === '/me/bids-received') return;
  const lots = new Set(model.lots.map(({ id }) => id));
  const bids = new Set(model.bids.map(({ id }) => id));
  const isOurs = ({ fields }: Resource): boolean =>
    [fields['inventory_id'], fields['listing_id']].some((id) => typeof id === 'string' && lots.has(id)) ||
    (typeof fields['bid_id'] === 'string' && bids.has(fields['bid_id']));
  const strays = readResources(exchange).filter((one) => isOurs(one) && !expected.includes(one.id));
  const stray = strays[path === '/trades' ? countSpare(model, expected) : 0];
  assertHolds(
    stray === undefined || !marketplace.is_isolated,
    { invariant: path === '/trades' ? 'trades/one-a-bid' : 'lists/strays', clause: path === '/trades' ? 'BID-31' : 'IDEM-2' },
    {
      message: `GET ${path} shows ${exchange.actor} an item that the scenario did not create: ${stray?.id ?? ''}.`,
      exchange,
      pointer: stray?.pointer,
      expected: `${expected.length} on these lots`,
      observed: shorten(stray?.fields),
    },
  );
}

/** How many additional trades are legal. */
function countSpare(model: Model, ids: readonly string[]): number {
  return model.trades.reduce((sum, trade) => sum + (ids.includes(trade.id) ? countExtraTrades(model, trade) : 0), 0);
}

/** The clause that states the members of each list, other than the bids on one listing (LST-11). */
const CLAUSES: ReadonlyMap<string, ClauseId> = new Map([
  ['/bids', 'BID-14'],
  ['/trades', 'TRD-1'],
  ['/me/bids-received', 'LST-12'],
]);

/** PAGE-4, PAGE-11: the length of a page follows from total, limit, and offset; the total grows by the created items. */
function checkTotal(session: Session, page: Page): number {
  const { exchange, path, ids, total, limit, offset } = page;
  if (total === undefined || limit === undefined || offset === undefined || path.startsWith('/me/bids-received')) return 0;
  const length = Math.max(0, Math.min(limit, total - offset));
  assertHolds(
    !session.marketplace.is_isolated || ids.length === length,
    { invariant: 'lists/page-length', clause: 'PAGE-4' },
    {
      message: `A page of GET ${path} has ${ids.length} items, with total ${total}, limit ${limit} and offset ${offset}.`,
      exchange,
      expected: String(length),
      observed: String(ids.length),
    },
  );
  const before = session.model.totals_before[`${exchange.actor} ${path}`];
  const made = listMembers(session.model, page);
  if (before === undefined || made === undefined) return 1;
  const spare = path === '/trades' ? countSpare(session.model, made) : 0;
  assertHolds(
    total >= before + made.length && total <= before + made.length + spare,
    { invariant: 'lists/total', clause: 'PAGE-4' },
    {
      message: `GET ${path} has a total of ${total} for ${exchange.actor}; it was ${before} before ${made.length} items were created.`,
      exchange,
      pointer: '/total',
      expected: String(before + made.length),
      observed: String(total),
    },
  );
  return 2;
}

/** A list item and the detail of the same resource have equal values in shared keys. */
function checkListMatchesDetail(session: Session, exchanges: readonly Exchange[]): number {
  let compared = 0;
  const details = exchanges.filter((exchange) => !isList(exchange) && exchange.method === 'GET');
  const items = exchanges.filter(isList).flatMap(readResources);
  for (const detail of details.flatMap(readResources)) {
    for (const item of items) {
      const is_same = item.id === detail.id && item.kind === detail.kind && item.exchange.actor === detail.exchange.actor;
      if (!is_same || !session.isReadBack(item.exchange) || !session.isReadBack(detail.exchange)) continue;
      compared += 1;
      const key = Object.keys(item.fields).find(
        (one) => Object.hasOwn(detail.fields, one) && !isSameJson(item.fields[one], detail.fields[one]),
      );
      if (key === undefined) continue;
      throw new Finding(
        { invariant: 'lists/same-as-detail', clause: 'CONV-1' },
        {
          message: `${session.name(detail.id)} differs between the list and the detail in ${key}.`,
          exchange: item.exchange,
          pointer: `${item.pointer}/${key}`,
          expected: shorten(detail.fields[key]),
          observed: shorten(item.fields[key]),
        },
      );
    }
  }
  return compared;
}

export const LISTS: readonly Invariant[] = [
  {
    id: 'lists/members',
    title: 'Lists contain exactly the items on lots of the scenario, once each; a bid has at most one trade',
    check: (observation) => pagesOf(observation).reduce((seen, page) => seen + checkMembers(observation.session, page), 0),
  },
  {
    id: 'lists/totals',
    title: 'Totals and page lengths are correct',
    check: (observation) => pagesOf(observation).reduce((seen, page) => seen + checkTotal(observation.session, page), 0),
  },
  {
    id: 'lists/same-as-detail',
    title: 'A list item agrees with the detail of the resource',
    check: ({ session, exchanges }) => checkListMatchesDetail(session, exchanges),
  },
];
