import { afterAct, violation, withoutField } from './kit/index.ts';
import type { Violation } from './violation.ts';

export const TRADES: readonly Violation[] = [
  violation('TRD-4/no-status', 'A trade does not say its status.', withoutField(['getTrade', 'listTrades'], 'status')),
  violation(
    'TRD-12/born-completed',
    'A trade is Completed from the start.',
    afterAct('acceptBid', async ({ db }, { data }) => {
      await db.updateTable('trades').set({ status: 'Completed' }).where('id', '=', data.id).execute();
      return { data: { ...data, status: 'Completed' } };
    }),
  ),
];
