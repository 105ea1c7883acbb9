import { OPERATIONS, type OperationId } from '#spec';
import { Breach, ENDPOINTS, idOfRecord, isObject, readPath, type JsonNode } from '#client';
import { objectNodesIn, resourceNodesIn } from '../../expectations/walk.ts';
import { onSuccess, type Success } from '../check-each.ts';
import { oracle, type Oracle } from '../oracle.ts';

/** The parameters of the document. With any other parameter, such as a cursor, the expected page is not known. */
const STATED_PARAMETERS: ReadonlySet<string> = new Set(Object.values(OPERATIONS).flatMap(({ query }) => Object.keys(query)));

const LIMIT_MAX = 50;
const LIMIT_DEFAULT = 20;

/** A number that the request asked for. Undefined without the parameter, null if it is out of range. */
function readNumber(query: URLSearchParams, name: 'limit' | 'offset', min: number, max: number): number | null | undefined {
  const all = query.getAll(name);
  if (all.length === 0) return undefined;
  const [text = ''] = all;
  const number = Number(text);
  return all.length === 1 && /^\d{1,9}$/.test(text) && number >= min && number <= max ? number : null;
}

function hasDocumentedParametersOnly(query: URLSearchParams): boolean {
  return [...query.keys()].every((key) => STATED_PARAMETERS.has(key));
}

function offsetOf(query: URLSearchParams): number | null | undefined {
  return query.has('offset') || hasDocumentedParametersOnly(query)
    ? readNumber(query, 'offset', 0, Number.MAX_SAFE_INTEGER)
    : null;
}

function limitOf(query: URLSearchParams): number | null | undefined {
  return query.has('limit') || hasDocumentedParametersOnly(query) ? readNumber(query, 'limit', 1, LIMIT_MAX) : null;
}

/** What a page reports for an out-of-range request is open, so only the type is checked. */
function checkCount(page: JsonNode, key: 'limit' | 'offset' | 'total', query: URLSearchParams): void {
  const is_asked_in_range = limitOf(query) !== null && offsetOf(query) !== null;
  const count = page.get(key);
  if (count.integer() < 0 && is_asked_in_range) count.breach(`"${key}" is negative.`, 'an integer, 0 or more');
}

function checkItemsAndCounts(page: JsonNode, query: URLSearchParams): number {
  page.get('items').array();
  for (const key of ['limit', 'offset', 'total'] as const) checkCount(page, key, query);
  return 1;
}

function checkPagingObject(page: JsonNode, query: URLSearchParams): number {
  checkItemsAndCounts(page, query);
  page.get('next').orNull((link) => link.text());
  page.get('previous').orNull((link) => link.text());
  page.get('href').text();
  return 1;
}

function countItems(body: JsonNode): number | undefined {
  return body.has('items') && Array.isArray(body.get('items').value) ? body.get('items').array().length : undefined;
}

/** A page never contains more items than its `limit`. */
function checkSize(success: Success, limit_is: 'stated' | 'derived'): number {
  const { operation, query, body } = success;
  const limit = limitOf(query);
  const count = countItems(body);
  if (ENDPOINTS[operation].limit !== limit_is || typeof limit !== 'number' || count === undefined) return 0;
  if (count > limit) tooMany(body, count, `at most ${limit} items, the limit of the page`);
  return 1;
}

function checkBound({ operation, query, body }: Success, limited: Limited): number {
  const count = countItems(body);
  if (ENDPOINTS[operation].limit === undefined || count === undefined) return 0;
  if (count > LIMIT_MAX) tooMany(body, count, 'at most 50 items per page');
  if (limitOf(query) === undefined && count > LIMIT_DEFAULT && !mayIgnoreLimit(operation, limited))
    tooMany(body, count, '20 items per page without a limit');
  return count >= LIMIT_DEFAULT ? 1 : 0;
}

/** The lists that returned exactly `limit` of more items, and so honor it. */
type Limited = Set<OperationId>;

/** PAGE-14: the seller's lists can ignore `limit`, with pages of up to 50 items. */
function mayIgnoreLimit(operation: OperationId, limited: Limited): boolean {
  return ENDPOINTS[operation].limit === 'derived' && !limited.has(operation);
}

function noteLimited({ operation, query, body }: Success, limited: Limited): void {
  if (ENDPOINTS[operation].limit !== 'derived' || !isObject(body.value)) return;
  const limit = limitOf(query);
  const { total } = body.value;
  if (typeof limit !== 'number' || typeof total !== 'number') return;
  if (limit < Math.min(LIMIT_MAX, total) && countItems(body) === limit) limited.add(operation);
}

/** A check of pages that knows which lists honor `limit`. */
function withLimited(check: (success: Success, limited: Limited) => number): NonNullable<Oracle['check']> {
  return (exchange, run) => {
    const limited = run.remember('lists that honor limit', (): Limited => new Set());
    return onSuccess((success) => {
      noteLimited(success, limited);
      return check(success, limited);
    })(exchange);
  };
}

