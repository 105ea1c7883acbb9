import { expect, test } from 'vitest';
import { JsonNode } from '../replies/json-node.ts';
import { Reply } from '../replies/reply.ts';
import { makeHttpExchange } from '../testing/exchange.ts';
import { hasId } from './read-bids.ts';

test.for([
  ['its id', { id: 'trd_1' }, true],
  ['the id of a trade without id (TRD-4)', { trade_id: 'trd_1' }, true],
  ['the id of the trade of a bid', { id: 'bid_1', trade_id: 'trd_1' }, false],
  ['another id', { id: 'trd_2' }, false],
] as const)('an item is found by %s: %j', ([, item, is_found]) => {
  expect(hasId(new JsonNode(item, '', new Reply(makeHttpExchange())), 'trd_1')).toBe(is_found);
});
