/** CB-11: cash bids that are deactivated and activated again. */
import { check, type Check } from '../../check/check.ts';
import { encodePath, expectThat, isInOwnListSoon } from '#client';
import { CASH_BID_NEEDS } from './make-offer.ts';

export const ACTIVITY_CHECKS: readonly Check[] = [
  check('CB-11/active-again', 'A cash bid that is activated again is listed as active', CASH_BID_NEEDS, async (t) => {
    const made = await t.arrange.cashBid();
    for (const is_active of [false, true]) {
      const changed = await t.elevator.patch(encodePath`/cash-bids/${made.id}`, { is_active });
      // Which fields can be changed is not stated.
      if (!changed.is_success || changed.data.find('is_active')?.value !== is_active)
        t.unverifiable(`PATCH /cash-bids/{id} does not set is_active to ${is_active} (status ${changed.status})`);
    }
    expectThat(await isInOwnListSoon(t.elevator, '/cash-bids', made.id, { is_active: true }), {
      message: 'GET /cash-bids?is_active=true does not list a cash bid that was activated again.',
      expected: made.id,
    });
  }),
];
