/**
 * The contract as data. Import the clause catalog (`#spec/clauses/index`), the reference data (`#spec/reference/index`), and the OpenAPI
 * document directly, so that programs that don't need them start faster.
 */
export * from './errors.ts';
export * from './events.ts';
export { parseInstant } from './instant.ts';
export * from './limits.ts';
export * from './machines.ts';
export * from './operations/index.ts';
export * from './scopes.ts';
export { UNITS, UnitName } from './resources/values.ts';
export type { Unit } from './resources/values.ts';
export type * from './resources/bids.ts';
export type * from './resources/cash-bids.ts';
export type * from './resources/delivery-locations.ts';
export type { ErrorObject, FieldError, Page } from './resources/envelopes.ts';
export type * from './resources/farms.ts';
export type * from './resources/inventory.ts';
export type * from './resources/listings.ts';
export type * from './resources/market.ts';
export type * from './resources/sandbox.ts';
export type * from './resources/teams.ts';
export type * from './resources/trades.ts';
export type * from './resources/webhooks.ts';
