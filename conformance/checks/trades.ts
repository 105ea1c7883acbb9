import type { Check } from '../check/check.ts';
import { FIELDS_CHECKS } from './trades/fields.ts';
import { LIFE_CHECKS } from './trades/life.ts';
import { READING_CHECKS } from './trades/reading.ts';
import { VALUES_CHECKS } from './trades/values.ts';

export const TRADES_CHECKS: readonly Check[] = [...READING_CHECKS, ...FIELDS_CHECKS, ...LIFE_CHECKS, ...VALUES_CHECKS];
