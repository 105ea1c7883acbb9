import type { Area } from '../operations/index.ts';
import type { oas32 } from 'zod-openapi';

/** The tag of the deliveries that the service sends. */
export const EVENTS_TAG = 'events';

const DESCRIPTIONS: Record<Area | typeof EVENTS_TAG, string> = {
  inventory: 'Anonymized listings.',
  bids: 'Bids and the answers to them.',
  'delivery-locations': "The elevator's own delivery locations.",
  market: 'Commodities, prices and price history.',
  trades: 'Trades that the team bought or the user sold.',
  teams: "The user's teams.",
  'cash-bids': "The elevator's cash bids and the offers on them.",
  webhooks: 'Subscriptions and their delivery attempts.',
  sandbox: 'The simulator, test users and grade names.',
  farms: 'Farms of an approved partner seller.',
  listings: 'Listings of an approved partner seller and the bids on them.',
  [EVENTS_TAG]: 'What the service posts to a subscription.',
};

export const tags: oas32.TagObject[] = Object.entries(DESCRIPTIONS).map(([name, description]) => ({ name, description }));
