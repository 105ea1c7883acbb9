import { expect, test } from 'vitest';
import type { ApiResponse } from '../../state/control.ts';
import { compareFacts, findRecord } from './record-view.ts';

/** A list of cash bids, cb_1 to cb_N, as the API returns it. The paths of the pages that were read are added to `reads`. */
function listOf(total: number, reads: string[], base_url = 'http://127.0.0.1:4010/v1'): (path: string) => Promise<ApiResponse> {
  return (path) => {
    reads.push(path);
    const { searchParams: query, pathname } = new URL(path, 'http://127.0.0.1:4010');
    const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))];
    const items = Array.from({ length: Math.min(limit, total - offset) }, (_, i) => ({ id: `cb_${offset + i + 1}` }));
    const next = offset + limit < total ? `${base_url}${pathname}?limit=${limit}&offset=${offset + limit}` : null;
    return Promise.resolve({ status: 200, body: { items, limit, offset, total, next } });
  };
}

test.for<[id: string, status: number, path: string, pages: number]>([
  ['cb_50', 200, '/cash-bids?limit=50', 1],
  ['cb_51', 200, '/cash-bids?limit=50&offset=50', 2],
  ['cb_1000', 200, '/cash-bids?limit=50&offset=950', 20],
  ['cb_1001', 404, '/cash-bids?limit=50&offset=950', 20],
])('PAGE-5 a record is found on any of the first 20 pages of a list: %s', async ([id, status, path, pages]) => {
  const reads: string[] = [];
  const seen = await findRecord(listOf(1_100, reads), '/cash-bids?limit=50', id);
  expect(seen).toMatchObject({ status, path, ...(status === 200 ? { body: { id } } : {}) });
  expect(reads).toHaveLength(pages);
});

test('a list without the record is read to its end, and hides the record like a 404', async () => {
  const reads: string[] = [];
  expect(await findRecord(listOf(70, reads), '/cash-bids?limit=50', 'cb_71')).toMatchObject({ status: 404 });
  expect(reads).toHaveLength(2);
});

test('the links of a world with the variant relative-links are followed', async () => {
  expect(await findRecord(listOf(70, [], '/v1'), '/cash-bids?limit=50', 'cb_70')).toMatchObject({ status: 200 });
});

test('an error on a later page is shown', async () => {
  const list = listOf(70, []);
  const read = async (path: string): Promise<ApiResponse> =>
    path.includes('offset') ? { status: 429, body: { error: { code: 'rate_limited' } } } : list(path);
  expect(await findRecord(read, '/cash-bids?limit=50', 'cb_71')).toMatchObject({
    status: 429,
    path: '/cash-bids?limit=50&offset=50',
  });
});

const SELLER = { user_id: 'usr_1', team_id: null };
const BUYER = { user_id: 'usr_2', team_id: 'tm_2' };
const PRICE = { amount: 305.25, currency: 'CAD', unit: 'MT' };
const FARM = { id: 'farm_1', name: 'Oak Farm', latitude: 52.5, longitude: -113.8 };
const RELATIONS = {
  seller: { id: 'usr_1', name: 'Ann' },
  farm: FARM,
  buyer_team: { id: 'tm_2', name: 'Acme' },
  buyer: { id: 'usr_2', name: 'Bob' },
};
const LOT = {
  id: 'inv_1',
  kind: 'lot',
  record: { user_id: 'usr_1', farm_id: 'farm_1', price_amount: 305.25, price_firm: true },
  relations: { seller: RELATIONS.seller, farm: FARM },
};
const BID = {
  id: 'bid_1',
  kind: 'bid',
  record: {
    lot_id: 'inv_1',
    buyer_team_id: 'tm_2',
    buyer_user_id: 'usr_2',
    seller_user_id: 'usr_1',
    price_amount: 305.25,
    price_unit: 'MT',
  },
  relations: RELATIONS,
};

/** The names of three kinds of facts: those that the caller sees, those that a clause withholds, and the others. */
function factsOf(...args: Parameters<typeof compareFacts>): { seen: string[]; withheld: string[]; absent: string[] } {
  const facts = compareFacts(...args);
  const namesOf = (chosen: typeof facts): string[] => chosen.map(({ name }) => name);
  return {
    seen: namesOf(facts.filter(({ seen, clause }) => seen !== undefined && clause === undefined)),
    withheld: namesOf(facts.filter(({ clause }) => clause !== undefined)),
    absent: namesOf(facts.filter(({ seen, clause }) => seen === undefined && clause === undefined)),
  };
}

test('PRIV-8 a seller sees the price and farm of an own lot, and no clause withholds any fact', () => {
  const body = { id: 'inv_1', target_price: { ...PRICE, firm: true }, farm: FARM };
  expect(factsOf(LOT, { status: 200, body, path: '/me/inventory/inv_1' }, SELLER)).toEqual({
    seen: ['farm_id', 'price_amount', 'price_firm', 'farm.name', 'farm.latitude', 'farm.longitude'],
    withheld: [],
    absent: ['user_id', 'seller.name'],
  });
});

test('PRIV-1 the seller and farm of a lot are withheld from buyers', () => {
  const body = { id: 'inv_1', asking_price: { ...PRICE, firm: true } };
  expect(factsOf(LOT, { status: 200, body, path: '/inventory/inv_1' }, BUYER)).toEqual({
    seen: ['price_amount', 'price_firm'],
    withheld: ['user_id', 'farm_id', 'seller.name', 'farm.name', 'farm.latitude', 'farm.longitude'],
    absent: [],
  });
});

test('PRIV-7 the buyer of a bid is withheld from the seller, and the seller from the buyer', () => {
  const of_seller = { id: 'bid_1', listing_id: 'inv_1', price: PRICE, counterparty: null, buyer_label: 'Acme' };
  expect(factsOf(BID, { status: 200, body: of_seller, path: '/me/inventory/inv_1/bids' }, SELLER)).toEqual({
    seen: ['lot_id', 'price_amount', 'price_unit', 'buyer_team.name'],
    withheld: ['buyer_team_id', 'buyer_user_id', 'buyer.name'],
    absent: ['seller_user_id', 'seller.name', 'farm.name', 'farm.latitude', 'farm.longitude'],
  });
  const of_buyer = { id: 'bid_1', inventory_id: 'inv_1', price: PRICE, counterparty: null };
  expect(factsOf(BID, { status: 200, body: of_buyer, path: '/bids/bid_1' }, BUYER)).toEqual({
    seen: ['lot_id', 'price_amount', 'price_unit'],
    withheld: ['seller_user_id', 'seller.name', 'farm.name', 'farm.latitude', 'farm.longitude'],
    absent: ['buyer_team_id', 'buyer_user_id', 'buyer_team.name', 'buyer.name'],
  });
});
