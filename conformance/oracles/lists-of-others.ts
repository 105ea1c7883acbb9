/** What this run created for one party must not be in another party's list. */
import type { OperationId } from '#spec';
import { Breach, Reply, idOfRecord, isSuccess, readItems, type Exchange, type Run, type JsonObject, readPath } from '#client';
import { ownersOf, type Sides } from '../privacy/owners.ts';
import { ownerBehind } from '../privacy/foreign-secrets.ts';
import { oracle, type Oracle, type OracleOpinion } from './oracle.ts';

interface OwnList {
  operation: OperationId;
  id: Oracle['id'];
  title: string;
  /** The record that an item is about. */
  idOf: (item: JsonObject) => unknown;
  /** Who is allowed to see it in the list. Undefined if not all of them are known. */
  readersOf: (sides: Sides) => readonly (string | undefined)[];
}

const listingOf: OwnList['idOf'] = ({ listing }) => readPath(listing, 'id');
const buyerOf: OwnList['readersOf'] = ({ buyer }) => [buyer];
const sellerOf: OwnList['readersOf'] = ({ seller }) => [seller];
const bothOf: OwnList['readersOf'] = ({ buyer, seller }) => [buyer, seller];

// prettier-ignore
const OWN_LISTS: readonly OwnList[] = [
  { operation: 'listBids', id: 'BID-14/nothing-of-others', title: "GET /bids lists no other team's bid", idOf: idOfRecord, readersOf: buyerOf },
  { operation: 'listTrades', id: 'TRD-3/nothing-of-others', title: 'GET /trades lists no trade between two other parties', idOf: idOfRecord, readersOf: bothOf },
  { operation: 'listListings', id: 'LST-1/nothing-of-others', title: "GET /me/inventory lists no other seller's listing", idOf: idOfRecord, readersOf: sellerOf },
  { operation: 'listReceivedBids', id: 'LST-11/nothing-of-others', title: "GET /me/inventory/{id}/bids lists no bid on another seller's listing", idOf: idOfRecord, readersOf: sellerOf },
  { operation: 'listBidsReceived', id: 'LST-12/nothing-of-others', title: "GET /me/bids-received shows no other seller's listing", idOf: listingOf, readersOf: sellerOf },
  { operation: 'listFarms', id: 'FARM-1/nothing-of-others', title: "GET /me/farms lists no other seller's farm", idOf: idOfRecord, readersOf: sellerOf },
  { operation: 'listWebhooks', id: 'WHK-1/nothing-of-others', title: "GET /webhooks lists no other team's subscription", idOf: idOfRecord, readersOf: buyerOf },
];

function checkList(exchange: Exchange, run: Run, { operation, idOf, readersOf }: OwnList): OracleOpinion {
  const owners = ownersOf(run);
  const viewer = ownerBehind(exchange, run);
  if (viewer === undefined || !isSuccess(exchange)) return undefined;
  owners.learn(exchange, viewer);
  if (exchange.operation !== operation) return undefined;
  let checked = 0;
  for (const [i, item] of readItems(exchange).entries()) {
    const id = idOf(item);
    const sides = owners.find(id);
    if (sides === undefined) continue;
    checked += 1;
    const isForeign = (reader: string | undefined): boolean => reader !== undefined && owners.areDistinct(reader, viewer);
    const readers = readersOf(sides);
    if (!readers.every(isForeign)) continue;
    return new Breach({
      message: `${new Reply(exchange).name} gives ${exchange.actor} a record of the ${readers.join(' and the ')}.`,
      exchange,
      pointer: `/items/${i}`,
      expected: "only the caller's own records",
      observed: String(id),
      likely_cause: "The query is not limited to the caller's own records, or it returns another caller's cached page.",
    });
  }
  return checked === 0 ? undefined : 'fine';
}

export const LISTS_OF_OTHERS_ORACLES: readonly Oracle[] = OWN_LISTS.map((list) =>
  oracle(list.id, list.title, { check: (exchange, run) => checkList(exchange, run, list) }),
);
