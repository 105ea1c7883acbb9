import { expect, test } from 'vitest';
import { outcomeOf } from '../../testing/responses.ts';
import type { TestResponse } from '../../testing/open-mock.ts';
import { grantToken } from '../../testing/grant-token.ts';
import { makeLot, useMock } from '../../testing/open-mock.ts';

const t = useMock({ lots: 20 });

function simulate(inventory_id: string): Promise<TestResponse> {
  return t.call('seller_sandbox', 'POST', '/sandbox/simulate-event', { body: { event: 'bid.received', inventory_id } });
}

test('LST-15 SBX-3 the simulator bids on a draft, and not on an archived listing', async () => {
  const draft = await makeLot(t, 'seller_sandbox', { list: false });
  expect((await simulate(draft)).body).toMatchObject({ data: { inventory_id: draft } });
  await t.call('seller_sandbox', 'DELETE', `/me/inventory/${draft}`);
  expect(outcomeOf(await simulate(draft))).toBe('422 validation_failed: inventory_id');
});

test.for([
  ['POST', '/sandbox/simulate-event', '422 validation_failed: event'],
  ['POST', '/sandbox/users', '422 validation_failed: role'],
  ['GET', '/grades', '200'],
] as const)('AUTH-12 AUTH-20 %s %s requires inventory.read and no other scope', async ([method, path, granted]) => {
  const call = async (scopes: string): Promise<string> =>
    outcomeOf(await t.call(await grantToken(t, 'partner_sandbox', { scopes }), method, path));
  expect(await call('listings.read bids.write')).toBe('403 insufficient_scope');
  expect(await call('inventory.read')).toBe(granted);
});
