import { z } from 'zod';
import { Id, Instant } from './values.ts';

/** TEAM-3, TEAM-4 */
export const Team = z
  .object({
    id: Id,
    name: z.string(),
    role: z.enum(['owner', 'admin', 'member']).meta({ description: "The user's role in the team." }),
    type: z.enum(['elevator', 'buyer']),
    is_verified_elevator: z.boolean(),
    created_at: Instant,
  })
  .meta({
    id: 'Team',
    description: 'A team of the user.',
    'x-assumed': 'TEAM-3',
    examples: [
      {
        id: 'tm_0b6de2f4917ac853',
        name: 'Northern Plains Grain',
        role: 'owner',
        type: 'elevator',
        is_verified_elevator: true,
        created_at: '2023-04-11T16:00:00.000Z',
      },
    ],
  });
export type Team = z.infer<typeof Team>;
