/** Bids by teammates. No check covers this, because it needs two users in one team. */
import { personas } from '#fixtures/personas';
import type { TestResponse } from '../../testing/open-mock.ts';
import { beforeAll, expect, test } from 'vitest';
import { outcomeOf } from '../../testing/responses.ts';
import { grantToken } from '../../testing/grant-token.ts';
import { bidBody, makeLot, useMock } from '../../testing/open-mock.ts';

const t = useMock({ lots: 20 });

let teammate: string;
let lot_of_partner: string;
let lot_of_seller: string;
beforeAll(async () => {
  teammate = await grantToken(t, 'partner', { user_id: personas.rival.user_id });
  lot_of_partner = await makeLot(t, 'partner');
  lot_of_seller = await makeLot(t, 'seller');
});

function place(who: string, lot: string, body: unknown): Promise<TestResponse> {
  return t.call(who, 'POST', `/inventory/${lot}/bids`, { body });
}

test('BID-33 a teammate of the owner, and the owner in another team, get 403', async () => {
  const elsewhere = await grantToken(t, 'partner', { team_id: personas.rival.team_id });
  expect(outcomeOf(await place(teammate, lot_of_partner, bidBody()))).toBe('403 insufficient_scope');
  expect(outcomeOf(await place(elsewhere, lot_of_partner, bidBody()))).toBe('403 insufficient_scope');
});

test('PRIV-9 the response to an empty bid does not reveal whether a teammate owns the lot', async () => {
  const [own, other] = [await place(teammate, lot_of_partner, {}), await place(teammate, lot_of_seller, {})];
  expect(own.status).toBe(422);
  expect(own.text).toBe(other.text);
});
