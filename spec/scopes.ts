/** AUTH-13: the eighteen scopes of the document, in the order of the document, with what each grants. */
export const SCOPES = {
  'inventory.read': 'Browse anonymized inventory',
  'market.read': 'Market commodities, prices, history',
  'bids.read': "Read the team's bids",
  'bids.write': 'Place bids; accept, reject and counter',
  'trades.read': "Read the team's trades",
  'teams.read': "Read the user's teams",
  'cashbids.read': 'Read cash bids and offers',
  'cashbids.write': 'Create and update cash bids; respond to offers',
  'webhooks.read': 'Read subscriptions and deliveries',
  'webhooks.write': 'Manage subscriptions; replay deliveries',
  openid: 'OpenID Connect sign-in',
  profile: 'Basic profile information',
  email: "The user's email address",
  'listings.read': 'Own listings and bids on them',
  'listings.write': 'Submit, update and archive listings',
  'farms.read': 'Farm names and locations',
  'farms.write': 'Create and edit farms',
  'locations.read': 'Own elevator delivery locations',
} as const;

export type Scope = keyof typeof SCOPES;

/** AUTH-5: the scopes that a client-credentials token can have. */
export const CLIENT_CREDENTIALS_SCOPES: readonly Scope[] = ['inventory.read', 'market.read'];

/** AUTH-6: granted to approved partner clients only. */
export const PARTNER_SCOPES: readonly Scope[] = ['listings.read', 'listings.write', 'farms.read', 'farms.write'];

export function isScope(text: string): text is Scope {
  return Object.hasOwn(SCOPES, text);
}
