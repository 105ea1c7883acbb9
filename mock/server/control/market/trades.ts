import { INVOICES, payInvoice } from '../../../market/rules/trades.ts';
import { isRefusal, refuse } from '../../../market/rules/refusal.ts';
import type { Row } from '../../../market/records/tables.ts';
import { emit } from '../../webhooks/outbox.ts';
import { applyChange } from '../endpoint/apply-change.ts';
import { controlOperation } from '../endpoint/operation.ts';

function stateOf({ id, status, buyer_invoice_paid_at, seller_invoice_paid_at, settled_at }: Row<'trades'>): object {
  return { id, status, buyer_invoice_paid_at, seller_invoice_paid_at, settled_at };
}

const NO_TRADE =
  'There is no such trade in this world. To list its trades, run gristmill pay without a trade, or send GET /_gristmill/records/trades.';

export const TRADES = [
  controlOperation('post', '/trades/{id}/invoices/{invoice}/pay', {
    summary: 'Pay an invoice of a trade, `buyer` or `seller`',
    description:
      'The trade can also be given by its `reference`. When both invoices are paid, the trade is Completed, each side sees the name of the other, and both get trade.settled (TRD-6, EVT-8).',
    changes_market: true,
    act: ({ world, path }) =>
      applyChange(world, async (tx, now) => {
        const trade = await tx
          .selectFrom('trades')
          .selectAll()
          .where((eb) => eb.or([eb('id', '=', path['id'] ?? ''), eb('reference', '=', path['id'] ?? '')]))
          .executeTakeFirst();
        const invoice = INVOICES.find((name) => name === path['invoice']);
        if (trade === undefined) return refuse('not_found', { message: NO_TRADE });
        if (invoice === undefined)
          return refuse('not_found', { message: `There is no such invoice; a trade has ${INVOICES.join(' and ')}.` });
        const payment = payInvoice(trade, invoice, now);
        if (isRefusal(payment)) return payment;

        const paid = await tx
          .updateTable('trades')
          .set(payment.change)
          .where('id', '=', trade.id)
          .returningAll()
          .executeTakeFirstOrThrow();
        await emit(world, tx, payment.events, now);
        return { trade_id: trade.id, previous_state: stateOf(trade), new_state: stateOf(paid) };
      }),
  }),
];
