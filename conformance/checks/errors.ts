import type { Check } from '../check/check.ts';
import { CODES } from './errors/codes.ts';
import { NO_EFFECT } from './errors/no-effect.ts';
import { SHAPES } from './errors/shapes.ts';
import { STRANGERS } from './errors/strangers.ts';

export const ERRORS: readonly Check[] = [...CODES, ...NO_EFFECT, ...STRANGERS, ...SHAPES];
