import { dataOf, pageOf } from '../resources/envelopes.ts';
import { TRADE_STATUSES, Trade } from '../resources/trades.ts';
import { operation } from './operation.ts';
import { dateFilter, oneOf, paging, textFilter, units } from './parameters.ts';

export const TRADES = {
  listTrades: operation({
    method: 'get',
    path: '/trades',
    area: 'trades',
    summary: 'List the trades in which the team of the caller buys or its user sells',
    scopes: { all: ['trades.read'] },
    query: {
      status: oneOf(TRADE_STATUSES, 'Only trades with this status.'),
      commodity: textFilter('Commodity slugs, comma-separated.', 'canola'),
      from: dateFilter('Created on this day or later.'),
      to: dateFilter('Created on this day or earlier.'),
      ...paging,
      units,
    },
    success: { status: 200, description: 'A page of trades, newest first.', schema: pageOf(Trade) },
    listed_errors: [400, 401, 403],
    clauses: ['TRD-1', 'TRD-3'],
  }),

  getTrade: operation({
    method: 'get',
    path: '/trades/{id}',
    area: 'trades',
    summary: 'Read one trade',
    scopes: { all: ['trades.read'] },
    path_parameters: { id: 'Trade id.' },
    query: { units },
    success: { status: 200, description: 'The trade.', schema: dataOf(Trade) },
    listed_errors: [401, 403, 404],
    errors: ['not_found'],
    clauses: ['TRD-2', 'TRD-4', 'TRD-11'],
  }),
};
