/** A lot and a bid of the model, for tests. */
export const LOT = {
  id: 'lot',
  seller: 'seller',
  grade: 'No. 1',
  commodity: 'canola',
  price: 300,
  crop_year: 2026,
  is_organic: false,
  status: ['listed'],
  remaining_mt: [40],
  can_be_unlisted: false,
} as const;

export const BID = {
  id: 'bid',
  lot_id: 'lot',
  buyer: 'buyer',
  author: 'buyer',
  quantity_mt: 10,
  price: 300,
  lines: [],
  counter_to: null,
} as const;
