/** All invariants. */
import { AGREEMENT } from './agreement.ts';
import { EVENTS } from './events.ts';
import { IDEMPOTENCY } from './idempotency.ts';
import type { Invariant } from './invariant.ts';
import { LABELS } from './labels.ts';
import { LISTS } from './lists.ts';
import { STATE_MACHINES } from './machines.ts';
import { MASKS } from './masks.ts';
import { ORACLE_INVARIANTS } from './oracles.ts';
import { STRANGERS } from './strangers.ts';

/** Invariants that send requests. They run first, so that the others check the responses. */
export const PROBING_INVARIANTS: readonly Invariant[] = [IDEMPOTENCY, ...STRANGERS];

/** Inspects deliveries. It runs before all others, because due events must have arrived by then. */
export { EVENTS } from './events.ts';

/** Invariants that only inspect exchanges and deliveries, the most specific first. */
export const PASSIVE_INVARIANTS: readonly Invariant[] = [
  MASKS,
  LABELS,
  ...ORACLE_INVARIANTS,
  STATE_MACHINES,
  AGREEMENT,
  ...LISTS,
];

export const INVARIANTS: readonly Invariant[] = [...PROBING_INVARIANTS, EVENTS, ...PASSIVE_INVARIANTS];
