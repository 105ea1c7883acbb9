import type { Check } from '../check/check.ts';
import { RACES } from './idempotency/races.ts';
import { REPEATING } from './idempotency/repeat.ts';
import { SCOPE } from './idempotency/scope.ts';

export const IDEMPOTENCY: readonly Check[] = [...REPEATING, ...SCOPE, ...RACES];
