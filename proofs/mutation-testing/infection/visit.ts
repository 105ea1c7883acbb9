/** One evaluation of a seam of a shadow. */
import type { GuardedDb } from './guards.ts';

export interface Visit<Shadow> {
  readonly shadow: Shadow;
  /** What it returned or threw. Undefined until then. */
  outcome: { readonly made: unknown } | { readonly error: unknown } | undefined;
  /** Whether it has asked for the action of an operation, and gets its result later. */
  is_parked: boolean;
  turns_idle: number;
}

/** How many turns of the event loop a shadow can take without a query. One that takes more waits for something, and waiting is an effect. */
const TURNS_IDLE_MAX = 3;
const TURNS_MAX = 2_000;

/** Starts an evaluation. Never throws. */
export function visit<Shadow>(shadow: Shadow, ask: (visit: Visit<Shadow>) => unknown): Visit<Shadow> {
  const made: Visit<Shadow> = { shadow, outcome: undefined, is_parked: false, turns_idle: 0 };
  try {
    const returned = ask(made);
    if (returned instanceof Promise) void follow(made, returned);
    else made.outcome = { made: returned };
  } catch (error) {
    made.outcome = { error };
  }
  return made;
}

async function follow(visited: Visit<unknown>, returned: Promise<unknown>): Promise<void> {
  try {
    visited.outcome = { made: await returned };
  } catch (error) {
    visited.outcome = { error };
  }
}

/** Resolves when each visit has an outcome, is parked, or waits for something other than the database. */
export async function waitForVisits(visits: readonly Visit<unknown>[], isQuerying: GuardedDb['isQuerying']): Promise<void> {
  let open = visits.filter(isOpen);
  for (let turns = 0; open.length > 0 && turns < TURNS_MAX; turns += 1) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    if (!isQuerying()) for (const one of open) one.turns_idle += 1;
    open = open.filter((one) => isOpen(one) && one.turns_idle <= TURNS_IDLE_MAX);
  }
}

function isOpen({ outcome, is_parked }: Visit<unknown>): boolean {
  return outcome === undefined && !is_parked;
}
