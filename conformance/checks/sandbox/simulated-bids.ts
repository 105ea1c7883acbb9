import { check, type Check } from '../../check/check.ts';
import { Blocked, ensureSuccess, expectSuccess, expectThat, type Actor, awaitInBidsReceived, encodePath } from '#client';
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

/** What a seller can do with a bid, and the status that the bid then has. */
const ACTIONS = [
  ['accept', 'accepted'],
  ['reject', 'rejected'],
  ['counter', 'countered'],
] as const;

/** Simulates a bid. @throws Blocked if that fails, or the bid is not pending (SBX-6) */
async function simulatePending(seller: Actor, lot_id: string): ReturnType<typeof simulate> {
  const simulated = await simulate(seller, { inventory_id: lot_id });
  const { value } = (await waitForReceivedBid(seller, lot_id, simulated.bid_id)).get('status');
  if (value !== 'pending') throw new Blocked('a simulated bid is not pending', simulated.reply.exchange);
  return simulated;
}

/** SBX-6, SBX-8: the simulated bid. */
export const SIMULATED_BIDS_CHECKS: readonly Check[] = [
  check('SBX-6/real-pending-bid', 'simulate-event creates a pending bid that can be read', NEEDS, async (t) => {
    const seller = sandboxSeller(t);
    const { draft, data, bid_id } = await simulateOnDraft(t, seller);
    const direct = await seller.get(encodePath`/bids/${bid_id}`);
    const bid = direct.is_success ? direct.data : await expectReceivedBid(seller, draft.id, bid_id);
    bid.get('status').is('pending');
    bid.get('reference').is(data.get('bid_reference').value);
  }),
  ...ACTIONS.map(([action, expected]) =>
    check(`SBX-6/${action}`, `A simulated bid can be ${expected}`, NEEDS, async (t) => {
      const seller = sandboxSeller(t);
      const lot = await t.arrange.lot({}, seller);
      const { bid_id } = await simulate(seller, { inventory_id: lot.id, quantity: 10 });
      const body = action === 'counter' ? await t.arrange.bidBody() : undefined;
      expectSuccess(await seller.post(encodePath`/bids/${bid_id}/${action}`, body));
      const status = (await waitForReceivedBid(seller, lot.id, bid_id)).get('status').string();
      expectThat(status === expected, {
        message: `After POST /bids/{id}/${action}, a simulated bid is ${status}.`,
        expected,
        observed: status,
      });
    }),
  ),
  check('LST-12/bid-on-a-draft', 'GET /me/bids-received shows the pending bid on a draft', NEEDS, async (t) => {
    const seller = sandboxSeller(t);
    const { bid_id } = await simulateOnDraft(t, seller);
    expectThat((await awaitInBidsReceived(seller, bid_id)) !== undefined, {
      message: 'GET /me/bids-received does not show the pending bid on a draft.',
      expected: bid_id,
      likely_cause: 'The query joins only listings that are listed.',
    });
  }),
  check('SBX-6/reusable-buyer', 'All simulated bids have the same buyer', NEEDS, async (t) => {
    const seller = sandboxSeller(t);
    const readBuyer = async (): Promise<unknown> => (await simulateOnDraft(t, seller)).data.get('buyer').get('id').value;
    const [first, second] = [await readBuyer(), await readBuyer()];
    expectThat(first === second, {
      message: 'Two simulated bids have different buyers.',
      expected: String(first),
      observed: second,
    });
  }),
  check(
    'SBX-8/previous-expires',
    'Another simulation expires the previous simulated bid and places a new one, each time',
    NEEDS,
    async (t) => {
      const seller = sandboxSeller(t);
      const lot = await t.arrange.draft({}, seller);
      let previous = await simulatePending(seller, lot.id);
      for (let i = 0; i < 2; i += 1) {
        const next = await simulate(seller, { inventory_id: lot.id });
        expectThat(previous.bid_id !== next.bid_id, {
          message: 'Another simulation returned the id of the previous bid.',
          reply: next.reply,
        });
        await expectExpired(seller, lot.id, previous.bid_id);
        (await waitForReceivedBid(seller, lot.id, next.bid_id)).get('status').is('pending');
        previous = next;
      }
    },
  ),
  check(
    'SBX-8/others-stay',
    'A simulation does not change simulated bids on other listings',
    NEEDS,
    async (t) => {
      const seller = sandboxSeller(t);
      const [one, other] = [await t.arrange.draft({}, seller), await t.arrange.draft({}, seller)];
      const first = await simulatePending(seller, one.id);
      await simulate(seller, { inventory_id: other.id });
      (await waitForReceivedBid(seller, one.id, first.bid_id)).get('status').is('pending');
    },
    // In the quiet lane: a target that expires all simulated bids of a seller would also be affected by other checks.
    { lane: 'quiet' },
  ),
  check('SBX-8/real-bids-stay', "A simulation does not change a buyer's sandbox bid", [...NEEDS, 'buyer_sandbox'], async (t) => {
    const seller = sandboxSeller(t);
    const lot = await t.arrange.lot({}, seller);
    const bid = await t.arrange.bid(lot, {}, t.actor('buyer_sandbox'));
    await simulate(seller, { inventory_id: lot.id });
    await simulate(seller, { inventory_id: lot.id });
    (await waitForReceivedBid(seller, lot.id, bid.id)).get('status').is('pending');
  }),
  check('SBX-8/decided-stays', 'A simulation does not change a decided simulated bid', NEEDS, async (t) => {
    const seller = sandboxSeller(t);
    for (const action of ['reject', 'accept'] as const) {
      const lot = await t.arrange.draft({}, seller);
      // An accepted bid for the whole quantity would leave nothing to bid on.
      const event = { inventory_id: lot.id, quantity: 10 };
      const first = await simulate(seller, event);
      ensureSuccess(await seller.post(encodePath`/bids/${first.bid_id}/${action}`));
      const decided = (await waitForReceivedBid(seller, lot.id, first.bid_id)).get('status').value;
      if (decided === 'pending') throw new Blocked(`POST /bids/{id}/${action} leaves the bid pending`);
      const again = await postSimulation(seller, event);
      // An acceptance can take the listing off the market (BID-30).
      if (!again.is_success && action === 'accept')
        t.observe('after an acceptance, no other bid can be simulated on the listing');
      else expectSuccess(again);
      (await waitForReceivedBid(seller, lot.id, first.bid_id)).get('status').is(`${action}ed`);
    }
  }),
];
