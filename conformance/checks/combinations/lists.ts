/**
 * The filters of the other lists together. One row matches every filter of its list. With all filters it is listed; with any one of them
 * replaced by a value that the row does not match, it is not, whatever else the request has.
 */
import { check, type Check } from '../../check/check.ts';
import type { Actor, JsonNode, Query } from '#client';
import { expectSuccess, expectThat, findItem, isObject, itemsOf, listGrainTypes, readUntil, encodePath } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { makeDatedTrade } from '../trades/find.ts';
import { formatQuery } from '../inventory/format-query.ts';

interface Combination {
  actor: Actor;
  path: string;
  /** A row of this check. */
  id: string;
  /** Filters and other parameters that the row matches. */
  query: Query;
  /** Each changes some of the filters to values that the row does not match. */
  excluding: readonly Query[];
}

const PAGE = { limit: 50, offset: 0 } as const;
/** Page, units, and everything else that is not a filter. `units=MT` is the default. */
const NOT_FILTERS = { ...PAGE, units: 'MT' } as const;

/** The other statuses of bids. */
const NOT_PENDING: readonly Query[] = ['accepted', 'rejected', 'countered', 'expired'].map((status) => ({ status }));

async function checkCombination(t: CheckContext, { actor, path, id, query, excluding }: Combination): Promise<void> {
  const isRow = (item: JsonNode): boolean => (item.find('id') ?? item.find('trade_id'))?.value === id;
  const isListed = async (asked: Query): Promise<boolean> => (await findItem(actor, path, asked, isRow)) !== undefined;
  // A new row can take a moment to be listed.
  const is_there = await readUntil(() => isListed(query), Boolean, t.signal);
  expectThat(is_there, { message: `GET ${path}?${formatQuery(query)} omits a row that matches.`, expected: id });
  for (const other of excluding) {
    const asked = { ...query, ...other };
    expectThat(!(await isListed(asked)), {
      message: `GET ${path}?${formatQuery(asked)} lists a row that does not match ${formatQuery(other)}.`,
      observed: id,
      likely_cause: `${Object.keys(other).join(' or ')} is ignored, at least when other parameters are present.`,
    });
  }
}

async function otherCommodity(t: CheckContext, own: string): Promise<string> {
  const other = (await listGrainTypes(t.has('buyer') ? t.buyer : t.elevator)).find(({ commodity }) => commodity !== own);
  return other?.commodity ?? t.unverifiable('no second commodity is known');
}

export const COMBINED_LIST_FILTERS_CHECKS: readonly Check[] = [
  check('TRD-1/combined', 'The filters of GET /trades can be combined', ['buyer', 'seller', 'writes'], async (t) => {
    const { trade, day } = await makeDatedTrade(t);
    const { commodity } = (await t.arrange.publishing(trade.lot.seller)).crop;
    const query = { ...NOT_FILTERS, status: 'Pending', commodity, from: day(-2), to: day(2) };
    // Whether `from` and `to` bound creation or settlement is open. If they bound settlement, an unsettled trade is within neither range, so they are left out.
    const { from: _, to: __, ...undated } = query;
    const dated = await t.buyer.get('/trades', query);
    const is_dated = dated.is_success && itemsOf(dated).length > 0;
    await checkCombination(t, {
      actor: t.buyer,
      path: '/trades',
      id: trade.id,
      query: is_dated ? query : undated,
      excluding: [
        { status: 'Completed' },
        { commodity: await otherCommodity(t, commodity) },
        { from: day(3), to: day(9) },
        { from: day(-9), to: day(-3) },
      ],
    });
  }),
  check(
    'CB-1/combined',
    'The filters of GET /cash-bids can be combined',
    ['elevator', 'writes', 'fixture:cash_bid_body'],
    async (t) => {
      const { id, reply, body } = await t.arrange.cashBid();
      const shown: unknown = reply.data.find('commodity')?.value;
      const named = (isObject(shown) ? shown['slug'] : shown) ?? body['commodity'];
      const commodity = typeof named === 'string' ? named : t.unverifiable('a cash bid shows no commodity');
      const other = await otherCommodity(t, commodity);
      const query = { ...NOT_FILTERS, is_active: true, commodity };
      const excluding = [{ is_active: false }, { commodity: other }, { is_active: false, commodity: other }];
      await checkCombination(t, { actor: t.elevator, path: '/cash-bids', id, query, excluding });
    },
  ),
  check('BID-14/combined', 'The status filter of GET /bids works with units and paging', ['buyer', 'writes'], async (t) => {
    const { id } = await t.arrange.bid(await t.arrange.lotToBidOn());
    const query = { ...NOT_FILTERS, status: 'pending' };
    await checkCombination(t, { actor: t.buyer, path: '/bids', id, query, excluding: NOT_PENDING });
  }),
  check('LST-1/combined', 'The status filter of GET /me/inventory works with units and paging', ['writes'], async (t) => {
    const { id, seller } = await t.arrange.draft();
    const excluding = ['listed', 'archived'].map((status) => ({ status }));
    await checkCombination(t, {
      actor: seller,
      path: '/me/inventory',
      id,
      query: { ...NOT_FILTERS, status: 'unlisted' },
      excluding,
    });
  }),
  check('LST-11/combined', 'The status filter of received bids works with paging', ['buyer', 'writes'], async (t) => {
    const lot = await t.arrange.lot();
    const { id } = await t.arrange.bid(lot);
    // The document lists no `units` for it.
    const query = { ...PAGE, status: 'pending' };
    await checkCombination(t, {
      actor: lot.seller,
      path: encodePath`/me/inventory/${lot.id}/bids`,
      id,
      query,
      excluding: NOT_PENDING,
    });
  }),
  check(
    'CB-4/combined',
    'The status filter of offers works with paging',
    ['elevator', 'writes', 'fixture:cash_bid_body', 'hook:make_offer'],
    async (t) => {
      const cash_bid = await t.arrange.cashBid();
      const path = encodePath`/cash-bids/${cash_bid.id}/offers`;
      const rejected = await t.arrange.offer(cash_bid.id);
      const decision = await t.elevator.post(encodePath`/cash-bid-offers/${rejected}/reject`);
      if (!decision.is_success) t.unverifiable(`an offer cannot be rejected (status ${decision.status})`);
      const pending = await t.arrange.offer(cash_bid.id);
      const query = { ...PAGE, status: 'pending' };
      // Only `pending` is a documented status, so the rejected offer shows that the filter holds.
      await checkCombination(t, { actor: t.elevator, path, id: pending, query, excluding: [] });
      const page = await t.elevator.get(path, query);
      expectSuccess(page);
      for (const item of itemsOf(page)) item.get('status').is('pending');
    },
  ),
];
