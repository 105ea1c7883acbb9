import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import {
  CalendarDate,
  Commodity,
  Counterparty,
  DateWindow,
  Id,
  Instant,
  InstantInput,
  Money,
  Quantity,
  UnitName,
  name,
  text,
} from './values.ts';

export const BID_STATUSES = ['pending', 'accepted', 'rejected', 'countered', 'expired'] as const;
/** BID-36, BID-58 */
export const BidStatus = z.enum(BID_STATUSES);

/** BID-47 */
export const BidLine = z
  .object({ id: z.string(), grade: z.string(), price: Money, subject_to_sample_approval: z.boolean(), status: z.string() })
  .meta({
    id: 'BidLine',
    description: 'One grade of a multi-grade bid.',
    examples: [
      {
        id: 'line_91c0aa52f3d7e610',
        grade: 'No. 1 CWRS',
        price: { amount: 318, currency: 'CAD', unit: 'MT' },
        subject_to_sample_approval: true,
        status: 'pending',
      },
    ],
  });
export type BidLine = z.infer<typeof BidLine>;

const shared = {
  id: Id,
  // CONV-4
  reference: z.string().meta({ description: 'A short id for people to read.' }),
  status: BidStatus,
  type: z.string().meta({ description: '`single_grade` or `multi_grade`.' }),
  price: Money.nullable().meta({ description: 'Null on a multi-grade bid.' }),
  grades: z.array(BidLine).optional().meta({ description: 'The lines of a multi-grade bid; absent on others.' }),
  quantity_mt: z.number(),
  // BID-56
  quantity: Quantity.meta({ 'x-assumed': 'BID-56' }),
  delivery: DateWindow,
  fob_farm: z.boolean(),
  delivery_location_id: z.int().nullable(),
  subject_to_sample_approval: z.boolean(),
  additional_terms: z.string().nullable(),
  expires_at: Instant.nullable(),
  counter_to: Id.nullable().meta({ description: 'The bid that this one counters.', 'x-assumed': 'BID-35' }),
  awaiting: z
    .enum(['buyer', 'seller'])
    .nullable()
    .meta({ description: 'The side that must respond to a pending bid; null once it is decided.', 'x-assumed': 'LST-13' }),
  counterparty: Counterparty,
  created_at: Instant,
};

const bidExample = {
  id: 'bid_8a1f04c2de97b365',
  reference: 'BID-7K2QM9XA',
  status: 'pending',
  type: 'single_grade',
  price: { amount: 305, currency: 'CAD', unit: 'MT' },
  quantity_mt: 120,
  quantity: { amount: 120, unit: 'MT' },
  delivery: { from: '2035-09-01', to: '2035-09-30' },
  fob_farm: true,
  delivery_location_id: null,
  subject_to_sample_approval: false,
  additional_terms: null,
  expires_at: '2026-06-08T15:04:05.000Z',
  counter_to: null,
  awaiting: 'seller',
  counterparty: null,
  created_at: '2026-06-01T15:04:05.000Z',
};

/** BID-13, BID-46: a bid as the buyer's team sees it. */
export const Bid = z.object({ ...shared, inventory_id: Id }).meta({
  id: 'Bid',
  description: 'A bid as the team that placed it sees it.',
  examples: [{ ...bidExample, inventory_id: 'inv_3f9c2a71b04e8d55' }],
});
export type Bid = z.infer<typeof Bid>;

/** LST-11, PRIV-7: a bid as the seller of the lot sees it. */
export const ReceivedBid = z
  .object({
    ...shared,
    listing_id: Id,
    buyer_label: z.string().meta({ description: 'The company name of a verified elevator, else the literal `Buyer`.' }),
    buyer_type: z.string().nullable(),
  })
  .meta({
    id: 'ReceivedBid',
    description: 'A bid as the seller of the lot sees it.',
    examples: [{ ...bidExample, listing_id: 'inv_3f9c2a71b04e8d55', buyer_label: 'Buyer', buyer_type: 'buyer' }],
  });
export type ReceivedBid = z.infer<typeof ReceivedBid>;

/** What reject and counter return: the caller's view of the bid. */
export const BidOfEitherSide = z.union([Bid, ReceivedBid]);
export type BidOfEitherSide = z.infer<typeof BidOfEitherSide>;

const priceAmount = z.number().positive().max(LIMITS.price_amount_max);

/** BID-60: the unit is stored as sent; CAD is the only currency. */
export const PriceInput = z
  .strictObject({
    amount: priceAmount,
    unit: UnitName,
    currency: z.literal('CAD').optional(),
    firm: z.boolean().nullable().optional().meta({ description: 'Ignored, so that an asking price can be sent back.' }),
  })
  .meta({ id: 'PriceInput', description: 'A price in the form of Money.', examples: [{ amount: 305, unit: 'MT' }] });

