import { z } from 'zod';
import { Id, Instant, Location, name } from './values.ts';

/** FARM-4, FARM-6, PRIV-8: the full form, for tokens with farms.read. */
export const Farm = z
  .object({
    id: Id,
    name: z.string(),
    latitude: z.number(),
    longitude: z.number(),
    nearest_city: z.string(),
    nearest_province: z.string(),
    created_at: Instant.meta({ 'x-assumed': 'FARM-4' }),
  })
  .meta({
    id: 'Farm',
    description: 'A farm as a token with `farms.read` sees it.',
    examples: [
      {
        id: 'farm_b7a4105e9c3d268f',
        name: 'Coteau Ridge',
        latitude: 50.312477,
        longitude: -107.801932,
        nearest_city: 'Swift Current',
        nearest_province: 'SK',
        created_at: '2024-03-02T17:45:00.000Z',
      },
    ],
  });
export type Farm = z.infer<typeof Farm>;

/** PRIV-8: an opaque id and a coarse location. */
export const OpaqueFarm = z.object({ id: Id, location: Location }).meta({
  id: 'OpaqueFarm',
  description: 'A farm as a token without `farms.read` sees it.',
  'x-assumed': 'FARM-4',
  examples: [{ id: 'farm_b7a4105e9c3d268f', location: { province: 'SK', nearest_city: 'Swift Current' } }],
});
export type OpaqueFarm = z.infer<typeof OpaqueFarm>;

export const AnyFarm = z.union([Farm, OpaqueFarm]);
export type AnyFarm = z.infer<typeof AnyFarm>;

/** FARM-2, FARM-4 */
const fields = {
  name: name(),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  nearest_city: name(),
  nearest_province: name(),
};

const example = {
  name: 'Coteau Ridge',
  latitude: 50.312477,
  longitude: -107.801932,
  nearest_city: 'Swift Current',
  nearest_province: 'SK',
};

export const StoreFarm = z
  .strictObject(fields)
  .meta({ id: 'StoreFarm', description: 'A new farm; every field is required.', examples: [example] });
export type StoreFarm = z.infer<typeof StoreFarm>;

export const UpdateFarm = z
  .strictObject(fields)
  .partial()
  .meta({ id: 'UpdateFarm', description: 'The fields to change.', examples: [{ name: 'Coteau Ridge East' }] });
export type UpdateFarm = z.infer<typeof UpdateFarm>;
