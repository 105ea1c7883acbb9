import type { Check } from '../check/check.ts';
import { FIELDS } from './trades/fields.ts';
import { LIFE } from './trades/life.ts';
import { READING } from './trades/reading.ts';
import { VALUES } from './trades/values.ts';

export const TRADES: readonly Check[] = [...READING, ...FIELDS, ...LIFE, ...VALUES];
