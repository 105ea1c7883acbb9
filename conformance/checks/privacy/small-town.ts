/** PRIV-1, PRIV-2: lots in a place that a list of towns does not have. A target could show the place of the farm instead. */
import { check, type Check } from '../../check/check.ts';
import type { Reply } from '#client';
import {
  chooseReader,
  chooseSeller,
  createListingSet,
  createNearbyFarms,
  encodePath,
  ensureFarmPublishes,
  expectThat,
  noneIfFinding,
  readPath,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { viewedResourcesIn } from '../../privacy/views.ts';
import { SMALL_TOWN } from './near.ts';
import { expectNoPlace, expectNoSecrets } from './no-secrets.ts';

type Place = typeof SMALL_TOWN.city | { nearest_city: string; nearest_province: string };

/** A very small town, and a place that no list has. A target can reject either. */
const PLACES: Readonly<Record<string, Place>> = {
  hamlet: SMALL_TOWN.city,
  unlisted: { nearest_city: 'Little Quill Crossing', nearest_province: 'SK' },
};

async function createFarmAt(t: CheckContext, place: Place): Promise<{ farm_id: string }> {
  const seller = chooseSeller(t);
  const made = await createNearbyFarms(t, seller, 1, SMALL_TOWN.center, place).catch((error: unknown) =>
    noneIfFinding(error, t.signal),
  );
  const farm = made?.[0] ?? t.unverifiable(`the target accepts no farm near ${place.nearest_city}`);
  await ensureFarmPublishes(t, seller, farm);
  return farm;
}

/** Asserts that a response shows no place of a lot but its province and the name of its city. */
function expectCoarse(reply: Reply, lot_id: string): void {
  for (const seen of viewedResourcesIn(reply.exchange.operation, reply.json)) {
    expectNoPlace(reply, seen);
    const { id, location } = seen.resource;
    // Other towns have digits in their names, such as 100 Mile House.
    if (id !== lot_id) continue;
    const city = readPath(location, 'nearest_city');
    expectThat(typeof city !== 'string' || !/\d/.test(city), {
      message: 'The city of a lot contains digits, such as those of an address or of coordinates.',
      reply,
      expected: 'the name of a city',
      observed: city,
      likely_cause: 'The town is not in the list of towns, and the location of the farm takes its place.',
    });
  }
}

export const SMALL_TOWN_CHECKS: readonly Check[] = Object.entries(PLACES).map(([name, place]) =>
  check(
    `PRIV-2/${name}`,
    'Buyers see only the province and a city, even if the place is too small to be in a list of towns',
    ['writes'],
    async (t) => {
      const { farm_id } = await createFarmAt(t, place);
      const listing_set = await createListingSet(t, [{ farm_id }], { seller: chooseSeller(t) });
      const reader = chooseReader(t);
      const lot_id = listing_set.lots[0]?.id ?? '';
      for (const reply of [
        await reader.get(encodePath`/inventory/${lot_id}`),
        await reader.get('/inventory', listing_set.window),
      ]) {
        if (!reply.is_success) continue;
        expectNoSecrets(t, reply);
        expectCoarse(reply, lot_id);
      }
    },
  ),
);
