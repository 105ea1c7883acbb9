import { z } from 'zod';
import { AskingPrice, Commodity, Id, Instant, Location, Quality, Quantity } from './values.ts';

/** INV-2: the anonymized listing, which is everything that buyers see of a lot. */
export const Inventory = z
  .object({
    id: Id,
    commodity: Commodity,
    variety: z.string().nullable(),
    grade: z.string().nullable().meta({ description: 'Grade code. Null for an ungraded lot, which takes multi-grade bids.' }),
    is_organic: z.boolean(),
    crop_year: z.int().nullable(),
    quantity_mt: z.number().meta({ description: 'Always in tonnes.' }),
    quantity: Quantity,
    asking_price: AskingPrice.nullable(),
    quality: Quality,
    location: Location.nullable(),
    listed_at: Instant,
    expires_at: Instant.nullable(),
  })
  .meta({
    id: 'Inventory',
    description: 'An anonymized listing (PRIV-1). It does not identify the seller or the farm, and its location is a city.',
    examples: [
      {
        id: 'inv_3f9c2a71b04e8d55',
        commodity: { slug: 'cwrs-wheat', name: 'CWRS Wheat' },
        variety: 'AAC Brandon',
        grade: 'No. 1 CWRS',
        is_organic: false,
        crop_year: 2025,
        quantity_mt: 240,
        quantity: { amount: 240, unit: 'MT' },
        asking_price: { amount: 312.5, currency: 'CAD', unit: 'MT', firm: false },
        quality: { protein: 13.4, moisture: 12.1, test_weight: 80.5, dockage: 0.8, falling_number: 340 },
        location: { province: 'SK', nearest_city: 'Swift Current' },
        listed_at: '2026-05-20T14:03:00.000Z',
        expires_at: null,
      },
    ],
  });
export type Inventory = z.infer<typeof Inventory>;

/** INV-12 */
export const InventoryFilters = z
  .object({
    commodities: z.array(Commodity),
    grades: z.array(z.string()),
    provinces: z.array(z.string()),
    crop_years: z.array(z.int()),
  })
  .meta({
    id: 'InventoryFilters',
    description: 'The values that occur in the listings that the caller can see.',
    examples: [
      {
        commodities: [{ slug: 'canola', name: 'Canola' }],
        grades: ['No. 1 Canada'],
        provinces: ['AB', 'SK'],
        crop_years: [2024, 2025],
      },
    ],
  });
export type InventoryFilters = z.infer<typeof InventoryFilters>;
