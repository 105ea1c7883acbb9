/** SBX-3, SBX-8, SBX-9, INV-23: which listing a simulation chooses, which previous bid expires, how many deliveries follow, and whose inbox shows the bid. */
import { check, type Check } from '../../check/check.ts';
import type { Lot, Reply } from '#client';
import {
  NEXT_SECOND_MS,
  ensureSuccess,
  expectRefusal,
  expectSuccess,
  expectThat,
  awaitInBidsReceived,
  warnUnless,
  encodePath,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import {
  expectExpired,
  expectReceivedBid,
  postSimulation,
  sandboxSeller,
  simulate,
  simulateOnDraft,
  waitForReceivedBid,
} from './simulation.ts';

const NEEDS = ['seller_sandbox', 'writes'] as const;

export const SANDBOX_EDGES_CHECKS: readonly Check[] = [
  check('BID-20/expired-simulation', 'A simulated bid that the next simulation expired cannot be accepted', NEEDS, async (t) => {
    const seller = sandboxSeller(t);
    const { draft, bid_id } = await simulateOnDraft(t, seller);
    await simulate(seller, { inventory_id: draft.id });
    // SBX-8 checks that it expires.
    if ((await waitForReceivedBid(seller, draft.id, bid_id)).get('status').value === 'pending')
      t.unverifiable('another simulation leaves the previous bid pending: see SBX-8');
    expectRefusal(await seller.post(encodePath`/bids/${bid_id}/accept`), 422);
  }),
  // These two run one after the other, so that no other listing of this run is newer.
  check(
    'SBX-3/newest-by-default',
    'inventory_id defaults to the most recently created listing',
    NEEDS,
    async (t) => {
      const { newest, reply } = await simulateOnNewest(t, () => undefined);
      await expectReceivedBid(sandboxSeller(t), newest.id, reply.data.get('bid_id').text());
    },
    { lane: 'quiet' },
  ),
  check(
    'SBX-3/created-not-changed',
    'The default listing is the one created last, not the one changed last',
    NEEDS,
    async (t) => {
      await simulateOnNewest(t, async (older) => {
        ensureSuccess(await sandboxSeller(t).patch(encodePath`/me/inventory/${older.id}`, { target_price: { amount: 277.5 } }));
      });
    },
    { lane: 'quiet' },
  ),
  check('SBX-8/by-grades', 'Triggering again expires the previous simulated multi-grade bid', NEEDS, async (t) => {
    const seller = sandboxSeller(t);
    const lot = await t.arrange.draft({ grade: undefined }, seller);
    const first = await simulate(seller, { inventory_id: lot.id });
    const second = await simulate(seller, { inventory_id: lot.id });
    await expectExpired(seller, lot.id, first.bid_id);
    (await waitForReceivedBid(seller, lot.id, second.bid_id)).get('status').is('pending');
  }),
  check(
    'SBX-9/counts-deliveries',
    'webhook_deliveries_queued counts the subscriptions to bid.received',
    ['partner_sandbox', 'writes', 'webhooks'],
    async (t) => {
      const partner = t.actor('partner_sandbox');
      const first = await simulateOnDraft(t, partner);
      const before = first.data.get('webhook_deliveries_queued').integer();
      const ended = await t.subscribe(partner, ['bid.received']);
      ensureSuccess(await partner.delete(encodePath`/webhooks/${ended.subscription.id}`));
      await t.subscribe(partner, ['bid.received']);
      await t.subscribe(partner, ['trade.created']);
      const { data, reply } = await simulate(partner, { inventory_id: first.draft.id });
      const after = data.get('webhook_deliveries_queued').integer();
      warnUnless(after === before + 1, {
        message: `webhook_deliveries_queued was ${before}, and is ${after} with one more subscription to bid.received.`,
        reply,
        expected: String(before + 1),
        observed: after,
      });
    },
    { lane: 'quiet' },
  ),
  check(
    'INV-23/inbox',
    'GET /me/bids-received of a sandbox token shows no live bid',
    ['buyer', 'seller', 'live', 'seller_sandbox', 'writes'],
    async (t) => {
      const bid = await t.arrange.bid(await t.arrange.lot({}, t.seller));
      expectThat((await awaitInBidsReceived(t.seller, bid.id)) !== undefined, {
        message: 'GET /me/bids-received of a live token does not list a live bid.',
        expected: bid.id,
      });
      expectThat((await awaitInBidsReceived(sandboxSeller(t), bid.id)) === undefined, {
        message: 'GET /me/bids-received of a sandbox token shows a live bid.',
        observed: bid.id,
      });
    },
    { lane: 'patient' },
  ),
];

/** Asserts that a simulated bid without inventory_id is on the newest listing. @param prepare changes an older listing before */
async function simulateOnNewest(
  t: CheckContext,
  prepare: (older: Lot) => Promise<void> | undefined,
): Promise<{ newest: Lot; reply: Reply }> {
  const seller = sandboxSeller(t);
  let { older, newest } = await createTwo(t);
  for (let tries = 1; ; tries += 1) {
    await prepare(older);
    const reply = await postSimulation(seller);
    expectSuccess(reply);
    const shown = reply.data.get('inventory_id');
    if (shown.value === newest.id) return { newest, reply };
    // Another program of this seller can have created a listing in between, but hardly three times in a row.
    if (shown.value === older.id || tries === TRIES_MAX) shown.is(newest.id);
    await t.wait(NEXT_SECOND_MS);
    [older, newest] = [newest, await t.arrange.draft({}, seller)];
  }
}

const TRIES_MAX = 3;

/** Two sandbox listings of one seller, a listed lot and a draft, created in different seconds. */
async function createTwo(t: CheckContext): Promise<{ older: Lot; newest: Lot }> {
  return t.run.once('two sandbox listings', async () => {
    const seller = sandboxSeller(t);
    const older = await t.arrange.lot({}, seller);
    await t.wait(NEXT_SECOND_MS);
    return { older, newest: await t.arrange.draft({}, seller) };
  });
}
