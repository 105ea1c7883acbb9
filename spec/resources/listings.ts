import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { AnyFarm } from './farms.ts';
import { AskingPrice, Commodity, Id, Instant, Location, Quality, Quantity, name } from './values.ts';

export const LISTING_STATUSES = ['listed', 'unlisted', 'archived'] as const;

/** LST-1, LST-8, LST-16: the seller's full view of a lot. */
export const Listing = z
  .object({
    id: Id,
    reference: z.string(),
    status: z.enum(LISTING_STATUSES),
    commodity: Commodity,
    variety: z.string().nullable(),
    grade: z.string().nullable(),
    is_organic: z.boolean(),
    crop_year: z.int().nullable(),
    quantity_mt: z.number(),
    quantity: Quantity.meta({ 'x-assumed': 'BID-56' }),
    target_price: AskingPrice.nullable(),
    quality: Quality,
    location: Location,
    farm: AnyFarm.meta({ description: 'A full farm with `farms.read`, else an opaque one (PRIV-14).' }),
    manage_url: z.string().nullable().meta({ description: 'The listing in the seller dashboard; null in the sandbox.' }),
    public_url: z.string().nullable().meta({ description: 'The public page; null unless listed, always null in the sandbox.' }),
    listed_at: Instant.nullable(),
    expires_at: Instant.nullable(),
    created_at: Instant,
  })
  .meta({
    id: 'Listing',
    description: "A seller's own listing.",
    examples: [
      {
        id: 'inv_3f9c2a71b04e8d55',
        reference: 'LOT-4D0ZK1PW',
        status: 'listed',
        commodity: { slug: 'cwrs-wheat', name: 'CWRS Wheat' },
        variety: 'AAC Brandon',
        grade: 'No. 1 CWRS',
        is_organic: false,
        crop_year: 2025,
        quantity_mt: 240,
        quantity: { amount: 240, unit: 'MT' },
        target_price: { amount: 312.5, currency: 'CAD', unit: 'MT', firm: false },
        quality: { protein: 13.4, moisture: 12.1 },
        location: { province: 'SK', nearest_city: 'Swift Current' },
        farm: { id: 'farm_b7a4105e9c3d268f', location: { province: 'SK', nearest_city: 'Swift Current' } },
        manage_url: 'https://marketplace.example/seller/listings/inv_3f9c2a71b04e8d55',
        public_url: 'https://marketplace.example/listings/inv_3f9c2a71b04e8d55',
        listed_at: '2026-05-20T14:03:00.000Z',
        expires_at: null,
        created_at: '2026-05-20T14:03:00.000Z',
      },
    ],
  });
export type Listing = z.infer<typeof Listing>;

const measurement = z.number().min(0).max(10_000).nullable().optional();

export const QualityInput = z
  .strictObject({
    protein: measurement,
    moisture: measurement,
    test_weight: measurement,
    dockage: measurement,
    falling_number: measurement,
  })
  .meta({
    id: 'QualityInput',
    description: 'Measurements of a sample. Each can be null or absent.',
    examples: [{ protein: 13.4, moisture: 12.1 }],
  });

const quantity = z.number().min(LIMITS.bid_quantity_min_mt).max(LIMITS.quantity_max_mt);
const targetPrice = z.strictObject({ amount: z.number().positive().max(LIMITS.price_amount_max), firm: z.boolean().optional() });

/** LST-9 */
export const PlaceListing = z
  .strictObject({
    commodity: name().meta({ description: 'Commodity slug.' }),
    farm_id: name().meta({ description: "One of the caller's farm ids." }),
    quantity_mt: quantity,
    variety: name().nullable().optional().meta({ description: 'Every buyer sees it, so it must not identify the seller.' }),
    crop_year: z.int().min(1900).max(2100).nullable().optional(),
    grade: name()
      .nullable()
      .optional()
      .meta({ description: 'Grade name from GET /grades. Without it, the listing is ungraded.' }),
    target_price: targetPrice
      .nullable()
      .optional()
      .meta({ description: 'CAD per tonne. Without it, the listing has no target price.' }),
    is_organic: z.boolean().optional(),
    quality: QualityInput.optional(),
    list: z.boolean().optional().meta({ description: 'Publish immediately. Default: true (LST-3).' }),
  })
  .meta({
    id: 'PlaceListing',
    description: 'A new listing.',
    examples: [
      {
        commodity: 'cwrs-wheat',
        farm_id: 'farm_b7a4105e9c3d268f',
        quantity_mt: 240,
        grade: 'No. 1 CWRS',
        crop_year: 2025,
        target_price: { amount: 312.5, firm: false },
      },
    ],
  });
export type PlaceListing = z.infer<typeof PlaceListing>;

/** LST-6, LST-10 */
export const UpdateListing = z
  .strictObject({
    target_price: targetPrice.nullable().optional(),
    listed: z.boolean().optional(),
    quantity_mt: quantity.optional().meta({ 'x-assumed': 'LST-10' }),
  })
  .meta({ id: 'UpdateListing', description: 'The fields to change.', examples: [{ listed: false }] });
export type UpdateListing = z.infer<typeof UpdateListing>;

/** SBX-12 */
export const Grade = z.object({ name: z.string(), commodity: z.string().meta({ description: 'Commodity slug.' }) }).meta({
  id: 'Grade',
  description: 'An accepted grade name.',
  'x-assumed': 'SBX-12',
  examples: [{ name: 'No. 1 CWRS', commodity: 'cwrs-wheat' }],
});
export type Grade = z.infer<typeof Grade>;
