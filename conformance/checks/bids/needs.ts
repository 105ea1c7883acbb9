/** What most checks of bids need: both sides of a bid, and permission to write. */
export const SIDES = ['buyer', 'seller', 'writes'] as const;

/** Both sides and a second bidder. */
export const WITH_RIVAL = ['buyer', 'rival', 'seller', 'writes'] as const;
