import type { Check } from '../check/check.ts';
import { KEPT_CHECKS } from './idempotency/kept.ts';
import { RACES_CHECKS } from './idempotency/races.ts';
import { REPEATING_CHECKS } from './idempotency/repeat.ts';
import { SCOPE_CHECKS } from './idempotency/scope.ts';

export const IDEMPOTENCY_CHECKS: readonly Check[] = [...REPEATING_CHECKS, ...SCOPE_CHECKS, ...KEPT_CHECKS, ...RACES_CHECKS];
