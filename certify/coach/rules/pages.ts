/** Reading lists. */
import { LIMITS, OPERATION_IDS, OPERATIONS } from '#spec';
import { commodities, findCommodity } from '#spec/reference/index';
import { closestName } from '#spec/closest-name';
import type { Exchange } from '#mock/server/journal/traffic';
import type { Rule, Sighting } from '../rule.ts';
import { idOf, isSuccess, requestLineOf, targetOf, textOf, type TrafficView } from '../traffic-view.ts';

interface Page {
  readonly at: Exchange;
  readonly offset: number;
  readonly limit: number;
  readonly count: number;
  readonly next: string | null;
}

const LINKS = ['next', 'previous', 'href'] as const;
/** The rule applies from this number of single reads of items that a list already returned. */
const SINGLES_MIN = 10;

/** The list that a request reads, whatever the page. */
function listOf(exchange: Exchange): string {
  const { pathname, searchParams } = targetOf(exchange);
  const filters = [...searchParams].filter(([name]) => name !== 'offset' && name !== 'limit');
  return `${pathname} ${JSON.stringify(filters.toSorted(([a], [b]) => (a < b ? -1 : 1)))}`;
}

/** The pages that a client has read, by list. Lists without links are left out. */
function pagesOf(view: TrafficView): readonly (readonly Page[])[] {
  const pages = view.requests
    .filter((one) => one.method === 'GET' && isSuccess(one))
    .flatMap((at): Page[] => {
      const { items, offset, limit, next } = view.responseOf(at);
      if (!Array.isArray(items) || typeof offset !== 'number' || typeof limit !== 'number') return [];
      if (next !== null && typeof next !== 'string') return [];
      return [{ at, offset, limit, count: items.length, next }];
    });
  return [...Map.groupBy(pages, ({ at }) => listOf(at)).values()];
}

/** As the client would send it: path and query. */
function resolve(link: string, from: Exchange): string {
  const { pathname, search } = new URL(link, `http://marketplace${from.path}`);
  return `${pathname}${search}`;
}

/** Pages whose URL the client computed, although an earlier page had a link to them. */
function findComputed(view: TrafficView): readonly Sighting[] {
  return pagesOf(view).flatMap((pages) =>
    pages.flatMap(({ at, offset }, index): Sighting[] => {
      const earlier = pages.slice(0, index);
      const links = earlier.flatMap((one) =>
        LINKS.map((name) => view.responseOf(one.at)[name]).filter((link) => typeof link === 'string'),
      );
      // Report only requests for the offset of a known `next`: the client may read other pages for other reasons, and the journal may no
      // longer have the page with the link.
      const is_next = earlier.some(({ at: from, next }) => next !== null && offsetOf(resolve(next, from)) === offset);
      if (!is_next || earlier.some((one) => links.some((link) => resolve(link, one.at) === at.path))) return [];
      return [{ at, seen: `${at.path} differs from the \`next\` link of the previous page.` }];
    }),
  );
}

function offsetOf(path: string): number {
  return Number(new URL(path, 'http://marketplace').searchParams.get('offset'));
}

/** The offsets of a list that were requested, including those of pages that did not arrive. */
function requestedOffsets(view: TrafficView, page: Exchange): readonly number[] {
  return view
    .of(page.purpose)
    .filter((one) => listOf(one) === listOf(page))
    .map(({ path }) => offsetOf(path));
}

/** The limit that the client asked for. The page can have a smaller one. */
function askedLimitOf({ at, limit }: Page): number {
  return Number(targetOf(at).searchParams.get('limit') ?? limit);
}

/** Pages that start after a gap: items before them that no other page contains. */
function findGaps(view: TrafficView): readonly Sighting[] {
  // Pages can be read in any order, so the missing one may still come.
  if (!view.is_final) return [];
  return pagesOf(view).flatMap((pages) =>
    pages.flatMap(({ at, offset }, index): Sighting[] => {
      const before = pages[index - 1];
      if (before === undefined || offset <= before.offset || before.next === null) return [];
      const reached = before.offset + before.count;
      // A reader who skips whole pages leaves out the items between them on purpose.
      if (offset >= before.offset + 2 * askedLimitOf(before)) return [];
      if (offset <= reached || resolve(before.next, before.at) === at.path) return [];
      // Pages can be read in any order.
      if (pages.some((one) => one.offset <= reached && reached < one.offset + one.count)) return [];
      // The request for them can have failed.
      if (requestedOffsets(view, at).includes(reached)) return [];
      return [{ at, seen: `The previous page ended before offset ${reached}, and this one starts at offset ${offset}.` }];
    }),
  );
}

/** Successful reads with parameters that the operation does not have. Each parameter of an operation is reported once. */
function findUnknownParameters(view: TrafficView): readonly Sighting[] {
  const reported = new Set<string>();
  return view.requests.flatMap((at): Sighting[] => {
    const id = OPERATION_IDS.find((one) => one === at.purpose);
    if (id === undefined || at.method !== 'GET' || !isSuccess(at)) return [];
    const operation = OPERATIONS[id];
    const known = Object.keys(operation.query);
    return [...targetOf(at).searchParams.keys()].flatMap((name): Sighting[] => {
      const key = `${at.purpose} ${name}`;
      // tokens/in-url reports a token.
      if (known.includes(name) || name === 'access_token' || reported.has(key)) return [];
      reported.add(key);
      const closest = closestName(name, known);
      const hint = closest === undefined ? '' : `; ${closest} is similar`;
      return [
        { at, seen: `GET ${operation.path} was sent with the parameter ${name}, which the API document does not define${hint}.` },
      ];
    });
  });
}

