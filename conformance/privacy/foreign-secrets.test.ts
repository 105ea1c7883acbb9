import { expect, test } from 'vitest';
import { NO_LEDGER, Run, type ActorName, type Exchange } from '#client';
import { makeHttpExchange } from '#client/testing/exchange';
import { makeActors, makeSettings } from '#client/testing/settings';
import { foreignSecretsIn } from './foreign-secrets.ts';

const PLACE = { latitude: 50.417772, longitude: -104.687777 };

async function withRun<Result>(use: (run: Run) => Result): Promise<Result> {
  const run = new Run(makeSettings({ actors: makeActors('seller', 'partner') }), NO_LEDGER);
  const result = use(run);
  await run.close();
  return result;
}

/** What a seller finds in a list of its own records. @returns the kinds of secrets of others */
function findIn(run: Run, operation: Exchange['operation'], actor: ActorName, ...items: readonly object[]): readonly string[] {
  const found = foreignSecretsIn(makeHttpExchange({ json: { items }, operation, actor }), run) ?? [];
  return found.map(({ secret }) => secret.kind).toSorted();
}

/** The kinds of secrets of the partner that the seller finds in a response. */
async function findKinds(operation: Exchange['operation'], farm: object): Promise<readonly string[]> {
  return withRun((run) => {
    findIn(run, 'listFarms', 'partner', { id: 'farm_of_partner', ...PLACE });
    return findIn(run, operation, 'seller', farm);
  });
}

const OWN = { id: 'farm_1', latitude: 50.6, longitude: -104.687771 };

test.each(['listFarms', 'getFarm', 'listListings'] as const)(
  "PRIV-6 one coordinate that agrees with another's by chance is not a leak in a seller's own records (%s)",
  async (operation) => {
    expect(await findKinds(operation, OWN)).toEqual([]);
  },
);

test("PRIV-6 one coordinate is a leak elsewhere, and another's farm is a leak among a seller's own", async () => {
  expect(await findKinds('listInventory', OWN)).toEqual(['coordinate']);
  expect(await findKinds('listFarms', { id: 'farm_of_partner', ...PLACE })).toEqual(['coordinates', 'farm id']);
  expect(await findKinds('listListings', { id: 'inv_1', pickup: PLACE })).toEqual(['coordinates']);
});

test('PRIV-6 two sellers can each have a farm with the same name and place', async () => {
  await withRun((run) => {
    const name = 'Kestrel Coulee Ranch';
    run.secrets.add({ kind: 'configured secret', text: name, owner: 'partner' });
    expect(findIn(run, 'listFarms', 'partner', { id: 'farm_of_partner', name, ...PLACE })).toEqual([]);
    expect(findIn(run, 'listListings', 'seller', { id: 'inv_1', farm: { id: 'farm_1', name, ...PLACE } })).toEqual([]);
    expect(findIn(run, 'listFarms', 'seller', { id: 'farm_1', name, ...PLACE })).toEqual([]);
    expect(findIn(run, 'listReceivedBids', 'seller', { id: 'bid_1', pickup: { name, ...PLACE } })).toEqual([]);
    expect(findIn(run, 'listInventory', 'buyer', { id: 'inv_1', pickup: { name, ...PLACE } })).toContain('coordinates');
  });
});

test("PRIV-6 a listing that shows another's place instead of that of its own farm is a leak", async () => {
  await withRun((run) => {
    findIn(run, 'listFarms', 'partner', { id: 'farm_of_partner', ...PLACE });
    findIn(run, 'listFarms', 'seller', { id: 'farm_1', latitude: 51.123456, longitude: -105.654321 });
    expect(findIn(run, 'listListings', 'seller', { id: 'inv_1', farm: { id: 'farm_1', ...PLACE } })).toEqual(['coordinates']);
  });
});

test('PRIV-6 no other farm has the place of one that the run made up', async () => {
  await withRun((run) => {
    const { latitude, longitude } = run.secrets.makeCanaryFarm('partner');
    expect(findIn(run, 'listFarms', 'seller', { id: 'farm_1', latitude, longitude })).toEqual(['coordinates']);
  });
});
