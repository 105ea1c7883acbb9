/** PAGE-5, PAGE-6, and PAGE-12: `next`, `href`, and `previous` keep each filter. The other checks of links send one filter per list. */
import type { Check } from '../../check/check.ts';
import { Breach, ensureSuccess, expectThat, readPath, type JsonNode, type Query } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { formatQuery } from '../inventory/format-query.ts';
import { NOWHERE } from '../inventory/near.ts';
import { LISTS, checkList, type OpenList, type PagedList } from './lists.ts';
import { follow, readPage, whileUnchanged, type LinkKey } from './pages.ts';

type Value = Query[string];
/** Values to try, the best first. Only one that changes `total` shows whether a link keeps the filter. */
type Choose = (t: CheckContext, items: readonly JsonNode[]) => readonly Value[];

/** The values of a field, the most frequent first. */
function frequent(...keys: readonly string[]): Choose {
  return (_t, items) => {
    const values = items.map(({ value }) => readPath(value, ...keys)).filter(isValue);
    const counts = [...Map.groupBy(values, (value) => value)].map(([value, { length }]) => ({ value, length }));
    return counts.toSorted((a, b) => b.length - a.length).map(({ value }) => value);
  };
}

function isValue(value: unknown): value is Value {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** The median of a field. */
function middle(...keys: readonly string[]): Choose {
  return (_t, items) => {
    const values = items.map(({ value }) => readPath(value, ...keys)).filter((value) => typeof value === 'number');
    return values.toSorted((a, b) => a - b).slice(Math.floor(values.length / 2), Math.floor(values.length / 2) + 1);
  };
}

function fixed(...values: readonly Value[]): Choose {
  return () => values;
}

function days(...from_today: readonly number[]): Choose {
  return ({ run }) => from_today.map((each) => run.clock.dateFromToday(each));
}

/** If all items have one commodity: slugs that probably match none. A target can reject an unknown slug. */
const COMMODITY: Choose = (t, items) => [
  ...[...frequent('commodity', 'slug')(t, items), ...frequent('commodity')(t, items)].slice(0, 2),
  'canola',
  'durum',
];

/** The documented filters of each list. `sort` and `units` have their own checks. */
export const FILTERS: Readonly<Record<string, Readonly<Record<string, Choose>>>> = {
  inventory: {
    commodity: COMMODITY,
    grade: frequent('grade'),
    min_quantity: middle('quantity_mt'),
    max_quantity: middle('quantity_mt'),
    province: frequent('location', 'province'),
    near: fixed('51,-106,400', NOWHERE),
    crop_year: frequent('crop_year'),
    is_organic: fixed(true, false),
    min_protein: middle('quality', 'protein'),
  },
  trades: {
    status: fixed('Completed', 'Pending'),
    commodity: COMMODITY,
    from: days(0, 3),
    to: days(-1, -3),
  },
  'cash-bids': { is_active: fixed(true, false), commodity: COMMODITY },
  bids: { status: fixed('pending', 'accepted', 'rejected') },
};

/** How many values of a filter are read if each value is of use. */
const CANDIDATES_MAX = 2;
/** How many values of a filter are tried. */
const VALUES_MAX = 3;
/** Enough for a `next` link with limit=1. */
const MATCHES_MIN = 2;

/** Each filter of a list alone, with a few values. */
export function candidatesOf(
  t: CheckContext,
  filters: Readonly<Record<string, Choose>>,
  items: readonly JsonNode[],
): readonly Query[] {
  return Object.entries(filters).flatMap(([name, choose]) =>
    [...new Set(choose(t, items))].slice(0, CANDIDATES_MAX).map((value) => ({ [name]: value })),
  );
}

/** For each filter of a list, a value that changes `total`, if possible with several matches. */
async function chooseValues(
  t: CheckContext,
  list: OpenList,
  filters: Readonly<Record<string, Choose>>,
): Promise<readonly Query[]> {
  const { total, items } = await readPage(list, { limit: 50 });
  const chosen: Query[] = [];
  for (const [name, choose] of Object.entries(filters)) {
    let best: Query | undefined;
    for (const value of [...new Set(choose(t, items))].slice(0, VALUES_MAX)) {
      const filter = { [name]: value };
      const reply = await list.actor.get(list.path, { ...filter, limit: 1 });
      if (reply.status >= 400 && reply.status < 500) {
        t.observe(`${name}=${String(value)} is rejected (status ${reply.status})`);
        continue;
      }
      ensureSuccess(reply);
      const matches = reply.body.get('total').integer();
      if (matches === total) continue;
      best ??= filter;
      if (matches < MATCHES_MIN) continue;
      best = filter;
      break;
    }
    if (best === undefined) t.observe(`no value of ${name} changes the total of ${list.path}`);
    else chosen.push(best);
  }
  return chosen;
}

/** Asserts that a link leads to a page with the same total. */
async function expectKept(t: CheckContext, list: OpenList, name: string, key: LinkKey): Promise<void> {
  const compare = async (): Promise<void> => {
    const page = await readPage(list, { limit: 1, offset: key === 'previous' ? 1 : 0 });
    if (page.reply.body.get(key).isNull()) return;
    const linked = await follow(t, list, page, key);
    expectThat(linked.total === page.total, {
      message: `"${key}" of ${name} with ${formatQuery(list.filter)} leads to a page with a different total.`,
      reply: linked.reply,
      pointer: '/total',
      expected: String(page.total),
      observed: linked.total,
      likely_cause:
        linked.total < page.total
          ? `The link changes ${Object.keys(list.filter).join()}, for example by encoding its value twice.`
          : `The link does not keep ${Object.keys(list.filter).join()}.`,
    });
  };
  try {
    await compare();
  } catch (error) {
    if (!(error instanceof Breach)) throw error;
    // Others can write to the list between the two requests.
    await whileUnchanged(t, list, compare);
  }
}

/** The clause of each link. */
const CLAUSES = { next: 'PAGE-5', href: 'PAGE-6', previous: 'PAGE-12' } as const;

function checkFilters(paged: PagedList, key: LinkKey): readonly Check[] {
  const { slug, name } = paged;
  const filters = FILTERS[slug];
  if (filters === undefined) return [];
  return [
    checkList(paged, `${CLAUSES[key]}/${key}-keeps-filters-${slug}`, `${key} of ${name} keeps each filter`, async (t, opened) => {
      const list = { ...opened, filter: {} };
      const chosen = await t.run.once(`paging: filters of ${slug}`, async () => chooseValues(t, list, filters));
      for (const filter of chosen) await expectKept(t, { ...list, filter }, name, key);
    }),
  ];
}

export const FILTERED_LINKS_CHECKS: readonly Check[] = LISTS.flatMap((paged) => [
  ...checkFilters(paged, 'next'),
  ...checkFilters(paged, 'href'),
  ...checkFilters(paged, 'previous'),
]);
