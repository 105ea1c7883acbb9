import type { Check } from '../check/check.ts';
import { SUCCESSES_CHECKS } from './operations/successes.ts';
import { UNLISTED_ERRORS_CHECKS } from './operations/unlisted-errors.ts';

export const OPERATIONS_CHECKS: readonly Check[] = [...SUCCESSES_CHECKS, ...UNLISTED_ERRORS_CHECKS];
