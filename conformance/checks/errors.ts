import type { Check } from '../check/check.ts';
import { CODES } from './errors/codes.ts';
import { SHAPES } from './errors/shapes.ts';
import { STRANGERS } from './errors/strangers.ts';

export const ERRORS: readonly Check[] = [...CODES, ...STRANGERS, ...SHAPES];
