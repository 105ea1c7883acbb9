import { onCaller, onResource, partiesOf, violation } from './kit/index.ts';
import type { Violation } from './violation.ts';

export const PRIVACY: readonly Violation[] = [
  violation(
    'PRIV-1/farm-named',
    'Inventory names the farm.',
    onResource(['listInventory', 'getInventory'], async (lot, { db }) => {
      const parties = await partiesOf(db, lot.id);
      return { ...lot, farm: parties?.farm?.name };
    }),
  ),
  violation(
    'PRIV-4/unmasked-after-one-invoice',
    'The counterparty of a trade is named as soon as one invoice is paid.',
    onResource(['getTrade', 'listTrades'], async (trade, { db }) => {
      if (trade.invoices.every(({ status }) => status === 'unpaid')) return trade;
      const parties = await partiesOf(db, trade.id);
      return { ...trade, counterparty: { name: trade.side === 'buyer' ? parties?.seller.name : parties?.buyer?.name } };
    }),
  ),
  violation(
    'PRIV-8/farms-in-full',
    'Whoever may read listings reads farms in full.',
    onCaller(['listFarms', 'getFarm'], (caller) => ({ ...caller, scopes: new Set([...caller.scopes, 'farms.read']) })),
  ),
];
