/** INV-7: `near`. The document does not state the centroids, so the checks compare replies with each other. */
import { check, type Check } from '../../check/check.ts';
import type { ListingSet, Reply } from '#client';
import {
  REFERENCE_POINTS,
  locateByDistances,
  expectSuccess,
  expectThat,
  createListingSet,
  idsIn,
  isObject,
  measureDistances,
  chooseReader,
  searchListingSet,
  readItems,
  readUntil,
  encodePath,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';

/** Radii of which one covers Canada. The document does not state a maximum radius. */
export const WIDE = [
  '54,-100,6000',
  ...['50.4,-104.6', '53.5,-113.5', '49.9,-97.1', '44,-79.5', '46,-72', '55.8,-118.8', '51,-114'].map((at) => `${at},1000`),
];
/** A point in the Indian Ocean. */
export const NOWHERE = '-40,80,200';

/** Points in the Indian Ocean and the South Atlantic with a coordinate that is 0, not missing. */
const AT_ZERO = ['0,80,200', '-40,0,200'];

/** At least the smallest radius that is tried. The reference points are farther apart, so only a filter without effect finds one lot this close to each of them. */
const SMALLEST_KM = 10;

/** Creates a lot. @throws Unverifiable if the target shows no location for it */
async function createLocatedLot(t: CheckContext): Promise<ListingSet> {
  const listing_set = await createListingSet(t, [{}]);
  const item = readItems((await searchListingSet(listing_set)).reply)[0];
  if (!isObject(item?.['location'])) t.unverifiable('a new listing has no location');
  return listing_set;
}

/** Many requests, possibly rate-limited. */
const SLOW_MS = 900_000;

export const NEAR_CHECKS: readonly Check[] = [
  check(
    'INV-7/within-and-without',
    'near finds a lot within the radius, but not from the other side of the world',
    ['writes'],
    async (t) => {
      const listing_set = await createLocatedLot(t);
      let widest = await searchListingSet(listing_set, { near: WIDE[0] ?? '' });
      for (const near of WIDE.slice(1)) if (widest.found.length === 0) widest = await searchListingSet(listing_set, { near });
      expectThat(widest.found.length === 1, {
        message: 'near does not find a lot in Canada from anywhere in Canada.',
        reply: widest.reply,
        expected: `the lot with one of near=${WIDE.join(', near=')}`,
        likely_cause:
          'Latitude and longitude are swapped, the radius is not in kilometers, or a large radius is shortened or rejected.',
      });
      for (const near of [NOWHERE, ...AT_ZERO]) {
        const none = await searchListingSet(listing_set, { near });
        expectSuccess(none.reply);
        expectThat(none.found.length === 0, {
          message: `near=${near} finds a lot from the other side of the world.`,
          reply: none.reply,
          expected: 'no listing within 200 km of a place at sea',
          likely_cause: near === NOWHERE ? 'The filter is ignored.' : 'A coordinate of 0 counts as missing.',
        });
      }
    },
  ),
  check('INV-7/wider-finds-more', 'A wider radius finds every lot that a narrower one does', [], async (t) => {
    for (const { latitude, longitude } of REFERENCE_POINTS.slice(-2)) {
      let inner: readonly string[] = [];
      for (const radius of [200, 500, 1_000, 4_000]) {
        const search = async (): Promise<Reply> =>
          chooseReader(t).get('/inventory', { near: `${latitude},${longitude},${radius}`, limit: 50 });
        const findLost = (page: Reply): string | undefined => {
          const ids = idsIn(readItems(page));
          return ids.length < 50 && page.status === 200 ? inner.find((id) => !ids.includes(id)) : undefined;
        };
        // A listing that is changed in between can be missing for a moment.
        const page = await readUntil(search, (last) => findLost(last) === undefined, t.signal);
        // The document does not state a maximum radius.
        if (radius > 500 && page.status !== 200) break;
        expectSuccess(page);
        const lost = findLost(page);
        if (lost !== undefined && (await chooseReader(t).get(encodePath`/inventory/${lost}`)).status === 200) {
          expectThat(false, {
            message: `A radius of ${radius} km misses a lot that a smaller one finds.`,
            reply: page,
            expected: lost,
          });
        }
        inner = idsIn(readItems(page));
      }
    }
  }),
  check(
    'INV-7/kilometres',
    'The radii at which a lot is found point to one place',
    ['writes'],
    async (t) => {
      const listing_set = await createLocatedLot(t);
      const distances = await measureDistances(async (near) => (await searchListingSet(listing_set, { near })).found.length > 0);
      // The document does not state a maximum radius.
      if (distances.length < 4) t.unverifiable('radii of a few thousand kilometers find nothing');
      const fit = locateByDistances(distances);
      // Distances on a sphere, an ellipsoid, or a flat map differ by less than this; miles and degrees by more.
      const farthest = Math.max(...distances.map(({ km }) => km));
      expectThat(fit.error_km < 0.1 * farthest + 15, {
        message: 'The radii at which a lot is found do not point to one place.',
        expected: 'radii in kilometers around one place',
        observed: distances.map(({ at, km }) => `${Math.round(km)} km from ${at.latitude},${at.longitude}`),
        likely_cause: distances.every(({ km }) => km <= SMALLEST_KM)
          ? 'The filter is ignored.'
          : 'The radius is not in kilometers, or latitude and longitude are swapped.',
      });
    },
    { timeout_ms: SLOW_MS },
  ),
];
