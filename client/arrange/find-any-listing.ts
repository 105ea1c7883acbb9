import { Unverifiable, noneIfFinding } from '../replies/findings.ts';
import type { RunContext } from '../session/run-context.ts';
import { readItems } from '../replies/read-items.ts';
import { chooseReader } from './read-market.ts';
import { hasSeller } from './create-listing.ts';
import type { JsonObject } from '../json.ts';

interface AnyListing {
  id: string;
  item: JsonObject;
}

/**
 * Finds a public listing. Creates one if possible, because listings of others can disappear at any time.
 * @throws Unverifiable if there is none
 */
export async function findAnyListing(t: RunContext): Promise<AnyListing> {
  return t.run.once('a listing that stays', async () => {
    const reader = chooseReader(t);
    const may_write = t.run.settings.read_only_reason === undefined && hasSeller(t);
    const made = may_write
      ? await t.arrange.lot({ variety: 'AAC Brandon' }).catch((error: unknown) => noneIfFinding(error, t.signal))
      : undefined;
    const items = readItems(await reader.get('/inventory', { limit: 50 }));
    const one = made === undefined ? items.at(-1) : (items.find(({ id }) => id === made.id) ?? { id: made.id });
    const id = one?.['id'];
    if (one === undefined || typeof id !== 'string') throw new Unverifiable('there is no public listing');
    return { id, item: one };
  });
}
