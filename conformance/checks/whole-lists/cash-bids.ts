/** The elevator's cash bids, and the offers on them. */
import { check, type Check } from '../../check/check.ts';
import { encodePath, ensureSuccess, readId, resourceOf, type JsonNode } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { CASH_BID_NEEDS, OFFER_NEEDS } from '../cash-bids/make-offer.ts';
import { arrangeOnce } from './deals.ts';
import { expectConsistent, type WholeList } from './compare.ts';
import { both, commodityFilters, type Filter } from './filters.ts';

interface CashBids {
  readonly ids: string[];
  readonly offers: { id: string; cash_bid_id: string }[];
  readonly trades: string[];
}

async function createCashBid(t: CheckContext, { ids }: CashBids): Promise<string> {
  const { id } = await t.arrange.cashBid();
  ids.push(id);
  return id;
}

async function makeOffer(t: CheckContext, { offers }: CashBids, cash_bid_id: string): Promise<string> {
  const id = await t.arrange.offer(cash_bid_id);
  offers.push({ id, cash_bid_id });
  return id;
}

async function setActive(t: CheckContext, id: string, is_active: boolean): Promise<void> {
  const reply = await t.elevator.patch(encodePath`/cash-bids/${id}`, { is_active });
  if (reply.status >= 500) ensureSuccess(reply);
  // The body of PATCH is not shown.
  const shown = reply.is_success ? reply.data.find('is_active')?.value : undefined;
  if (shown !== is_active) t.unverifiable(`PATCH /cash-bids/{id} does not take is_active (status ${reply.status})`);
}

/** Cash bids that are sold, inactive, and active again, with offers if there is a hook for them, once per run. */
export async function arrangeCashBids(t: CheckContext): Promise<CashBids> {
  const none: CashBids = { ids: [], offers: [], trades: [] };
  return arrangeOnce(t, 'cash bids with a history', none, [
    async (made) => {
      const id = await createCashBid(t, made);
      if (!t.hasHook('make_offer')) return;
      await makeOffer(t, made, id);
      const accepted = await t.elevator.post(encodePath`/cash-bid-offers/${await makeOffer(t, made, id)}/accept`);
      ensureSuccess(accepted);
      const trade = readId(accepted);
      if (trade === undefined) return;
      made.trades.push(trade);
      if (t.hasHook('pay_invoice')) await t.arrange.settle({ id: trade });
    },
    async (made) => {
      const id = await createCashBid(t, made);
      if (t.hasHook('make_offer')) await makeOffer(t, made, id);
      await setActive(t, id, false);
    },
    async (made) => {
      const id = await createCashBid(t, made);
      for (const is_active of [false, true]) await setActive(t, id, is_active);
    },
  ]);
}

/** No other status of an offer is documented. */
const PENDING: Filter = {
  query: { status: 'pending' },
  matches: (offer) => {
    const own = offer.find('status')?.value;
    return typeof own === 'string' ? own === 'pending' : undefined;
  },
};

const ACTIVITY: readonly Filter[] = [true, false].map((is_active) => ({
  query: { is_active },
  matches: (record) => {
    const own = record.find('is_active')?.value;
    return typeof own === 'boolean' ? own === is_active : undefined;
  },
}));

async function cashBids(t: CheckContext): Promise<WholeList> {
  const { ids } = await arrangeCashBids(t);
  return {
    actor: t.elevator,
    path: '/cash-bids',
    name: 'GET /cash-bids',
    known: ids.map((id) => ({ id, is_due: true, read: async () => readCashBid(t, id) })),
    members: ['is_active'],
  };
}

/** No endpoint reads a cash bid, but PATCH without a body returns it (CB-12). */
async function readCashBid(t: CheckContext, id: string): Promise<JsonNode> {
  const reply = await t.elevator.patch(encodePath`/cash-bids/${id}`);
  ensureSuccess(reply);
  return resourceOf(reply);
}

export const WHOLE_LISTS_OF_CASH_BIDS: readonly Check[] = [
  check(
    'CB-1/every-cash-bid',
    'GET /cash-bids lists every cash bid of the elevator, whatever its history, and each commodity exactly those that have it',
    CASH_BID_NEEDS,
    async (t) => {
      const list = await cashBids(t);
      await expectConsistent(t, { ...list, filtersFor: commodityFilters });
    },
    { lane: 'quiet' },
  ),
  check(
    'CB-11/every-cash-bid',
    'Each value of is_active lists exactly the cash bids that have it, whatever their history, also with a commodity',
    CASH_BID_NEEDS,
    async (t) => {
      const list = await cashBids(t);
      await expectConsistent(t, {
        ...list,
        filtersFor: (records) => {
          const [first] = commodityFilters(records);
          return [...ACTIVITY, ...(first === undefined ? [] : ACTIVITY.map((activity) => both(activity, first)))];
        },
      });
    },
    { lane: 'quiet' },
  ),
  check(
    'CB-4/every-offer',
    'GET /cash-bids/{id}/offers lists every offer, whatever its history, and status=pending exactly the pending ones',
    OFFER_NEEDS,
    async (t) => {
      const { ids, offers } = await arrangeCashBids(t);
      for (const cash_bid_id of ids.filter((id) => offers.some((offer) => offer.cash_bid_id === id))) {
        await expectConsistent(t, {
          actor: t.elevator,
          path: encodePath`/cash-bids/${cash_bid_id}/offers`,
          name: 'GET /cash-bids/{id}/offers',
          known: offers.filter((offer) => offer.cash_bid_id === cash_bid_id).map(({ id }) => ({ id, is_due: true })),
          filtersFor: () => [PENDING],
        });
      }
    },
    { lane: 'quiet' },
  ),
];
