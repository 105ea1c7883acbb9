import type { ConnectedMock } from '#mock';
import { ControlError } from '#mock/driver/control-client';
import { type Command, Option } from 'commander';
import { describeMovement, drawTable, formatInstant } from './format.ts';
import { type Outcome, configureVerb, verb } from './verb.ts';

type Invoice = 'buyer' | 'seller';

/** Paying an invoice twice. */
const CONFLICT = 409;

export function configure(command: Command): void {
  command.argument('[trade]', 'id or reference of the trade; without it, lists the unpaid trades');
  configureVerb(
    command,
    verb<{ invoice?: Invoice }>({
      summary: 'Pay the invoices of a trade; the second payment settles it',
      options: [new Option('--invoice <side>', 'pay only this invoice').choices(['buyer', 'seller'])],
      examples: ['gristmill pay', 'gristmill pay TRD-7KXM2P9Q', 'gristmill pay trd_3f2a --invoice buyer'],
      run: (mock, [trade], { invoice }) => (trade === undefined ? listUnpaid(mock) : pay(mock, trade, invoice)),
    }),
  );
}

async function pay(mock: ConnectedMock, trade: string, invoice: Invoice | undefined): Promise<Outcome> {
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
}

/** The columns of a trade that the control plane lists and this command prints. */
interface ListedTrade {
  id: string;
  reference: string;
  commodity: string;
  quantity_mt: number;
  created_at: string;
  buyer_invoice_paid_at: string | null;
  seller_invoice_paid_at: string | null;
}

const LISTED_MAX = 20;

/** The newest trades that are not settled. */
async function listUnpaid(mock: ConnectedMock): Promise<Outcome> {
  const listed: (ListedTrade & { mode: string })[] = [];
  for (const mode of ['live', 'sandbox']) {
    const path = `/records/trades?status=Pending&mode=${mode}&limit=${LISTED_MAX}`;
    const { items } = await mock.control<{ items: ListedTrade[] }>('GET', path);
    listed.push(...items.map((trade) => ({ ...trade, mode })));
  }
  const rows = listed.map((trade) => [
    trade.mode,
    formatInstant(trade.created_at),
    trade.reference,
    trade.id,
    `${trade.quantity_mt} MT of ${trade.commodity}`,
    describeUnpaid(trade),
  ]);
  return {
    value: listed,
    lines: drawTable(['mode', 'created', 'reference', 'id', 'trade', 'unpaid'], rows, 'There are no unpaid trades.'),
  };
}

function describeUnpaid({ buyer_invoice_paid_at, seller_invoice_paid_at }: ListedTrade): string {
  if (buyer_invoice_paid_at === null && seller_invoice_paid_at === null) return 'both invoices';
  return `the ${buyer_invoice_paid_at === null ? 'buyer' : 'seller'} invoice`;
}
