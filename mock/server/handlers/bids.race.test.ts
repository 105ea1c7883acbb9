/** Delisting a lot while a bid on it is accepted, with the events of both. proofs/scenarios/schedules.test.ts has the other races. */
import { beforeAll, expect, test } from 'vitest';
import { readBid, readListing, recordEvents } from '../../testing/actions.ts';
import { outcomeOf } from '../../testing/responses.ts';
import type { TestResponse } from '../../testing/open-mock.ts';
import { makeBid, makeFarm, makeLot, useMock } from '../../testing/open-mock.ts';

const ROUNDS = 6;

const t = useMock();
let farm_id: string;
beforeAll(async () => {
  farm_id = await makeFarm(t, 'seller');
});

interface Round {
  lot: string;
  /** A bid of the buyer on the lot. */
  bid: string;
}

type Move = (round: Round) => Promise<TestResponse>;

const accept: Move = ({ bid }) => t.call('seller', 'POST', `/bids/${bid}/accept`);
const unlist: Move = ({ lot }) => t.call('seller', 'PATCH', `/me/inventory/${lot}`, { body: { listed: false } });
const archive: Move = ({ lot }) => t.call('seller', 'DELETE', `/me/inventory/${lot}`);

async function countTrades(bid: string): Promise<number> {
  const rows = await t.mock.worlds.default.store.reader.selectFrom('trades').select('id').where('bid_id', '=', bid).execute();
  return rows.length;
}

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
      expect(outcomes.toSorted()).toEqual(['200', is_accepted ? '200' : '422 bid_not_pending']);
      expect(await countTrades(bid)).toBe(is_accepted ? 1 : 0);
      expect(recorded.map(({ type }) => type)).toEqual(is_accepted ? ['bid.accepted', 'trade.created'] : ['bid.rejected']);
      expect((await readListing(t, lot)).status).not.toBe('listed');
      expect((await readListing(t, lot)).quantity_mt).toBe(is_accepted ? 60 : 100);
    }
  },
);
