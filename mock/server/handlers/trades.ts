import type { OPERATIONS } from '#spec';
import { refuse } from '../../market/rules/refusal.ts';
import type { Entry, Handler } from '../http/call.ts';
import type { TradeQuery } from '../../market/store/trades.ts';
import { findTrade, pageTrades } from '../../market/store/trades.ts';
import { viewData, viewPage } from '../../market/views/envelopes.ts';
import type { StoredTrade } from '../../market/records/stored-records.ts';
import { viewTrade } from '../../market/views/parties.ts';
import { readCommodities, refuseReversed } from './query-values.ts';

/** TRD-3, TRD-9: what the team bought, and what the user sold. */
function ownTrades({ caller }: Pick<Entry, 'caller'>): TradeQuery {
  return { livemode: caller.livemode, team_id: caller.team_id, user_id: caller.user_id };
}

/** TRD-11: the side of the caller: buyer if its team bought. */
function sideIn({ trade }: StoredTrade, { caller }: Pick<Entry, 'caller'>): 'buyer' | 'seller' {
  return trade.buyer_team_id === caller.team_id ? 'buyer' : 'seller';
}

/** TRD-1 */
export const listTrades: Handler<typeof OPERATIONS.listTrades> = {
  act: async (call) => {
    const { db, query, linkTo } = call;
    const { status, commodity, from, to, limit, offset, units } = query;
    const reversed = refuseReversed(from, to);
    if (reversed !== undefined) return reversed;
    const filters = { ...ownTrades(call), status, commodities: readCommodities(commodity), from, to };
    const { records, total } = await pageTrades(db, filters, limit, offset);
    const items = records.map((stored) => viewTrade(stored, sideIn(stored, call), units));
    return viewPage(items, { limit, offset, total }, linkTo);
  },
};

export const getTrade: Handler<typeof OPERATIONS.getTrade, StoredTrade> = {
  find: async (entry) => (await findTrade(entry.db, ownTrades(entry), entry.path['id'] ?? '')) ?? refuse('not_found'),
  act: (call, stored) => viewData(viewTrade(stored, sideIn(stored, call), call.query.units)),
};
