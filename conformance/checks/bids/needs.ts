/** Most checks of bids need the two sides of a bid. */
export const SIDES = ['buyer', 'seller', 'writes'] as const;

/** Both sides and a second bidder. */
export const WITH_RIVAL = ['buyer', 'rival', 'seller', 'writes'] as const;
