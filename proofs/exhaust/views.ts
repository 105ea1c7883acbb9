/** Everything that everybody can read in a state, and what must hold in all of it. */
import type { World } from '#mock/server/world/world';
import type { OperationId } from '#spec';
import type { Actor } from './cast.ts';
import { ACTORS, LOT } from './cast.ts';
import type { Picture } from './picture.ts';
import { nameOfBid, nameOfTrade } from './picture.ts';
import type { Answer } from './stage.ts';
import { ask } from './stage.ts';

/** One thing that was read. */
export interface Reading {
  who: Actor;
  operation_id: OperationId;
  id: string | undefined;
  doing: () => string;
  answer: Answer;
}

/** In words: `buyer 1 reads trade 1`. */
const LISTS: Readonly<Partial<Record<OperationId, string>>> = {
  listInventory: 'browses the inventory',
  getInventoryFilters: 'reads the filters',
  listBids: 'lists its bids',
  listTrades: 'lists its trades',
  listListings: 'lists its listings',
  listBidsReceived: 'reads its inbox',
};
const OF_THE_LOT: Readonly<Partial<Record<OperationId, string>>> = {
  getInventory: 'reads the lot',
  getListing: 'reads the listing',
  listReceivedBids: 'reads the bids on the lot',
};

const BROWSING: readonly OperationId[] = ['listInventory', 'getInventory'];
const BUYING: readonly OperationId[] = [...BROWSING, 'listBids', 'listTrades'];
const SELLING: readonly OperationId[] = ['listListings', 'getListing', 'listReceivedBids', 'listBidsReceived', 'listTrades'];
const BY_ACTOR: Readonly<Record<Actor, readonly OperationId[]>> = {
  'buyer 1': BUYING,
  'buyer 2': BUYING,
  'third party': BUYING,
  'seller 1': SELLING,
  'seller 2': [...SELLING, 'listBids'],
  // The values to filter by are the same for everybody.
  reader: [...BROWSING, 'getInventoryFilters'],
};

/** Reads every view of every actor. */
export async function readEverything(world: World, picture: Picture): Promise<Reading[]> {
  const readings: Reading[] = [];
  const read = async (who: Actor, operation_id: OperationId, id: string | undefined, deed: () => string): Promise<void> => {
    const search = operation_id.startsWith('list') ? 'limit=50' : '';
    const doing = (): string => `${who} ${deed()}`;
    const answer = await ask(world, { who, operation_id, search, ...(id === undefined ? {} : { id }) });
    readings.push({ who, operation_id, id, doing, answer });
  };
  for (const who of ACTORS) {
    for (const operation_id of BY_ACTOR[who]) {
      const deed = OF_THE_LOT[operation_id];
      if (deed === undefined) await read(who, operation_id, undefined, () => LISTS[operation_id] ?? '');
      else await read(who, operation_id, LOT, () => deed);
    }
    // The reader has the scope for neither, and seller 1 no team to read a bid by its id (BID-17).
    if (who === 'reader') continue;
    for (const { id } of who === 'seller 1' ? [] : picture.bids)
      await read(who, 'getBid', id, () => `reads ${nameOfBid(picture, id)}`);
    for (const { id } of picture.trades) await read(who, 'getTrade', id, () => `reads ${nameOfTrade(picture, id)}`);
  }
  return readings;
}
