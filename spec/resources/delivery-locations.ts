import { z } from 'zod';

/** DLOC-1, CONV-3 */
export const DeliveryLocation = z
  .object({ id: z.int(), name: z.string(), formatted: z.string(), city: z.string(), province: z.string() })
  .meta({
    id: 'DeliveryLocation',
    description: "One of the elevator's own delivery locations.",
    examples: [{ id: 1001, name: 'North pit', formatted: '12 Railway Ave, Weyburn, SK', city: 'Weyburn', province: 'SK' }],
  });
export type DeliveryLocation = z.infer<typeof DeliveryLocation>;
