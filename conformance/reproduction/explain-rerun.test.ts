import type { RunAction } from '#client';
import { makeHttpExchange } from '#client/testing/exchange';
import type { OperationId } from '#spec';
import { expect, test } from 'vitest';
import { explainRerun } from './explain-rerun.ts';

/** Why a 404 cannot be reproduced with single requests. @param known the id that an earlier response contains */
function explain(operation: OperationId, path: string, known?: string): string | undefined {
  const exchange = makeHttpExchange({ number: 2, operation, url: `http://127.0.0.1:4010/v1${path}`, status: 404 });
  const action: RunAction = { type: 'exchange', number: 2, check: exchange.check, is_shared: false, exchange };
  const captures = known === undefined ? [] : [{ value: known, name: 'listing 1', at: action, pointer: '/data/id' }];
  return explainRerun({ actions: [action], captures }, { by: 'status', expectation: { kind: 'status', statuses: [200] } });
}

test('INV-14 an id that no response contains is not called one of a webhook delivery', () => {
  expect(explain('getInventory', '/inventory/inv_4f21')).toBe('it asks for an id that no earlier response contains');
  expect(explain('getInventory', '/inventory/inv_4f21', 'inv_4f21')).toBeUndefined();
});