function isCalendarDate(value: string): boolean {
  return CalendarDate.safeParse(value).success;
}

/** BID-5, BID-6 */
export const DeliveryInput = z
  .strictObject({ from: CalendarDate, to: CalendarDate })
  // ERR-5: compares only valid dates.
  .refine(({ from, to }) => ![from, to].every(isCalendarDate) || from <= to, { error: 'must not be before from', path: ['to'] })
  .meta({
    id: 'DeliveryInput',
    description: 'The delivery window.',
    examples: [{ from: '2035-09-01', to: '2035-09-30' }],
  });

/** PlaceBid: the body of POST /inventory/{id}/bids and of a counter (BID-4 to BID-9, BID-37). */
export const PlaceBid = z
  .strictObject({
    price: PriceInput.optional().meta({ description: 'For graded listings.' }),
    bids: z
      .array(
        z.strictObject({
          grade: name(),
          price: PriceInput,
          subject_to_sample_approval: z.boolean().optional().meta({ 'x-assumed': 'BID-60' }),
        }),
      )
      .min(1)
      .max(LIMITS.bid_lines_max)
      .optional()
      .meta({ description: 'For ungraded (multi-grade) listings.' }),
    quantity_mt: z.number().min(LIMITS.bid_quantity_min_mt).max(LIMITS.quantity_max_mt),
    delivery: DeliveryInput,
    fob_farm: z.boolean().optional().meta({ description: 'Default: true (BID-43).' }),
    delivery_location_id: z
      .int()
      .optional()
      .meta({ description: 'Required when `fob_farm` is false. From GET /delivery-locations.' }),
    subject_to_sample_approval: z.boolean().optional(),
    additional_terms: text().optional().meta({
      description: 'Free text, moderated. Must not contain an email address, phone number, or URL.',
    }),
    expires_at: InstantInput.optional().meta({ description: 'Default: 7 days after placement (BID-11).' }),
  })
  .meta({
    id: 'PlaceBid',
    description: 'A bid on a lot. Use `price` for a graded lot and `bids` for an ungraded one.',
    examples: [
      { price: { amount: 305, unit: 'MT' }, quantity_mt: 120, delivery: { from: '2035-09-01', to: '2035-09-30' } },
      {
        bids: [
          { grade: 'No. 1 CWRS', price: { amount: 318, unit: 'MT' } },
          { grade: 'No. 2 CWRS', price: { amount: 301, unit: 'MT' } },
        ],
        quantity_mt: 80,
        delivery: { from: '2035-09-01', to: '2035-09-30' },
      },
    ],
  });
export type PlaceBid = z.infer<typeof PlaceBid>;

/** BID-22, BID-23: the lines of a multi-grade bid to accept. */
export const AcceptBid = z
  .strictObject({
    bid_items: z
      .array(
        z.union([name(), z.strictObject({ grade: name() }), z.strictObject({ id: name() })], {
          error: 'must be the name of a grade, {grade}, or {id}',
        }),
      )
      .min(1)
      .max(LIMITS.bid_lines_max)
      .optional()
      .meta({ description: 'The lines to accept: grade names, `{grade}`, or `{id}`. All other lines are rejected.' }),
  })
  .meta({
    id: 'AcceptBid',
    description: 'Needed for multi-grade bids only.',
    examples: [{ bid_items: [{ grade: 'No. 1 CWRS' }] }],
  });
export type AcceptBid = z.infer<typeof AcceptBid>;

/** LST-12: the inbox groups bids by listing. */
export const ReceivedBids = z
  .object({
    listing: z.object({
      id: Id,
      reference: z.string(),
      commodity: Commodity,
      grade: z.string().nullable(),
      quantity_mt: z.number(),
    }),
    bids: z.array(ReceivedBid),
  })
  .meta({
    id: 'ReceivedBids',
    description: 'The open bids of one listing, best price first.',
    examples: [
      {
        listing: {
          id: 'inv_3f9c2a71b04e8d55',
          reference: 'LOT-4D0ZK1PW',
          commodity: { slug: 'cwrs-wheat', name: 'CWRS Wheat' },
          grade: 'No. 1 CWRS',
          quantity_mt: 240,
        },
        bids: [{ ...bidExample, listing_id: 'inv_3f9c2a71b04e8d55', buyer_label: 'Buyer', buyer_type: 'buyer' }],
      },
    ],
  });
export type ReceivedBids = z.infer<typeof ReceivedBids>;
