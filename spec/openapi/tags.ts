import type { Area } from '../operations/index.ts';
import type { oas32 } from 'zod-openapi';

/** The tag of webhook deliveries. */
export const EVENTS_TAG = 'events';

const DESCRIPTIONS: Record<Area | typeof EVENTS_TAG, string> = {
  inventory: 'Anonymized listings.',
  bids: 'Bids, and how sellers and buyers respond to them.',
  'delivery-locations': "The elevator's own delivery locations.",
  market: 'Commodities, prices, and price history.',
  trades: 'Trades of the team as buyer or the user as seller.',
  teams: "The user's teams.",
  'cash-bids': "The elevator's cash bids and the offers on them.",
  webhooks: 'Subscriptions and their delivery attempts.',
  sandbox: 'The simulator, test users, and grade names.',
  farms: 'Farms of a seller, through an approved partner client.',
  listings: 'Listings of a seller and the bids on them, through an approved partner client.',
  [EVENTS_TAG]: 'Webhook deliveries.',
};

export const tags: oas32.TagObject[] = Object.entries(DESCRIPTIONS).map(([name, description]) => ({ name, description }));
