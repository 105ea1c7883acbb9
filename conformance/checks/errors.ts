import type { Check } from '../check/check.ts';
import { CODES_CHECKS } from './errors/codes.ts';
import { NO_EFFECT_CHECKS } from './errors/no-effect.ts';
import { ODD_BODIES_CHECKS } from './errors/odd-bodies.ts';
import { ODD_IDS_CHECKS } from './errors/odd-ids.ts';
import { SHAPES_CHECKS } from './errors/shapes.ts';
import { STRANGERS_CHECKS } from './errors/strangers.ts';

export const ERRORS_CHECKS: readonly Check[] = [
  ...CODES_CHECKS,
  ...NO_EFFECT_CHECKS,
  ...ODD_BODIES_CHECKS,
  ...ODD_IDS_CHECKS,
  ...STRANGERS_CHECKS,
  ...SHAPES_CHECKS,
];
