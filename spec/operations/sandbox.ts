import { dataOf, pageOf } from '../resources/envelopes.ts';
import { Grade } from '../resources/listings.ts';
import { SandboxUser, SimulateEvent, SimulatedEvent, StoreSandboxUser } from '../resources/sandbox.ts';
import { operation } from './operation.ts';
import { paging } from './parameters.ts';

export const SANDBOX = {
  simulateEvent: operation({
    method: 'post',
    path: '/sandbox/simulate-event',
    area: 'sandbox',
    summary: 'Simulate a bid on a sandbox listing',
    scopes: { all: ['inventory.read'] },
    sandbox_only: true,
    body: { schema: SimulateEvent, required: true },
    success: { status: 200, description: 'The simulated event.', schema: dataOf(SimulatedEvent) },
    listed_errors: [],
    errors: ['not_found'],
    clauses: ['SBX-1', 'SBX-2', 'SBX-3', 'SBX-4', 'SBX-5', 'SBX-6', 'SBX-8', 'SBX-9'],
    assumed: 'SBX-16',
  }),

  createSandboxUser: operation({
    method: 'post',
    path: '/sandbox/users',
    area: 'sandbox',
    summary: 'Provision a sandbox test user',
    scopes: { all: ['inventory.read'] },
    sandbox_only: true,
    body: { schema: StoreSandboxUser, required: true },
    success: { status: 201, description: 'The user and a token.', schema: dataOf(SandboxUser) },
    listed_errors: [],
    clauses: ['SBX-11', 'SBX-12'],
    assumed: 'SBX-12',
  }),

  listGrades: operation({
    method: 'get',
    path: '/grades',
    area: 'sandbox',
    summary: 'List the accepted grade names',
    scopes: { all: ['inventory.read'] },
    query: { ...paging },
    success: { status: 200, description: 'A page of grade names.', schema: pageOf(Grade) },
    listed_errors: [],
    clauses: ['SBX-11', 'SBX-12', 'AUTH-20'],
    assumed: 'SBX-12',
  }),
};
