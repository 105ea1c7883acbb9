import type { OfferTerms } from '#mock';
import type { Command } from 'commander';
import { readNumberFlag } from '../flags/values.ts';
import { describeMovement } from './format.ts';
import { configureVerb, verb } from './verb.ts';

/** The mock has narrower bounds and names them. */
const BOUNDS = { min: 0, max: Number.MAX_SAFE_INTEGER, allows_decimals: true } as const;

interface OfferFlags {
  price?: string;
  quantity?: string;
  seller?: string;
}

export function configure(command: Command): void {
  command.argument('<cash-bid>', 'id of the cash bid');
  configureVerb(
    command,
    verb<OfferFlags>({
      summary: 'Make an offer on a cash bid, as a seller does on the marketplace',
      options: [
        ['--price <number>', 'price, in the unit of the cash bid (default: that of the cash bid)'],
        ['--quantity <tonnes>', 'quantity to offer (default: that of the cash bid)'],
        ['--seller <user>', 'id of the user who makes the offer (default: that of dev_seller)'],
      ],
      flag_of: { price: '--price', quantity_mt: '--quantity', seller_user_id: '--seller' },
      examples: ['gristmill offer cb_9c1d', 'gristmill offer cb_9c1d --price 305 --quantity 10'],
      run: async (mock, [cash_bid = ''], flags) => {
        const movement = await mock.offer(cash_bid, termsOf(flags));
        return { value: movement, lines: [`Made the offer ${movement.offer_id}.`, ...describeMovement(movement)] };
      },
    }),
  );
}

function termsOf({ price, quantity, seller }: OfferFlags): OfferTerms {
  return {
    ...(price === undefined ? {} : { price: readNumberFlag('--price', price, BOUNDS) }),
    ...(quantity === undefined ? {} : { quantity_mt: readNumberFlag('--quantity', quantity, BOUNDS) }),
    ...(seller === undefined ? {} : { seller_user_id: seller }),
  };
}
