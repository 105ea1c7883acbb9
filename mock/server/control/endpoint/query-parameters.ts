import { z } from 'zod';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1_000;

export const text = z.string().max(500).optional();
export const since = z.coerce
  .number()
  .int()
  .min(0)
  .max(Number.MAX_SAFE_INTEGER)
  .optional()
  .meta({ description: 'Only items with a higher `seq`.' });
export const limit = z.coerce.number().int().min(1).max(LIMIT_MAX).default(LIMIT_DEFAULT);
export const offset = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0);
