import { ControlError } from '#mock/driver/control-client';
import { type Command, Option } from 'commander';
import { describeMovement } from './format.ts';
import { configureVerb, verb } from './verb.ts';

type Invoice = 'buyer' | 'seller';

/** Paying an invoice twice. */
const CONFLICT = 409;

export function configure(command: Command): void {
  command.argument('<trade>', 'id of the trade');
  configureVerb(
    command,
    verb<{ invoice?: Invoice }>({
      summary: 'Pay the invoices of a trade; the second payment settles it',
      options: [new Option('--invoice <side>', 'pay only this invoice').choices(['buyer', 'seller'])],
      examples: ['gristmill pay trd_3f2a', 'gristmill pay trd_3f2a --invoice buyer'],
      run: async (mock, [trade = ''], { invoice }) => {
        const paid = [];
        for (const side of invoice === undefined ? (['buyer', 'seller'] as const) : [invoice]) {
          try {
            paid.push({ side, movement: await mock.payInvoice(trade, side) });
          } catch (error) {
            const is_paid_already = error instanceof ControlError && error.status === CONFLICT;
            // Without --invoice, an invoice that is already paid is skipped; if both are, the second error says so.
            if (!is_paid_already || invoice !== undefined || (side === 'seller' && paid.length === 0)) throw error;
          }
        }
        return {
          value: paid.map(({ movement }) => movement),
          lines: paid.flatMap(({ side, movement }) => [`Paid the ${side} invoice of ${trade}.`, ...describeMovement(movement)]),
        };
      },
    }),
  );
}
