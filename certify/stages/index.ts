import { PLACING } from './placing.ts';
import type { Stage } from './stage.ts';

/** The exam, in order. Stages that move the clock far come late, and those that end the grant last. */
export const STAGES: readonly Stage[] = [...PLACING];
