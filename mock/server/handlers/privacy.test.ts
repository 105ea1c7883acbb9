/** Who is named to whom, phase by phase of a bargain: every view that a buyer, a seller, a rival and an elevator has of it. */
import { personas } from '#fixtures';
import type { Bid, ReceivedBid, ReceivedBids, Trade } from '#spec';
import { beforeAll, expect, test } from 'vitest';
import { acceptBid, counterBid, payInvoice, readBid } from '../../testing/moves.ts';
import { itemsIn, outcomeOf } from '../../testing/answers.ts';
import { makeBid, makeFarm, makeLot, useMock } from '../../testing/open-mock.ts';

const t = useMock({ lots: 20 });
let farm_id: string;
/** What the two sides are called. */
let names: { buyer: string; seller: string };
beforeAll(async () => {
  farm_id = await makeFarm(t, 'seller');
  const { reader: db } = t.mock.worlds.default.store;
  const team = await db.selectFrom('teams').select('name').where('id', '=', personas.buyer.team_id).executeTakeFirstOrThrow();
  const user = await db.selectFrom('users').select('name').where('id', '=', personas.seller.user_id).executeTakeFirstOrThrow();
  names = { buyer: team.name, seller: user.name };
});

type Counterparty = Bid['counterparty'];

interface Bargain {
  lot: string;
  /** The bids of the chain, the oldest first. */
  bids: string[];
  trade: string | undefined;
}

async function listOf<Item>(who: string, path: string): Promise<Item[]> {
  return itemsIn<Item>(await t.call(who, 'GET', `${path}limit=50`));
}

/** Every counterparty that the buyer reads of a bid: alone and in both lists. */
async function buyerReads(id: string): Promise<Counterparty[]> {
  const bid = await readBid(t, id);
  const listed = [...(await listOf<Bid>('buyer', '/bids?')), ...(await listOf<Bid>('buyer', `/bids?status=${bid.status}&`))];
  return [bid, ...listed.filter((other) => other.id === id)].map(({ counterparty }) => counterparty);
}

/** Every counterparty that the seller reads of a bid: among those on the lot, and in the inbox where it is there. */
async function sellerReads(lot: string, id: string): Promise<Counterparty[]> {
  const onLot = await listOf<ReceivedBid>('seller', `/me/inventory/${lot}/bids?`);
  const inbox = (await listOf<ReceivedBids>('seller', '/me/bids-received?')).flatMap(({ bids }) => bids);
  return [...onLot, ...inbox].filter((bid) => bid.id === id).map(({ counterparty }) => counterparty);
}

async function readsOfTrade(who: string, id: string): Promise<Counterparty[]> {
  const one = (await t.call(who, 'GET', `/trades/${id}`)).body as { data: Trade }; // Judged by the document in t.call.
  const listed = (await listOf<Trade>(who, '/trades?')).filter((trade) => trade.id === id);
  return [one.data, ...listed].map(({ counterparty }) => counterparty);
}

/** What is named to either side, of each bid of the chain and of the trade: null, a name, or `mixed` where two views differ. */
async function namedIn({ lot, bids, trade }: Bargain): Promise<{ buyer: unknown[]; seller: unknown[] }> {
  const sum = (reads: readonly Counterparty[]): unknown => {
    expect(reads.length).toBeGreaterThan(0);
    const texts = new Set(reads.map((read) => JSON.stringify(read)));
    return texts.size === 1 ? (reads[0]?.name ?? null) : 'mixed';
  };
  const named: { buyer: unknown[]; seller: unknown[] } = { buyer: [], seller: [] };
  for (const id of bids) {
    named.buyer.push(sum(await buyerReads(id)));
    named.seller.push(sum(await sellerReads(lot, id)));
  }
  if (trade !== undefined) {
    named.buyer.push(sum(await readsOfTrade('buyer', trade)));
    named.seller.push(sum(await readsOfTrade('seller', trade)));
  }
  return named;
}

/** PRIV-18: a third party gets at nothing of the bargain, in no phase. */
async function expectStrangersSeeNothing({ lot, bids, trade }: Bargain): Promise<void> {
  for (const who of ['rival', 'elevator', 'partner']) {
    for (const path of [...bids.map((id) => `/bids/${id}`), `/trades/${trade ?? 'trd_0'}`]) {
      expect(outcomeOf(await t.call(who, 'GET', path))).toBe('404 not_found');
    }
    const ids = [...(await listOf<Bid>(who, '/bids?')), ...(await listOf<Trade>(who, '/trades?'))].map(({ id }) => id);
    for (const id of [...bids, trade]) expect(ids).not.toContain(id);
  }
  expect(outcomeOf(await t.call('partner', 'GET', `/me/inventory/${lot}/bids`))).toBe('404 not_found');
}

const ORDERS = [
  ['buyer', 'seller'],
  ['seller', 'buyer'],
] as const;

test.for(ORDERS)(
  'PRIV-4 PRIV-13 PRIV-15 PRIV-18 PRIV-19 a chain of counters names no one until the %s and then the %s has paid',
  async ([first, second]) => {
    const lot = await makeLot(t, 'seller', { farm_id });
    const bargain: Bargain = { lot, bids: [await makeBid(t, 'buyer', lot)], trade: undefined };
    const expectNobodyNamed = async (): Promise<void> => {
      const nobody = [...bargain.bids, ...(bargain.trade === undefined ? [] : [bargain.trade])].map(() => null);
      expect(await namedIn(bargain)).toEqual({ buyer: nobody, seller: nobody });
      await expectStrangersSeeNothing(bargain);
    };

    await expectNobodyNamed();
    for (const who of ['seller', 'buyer'] as const) {
      bargain.bids.push(await counterBid(t, who, bargain.bids.at(-1) ?? ''));
      await expectNobodyNamed();
    }
    const trade = await acceptBid(t, 'seller', bargain.bids.at(-1) ?? '');
    expect(trade.counterparty).toBeNull();
    bargain.trade = trade.id;
    await expectNobodyNamed();
    await payInvoice(t, trade.id, first);
    await expectNobodyNamed();

    await payInvoice(t, trade.id, second);
    // PRIV-19: the accepted bid and its trade, and not the bids before it.
    expect(await namedIn(bargain)).toEqual({
      buyer: [null, null, names.seller, names.seller],
      seller: [null, null, names.buyer, names.buyer],
    });
    await expectStrangersSeeNothing(bargain);
  },
);
