import { BID_STATUSES, ReceivedBid, ReceivedBids } from '../resources/bids.ts';
import { dataOf, pageOf } from '../resources/envelopes.ts';
import { LISTING_STATUSES, Listing, PlaceListing, UpdateListing } from '../resources/listings.ts';
import { operation } from './operation.ts';
import { oneOf, paging, units } from './parameters.ts';

export const LISTINGS = {
  listListings: operation({
    method: 'get',
    path: '/me/inventory',
    area: 'listings',
    summary: 'List own listings',
    scopes: { all: ['listings.read'] },
    query: { status: oneOf(LISTING_STATUSES, 'Only listings with this status.'), ...paging, units }, // PAGE-14
    success: { status: 200, description: 'A page of listings, newest first.', schema: pageOf(Listing) },
    listed_errors: [],
    clauses: ['LST-1', 'LST-8', 'LST-16', 'PAGE-14'],
  }),

  createListing: operation({
    method: 'post',
    path: '/me/inventory',
    area: 'listings',
    summary: 'Submit a listing',
    scopes: { all: ['listings.write'] },
    body: { schema: PlaceListing, required: true },
    success: { status: 201, description: "The listing in the seller's full view.", schema: dataOf(Listing) },
    listed_errors: [403, 422],
    errors: ['payment_method_required'],
    clauses: ['LST-2', 'LST-3', 'LST-4', 'LST-9', 'LST-17', 'LST-19'],
  }),

  getListing: operation({
    method: 'get',
    path: '/me/inventory/{id}',
    area: 'listings',
    summary: 'Read one own listing',
    scopes: { all: ['listings.read'] },
    path_parameters: { id: 'Inventory id.' },
    query: { units },
    success: { status: 200, description: 'The listing.', schema: dataOf(Listing) },
    listed_errors: [404],
    errors: ['not_found'],
    clauses: ['LST-5', 'LST-8'],
  }),

  updateListing: operation({
    method: 'patch',
    path: '/me/inventory/{id}',
    area: 'listings',
    summary: 'Change, publish, or unlist a listing',
    scopes: { all: ['listings.write'] },
    path_parameters: { id: 'Inventory id.' },
    body: { schema: UpdateListing, required: true },
    success: { status: 200, description: 'The updated listing.', schema: dataOf(Listing) },
    listed_errors: [404],
    errors: ['not_found', 'payment_method_required'],
    clauses: ['LST-4', 'LST-6', 'BID-29', 'EVT-27'],
  }),

  archiveListing: operation({
    method: 'delete',
    path: '/me/inventory/{id}',
    area: 'listings',
    summary: 'Archive a listing',
    scopes: { all: ['listings.write'] },
    path_parameters: { id: 'Inventory id.' },
    success: { status: 200, description: 'The archived listing.', schema: dataOf(Listing) },
    listed_errors: [404],
    errors: ['not_found'],
    clauses: ['LST-7', 'BID-52', 'EVT-27'],
  }),

  listReceivedBids: operation({
    method: 'get',
    path: '/me/inventory/{id}/bids',
    area: 'listings',
    summary: 'List the bids on one own listing',
    scopes: { all: ['listings.read'] },
    path_parameters: { id: 'Inventory id.' },
    query: { status: oneOf(BID_STATUSES, 'Only bids with this status.'), ...paging, units }, // PAGE-14
    success: { status: 200, description: 'A page of received bids, newest first.', schema: pageOf(ReceivedBid) },
    listed_errors: [404],
    errors: ['not_found'],
    clauses: ['LST-11', 'LST-14', 'LST-21', 'PRIV-7', 'PAGE-14'],
  }),

  listBidsReceived: operation({
    method: 'get',
    path: '/me/bids-received',
    area: 'listings',
    summary: 'Read the inbox: open bids by listing, best price first',
    scopes: { all: ['listings.read', 'bids.read'] },
    query: { ...paging, units },
    success: { status: 200, description: 'A page of listings with their open bids.', schema: pageOf(ReceivedBids) },
    listed_errors: [],
    clauses: ['LST-12', 'LST-14', 'LST-21', 'PRIV-7', 'PAGE-10', 'PAGE-14'],
  }),
};
