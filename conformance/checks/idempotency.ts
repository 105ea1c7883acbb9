import type { Check } from '../check/check.ts';
import { LASTING_KEYS_CHECKS } from './idempotency/lasting-keys.ts';
import { LATER_REPEATS_CHECKS } from './idempotency/later-repeats.ts';
import { RACES_CHECKS } from './idempotency/races.ts';
import { REPEATING_CHECKS } from './idempotency/repeat.ts';
import { SCOPE_CHECKS } from './idempotency/scope.ts';

export const IDEMPOTENCY_CHECKS: readonly Check[] = [
  ...REPEATING_CHECKS,
  ...SCOPE_CHECKS,
  ...LASTING_KEYS_CHECKS,
  ...LATER_REPEATS_CHECKS,
  ...RACES_CHECKS,
];
