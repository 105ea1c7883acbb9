import { z } from 'zod';
import { Commodity, Counterparty, DateWindow, Id, Instant, Money, Quantity } from './values.ts';

export const TRADE_STATUSES = ['Pending', 'Completed'] as const;

/** TRD-4, TRD-5, TRD-10, TRD-11 */
export const Trade = z
  .object({
    // TRD-14: only event payloads call it `trade_id`.
    id: Id,
    reference: z.string().meta({ 'x-assumed': 'TRD-5' }),
    status: z.enum(TRADE_STATUSES),
    side: z.enum(['buyer', 'seller']).meta({ description: 'The side of the caller.', 'x-assumed': 'TRD-5' }),
    bid_id: Id.nullable().meta({ 'x-assumed': 'TRD-5' }),
    offer_id: Id.nullable().meta({ 'x-assumed': 'TRD-5' }),
    inventory_id: Id.nullable(),
    commodity: Commodity,
    quantity_mt: z.number(),
    quantity: Quantity.meta({ 'x-assumed': 'BID-56' }),
    price: Money,
    delivery: DateWindow.nullable().meta({ 'x-assumed': 'TRD-5' }),
    invoices: z
      .array(z.object({ kind: z.enum(['buyer', 'seller']), status: z.enum(['unpaid', 'paid']) }))
      .meta({ description: 'Both invoices, without names.', 'x-assumed': 'TRD-5' }),
    counterparty: Counterparty,
    created_at: Instant.meta({ 'x-assumed': 'TRD-5' }),
    settled_at: Instant.nullable().meta({ 'x-assumed': 'TRD-5' }),
  })
  .meta({
    id: 'Trade',
    description: 'A trade, Pending until both invoices are paid.',
    examples: [
      {
        id: 'trd_c40b7e19a2d8f356',
        reference: 'TRD-M3X8V0QF',
        status: 'Pending',
        side: 'buyer',
        bid_id: 'bid_8a1f04c2de97b365',
        offer_id: null,
        inventory_id: 'inv_3f9c2a71b04e8d55',
        commodity: { slug: 'cwrs-wheat', name: 'CWRS Wheat' },
        quantity_mt: 120,
        quantity: { amount: 120, unit: 'MT' },
        price: { amount: 305, currency: 'CAD', unit: 'MT' },
        delivery: { from: '2035-09-01', to: '2035-09-30' },
        invoices: [
          { kind: 'buyer', status: 'unpaid' },
          { kind: 'seller', status: 'unpaid' },
        ],
        counterparty: null,
        created_at: '2026-06-02T09:30:00.000Z',
        settled_at: null,
      },
    ],
  });
export type Trade = z.infer<typeof Trade>;
