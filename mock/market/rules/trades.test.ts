import { describe, expect, test } from 'vitest';
import type { Row } from '../records/tables.ts';
import { INVOICES, payInvoice } from './trades.ts';

const EARLIER = '2026-06-01T00:00:00.000Z';
const NOW = '2026-06-02T00:00:00.000Z';

function trade(change: Partial<Row<'trades'>> = {}): Row<'trades'> {
  return {
    id: 'trd_1',
    reference: 'TRD-1',
    livemode: 1,
    bid_id: 'bid_1',
    offer_id: null,
    lot_id: 'inv_1',
    buyer_team_id: 'tm_1',
    seller_user_id: 'usr_1',
    commodity: 'canola',
    quantity_mt: 10,
    price_amount: 600,
    price_unit: 'MT',
    delivery_from: null,
    delivery_to: null,
    status: 'Pending',
    buyer_invoice_paid_at: null,
    seller_invoice_paid_at: null,
    created_at: EARLIER,
    settled_at: null,
    ...change,
  };
}

const paidBy = (invoice: string, at: string): Partial<Row<'trades'>> =>
  invoice === 'buyer' ? { buyer_invoice_paid_at: at } : { seller_invoice_paid_at: at };

describe.each(INVOICES)('paying the %s invoice', (invoice) => {
  const other = invoice === 'buyer' ? 'seller' : 'buyer';

  test('TRD-6 first does not settle the trade', () => {
    expect(payInvoice(trade(), invoice, NOW)).toEqual({ change: paidBy(invoice, NOW), events: [] });
  });

  test('TRD-6 EVT-8 second settles it, and both sides are told', () => {
    expect(payInvoice(trade(paidBy(other, EARLIER)), invoice, NOW)).toEqual({
      change: { ...paidBy(invoice, NOW), status: 'Completed', settled_at: NOW },
      events: [{ type: 'trade.settled', livemode: 1, subject_id: 'trd_1', team_ids: ['tm_1'], seller_user_id: 'usr_1' }],
    });
  });

  test('twice is a conflict, whatever the other', () => {
    expect(payInvoice(trade(paidBy(invoice, EARLIER)), invoice, NOW)).toMatchObject({ refused: 'conflict' });
    const settled = trade({ ...paidBy(invoice, EARLIER), ...paidBy(other, EARLIER), status: 'Completed', settled_at: EARLIER });
    expect(payInvoice(settled, invoice, NOW)).toMatchObject({ refused: 'conflict' });
  });
});
