import type { Check } from '../check/check.ts';
import { CODES } from './errors/codes.ts';
import { PATCHES } from './errors/patches.ts';
import { STRANGERS } from './errors/strangers.ts';

export const ERRORS: readonly Check[] = [...CODES, ...STRANGERS, ...PATCHES];
