import type { Check } from '../check.ts';

export const IDEMPOTENCY: readonly Check[] = [];
