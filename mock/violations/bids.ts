import { isRefusal, refuse } from '../domain/refusal.ts';
import { findLot } from '../store/lots.ts';
import { afterAct, asOwner, beforeAct, fillIn, onCaller, onFind, violation, withoutEffect } from './kit/index.ts';
import type { Violation } from './violation.ts';

const ANSWERS = ['acceptBid', 'rejectBid', 'counterBid'] as const;

export const BIDS: readonly Violation[] = [
  violation('BID-4/quantity-optional', 'A bid without a quantity is a bid for a tonne.', fillIn('placeBid', { quantity_mt: 1 })),
  violation(
    'BID-18/team-needed-to-answer',
    'Nobody answers a bid without a team.',
    onCaller(ANSWERS, (caller) => (caller.team_id === null ? refuse('no_team') : caller)),
  ),
  violation('BID-19/strangers-answer', 'Whoever knows the id of a bid may answer it.', asOwner(ANSWERS)),
  violation('BID-26/reject-without-effect', 'A bid that was rejected stays pending.', withoutEffect('rejectBid')),
  violation(
    'BID-30/quantity-left-on-lot',
    'An acceptance takes nothing off the lot.',
    afterAct('acceptBid', async ({ db }, answer) => {
      const { inventory_id, quantity_mt } = answer.data;
      await db
        .updateTable('lots')
        .set((eb) => ({ quantity_mt: eb('quantity_mt', '+', quantity_mt) }))
        .where('id', '=', inventory_id)
        .execute();
    }),
  ),
  violation(
    'BID-33/unlisted-lots-taken',
    'A lot that is not listed takes bids.',
    onFind('placeBid', async (found, { db, caller, path }) =>
      isRefusal(found) ? ((await findLot(db, path['id'] ?? '', caller.livemode)) ?? found) : found,
    ),
  ),
  violation(
    'BID-50/countered-for-nothing',
    'A counter that is refused leaves the bid countered.',
    beforeAct('counterBid', async ({ db }, { truth }) => {
      await db.updateTable('bids').set({ status: 'countered' }).where('id', '=', truth.bid.id).execute();
    }),
  ),
];
