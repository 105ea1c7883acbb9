import { expect, test } from 'vitest';
import { Unverifiable } from '../replies/findings.ts';
import { Reply } from '../replies/reply.ts';
import { makeHttpExchange } from '../testing/exchange.ts';
import type { Actor, Query } from '../session/actor.ts';
import { findItem, hasId } from './read-pages.ts';
import { JsonNode } from '../replies/json-node.ts';

const FARMS = Array.from({ length: 30 }, (_, i) => ({ id: `farm_${i}` }));

/** Searches 30 farms for one that is not there, with a target that responds in this way. */
async function search(itemsFor: (query: Query) => readonly object[]): Promise<unknown> {
  const get = async (_path: string, query: Query = {}): Promise<Reply> =>
    Promise.resolve(new Reply(makeHttpExchange({ json: itemsFor(query) })));
  // The search only reads.
  return findItem({ get } as Actor, '/me/farms', {}, (item) => item.find('id')?.value === 'farm_x');
}

test('PAGE-1 a list that ignores limit and offset is whole', async () => {
  expect(await search(() => FARMS)).toBeUndefined();
});

test('PAGE-1 a list that honors limit, and always returns its first page, shows only a part', async () => {
  await expect(search(({ limit }) => FARMS.slice(0, Math.min(25, Number(limit))))).rejects.toThrow(Unverifiable);
});

test.for([
  ['its id', { id: 'trd_1' }, true],
  ['the id of a trade without id (TRD-4)', { trade_id: 'trd_1' }, true],
  ['the id of the trade of a bid', { id: 'bid_1', trade_id: 'trd_1' }, false],
  ['another id', { id: 'trd_2' }, false],
] as const)('an item is found by %s: %j', ([, item, is_found]) => {
  expect(hasId(new JsonNode(item, '', new Reply(makeHttpExchange())), 'trd_1')).toBe(is_found);
});
