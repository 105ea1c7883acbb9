import type { Check } from '../check/check.ts';
import { CAUSES } from './operations/causes.ts';
import { SUCCESSES } from './operations/successes.ts';

export const OPERATIONS: readonly Check[] = [...SUCCESSES, ...CAUSES];
