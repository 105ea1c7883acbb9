import { CashBid, OFFER_STATUSES, Offer, StoreCashBid, UpdateCashBid } from '../resources/cash-bids.ts';
import { dataOf, pageOf } from '../resources/envelopes.ts';
import { Trade } from '../resources/trades.ts';
import { operation } from './operation.ts';
import { booleanFilter, oneOf, paging, textFilter, units } from './parameters.ts';

export const CASH_BIDS = {
  listCashBids: operation({
    method: 'get',
    path: '/cash-bids',
    area: 'cash-bids',
    summary: "List the elevator's cash bids",
    scopes: { all: ['cashbids.read'] },
    needs_team: true,
    query: {
      is_active: booleanFilter('If true, only active cash bids; if false, only inactive ones.'),
      commodity: textFilter('Commodity slugs, comma-separated.', 'canola'),
      ...paging,
      units,
    },
    success: { status: 200, description: 'A page of cash bids, newest first.', schema: pageOf(CashBid) },
    listed_errors: [401, 403],
    clauses: ['CB-1', 'CB-11', 'CB-13'],
  }),

  createCashBid: operation({
    method: 'post',
    path: '/cash-bids',
    area: 'cash-bids',
    summary: 'Create a cash bid',
    scopes: { all: ['cashbids.write'] },
    needs_team: true,
    body: { schema: StoreCashBid, required: true },
    success: { status: 201, description: 'The cash bid.', schema: dataOf(CashBid) },
    listed_errors: [401, 403, 422],
    clauses: ['CB-2', 'DLOC-3'],
  }),

  updateCashBid: operation({
    method: 'patch',
    path: '/cash-bids/{id}',
    area: 'cash-bids',
    summary: 'Change a cash bid',
    scopes: { all: ['cashbids.write'] },
    needs_team: true,
    path_parameters: { id: 'Cash bid id.' },
    body: { schema: UpdateCashBid, required: false },
    success: { status: 200, description: 'The updated cash bid.', schema: dataOf(CashBid) },
    listed_errors: [401, 403, 404, 422],
    errors: ['not_found'],
    clauses: ['CB-3', 'CB-12', 'CB-13'],
  }),

  listOffers: operation({
    method: 'get',
    path: '/cash-bids/{id}/offers',
    area: 'cash-bids',
    summary: 'List the offers on a cash bid',
    scopes: { all: ['cashbids.read'] },
    needs_team: true,
    path_parameters: { id: 'Cash bid id.' },
    query: { status: oneOf(OFFER_STATUSES, 'Only offers with this status.'), ...paging },
    success: { status: 200, description: 'A page of offers, newest first.', schema: pageOf(Offer) },
    listed_errors: [403, 404],
    errors: ['not_found'],
    clauses: ['CB-4', 'CB-7', 'CB-13', 'PRIV-5'],
  }),

  acceptOffer: operation({
    method: 'post',
    path: '/cash-bid-offers/{id}/accept',
    area: 'cash-bids',
    summary: 'Accept an offer',
    scopes: { all: ['cashbids.write'] },
    needs_team: true,
    path_parameters: { id: 'Offer id.' },
    success: { status: 200, description: 'The new trade.', schema: dataOf(Trade) },
    listed_errors: [404, 409],
    errors: ['not_found', 'conflict'],
    clauses: ['CB-5', 'CB-6', 'TRD-13'],
  }),

  rejectOffer: operation({
    method: 'post',
    path: '/cash-bid-offers/{id}/reject',
    area: 'cash-bids',
    summary: 'Reject an offer',
    scopes: { all: ['cashbids.write'] },
    needs_team: true,
    path_parameters: { id: 'Offer id.' },
    success: { status: 200, description: 'The rejected offer.', schema: dataOf(Offer) },
    listed_errors: [404, 409],
    errors: ['not_found', 'conflict'],
    clauses: ['CB-5', 'CB-6', 'PRIV-5'],
  }),
};
