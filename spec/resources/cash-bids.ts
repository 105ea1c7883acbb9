import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { DeliveryInput, PriceInput } from './bids.ts';
import { Commodity, Counterparty, DateWindow, Id, Instant, Money, Quantity, name } from './values.ts';

/** CB-8, CB-11 */
export const CashBid = z
  .object({
    id: Id,
    reference: z.string(),
    is_active: z.boolean(),
    commodity: Commodity,
    grade: z.string().nullable(),
    crop_year: z.int().nullable(),
    price: Money,
    quantity_mt: z.number(),
    quantity: Quantity,
    delivery: DateWindow,
    delivery_location_id: z.int(),
    created_at: Instant,
  })
  .meta({
    id: 'CashBid',
    description: 'The price that an elevator pays; sellers can make offers.',
    'x-assumed': 'CB-8',
    examples: [
      {
        id: 'cb_27e5d09f13c8ab64',
        reference: 'CB-2W9RZ5TN',
        is_active: true,
        commodity: { slug: 'canola', name: 'Canola' },
        grade: 'No. 1 Canada',
        crop_year: 2025,
        price: { amount: 664, currency: 'CAD', unit: 'MT' },
        quantity_mt: 500,
        quantity: { amount: 500, unit: 'MT' },
        delivery: { from: '2035-09-01', to: '2035-10-31' },
        delivery_location_id: 1001,
        created_at: '2026-05-28T13:00:00.000Z',
      },
    ],
  });
export type CashBid = z.infer<typeof CashBid>;

export const StoreCashBid = z
  .strictObject({
    commodity: name(),
    grade: name().nullable().optional(),
    crop_year: z.int().min(1900).max(2100).nullable().optional(),
    price: PriceInput,
    quantity_mt: z.number().min(LIMITS.bid_quantity_min_mt).max(LIMITS.quantity_max_mt),
    delivery: DeliveryInput,
    delivery_location_id: z.int(),
    is_active: z.boolean().optional(),
  })
  .meta({
    id: 'StoreCashBid',
    description: 'A new cash bid; active unless `is_active` is false.',
    'x-assumed': 'CB-8',
    examples: [
      {
        commodity: 'canola',
        grade: 'No. 1 Canada',
        price: { amount: 664, unit: 'MT' },
        quantity_mt: 500,
        delivery: { from: '2035-09-01', to: '2035-10-31' },
        delivery_location_id: 1001,
      },
    ],
  });
export type StoreCashBid = z.infer<typeof StoreCashBid>;

export const UpdateCashBid = z
  .strictObject({
    price: PriceInput.optional(),
    quantity_mt: z.number().min(LIMITS.bid_quantity_min_mt).max(LIMITS.quantity_max_mt).optional(),
    delivery: DeliveryInput.optional(),
    is_active: z.boolean().optional(),
  })
  .meta({
    id: 'UpdateCashBid',
    description: 'The fields to change.',
    'x-assumed': 'CB-8',
    examples: [{ is_active: false }],
  });
export type UpdateCashBid = z.infer<typeof UpdateCashBid>;

export const OFFER_STATUSES = ['pending', 'accepted', 'rejected', 'expired'] as const;

/** CB-7, CB-16 */
export const Offer = z
  .object({
    id: Id,
    cash_bid_id: Id,
    status: z.enum(OFFER_STATUSES),
    price: Money.meta({ 'x-assumed': 'CB-8' }),
    quantity_mt: z.number().meta({ 'x-assumed': 'CB-8' }),
    counterparty: Counterparty.meta({ 'x-assumed': 'CB-16' }),
    created_at: Instant.meta({ 'x-assumed': 'CB-8' }),
  })
  .meta({
    id: 'Offer',
    description: "A seller's offer on a cash bid. The seller is masked until the trade settles.",
    examples: [
      {
        id: 'cbo_6d1e83b5f09a27c4',
        cash_bid_id: 'cb_27e5d09f13c8ab64',
        status: 'pending',
        price: { amount: 670, currency: 'CAD', unit: 'MT' },
        quantity_mt: 120,
        counterparty: null,
        created_at: '2026-05-30T18:20:00.000Z',
      },
    ],
  });
export type Offer = z.infer<typeof Offer>;
