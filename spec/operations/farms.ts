import { dataOf, pageOf } from '../resources/envelopes.ts';
import { Farm, AnyFarm, StoreFarm, UpdateFarm } from '../resources/farms.ts';
import { operation } from './operation.ts';
import { paging } from './parameters.ts';

export const FARMS = {
  listFarms: operation({
    method: 'get',
    path: '/me/farms',
    area: 'farms',
    summary: 'List own farms',
    description: 'With `farms.read`, returns full farms. With only `listings.read`, returns an opaque id and a coarse location.',
    scopes: { any: ['listings.read', 'farms.read'] },
    query: { ...paging },
    success: { status: 200, description: 'The farms.', schema: pageOf(AnyFarm) },
    listed_errors: [],
    clauses: ['FARM-1', 'PRIV-8', 'FARM-5'],
    assumed: 'PAGE-16',
  }),

  createFarm: operation({
    method: 'post',
    path: '/me/farms',
    area: 'farms',
    summary: 'Create a farm',
    scopes: { all: ['farms.write'] },
    body: { schema: StoreFarm, required: true },
    success: { status: 201, description: 'The farm.', schema: dataOf(AnyFarm) },
    listed_errors: [422],
    clauses: ['FARM-2', 'PRIV-14', 'CONV-9'],
    assumed: 'FARM-4',
  }),

  getFarm: operation({
    method: 'get',
    path: '/me/farms/{id}',
    area: 'farms',
    summary: 'Read one own farm',
    scopes: { all: ['farms.read'] },
    path_parameters: { id: 'Farm id.' },
    success: { status: 200, description: 'The farm.', schema: dataOf(Farm) },
    listed_errors: [404],
    errors: ['not_found'],
    clauses: ['FARM-3', 'FARM-6', 'PRIV-8', 'CONV-9'],
    assumed: 'FARM-4',
  }),

  updateFarm: operation({
    method: 'patch',
    path: '/me/farms/{id}',
    area: 'farms',
    summary: 'Change a farm',
    scopes: { all: ['farms.write'] },
    path_parameters: { id: 'Farm id.' },
    body: { schema: UpdateFarm, required: true },
    success: { status: 200, description: 'The updated farm.', schema: dataOf(AnyFarm) },
    listed_errors: [404],
    errors: ['not_found'],
    clauses: ['FARM-3', 'PRIV-14', 'CONV-9'],
    assumed: 'FARM-4',
  }),
};
