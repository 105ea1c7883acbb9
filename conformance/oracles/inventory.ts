import { expectInventory, NULLABLE_IN_INVENTORY } from '../expectations/inventory.ts';
import { JsonNode, Reply, type Exchange } from '#client';
import { viewedResourcesIn } from '../privacy/views.ts';
import { oracle, type Oracle, type OracleOpinion } from './oracle.ts';

export const INVENTORY_ORACLES: readonly Oracle[] = [
  oracle('INV-2/every-listing', 'Every anonymized listing has the fields and types of the document', {
    check: (exchange) => checkEach(exchange, expectInventory),
  }),
  oracle('INV-20/every-listing', 'Every anonymized listing has its nullable fields', {
    check: (exchange) =>
      checkEach(exchange, (listing) => {
        for (const key of NULLABLE_IN_INVENTORY) listing.get(key);
      }),
  }),
];

function checkEach(exchange: Exchange, check: (listing: JsonNode) => void): OracleOpinion {
  if (exchange.status !== 200) return undefined;
  const listings = viewedResourcesIn(exchange.operation, exchange.json).filter(({ view }) => view === 'inventory');
  if (listings.length === 0) return undefined;
  const reply = new Reply(exchange);
  for (const { resource, pointer } of listings) check(new JsonNode(resource, pointer, reply));
  return 'fine';
}
