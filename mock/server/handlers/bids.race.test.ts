/** Races that no check of the gate runs, in both orders, several times. */
import { beforeAll, expect, test } from 'vitest';
import { readBid, readListing, recordEvents } from '../../testing/actions.ts';
import { outcomeOf } from '../../testing/answers.ts';
import type { Answer } from '../../testing/open-mock.ts';
import { makeBid, makeFarm, makeLot, useMock } from '../../testing/open-mock.ts';

const ROUNDS = 6;

const t = useMock();
let farm_id: string;
beforeAll(async () => {
  farm_id = await makeFarm(t, 'seller');
});

const PENDING_NO_MORE = '422 bid_not_pending';

interface Round {
  lot: string;
  /** A bid of the buyer's on the lot. */
  bid: string;
}

type Move = (round: Round) => Promise<Answer>;

const accept: Move = ({ bid }) => t.call('seller', 'POST', `/bids/${bid}/accept`);
const withdraw: Move = ({ bid }) => t.call('buyer', 'POST', `/bids/${bid}/reject`);
const unlist: Move = ({ lot }) => t.call('seller', 'PATCH', `/me/inventory/${lot}`, { body: { listed: false } });
const archive: Move = ({ lot }) => t.call('seller', 'DELETE', `/me/inventory/${lot}`);

async function countTrades(bid: string): Promise<number> {
  const rows = await t.mock.worlds.default.store.reader.selectFrom('trades').select('id').where('bid_id', '=', bid).execute();
  return rows.length;
}

test('BID-31 BID-28 a bid is accepted while the buyer withdraws it: one succeeds, and the other gets 422', async () => {
  const lot = await makeLot(t, 'seller', { farm_id, quantity_mt: 10_000 });
  for (let round = 0; round < ROUNDS; round += 1) {
    const bid = await makeBid(t, 'buyer', lot);
    const moves = round % 2 === 0 ? [accept, withdraw] : [withdraw, accept];
    const outcomes = (await Promise.all(moves.map((move) => move({ lot, bid })))).map(outcomeOf).toSorted();
    expect(outcomes).toEqual(['200', PENDING_NO_MORE]);
    const { status } = await readBid(t, bid);
    expect(['accepted', 'rejected']).toContain(status);
    expect(await countTrades(bid)).toBe(status === 'accepted' ? 1 : 0);
  }
});

test.for([
  ['BID-29 unlisted', unlist],
  ['BID-52 archived', archive],
] as const)(
  'BID-31 a bid is accepted while its lot is %s: there is a trade or a rejected bid, never both',
  async ([, delist]) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const lot = await makeLot(t, 'seller', { farm_id });
      const bid = await makeBid(t, 'buyer', lot);
      let outcomes: string[] = [];
      const recorded = await recordEvents(t, async () => {
        const moves = round % 2 === 0 ? [accept, delist] : [delist, accept];
        outcomes = (await Promise.all(moves.map((move) => move({ lot, bid })))).map(outcomeOf);
      });
      const { status } = await readBid(t, bid);
      const is_accepted = status === 'accepted';
      expect(['accepted', 'rejected']).toContain(status);
      expect(outcomes.toSorted()).toEqual(['200', is_accepted ? '200' : PENDING_NO_MORE]);
      expect(await countTrades(bid)).toBe(is_accepted ? 1 : 0);
      expect(recorded.map(({ type }) => type)).toEqual(is_accepted ? ['bid.accepted', 'trade.created'] : ['bid.rejected']);
      expect((await readListing(t, lot)).status).not.toBe('listed');
      expect((await readListing(t, lot)).quantity_mt).toBe(is_accepted ? 60 : 100);
    }
  },
);

test('BID-30 BID-31 two concurrent acceptances that together exceed the lot create one trade', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const lot = await makeLot(t, 'seller', { farm_id });
    const bids = [await makeBid(t, 'buyer', lot, { quantity_mt: 60 }), await makeBid(t, 'rival', lot, { quantity_mt: 60 })];
    const outcomes = (await Promise.all(bids.map((bid) => accept({ lot, bid })))).map(outcomeOf).toSorted();
    expect(outcomes).toEqual(['200', '422 validation_failed: quantity_mt']);
    expect((await readListing(t, lot)).quantity_mt).toBe(40);
  }
});
