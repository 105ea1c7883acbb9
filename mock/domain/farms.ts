import type { StoreFarm } from '#spec';
import type { Row } from '../store/tables.ts';

type Farm = Row<'farms'>;

/** LST-24: a live farm begins without a payment method, a sandbox farm with one. */
export function startFarm(
  fields: StoreFarm,
  { id, user_id, livemode }: Pick<Farm, 'id' | 'user_id' | 'livemode'>,
  now: string,
): Farm {
  const { name, latitude, longitude, nearest_city, nearest_province } = fields;
  const has_payment_method = livemode === 1 ? 0 : 1;
  return {
    id,
    user_id,
    livemode,
    name,
    latitude,
    longitude,
    nearest_city,
    nearest_province,
    has_payment_method,
    created_at: now,
  };
}