/** Commodities in filters of successful reads that do not exist, so that nothing matches them. */
function findUnknownCommodities(view: TrafficView): readonly Sighting[] {
  const slugs = commodities.map(({ slug }) => slug);
  return view.requests.flatMap((at): Sighting[] => {
    if (at.method !== 'GET' || !isSuccess(at)) return [];
    const named = targetOf(at).searchParams.get('commodity')?.split(',') ?? [];
    return named
      .filter((slug) => slug.trim() !== '' && findCommodity(slug.trim()) === undefined)
      .map((slug) => {
        const closest = closestName(slug, slugs);
        const hint = closest === undefined ? `the commodities are ${slugs.join(', ')}` : `${closest} is similar`;
        return { at, seen: `${requestLineOf(at)} was sent with the commodity ${slug}, which does not exist; ${hint}.` };
      });
  });
}

export const PAGE_RULES: readonly Rule[] = [
  {
    id: 'pages/gap',
    level: 'must',
    source: 'PAGE-5',
    title: 'No item between two pages is left out',
    why: 'A page can have fewer items than were asked for. If the client adds `limit` to `offset`, it then skips items.',
    fix: 'Follow `next` until it is null.',
    find: findGaps,
  },
  {
    id: 'pages/limit',
    level: 'must',
    source: 'PAGE-2',
    title: `The limit of a page is 1 to ${LIMITS.page_limit_max}`,
    why: 'A deployment rejects the request, or returns fewer items than the client expects.',
    fix: `Ask for at most ${LIMITS.page_limit_max} items, and follow \`next\`.`,
    find: (view) =>
      view.requests.flatMap((at): Sighting[] => {
        const limit = targetOf(at).searchParams.get('limit');
        const is_in_range =
          limit === null || (/^\d+$/.test(limit) && Number(limit) >= 1 && Number(limit) <= LIMITS.page_limit_max);
        return is_in_range ? [] : [{ at, seen: `${requestLineOf(at)} was sent with limit=${limit}.` }];
      }),
  },
  {
    id: 'pages/computed',
    level: 'consider',
    source: 'PAGE-5',
    title: 'A client follows `next`',
    why: 'Arithmetic with limit and offset breaks as soon as a page is smaller, or a deployment pages in a different way.',
    fix: 'Request the address in `next` as it is, resolved against the address of the page.',
    find: findComputed,
  },
  {
    id: 'pages/unknown-parameter',
    level: 'consider',
    source: 'CONV-7',
    title: 'A client sends only the query parameters of the API document',
    why: 'A misspelled filter has no effect: the list contains all items, with status 200. Other deployments can return 400.',
    fix: 'Correct the name of the parameter, or remove it.',
    find: findUnknownParameters,
  },
  {
    id: 'pages/unknown-commodity',
    level: 'consider',
    source: 'INV-3',
    title: 'A client filters by commodities that exist',
    why: 'A misspelled commodity matches nothing, and the status is still 200.',
    fix: 'Use the slugs of GET /inventory/filters or GET /market/commodities.',
    find: findUnknownCommodities,
  },
  {
    id: 'pages/first-only',
    level: 'consider',
    source: 'PAGE-15',
    title: 'A client that wants all items reads all pages',
    why: 'The rest of the list is invisible. With little test data, this goes unnoticed.',
    fix: 'Follow `next` until it is null. If you need only the first page, sort the list so that the items you want come first.',
    find: (view) => {
      if (!view.is_final) return [];
      return pagesOf(view).flatMap((pages): Sighting[] => {
        const [first] = pages;
        if (first === undefined || requestedOffsets(view, first.at).some((offset) => offset > 0)) return [];
        if (first.next === null || targetOf(first.at).searchParams.has('sort')) return [];
        // A request with limit=1 is probably a lookup, not an attempt to read the list.
        if (first.limit === 1) return [];
        return [{ at: first.at, seen: `${requestLineOf(first.at)} has further pages, and only the first one was read.` }];
      });
    },
  },
  {
    id: 'pages/one-by-one',
    level: 'consider',
    source: 'INV-2',
    title: 'A client uses the data of the list instead of reading each item',
    why: 'GET /inventory returns the same object as GET /inventory/{id}. One request per item is slow, and runs into rate limits.',
    fix: 'Read the items of the page. Read a single one when you need its state at that moment.',
    find: (view) => {
      const listed = new Set(
        view.of('listInventory').flatMap((one) => {
          const { items } = view.responseOf(one);
          return Array.isArray(items) ? items.map((item: { id?: unknown }) => textOf(item.id)) : [];
        }),
      );
      const singles = view.of('getInventory').filter((one) => listed.has(idOf(one)));
      const distinct = new Set(singles.map(idOf));
      const [first] = singles;
      if (first === undefined || distinct.size < SINGLES_MIN) return [];
      return [{ at: first, seen: `${distinct.size} lots were read one by one, although a list had already returned them.` }];
    },
  },
];
