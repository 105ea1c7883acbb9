import { acceptBid, counterBid, getBid, listBids, placeBid, rejectBid } from './bids.ts';
import { acceptOffer, createCashBid, listCashBids, listOffers, rejectOffer, updateCashBid } from './cash-bids.ts';
import { listDeliveryLocations } from './delivery-locations.ts';
import { createFarm, getFarm, listFarms, updateFarm } from './farms.ts';
import { getInventory, getInventoryFilters, listInventory } from './inventory.ts';
import {
  archiveListing,
  createListing,
  getListing,
  listBidsReceived,
  listListings,
  listReceivedBids,
  updateListing,
} from './listings.ts';
import { getPriceHistory, listMarketCommodities, listMarketPrices } from './market.ts';
import { createSandboxUser, listGrades, simulateEvent } from './sandbox.ts';
import { getTeam, listTeams } from './teams.ts';
import { getTrade, listTrades } from './trades.ts';
import { createWebhook, deleteWebhook, listDeliveries, listWebhooks, redeliver } from './webhooks.ts';

export { errorCodesOf, scopesOf } from './operation.ts';
export type { AnswerOf, Area, BodyOf, Operation, QueryOf } from './operation.ts';
export type { Parameter } from './parameters.ts';
export { SORTS } from './inventory.ts';

/** The 42 operations of the document, by operationId, in its order. */
export const OPERATIONS = {
  listInventory,
  getInventoryFilters,
  getInventory,
  placeBid,
  listBids,
  getBid,
  acceptBid,
  rejectBid,
  counterBid,
  listDeliveryLocations,
  listMarketCommodities,
  listMarketPrices,
  getPriceHistory,
  listTrades,
  getTrade,
  listTeams,
  getTeam,
  listCashBids,
  createCashBid,
  updateCashBid,
  listOffers,
  acceptOffer,
  rejectOffer,
  listWebhooks,
  createWebhook,
  deleteWebhook,
  listDeliveries,
  redeliver,
  simulateEvent,
  createSandboxUser,
  listGrades,
  listFarms,
  createFarm,
  getFarm,
  updateFarm,
  listListings,
  createListing,
  getListing,
  updateListing,
  archiveListing,
  listReceivedBids,
  listBidsReceived,
} as const;

export type OperationId = keyof typeof OPERATIONS;
export const OPERATION_IDS = Object.keys(OPERATIONS) as readonly OperationId[]; // Object.keys widens to string[]; the keys are exactly these.
