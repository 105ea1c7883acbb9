import { PLAIN, TAKEN } from './genuine.ts';
import { REFUSED } from './forged.ts';
import type { Probe } from './probe.ts';
import { REPEATED } from './repeated.ts';

export { PLAIN } from './genuine.ts';
export type { Probe } from './probe.ts';
export { visit } from './visit.ts';

/** What this gallery asks of a receiver, so that no row in it is a dud. It is not the attack, and shares nothing with it. */
export const PROBES: readonly Probe[] = [PLAIN, ...TAKEN, ...REFUSED, ...REPEATED];
