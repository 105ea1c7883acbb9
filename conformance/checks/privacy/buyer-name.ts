/** Finds the name of the buyer's team in what the seller reads, in fields other than `counterparty`. */
import { expectThat, isObject, readItems, type Actor } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { containsName, isDistinctiveName } from './no-secrets.ts';
import { readableViews, type View } from './deal.ts';

/** The names of the buyer's teams that are distinctive enough to search for. */
async function namesOf(buyer: Actor): Promise<readonly string[]> {
  const teams = readItems(await buyer.get('/teams'));
  return teams.map(({ name }) => name).filter((name) => isDistinctiveName(name));
}

/** Asserts that no view of the seller names the buyer. @throws Unverifiable if the buyer's name is unknown, or public because the buyer is a verified elevator (PRIV-7) */
export async function expectBuyerUnnamed(t: CheckContext, views: readonly View[]): Promise<void> {
  const names = await namesOf(t.buyer);
  if (names.length === 0) t.unverifiable('GET /teams shows no distinctive name of the team of the buyer', 'actors.buyer');
  const of_seller = readableViews(
    t,
    views.filter(({ by }) => by === 'seller'),
  ).filter(({ record }) => isObject(record?.value));
  const labels = of_seller.map(({ record }) => record?.find('buyer_label')?.value).filter((label) => label !== undefined);
  if (labels.some((label) => label !== 'Buyer'))
    t.unverifiable('buyer_label shows the company of the buyer to the seller', 'actors.buyer');
  for (const { name, phase, record, reply } of of_seller) {
    const shown = JSON.stringify(record?.value);
    const found = names.find((one) => containsName(shown, one));
    expectThat(found === undefined, {
      message: `${name} names the buyer to the seller (state: ${phase}).`,
      reply,
      pointer: record?.pointer ?? '',
      expected: 'nothing that names the other party before both invoices are paid',
      observed: found,
    });
  }
}
