import type { Check } from '../check.ts';

export const SANDBOX: readonly Check[] = [];
