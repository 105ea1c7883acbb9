import { DeliveryLocation } from '../resources/delivery-locations.ts';
import { pageOf } from '../resources/envelopes.ts';
import { operation } from './operation.ts';
import { paging } from './parameters.ts';

export const DELIVERY_LOCATIONS = {
  listDeliveryLocations: operation({
    method: 'get',
    path: '/delivery-locations',
    area: 'delivery-locations',
    summary: "List the elevator's delivery locations",
    scopes: { all: ['locations.read'] },
    needs_team: true,
    query: { ...paging },
    success: { status: 200, description: 'The delivery locations.', schema: pageOf(DeliveryLocation) },
    listed_errors: [403],
    clauses: ['DLOC-1', 'DLOC-2', 'DLOC-3', 'PAGE-10'],
    assumed: 'PAGE-16',
  }),
};
