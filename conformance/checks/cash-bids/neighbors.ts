/** What is done with one cash bid or offer leaves the others alone. */
import { check, type Check } from '../../check/check.ts';
import { ensureSuccess, expectThat, findItem } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { OFFER_NEEDS, findOffer } from './offered.ts';

const NEEDS = ['elevator', 'writes', 'fixture:cash_bid_body'] as const;

/** @throws Unverifiable if `is_active` cannot be changed: the body of PATCH is not shown */
async function deactivate(t: CheckContext, id: string): Promise<void> {
  const reply = await t.elevator.patch(`/cash-bids/${id}`, { is_active: false });
  const shown = reply.is_success ? reply.data.find('is_active')?.value : undefined;
  if (shown !== false) t.unverifiable(`PATCH /cash-bids/{id} does not take is_active (status ${reply.status})`);
}

async function isActive(t: CheckContext, id: string): Promise<unknown> {
  const item = await findItem(t.elevator, '/cash-bids', {}, (one) => one.get('id').value === id);
  return item?.find('is_active')?.value;
}

export const NEIGHBORS: readonly Check[] = [
  check(
    'CB-3/leaves-the-rest',
    'PATCH leaves is_active as it is if the body leaves it out',
    [...NEEDS, 'fixture:cash_bid_patch'],
    async (t) => {
      const { id } = await t.arrange.cashBid();
      await deactivate(t, id);
      const { is_active: _, ...patch } = t.run.settings.fixtures.cash_bid_patch ?? {};
      for (const body of [patch, {}]) {
        const reply = await t.elevator.patch(`/cash-bids/${id}`, body);
        ensureSuccess(reply);
        reply.data.get('is_active').is(false);
      }
    },
  ),
  check('CB-3/others-stay', 'PATCH changes one cash bid only', NEEDS, async (t) => {
    const [one, other] = [await t.arrange.cashBid(), await t.arrange.cashBid()];
    const before = await isActive(t, other.id);
    if (before === undefined) t.unverifiable('GET /cash-bids does not show whether a cash bid is active');
    await deactivate(t, one.id);
    expectThat((await isActive(t, other.id)) === before, {
      message: 'PATCH of a cash bid changes another one.',
      observed: other.id,
    });
  }),
  check('CB-5/others-stay', 'Rejecting an offer leaves the other offers on the cash bid pending', OFFER_NEEDS, async (t) => {
    const { id: cash_bid_id } = await t.arrange.cashBid();
    const [one = '', other = ''] = await t.arrange.offers(cash_bid_id, 2);
    ensureSuccess(await t.elevator.post(`/cash-bid-offers/${one}/reject`));
    (await findOffer(t, { cash_bid_id, id: other })).get('status').is('pending');
  }),
];
