/** The links of a page keep the query of its request. */
import { OPERATIONS, type OperationId } from '#spec';
import { Breach, isObject, readPath, readUrl, type Run } from '#client';
import { onSuccess, type Success } from '../check-each.ts';
import { oracle, type Oracle } from '../oracle.ts';

const CLAUSES = { next: 'PAGE-5', href: 'PAGE-6', previous: 'PAGE-12' } as const;

const FLAG = /^(?:true|false)$/;
const NUMBER = /^\d{1,9}(?:\.\d+)?$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const BID_STATUS = /^(?:pending|accepted|rejected|countered|expired)$/;

/** The documented values of `status`. A list can ignore any other value, and leave it out of its links. */
const STATUSES: Partial<Record<OperationId, RegExp>> = {
  listBids: BID_STATUS,
  listReceivedBids: BID_STATUS,
  listTrades: /^(?:Pending|Completed)$/,
  listOffers: /^pending$/,
  listListings: /^(?:listed|unlisted|archived)$/,
  listDeliveries: /^(?:delivered|retrying|failed)$/,
};

const VALID_SORT = /^-?(?:price|quantity|listed_at)$/;
/** Values that a list cannot ignore. */
const VALID: Readonly<Record<string, RegExp>> = {
  is_organic: FLAG,
  is_active: FLAG,
  min_quantity: NUMBER,
  max_quantity: NUMBER,
  min_protein: NUMBER,
  from: DATE,
  to: DATE,
  crop_year: /^20\d\d$/,
  near: /^-?\d+(?:\.\d+)?,-?\d+(?:\.\d+)?,\d+(?:\.\d+)?$/,
  sort: VALID_SORT,
};

/** Values that a list can have as its default, which a link can omit. Checks follow links without them. */
const DEFAULTS: Readonly<Record<string, RegExp>> = { sort: VALID_SORT, is_active: /^true$/, units: /^MT$/ };

/** Where items show the value of a filter. One with an unknown value is not in any item. */
const SHOWN_AT: Readonly<Record<string, readonly string[]>> = {
  commodity: ['commodity', 'slug'],
  grade: ['grade'],
  province: ['location', 'province'],
};

/** Whether the list cannot have ignored this parameter. */
function isApplied({ operation, body }: Success, name: string, value: string, run: Run): boolean {
  const items: unknown = readPath(body.value, 'items');
  // An empty page can be the response to an invalid parameter (PAGE-7).
  if (!Array.isArray(items) || items.length === 0) return false;
  const valid = name === 'status' ? STATUSES[operation] : VALID[name];
  if (valid !== undefined) return valid.test(value);
  // `quantity` can be absent outside Inventory.
  if (name === 'units') return value === run.settings.fixtures.unit && items.some((item) => showsUnit(item, value));
  const path = SHOWN_AT[name];
  const values = value.split(',');
  return path !== undefined && items.every((item) => values.includes(String(readPath(item, ...path))));
}

function showsUnit(item: unknown, unit: string): boolean {
  return isObject(item) && isObject(item['quantity']) && Object.values(item['quantity']).includes(unit);
}

/** Whether two values of a parameter select the same: a link can write `300` for `300.0`. */
function selectsSame(one: string, other: string): boolean {
  const [parts, others] = [one, other].map((text) => text.split(',').map((part) => part.trim().toLowerCase()));
  if (parts === undefined || others === undefined || parts.length !== others.length) return false;
  const isSame = (part: string, same: string): boolean => part === same || (NUMBER.test(part) && Number(part) === Number(same));
  return parts.every((part, i) => isSame(part, others[i] ?? '')) || parts.toSorted().join() === others.toSorted().join();
}

/** A link can write a value in another form, such as an instant for a date. */
function isInOtherForm(name: string, found: string): boolean {
  return VALID[name]?.test(found) === false;
}

/** The query of a link with page numbers. Undefined for one with a parameter of the target's own, such as a cursor, which can contain the filters. */
function readQuery(link: string, { operation, reply }: Success): URLSearchParams | undefined {
  const url = URL.canParse(link, reply.exchange.url) ? new URL(link, reply.exchange.url) : undefined;
  const known = [...Object.keys(OPERATIONS[operation].query), 'limit', 'offset'];
  if (url === undefined || url.pathname.split('/').at(-1) !== readUrl(reply.exchange.url)?.pathname.split('/').at(-1))
    return undefined;
  return [...url.searchParams.keys()].every((name) => known.includes(name)) ? url.searchParams : undefined;
}

function checkLink(success: Success, key: keyof typeof CLAUSES, run: Run): number {
  const { body, query, reply } = success;
  // Some lists have other legal shapes (PAGE-16).
  const link = isObject(body.value) ? body.value[key] : undefined;
  const kept = typeof link === 'string' ? readQuery(link, success) : undefined;
  if (kept === undefined) return 0;
  const asked = [...query].filter(([name, value]) => query.getAll(name).length === 1 && isApplied(success, name, value, run));
  for (const [name, value] of asked) {
    const found = kept.get(name);
    if (found === null ? DEFAULTS[name]?.test(value) === true : selectsSame(found, value) || isInOtherForm(name, found)) continue;
    throw new Breach({
      message: `"${key}" of ${reply.name} ${found === null ? `omits ${name}` : `has another ${name}`}.`,
      exchange: reply.exchange,
      pointer: `/${key}`,
      expected: `${name}=${value}`,
      observed: String(link),
      likely_cause: `The link does not keep ${name}.`,
    });
  }
  return asked.length;
}

export const LINK_ORACLES: readonly Oracle[] = (['next', 'href', 'previous'] as const).map((key) =>
  oracle(`${CLAUSES[key]}/every-${key}`, `Every "${key}" keeps the filters, sort, and units of the request`, {
    check: (exchange, run) => onSuccess((success) => checkLink(success, key, run))(exchange),
  }),
);
