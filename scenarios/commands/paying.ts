/** Commands that pay the invoices of trades, which happens outside the API. */
import { param, pick } from '../model/command-data.ts';
import type { Model, Side, Trade } from '../model/model.ts';
import { payInvoice } from '../model/trades.ts';
import type { Session } from '../session/session.ts';
import { newest, onItem, oneOf, type Command } from './command.ts';

const SIDES: readonly [Side, Side] = ['buyer', 'seller'];

function unpaid({ trades }: Model): readonly Trade[] {
  return trades.filter(({ paid }) => !paid.buyer && !paid.seller);
}

function halfPaid({ trades }: Model): readonly Trade[] {
  return trades.filter(({ paid }) => paid.buyer !== paid.seller);
}

async function pay(session: Session, trade: Trade, invoice: Side): Promise<void> {
  session.touched.trades.add(trade.id);
  if (trade.bid_id !== null) session.touched.bids.add(trade.bid_id);
  await session.hook('pay_invoice', { trade_id: trade.id, invoice });
  session.model = payInvoice(session.model, trade.id, invoice);
}

export const PAYING_COMMANDS: readonly Command[] = [
  onItem({
    kind: 'pay_one',
    title: 'the first of the two invoices of a trade is paid',
    weight: 8,
    needs: ['hook:pay_invoice'],
    params: { trade: newest, invoice: oneOf(2) },
    items: unpaid,
    pick: 'trade',
    run: async (session, trade, params) => {
      const invoice = pick(SIDES, param(params, 'invoice'));
      session.describe(`the ${invoice}'s invoice of ${session.name(trade.id)} is paid, the first of two`);
      await pay(session, trade, invoice);
    },
  }),
  onItem({
    kind: 'pay_other',
    title: 'the second invoice is paid, which settles the trade',
    weight: 9,
    needs: ['hook:pay_invoice'],
    params: { trade: newest },
    items: halfPaid,
    pick: 'trade',
    run: async (session, trade) => {
      const invoice = trade.paid.buyer ? 'seller' : 'buyer';
      session.describe(`the ${invoice}'s invoice of ${session.name(trade.id)} is paid too, which settles the trade`);
      await pay(session, trade, invoice);
    },
  }),
];
