/** The operations that a mutation applies to. */
import { OPERATIONS, type ResponseBodyOf, type OperationId } from '#spec';

/** One operation, several, or every path below `/v1`, including unknown ones. */
export type Where<Id extends OperationId = OperationId> = Id | readonly Id[] | 'everywhere';

/** The operations that return a page. */
export const LISTS = [
  'listInventory',
  'listBids',
  'listDeliveryLocations',
  'listMarketCommodities',
  'listMarketPrices',
  'getPriceHistory',
  'listTrades',
  'listTeams',
  'listCashBids',
  'listOffers',
  'listWebhooks',
  'listDeliveries',
  'listGrades',
  'listFarms',
  'listListings',
  'listReceivedBids',
  'listBidsReceived',
] as const satisfies readonly OperationId[];

/** The operations that return anonymized listings. */
export const INVENTORY_READS = ['listInventory', 'getInventory'] as const;
/** The operations that return a team's own bids. */
export const OWN_BIDS = ['getBid', 'listBids'] as const;
export const OWN_TRADES = ['getTrade', 'listTrades'] as const;
/** The lists of bids that sellers received. */
export const RECEIVED_BIDS = ['listReceivedBids', 'listBidsReceived'] as const;
/** The lists of sellers whose responses have links. */
export const SELLERS_LISTS = ['listListings', ...RECEIVED_BIDS] as const;

export type DeclaredBy<Id extends OperationId> = (typeof OPERATIONS)[Id];

/** The successful response of an operation. */
export type ResponseBody<Id extends OperationId> = ResponseBodyOf<DeclaredBy<Id>>;

type ResourceOf<Body> = Body extends { data: infer Data } ? Data : Body extends { items: readonly (infer Item)[] } ? Item : never;
/** The resource in `data`, or each of the `items`. */
export type ResourceIn<Id extends OperationId> = ResourceOf<ResponseBody<Id>>;

export function isAt(where: Where, operation_id: OperationId | undefined): boolean {
  if (where === 'everywhere') return true;
  if (operation_id === undefined) return false;
  return typeof where === 'string' ? where === operation_id : where.includes(operation_id);
}

/** The method and path of an operation: `GET /bids/{id}`. */
export function nameOf(operation_id: OperationId): string {
  const { method, path } = OPERATIONS[operation_id];
  return `${method.toUpperCase()} ${path}`;
}

/** The `id` in a path. Empty if the path has none, so that it matches no record. */
export function idIn(path: Readonly<Record<string, string>>): string {
  return path['id'] ?? '';
}
