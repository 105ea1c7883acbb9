/** The contract and the gate state some facts independently of each other. They must agree. */
import { SCOPED_ENDPOINTS, SCOPE_NAMES } from '#conformance/checks/auth/endpoints';
import { BID_STATE_ROWS, type State } from '#conformance/checks/bids/states';
import { BID_MACHINE, OPERATIONS, OPERATION_IDS, SCOPES, findTransition, type BidState, type Operation } from '#spec';
import { expect, test } from 'vitest';

/** The same shape for `/inventory/inv_000/bids` and `/inventory/{id}/bids`. */
function shapeOf(path: string): string {
  return path.replaceAll(/\{\w+\}|[a-z]+_0{8,}|(?<=prices\/)[^/]+/g, '*');
}

test('AUTH-2 the endpoints and scopes of the checks match the contract, except the three without a scope', () => {
  const declared = OPERATION_IDS.map((id): Operation => OPERATIONS[id])
    .filter(({ path }) => path !== '/grades' && !path.startsWith('/sandbox/'))
    .map(({ method, path, scopes }) => {
      const all = 'all' in scopes;
      return `${method.toUpperCase()} ${shapeOf(path)} ${all ? 'all' : 'any'} ${(all ? scopes.all : scopes.any).toSorted().join(' ')}`;
    });
  const checked = SCOPED_ENDPOINTS.map(({ method, path, scopes, any_scope }) => {
    return `${method} ${shapeOf(path)} ${any_scope ? 'any' : 'all'} ${scopes.toSorted().join(' ')}`;
  });
  expect(checked).toHaveLength(OPERATION_IDS.length - 3);
  expect(checked.toSorted()).toEqual(declared.toSorted());
});

test('AUTH-13 the scopes of the checks are those of the contract', () => {
  expect([...SCOPE_NAMES].toSorted()).toEqual(Object.keys(SCOPES).toSorted());
});

const STATE_OF: Readonly<Record<State, BidState>> = {
  bid: 'pending',
  counter: 'pending',
  accepted: 'accepted',
  'accepted-counter': 'accepted',
  rejected: 'rejected',
  'rejected-counter': 'rejected',
  countered: 'countered',
  'countered-counter': 'countered',
};

test('BID-20 the rows of the checks match the transitions of the contract, by state, action, and side', () => {
  expect(BID_STATE_ROWS).toHaveLength(24);
  for (const { state, action, seller, buyer } of BID_STATE_ROWS) {
    // The outcome for the side that made the bid is open.
    const other = state === 'counter' || state.endsWith('-counter') ? buyer : seller;
    const to = findTransition(BID_MACHINE, STATE_OF[state], action)?.to;
    expect(other, `${state} ${action}`).toBe(to === undefined ? '422' : `${action === 'counter' ? 201 : 200} ${to}`);
  }
});
