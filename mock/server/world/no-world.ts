import { refuse } from '../../market/rules/refusal.ts';

export const NO_WORLD = refuse('not_found', { message: 'There is no such world.' });
