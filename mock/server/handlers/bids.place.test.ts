/** Placing bids over HTTP: who may, what a body needs, what comes of it. */
import { personas } from '#fixtures';
import { beforeAll, expect, test } from 'vitest';
import { grantToken } from '../../testing/grant-token.ts';
import { outcomeOf } from '../../testing/answers.ts';
import { bidBody, makeFarm, makeLot, useMock } from '../../testing/open-mock.ts';

const t = useMock();
/** A graded lot and an ungraded one of the seller's, a lot of the partner's, a draft, an archived lot. */
let lots: Record<'graded' | 'ungraded' | 'partner' | 'draft' | 'archived' | 'sandbox', string>;
beforeAll(async () => {
  const farm_id = await makeFarm(t, 'seller');
  lots = {
    graded: await makeLot(t, 'seller', { farm_id }),
    ungraded: await makeLot(t, 'seller', { farm_id, commodity: 'cwrs-wheat', grade: null }),
    partner: await makeLot(t, 'partner'),
    draft: await makeLot(t, 'seller', { farm_id, list: false }),
    archived: await makeLot(t, 'seller', { farm_id }),
    sandbox: await makeLot(t, 'seller_sandbox'),
  };
  await t.call('seller', 'DELETE', `/me/inventory/${lots.archived}`);
});

/** Places a bid, and says in one line what came of it. */
async function place(who: string | null, lot: string, body: unknown = bidBody()): Promise<string> {
  return outcomeOf(await t.call(who, 'POST', `/inventory/${lot}/bids`, { body }));
}

test.for([
  ['AUTH-1 nobody', null, 'graded', '401 unauthenticated'],
  ['BID-2 BID-42 client credentials', 'reader', 'graded', '403 insufficient_scope'],
  ['BID-2 BID-3 a user without a team', 'seller', 'graded', '400 no_team'],
  ['BID-33 a team whose member sells the lot', 'partner', 'partner', '403 insufficient_scope'],
  ['BID-1 a team', 'elevator', 'graded', '201'],
  ['BID-55 a lot that does not exist', 'buyer', 'inv_0000000000000000', '404 not_found'],
  ['BID-33 a draft', 'buyer', 'draft', '404 not_found'],
  ['BID-33 an archived lot', 'buyer', 'archived', '404 not_found'],
  ['BID-33 a draft of its own', 'seller', 'draft', '400 no_team'],
  ['INV-23 INV-25 a sandbox lot with a live token', 'buyer', 'sandbox', '404 not_found'],
  ['INV-23 INV-25 a live lot with a sandbox token', 'buyer_sandbox', 'graded', '404 not_found'],
  ['INV-16 a sandbox lot with a sandbox token', 'buyer_sandbox', 'sandbox', '201'],
] as const)('%s: %s on %s lot: %s', async ([, who, lot, expected]) => {
  const id = lot in lots ? lots[lot as keyof typeof lots] : lot; // A name from the row, or an id.
  expect(await place(who, id)).toBe(expected);
});

test('BID-33 neither may another user bid for the team of the lot, nor the owner with a token of another team', async () => {
  const colleague = await grantToken(t, 'partner', { user_id: personas.rival.user_id });
  const elsewhere = await grantToken(t, 'partner', { team_id: personas.rival.team_id });
  expect(await place(colleague, lots.partner)).toBe('403 insufficient_scope');
  expect(await place(elsewhere, lots.partner)).toBe('403 insufficient_scope');
});

test('PRIV-9 an empty bid does not tell whether the lot is a team-mate’s', async () => {
  const colleague = await grantToken(t, 'partner', { user_id: personas.rival.user_id });
  const said = async (lot: string): Promise<string> =>
    (await t.call(colleague, 'POST', `/inventory/${lot}/bids`, { body: {} })).text;
  expect(await said(lots.partner)).toBe(await said(lots.graded));
});

test('AUTH-19 who may not bid learns nothing about the body, and of the lot only whether it is on offer', async () => {
  for (const who of ['reader', 'seller', 'partner']) expect(await place(who, lots.partner, {})).not.toMatch(/^422/);
  expect(await place('buyer', lots.draft, {})).toBe('404 not_found');
  const missing = await t.call('buyer', 'POST', '/inventory/inv_0000000000000000/bids', { body: bidBody() });
  const draft = await t.call('buyer', 'POST', `/inventory/${lots.draft}/bids`, { body: bidBody() });
  expect(draft.text).toBe(missing.text);
});

test('BID-32 BID-39 a team without good credit is refused, before anything in the body is', async () => {
  const { db } = t.mock.worlds.default.store;
  const setCredit = (has_good_credit: 0 | 1): Promise<unknown> =>
    db.updateTable('teams').set({ has_good_credit }).where('id', '=', personas.rival.team_id).execute();
  await setCredit(0);
  expect(await place('rival', lots.graded)).toBe('403 insufficient_scope');
  expect(await place('rival', lots.graded, {})).toBe('403 insufficient_scope');
  expect(await place('buyer', lots.graded)).toBe('201');
  await setCredit(1);
  expect(await place('rival', lots.graded)).toBe('201');
});
