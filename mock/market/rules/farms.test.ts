import { expect, test } from 'vitest';
import { buildFarm } from './farms.ts';

const FIELDS = {
  name: 'Quiet Coulee',
  latitude: 50.312477,
  longitude: -107.801932,
  nearest_city: 'Swift Current',
  nearest_province: 'SK',
};

test.for([
  { livemode: 1, has_payment_method: 0 },
  { livemode: 0, has_payment_method: 1 },
] as const)(
  'LST-24 a farm with livemode $livemode begins with has_payment_method $has_payment_method',
  ({ livemode, has_payment_method }) => {
    const owner = { id: 'farm_1', user_id: 'usr_1', livemode };
    expect(buildFarm(FIELDS, owner, '2026-06-10T12:00:00.000Z')).toEqual({
      ...FIELDS,
      ...owner,
      has_payment_method,
      created_at: '2026-06-10T12:00:00.000Z',
    });
  },
);
