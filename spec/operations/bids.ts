import { AcceptBid, BID_STATUSES, Bid, BidOfEitherSide, PlaceBid } from '../resources/bids.ts';
import { dataOf, pageOf } from '../resources/envelopes.ts';
import { Trade } from '../resources/trades.ts';
import { operation } from './operation.ts';
import { oneOf, paging, units } from './parameters.ts';

export const BIDS = {
  placeBid: operation({
    method: 'post',
    path: '/inventory/{id}/bids',
    area: 'bids',
    summary: 'Place a bid on a listing',
    scopes: { all: ['bids.write'] },
    needs_team: true,
    path_parameters: { id: 'Public inventory id.' },
    takes_idempotency_key: true,
    body: { schema: PlaceBid, required: true },
    success: { status: 201, description: 'The pending bid.', schema: dataOf(Bid) },
    listed_errors: [400, 401, 403, 409, 422],
    errors: ['not_found'],
    clauses: ['BID-1', 'BID-2', 'BID-4', 'BID-5', 'BID-7', 'BID-9', 'BID-37', 'BID-39', 'BID-55', 'IDEM-1', 'IDEM-2', 'IDEM-3'],
  }),

  listBids: operation({
    method: 'get',
    path: '/bids',
    area: 'bids',
    summary: "List the team's bids",
    scopes: { all: ['bids.read'] },
    needs_team: true,
    query: { status: oneOf(BID_STATUSES, 'Only bids with this status.'), ...paging, units },
    success: { status: 200, description: 'A page of bids, newest first.', schema: pageOf(Bid) },
    listed_errors: [400, 401, 403],
    clauses: ['BID-14', 'BID-17', 'BID-34', 'BID-36'],
  }),

  getBid: operation({
    method: 'get',
    path: '/bids/{id}',
    area: 'bids',
    summary: "Read one of the team's bids",
    scopes: { all: ['bids.read'] },
    needs_team: true,
    path_parameters: { id: 'Bid id.' },
    query: { units },
    success: { status: 200, description: 'The bid.', schema: dataOf(Bid) },
    listed_errors: [401, 403, 404],
    errors: ['not_found'],
    clauses: ['BID-16', 'BID-17', 'BID-34', 'BID-58'],
  }),

  acceptBid: operation({
    method: 'post',
    path: '/bids/{id}/accept',
    area: 'bids',
    summary: 'Accept a bid',
    description:
      "The seller accepts a buyer's bid, or the buyer accepts a seller's counter. The author of a bid cannot accept it.",
    scopes: { all: ['bids.write'] },
    path_parameters: { id: 'Bid id.' },
    body: { schema: AcceptBid, required: false },
    success: { status: 200, description: 'The new trade.', schema: dataOf(Trade) },
    listed_errors: [403, 404, 422],
    errors: ['not_found', 'bid_items_required', 'bid_not_pending'],
    clauses: ['BID-18', 'BID-19', 'BID-20', 'BID-21', 'BID-22', 'BID-23', 'BID-25', 'BID-31', 'BID-48', 'TRD-7', 'TRD-12'],
  }),

  rejectBid: operation({
    method: 'post',
    path: '/bids/{id}/reject',
    area: 'bids',
    summary: 'Reject a bid, or withdraw it',
    scopes: { all: ['bids.write'] },
    path_parameters: { id: 'Bid id.' },
    success: { status: 200, description: 'The rejected bid.', schema: dataOf(BidOfEitherSide) },
    listed_errors: [403, 404],
    errors: ['not_found', 'bid_not_pending'],
    clauses: ['BID-18', 'BID-19', 'BID-20', 'BID-26'],
  }),

  counterBid: operation({
    method: 'post',
    path: '/bids/{id}/counter',
    area: 'bids',
    summary: 'Counter a bid',
    scopes: { all: ['bids.write'] },
    path_parameters: { id: 'Bid id.' },
    takes_idempotency_key: true,
    body: { schema: PlaceBid, required: true },
    success: { status: 201, description: 'The new bid.', schema: dataOf(BidOfEitherSide) },
    listed_errors: [409, 422],
    errors: ['not_found', 'bid_not_pending'],
    clauses: ['BID-18', 'BID-19', 'BID-20', 'BID-27', 'BID-40', 'BID-57'],
  }),
};