function tooMany(body: JsonNode, count: number, expected: string): never {
  throw new Breach({
    message: `A page has ${count} items; expected ${expected}.`,
    exchange: body.reply.exchange,
    pointer: '/items',
    expected,
    observed: `${count} items`,
  });
}

/** A page states the `limit` and `offset` that were applied. */
function checkEcho({ operation, query, body }: Success, limit_is: 'stated' | 'derived'): number {
  const is_derived = limit_is === 'derived';
  if (ENDPOINTS[operation].limit !== limit_is || !body.has('limit') || !body.has('offset')) return 0;
  const limit = limitOf(query);
  const offset = offsetOf(query);
  if (typeof limit === 'number' || (limit === undefined && !is_derived)) checkEqual(body.get('limit'), limit ?? LIMIT_DEFAULT);
  if (typeof offset === 'number' || (offset === undefined && !is_derived)) checkEqual(body.get('offset'), offset ?? 0);
  return 1;
}

function checkEqual(found: JsonNode, expected: number): void {
  if (found.value !== expected) found.breach(`${found.pointer} does not show the applied value.`, String(expected));
}

/** No record is on a page twice, and no bid is twice in the inbox: a join returns a row for each line of a bid, or for each member of a team. */
function checkNothingTwice({ operation, body, reply }: Success): number {
  const of_inbox = operation === 'listBidsReceived' ? objectNodesIn(body).filter(({ holder }) => holder === 'bids') : [];
  const seen = new Set<string>();
  for (const node of [...resourceNodesIn(body), ...of_inbox.map(({ at }) => at)]) {
    const id = idOfRecord(node.object()) ?? readPath(node.value, 'listing', 'id');
    if (typeof id !== 'string') continue;
    if (seen.has(id)) node.breach(`${reply.name} lists ${id} twice.`, 'each record once');
    seen.add(id);
  }
  return seen.size > 1 ? 1 : 0;
}

/** Whether the page can be one of 50, the largest size. */
function isWholePage(body: JsonNode): boolean {
  const [limit, total, count] = [body.get('limit').value, body.find('total')?.value, countItems(body)];
  return limit === LIMIT_MAX && typeof total === 'number' && count === Math.min(total, LIMIT_MAX);
}

/** Even if a list ignores `limit`, a page reports what was applied: by default 20, or 50 for a list that does, and 0. */
function checkDefaults({ operation, query, body }: Success, limited: Limited): number {
  if (ENDPOINTS[operation].limit !== 'derived' || !hasDocumentedParametersOnly(query)) return 0;
  if (query.has('limit') || query.has('offset')) return 0;
  if (!body.has('limit') || !body.has('offset')) return 0;
  if (!mayIgnoreLimit(operation, limited) || !isWholePage(body)) checkEqual(body.get('limit'), LIMIT_DEFAULT);
  checkEqual(body.get('offset'), 0);
  return 1;
}

export const PAGE_ORACLES: readonly Oracle[] = [
  oracle('PAGE-1/every-page', 'Every page is a paging object with the documented types', {
    check: onSuccess(({ operation, body, query }) =>
      ENDPOINTS[operation].paging_object === true ? checkPagingObject(body, query) : 0,
    ),
  }),
  oracle('PAGE-2/every-page', 'No page is larger than the requested limit', {
    check: onSuccess((success) => checkSize(success, 'stated')),
  }),
  oracle('PAGE-9/every-page', 'The delivery list has items, total, limit, and offset', {
    check: onSuccess(({ operation, body, query }) => (operation === 'listDeliveries' ? checkItemsAndCounts(body, query) : 0)),
  }),
  oracle(
    'PAGE-10/every-page',
    'GET /me/bids-received returns items, limit, offset, and total; GET /delivery-locations returns items',
    {
      check: onSuccess(({ operation, body, query }) => {
        if (operation === 'listBidsReceived') return checkItemsAndCounts(body, query);
        if (operation !== 'listDeliveryLocations') return 0;
        body.get('items').array();
        return 1;
      }),
    },
  ),
  oracle('PAGE-11/every-page', 'Every page shows the applied limit and offset', {
    check: withLimited((success, limited) => checkEcho(success, 'stated') + checkDefaults(success, limited)),
  }),
  oracle('PAGE-13/every-page', 'No page contains more than 50 items, or more than 20 without a limit', {
    check: withLimited(checkBound),
  }),
  oracle('PAGE-14/every-page', "The seller's lists also apply limit and offset", {
    check: onSuccess((success) => checkSize(success, 'derived') + checkEcho(success, 'derived')),
  }),
  oracle('PAGE-15/every-page', 'No page contains a record twice', { check: onSuccess(checkNothingTwice) }),
];
