import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { Id, Instant, name, text } from './values.ts';

export const SIMULATED_EVENTS = ['bid.received'] as const;

/** SBX-2, SBX-3, SBX-4, SBX-13 */
export const SimulateEvent = z
  .strictObject({
    event: z.enum(SIMULATED_EVENTS),
    inventory_id: text(LIMITS.name_length_max)
      .optional()
      .meta({ description: "One of the caller's sandbox listings. Default: the newest." }),
    price: z
      .number()
      .positive()
      .max(LIMITS.price_amount_max)
      .optional()
      .meta({ description: 'CAD per tonne. Default: the target price, or 250.00 without one.' }),
    quantity: z
      .number()
      .min(LIMITS.bid_quantity_min_mt)
      .optional()
      .meta({ description: 'Tonnes, limited to the quantity of the listing. Default: the whole quantity.' }),
  })
  .meta({ id: 'SimulateEvent', description: 'The event to simulate.', examples: [{ event: 'bid.received', price: 301.5 }] });
export type SimulateEvent = z.infer<typeof SimulateEvent>;

/** SBX-5 */
export const SimulatedEvent = z
  .object({
    event: z.string(),
    simulated: z.boolean(),
    bid_id: Id,
    bid_reference: z.string(),
    inventory_id: Id,
    buyer: z.object({ id: Id, email: z.string() }),
    webhook_deliveries_queued: z.int(),
    warning: z.string().nullable().meta({ description: 'Why no delivery was queued.' }),
  })
  .meta({
    id: 'SimulatedEvent',
    description: 'The bid that the simulator placed.',
    examples: [
      {
        event: 'bid.received',
        simulated: true,
        bid_id: 'bid_8a1f04c2de97b365',
        bid_reference: 'BID-7K2QM9XA',
        inventory_id: 'inv_3f9c2a71b04e8d55',
        buyer: { id: 'usr_51c9e07ab3f2d846', email: 'simulator@sandbox.example' },
        webhook_deliveries_queued: 1,
        warning: null,
      },
    ],
  });
export type SimulatedEvent = z.infer<typeof SimulatedEvent>;

/** SBX-12 */
export const StoreSandboxUser = z
  .strictObject({
    role: z.enum(['seller', 'buyer']),
    name: name().optional(),
    email: z.email().max(LIMITS.name_length_max).optional(),
  })
  .meta({
    id: 'StoreSandboxUser',
    description: 'A new test user.',
    'x-assumed': 'SBX-12',
    examples: [{ role: 'seller' }],
  });
export type StoreSandboxUser = z.infer<typeof StoreSandboxUser>;

export const SandboxUser = z
  .object({
    id: Id,
    email: z.string(),
    role: z.enum(['seller', 'buyer']),
    access_token: z.string(),
    expires_in: z.int(),
    team_id: Id.nullable(),
    created_at: Instant,
  })
  .meta({
    id: 'SandboxUser',
    description: 'A sandbox test user with its token.',
    'x-assumed': 'SBX-12',
    examples: [
      {
        id: 'usr_51c9e07ab3f2d846',
        email: 'seller-1@sandbox.example',
        role: 'seller',
        access_token: 'example-sandbox-token',
        expires_in: 3600,
        team_id: null,
        created_at: '2026-06-01T15:04:05.000Z',
      },
    ],
  });
export type SandboxUser = z.infer<typeof SandboxUser>;
