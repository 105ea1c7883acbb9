/** PRIV-4, PRIV-19: which bids name the counterparty once the trade of a counter is settled. */
import { check, type Check } from '../../check/check.ts';
import {
  Blocked,
  NOT_COMPLETED,
  SETTLED_WITHIN_MS,
  awaitInList,
  chooseSeller,
  encodePath,
  ensureSuccess,
  hasId,
  isObject,
  listReceivedBids,
  readUntil,
  type JsonNode,
  type Reply,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';

const PAID = ['buyer', 'writes', 'hook:pay_invoice'] as const;

interface SettledChain {
  /** The buyer's first bid, which the seller countered. */
  first: string;
  /** The counter, which the buyer accepted. */
  accepted: string;
  trade: JsonNode;
  lot_id: string;
}

/** Settles the trade of a counter, once per run. @throws Blocked if the trade is not Completed afterward, which TRD-6 checks */
async function settleChain(t: CheckContext): Promise<SettledChain> {
  return t.run.once('a settled trade of a counter', async () => {
    const { id, bid, countered, lot } = await settleTradeOfCounter(t);
    const isSettled = (read: Reply): boolean => read.is_success && read.data.find('status')?.value === 'Completed';
    const settled = await readUntil(() => t.buyer.get(encodePath`/trades/${id}`), isSettled, t.signal, SETTLED_WITHIN_MS);
    if (!isSettled(settled)) throw new Blocked(NOT_COMPLETED, settled.exchange);
    return { first: countered.id, accepted: bid.id, trade: settled.data, lot_id: lot.id };
  });
}

async function settleTradeOfCounter(t: CheckContext): ReturnType<CheckContext['arrange']['tradeOfCounter']> {
  const trade = await t.arrange.tradeOfCounter();
  await t.arrange.settle(trade);
  return trade;
}

async function readOwnBid({ buyer }: CheckContext, id: string): Promise<JsonNode> {
  const read = await buyer.get(encodePath`/bids/${id}`);
  ensureSuccess(read);
  return read.data;
}

export const SETTLED_COUNTERS_CHECKS: readonly Check[] = [
  check('PRIV-4/accepted-counter', 'Once its trade is settled, an accepted counter names the counterparty', PAID, async (t) => {
    const { accepted, trade, lot_id } = await settleChain(t);
    const lot = { id: lot_id, seller: chooseSeller(t) };
    trade.get('counterparty').get('name').text();
    const views: readonly (readonly [string, () => Promise<JsonNode | undefined>])[] = [
      ['GET /bids/{id}', async () => readOwnBid(t, accepted)],
      ['GET /bids', async () => awaitInList(t.buyer, '/bids', accepted)],
      // Whether the seller's list shows a counter, or any bid that is not pending, is open.
      ['GET /me/inventory/{id}/bids', async () => (await listReceivedBids(lot)).find((one) => hasId(one, accepted))],
    ];
    for (const [name, read] of views) {
      // A bid can show the settlement a moment later than its trade.
      const shown = await readUntil(read, (bid) => bid?.find('counterparty')?.isNull() !== true, t.signal);
      const counterparty = shown?.find('counterparty');
      if (counterparty === undefined) t.observe(`${name} shows no counterparty of an accepted counter`);
      else counterparty.get('name').text();
    }
  }),
  check('PRIV-19/chain', 'Settlement leaves the bid before an accepted counter masked', PAID, async (t) => {
    const chain = await settleChain(t);
    const counterpartyOf = async (id: string): Promise<JsonNode> =>
      (await readOwnBid(t, id)).find('counterparty') ?? t.unverifiable('GET /bids/{id} shows no counterparty');
    const [first, accepted] = [await counterpartyOf(chain.first), await counterpartyOf(chain.accepted)];
    t.observe(`the first bid of a chain ${isObject(first.value) ? 'is unmasked' : 'stays masked'}`);
    t.observe(`the accepted bid of a chain ${isObject(accepted.value) ? 'is unmasked' : 'stays masked'}`);
    first.null();
  }),
];
