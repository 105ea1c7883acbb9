/** PRIV-3: the lots of one city enter and leave a radius together. */
import { parseInstant } from '#spec';
import { check, type Check } from '../../check/check.ts';
import type { ListingSet, Point, Query } from '#client';
import {
  Breach,
  chooseReader,
  chooseSeller,
  createListingSet,
  createNearbyFarms,
  dataIn,
  ensureFarmPublishes,
  expectThat,
  findRadius,
  isObject,
  locateByDistances,
  measureDistances,
  noneIfFinding,
  noteAssertion,
  readItems,
  searchListingSet,
  encodePath,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { idsOf } from '../inventory/expect-found.ts';

const RADII_KM = [1, 2, 4, 7, 10, 14, 20, 30, 50, 90, 160] as const;
/** A town of about a hundred people. */
export const SMALL_TOWN = {
  center: { latitude: 49.243, longitude: -107.731 },
  city: { nearest_city: 'Val Marie', nearest_province: 'SK' },
} as const;
/** Distant points around Canada. */
const FAR = [
  { latitude: 53.1, longitude: -109.3 },
  { latitude: 49.2, longitude: -98.7 },
  { latitude: 47.9, longitude: -107.8 },
] as const;
/** A radius that covers all of Canada from each of these points. */
const EVERYWHERE_KM = 5_000;
const POOL_PAGES = 8;
const BEFORE_MS = 5_000;
/** The number of tries: while others list and delist, a lot can slip between two pages. */
const TRIES_MAX = 4;

/** Farms are near their cities, so a radius that covers all of Canada does not split a city this way. */
function explainSplit(near: string): { likely_cause?: string } {
  const is_everywhere = Number(near.split(',').at(-1)) >= EVERYWHERE_KM;
  return is_everywhere ? {} : { likely_cause: 'The distance is measured to the farm. Measure it to the centroid of the city.' };
}

/** The lots of a listing set that buyers see in one place. */
async function largestGroup(listing_set: ListingSet): Promise<readonly number[]> {
  const { reply, found } = await searchListingSet(listing_set);
  const items = readItems(reply);
  const placed = found.flatMap((i) => {
    const location = items.find(({ id }) => id === listing_set.lots[i]?.id)?.['location'];
    return isObject(location) ? [{ i, city: String(location['nearest_city']), province: String(location['province']) }] : [];
  });
  const [largest = []] = groupByCity(placed);
  return largest.map(({ i }) => i);
}

/** The approximate location of the city of new farms. Farms far from their city prove nothing about short radii. */
async function findCenter(t: CheckContext): Promise<Point | undefined> {
  const listing_set = await createListingSet(t, [{}]);
  const distances = await measureDistances(async (near) => (await searchListingSet(listing_set, { near })).found.length > 0);
  return distances.length < 4 ? undefined : locateByDistances(distances);
}

/** Asserts that all of these lots are within the radius, or none. @param others other parameters, which find all lots @returns whether they are */
async function readTogether(
  listing_set: ListingSet,
  group: readonly number[],
  at: Point,
  radius: number,
  others: Query = {},
): Promise<boolean> {
  const near = `${at.latitude},${at.longitude},${radius}`;
  const { reply, found } = await searchListingSet(listing_set, { near, ...others });
  // The document does not state a minimum or maximum radius.
  if (reply.status !== 200) return radius > 1_000;
  const inside = group.filter((i) => found.includes(i));
  expectThat(inside.length === 0 || inside.length === group.length, {
    message: `near=${near} finds ${inside.length} of ${group.length} lots in one city.`,
    reply,
    expected: 'all lots of a city, or none',
    observed: idsOf(listing_set, inside),
    ...explainSplit(near),
  });
  return inside.length > 0;
}

/** Many requests, possibly rate-limited. */
const SLOW_MS = 900_000;

export const PRIVATE_NEAR_CHECKS: readonly Check[] = [
  check(
    'PRIV-3/farms-apart',
    '`near` finds either all lots of a city or none, even if their farms are far apart',
    ['writes'],
    async (t) => {
      const seller = chooseSeller(t);
      const neighbors = await createNearbyFarms(t, seller, 4, await findCenter(t));
      const [first] = neighbors;
      if (first !== undefined) await ensureFarmPublishes(t, seller, first);
      const farm_ids = neighbors.map(({ farm_id }) => ({ farm_id }));
      const listing_set = await createListingSet(t, farm_ids, { seller });
      const group = await largestGroup(listing_set);
      if (group.length < 2) t.unverifiable('no two of these lots have the same city');
      for (const { farm } of neighbors) for (const radius of RADII_KM) await readTogether(listing_set, group, farm, radius);
      for (const at of FAR) await findRadius(async (radius) => readTogether(listing_set, group, at, radius), 1);
    },
    { timeout_ms: SLOW_MS },
  ),
  check(
    'PRIV-3/farms-of-a-hamlet',
    '`near` finds either all lots of a town or none, even if the town is too small to be in a list of towns',
    ['writes'],
    async (t) => {
      const seller = chooseSeller(t);
      const made = await createNearbyFarms(t, seller, 2, SMALL_TOWN.center, SMALL_TOWN.city).catch((error: unknown) =>
        noneIfFinding(error, t.signal),
      );
      const neighbors = made ?? [];
      const [first] = neighbors;
      if (first === undefined) t.unverifiable('the target accepts no farm in a very small town');
      else await ensureFarmPublishes(t, seller, first);
      const listing_set = await createListingSet(
        t,
        neighbors.map(({ farm_id }) => ({ farm_id })),
        { seller },
      );
      const group = await largestGroup(listing_set);
      if (group.length < 2) t.unverifiable('the two lots do not have the same town');
      // The parameters of the window select every lot, and so does the commodity that all of them have.
      const commodity = String(listing_set.lots[0]?.submitted['commodity']);
      for (const { farm } of neighbors)
        for (const radius of [1, 7, 30])
          for (const others of [{}, { commodity }]) await readTogether(listing_set, group, farm, radius, others);
    },
  ),
  check(
    'PRIV-3/on-offer',
    '`near` finds either all existing lots of a city or none',
    [],
    async (t) => {
      const groups = groupByCity((await readPool(t, {})).placed.slice(0, 100)).filter((group) => group.length > 1);
      if (groups.length === 0) t.unverifiable('no two existing lots have the same city');
      for (const group of groups.slice(0, 3)) {
        const { province = '', city = '' } = group[0] ?? {};
        const ids = group.map(({ id }) => id);
        for (const at of FAR.slice(0, 2)) {
          await findRadius(async (radius) => {
            const near = `${at.latitude},${at.longitude},${radius}`;
            const { placed, is_complete } = await readPool(t, { near, province }, ids);
            const found = new Set(placed.map(({ id }) => id));
            const inside = ids.filter((id) => found.has(id));
            // On pages that were not read, there may be more of them.
            if (inside.length === ids.length || (inside.length === 0 && is_complete)) {
              noteAssertion();
              return inside.length > 0;
            }
            if (is_complete) await checkSplit(t, { near, province }, ids, city);
            return true;
          }, 3);
        }
      }
    },
    { timeout_ms: SLOW_MS },
  ),
];

interface Placed {
  id: string;
  city: string;
  province: string;
}

/** Whether a lot existed before the run: checks delist their lots, and move their farms to other cities. */
function isOlder(t: CheckContext, listed_at: unknown): boolean {
  const at_ms = typeof listed_at === 'string' ? parseInstant(listed_at) : undefined;
  return at_ms !== undefined && at_ms < t.run.clock.began_ms + t.run.clock.moved_seconds * 1_000 - BEFORE_MS;
}

interface Pool {
  placed: readonly Placed[];
  /** Whether these are all older lots. */
  is_complete: boolean;
}

/** The older lots on the first pages. Does not rely on the sort: another check covers it. @param wanted reading ends when these are found */
async function readPool(t: CheckContext, query: Readonly<Record<string, string>>, wanted?: readonly string[]): Promise<Pool> {
  const placed: Placed[] = [];
  const missing = new Set(wanted);
  let is_sorted = true;
  let last_ms = Number.NEGATIVE_INFINITY;
  for (let offset = 0; offset < POOL_PAGES * 50; offset += 50) {
    const items = readItems(await chooseReader(t).get('/inventory', { ...query, sort: 'listed_at', limit: 50, offset }));
    for (const { id, location, listed_at } of items) {
      const at_ms = typeof listed_at === 'string' ? parseInstant(listed_at) : undefined;
      is_sorted &&= at_ms !== undefined && at_ms >= last_ms;
      last_ms = at_ms ?? last_ms;
      if (typeof id !== 'string' || !isObject(location) || !isOlder(t, listed_at)) continue;
      placed.push({ id, city: String(location['nearest_city']), province: String(location['province']) });
      missing.delete(id);
    }
    const is_past = is_sorted && !isOlder(t, items.at(-1)?.['listed_at']);
    if (items.length < 50 || is_past || (wanted !== undefined && missing.size === 0)) return { placed, is_complete: true };
  }
  return { placed, is_complete: false };
}

/** The lots by city, the city with the most lots first. */
function groupByCity<One extends Omit<Placed, 'id'>>(placed: readonly One[]): readonly (readonly One[])[] {
  const groups = Map.groupBy(placed, ({ city, province }) => `${city}|${province}`);
  return [...groups.values()].toSorted((a, b) => b.length - a.length);
}

/** Repeats the search, because a lot may have been delisted or slipped between two pages. */
async function checkSplit(
  t: CheckContext,
  query: { near: string; province: string },
  ids: readonly string[],
  city: string,
): Promise<void> {
  let outside: readonly string[] = ids;
  let inside: readonly string[] = ids;
  for (let look = 0; look < TRIES_MAX && outside.length > 0 && inside.length > 0; look += 1) {
    const { placed, is_complete } = await readPool(t, query);
    if (!is_complete) return;
    const found = new Set(placed.map(({ id }) => id));
    inside = inside.filter((id) => found.has(id));
    outside = outside.filter((id) => !found.has(id));
  }
  // A lot is outside only if it is still listed and was missing every time.
  outside = await keepListed(t, outside, city);
  if (inside.length === 0 || outside.length === 0) return;
  const again = await chooseReader(t).get('/inventory', query);
  throw new Breach({
    message: `near=${query.near} finds ${inside.length} lots in ${city} and misses ${outside.length}.`,
    exchange: again.exchange,
    expected: 'all lots of a city, or none',
    observed: `missing: ${outside.join(', ')}`,
    ...explainSplit(query.near),
  });
}

/** The lots that are still listed in that city. */
async function keepListed(t: CheckContext, ids: readonly string[], city: string): Promise<readonly string[]> {
  const still: string[] = [];
  for (const id of ids) {
    const { status, json } = await chooseReader(t).get(encodePath`/inventory/${id}`);
    const { location } = dataIn(json);
    if (status === 200 && isObject(location) && location['nearest_city'] === city) still.push(id);
  }
  return still;
}
