/** Which operations an entry is about. */
import type { AnswerOf, OPERATIONS, OperationId } from '#spec';

/** One operation, several, or whatever is answered below `/v1`, unknown paths included. */
export type Where<Id extends OperationId = OperationId> = Id | readonly Id[] | 'everywhere';

/** The operations that answer a page. */
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

export type DeclaredBy<Id extends OperationId> = (typeof OPERATIONS)[Id];

/** What an operation answers where it succeeds. */
export type BodyOfAnswer<Id extends OperationId> = AnswerOf<DeclaredBy<Id>>;

type ResourceOf<Body> = Body extends { data: infer Data } ? Data : Body extends { items: readonly (infer Item)[] } ? Item : never;
/** What is in the `data` of an answer, or each of its `items`. */
export type ResourceIn<Id extends OperationId> = ResourceOf<BodyOfAnswer<Id>>;

export function isAt(where: Where, operation_id: OperationId | undefined): boolean {
  if (where === 'everywhere') return true;
  if (operation_id === undefined) return false;
  return typeof where === 'string' ? where === operation_id : where.includes(operation_id);
}

/** The `id` of a path; empty if the path has none, so that it matches no record. */
export function idIn(path: Readonly<Record<string, string>>): string {
  return path['id'] ?? '';
}
