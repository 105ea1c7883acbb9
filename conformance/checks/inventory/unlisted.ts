/** INV-22: what is not published is in no result of GET /inventory, whatever its filters and its order. */
import { check, type Check } from '../../check/check.ts';
import type { JsonNode, ListingSet, Query } from '#client';
import { createListingSet, ensureSuccess, expectThat, encodePath, hasId, poll, readItems } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { findWide } from './combined-lots.ts';
import { formatQuery } from './format-query.ts';
import { SORTS } from './sorting.ts';

const PROTEIN = 13.7;
export const FILTERED = { crop_year: 2025, is_organic: true, quality: { protein: PROTEIN } } as const;
const GONE_WITHIN_MS = 3_000;

/** Every filter, with the value that the first lot of a listing set has, if it was submitted with `FILTERED`. */
export async function filtersOf(listing_set: ListingSet): Promise<Query> {
  const { id = '' } = listing_set.lots[0] ?? {};
  const one = await listing_set.reader.get(encodePath`/inventory/${id}`);
  ensureSuccess(one);
  const textOf = (node: JsonNode | undefined): string | undefined => (typeof node?.value === 'string' ? node.value : undefined);
  const commodity = textOf(one.data.get('commodity').find('slug'));
  const grade = textOf(one.data.find('grade'));
  const location = one.data.find('location');
  const province = location === undefined || location.isNull() ? undefined : textOf(location.find('province'));
  const near = await findWide(listing_set);
  return {
    ...(commodity === undefined ? {} : { commodity }),
    ...(grade === undefined ? {} : { grade }),
    ...(province === undefined ? {} : { province }),
    ...(near === undefined ? {} : { near }),
    crop_year: FILTERED.crop_year,
    is_organic: FILTERED.is_organic,
    min_protein: PROTEIN - 1,
  };
}

interface HiddenLots {
  /** The one lot that is listed. */
  listing_set: ListingSet;
  /** The statuses of the three others, with an article, by id. */
  hidden: ReadonlyMap<unknown, string>;
}

/** Publishes three equal lots, takes two of them off the market, and adds a draft. */
async function createHiddenLots(t: CheckContext): Promise<HiddenLots> {
  const listing_set = await createListingSet(t, [FILTERED, FILTERED, FILTERED]);
  const [kept, unlisted, archived] = listing_set.lots;
  if (kept === undefined || unlisted === undefined || archived === undefined) return t.unverifiable('there are no lots');
  ensureSuccess(await unlisted.seller.patch(encodePath`/me/inventory/${unlisted.id}`, { listed: false }));
  ensureSuccess(await archived.seller.delete(encodePath`/me/inventory/${archived.id}`));
  const draft = await t.arrange.draft({ ...FILTERED, quantity_mt: kept.quantity_mt }, kept.seller);
  return {
    listing_set: { ...listing_set, lots: [kept] },
    hidden: new Map([
      [unlisted.id, 'an unlisted'],
      [archived.id, 'an archived'],
      [draft.id, 'a draft'],
    ]),
  };
}

/** Asserts that none of the hidden lots is found, unless the query does not find the listed lot either. @returns whether it does */
async function expectHidden(t: CheckContext, { listing_set, hidden }: HiddenLots, query: Query): Promise<boolean> {
  const { window, reader, lots } = listing_set;
  const search = async () => reader.get('/inventory', { ...window, limit: 50, ...query });
  let reply = await search();
  const findShown = (): unknown => readItems(reply).find(({ id }) => hidden.has(id))?.['id'];
  await poll(
    async () => {
      if (findShown() === undefined) return true;
      reply = await search();
      return undefined;
    },
    { within_ms: GONE_WITHIN_MS, signal: t.signal },
  );
  const shown = findShown();
  const how = Object.keys(query).length === 0 ? 'without filters' : `with ${formatQuery(query)}`;
  expectThat(shown === undefined, {
    message: `GET /inventory ${how} lists ${hidden.get(shown) ?? 'a'} lot.`,
    reply,
    pointer: '/items',
    expected: 'only published listings',
    observed: shown,
    likely_cause: 'This filter or sort has a separate query, without the condition on the status.',
  });
  return reply.is_success && reply.items.some((item) => hasId(item, lots[0]?.id ?? ''));
}

export const UNLISTED_CHECKS: readonly Check[] = [
  check(
    'INV-22/in-no-order',
    'GET /inventory lists no draft, unlisted, or archived lot, with any filter or sort',
    ['writes'],
    async (t) => {
      const arranged = await createHiddenLots(t);
      const filters = Object.entries(await filtersOf(arranged.listing_set)).map(([name, value]): Query => ({ [name]: value }));
      const queries: readonly Query[] = [{}, ...SORTS.map((sort) => ({ sort })), ...filters];
      const unseen: string[] = [];
      for (const query of queries) if (!(await expectHidden(t, arranged, query))) unseen.push(formatQuery(query));
      if (unseen.length === queries.length) t.unverifiable('GET /inventory finds no listing that matches');
      if (unseen.length > 0) t.observe(`the lot on offer is not found with ${unseen.join(', ')}`);
    },
  ),
];
