import { expect, test } from 'vitest';
import { NO_LEDGER, Run, type Exchange } from '#client';
import { makeHttpExchange } from '#client/testing/exchange';
import { makeActors, makeSettings } from '#client/testing/settings';
import { foreignSecretsIn } from './watch.ts';

/** The kinds of secrets of the partner that the seller finds in a response. */
async function findKinds(operation: Exchange['operation'], farm: object): Promise<readonly string[]> {
  const run = new Run(makeSettings({ actors: makeActors('seller', 'partner') }), NO_LEDGER);
  run.secrets.addPoint({ latitude: 50.417772, longitude: -104.687777, owner: 'partner' });
  const exchange = makeHttpExchange({ json: { items: [farm] }, operation, actor: 'seller' });
  const found = foreignSecretsIn(exchange, run) ?? [];
  await run.close();
  return found.map(({ secret }) => secret.kind).toSorted();
}

const OWN = { id: 'farm_1', latitude: 50.6, longitude: -104.687771 };

test.each(['listFarms', 'getFarm', 'listListings'] as const)(
  "PRIV-6 one coordinate that agrees with another's by chance is no leak in a seller's own records (%s)",
  async (operation) => {
    expect(await findKinds(operation, OWN)).toEqual([]);
  },
);

test("PRIV-6 one coordinate is a leak elsewhere, and both are a leak in a seller's own records", async () => {
  expect(await findKinds('listInventory', OWN)).toEqual(['coordinate']);
  expect(await findKinds('listFarms', { ...OWN, latitude: 50.417772, longitude: -104.687777 })).toEqual(['coordinates']);
});
