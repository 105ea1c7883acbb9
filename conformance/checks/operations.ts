import type { Check } from '../check/check.ts';
import { SUCCESSES } from './operations/successes.ts';
import { UNLISTED_ERRORS } from './operations/unlisted-errors.ts';

export const OPERATIONS: readonly Check[] = [...SUCCESSES, ...UNLISTED_ERRORS];
