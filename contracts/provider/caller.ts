/** Selects the token for a request of a pact. Pacts contain no tokens, only the names of actors. */
import type { ActorName } from '#client';
import { ACTOR_NAMES } from '#client';

/** `Bearer $TOKEN_BUYER`, as the curl lines of the gate have it; braces may stand around the name. */
const PLACEHOLDER = /\$\{?TOKEN_([A-Z_]+)\}?/;

/** `actor` uses the token of that actor; `sent` keeps the header of the pact. */
export type Caller = { kind: 'actor'; name: ActorName } | { kind: 'unknown'; name: string } | { kind: 'sent' };

/**
 * The header itself comes first, then the actor that the states name, then the one that the command line names. Without a header nobody calls:
 * a pact about 401 stays one.
 */
export function findCaller(
  authorization: string | undefined,
  of_states: ActorName | undefined,
  otherwise: ActorName | undefined,
): Caller {
  if (authorization === undefined) return { kind: 'sent' };
  const [, placeholder] = PLACEHOLDER.exec(authorization) ?? [];
  if (placeholder !== undefined) {
    const name = ACTOR_NAMES.find((known) => known === placeholder.toLowerCase());
    return name === undefined ? { kind: 'unknown', name: placeholder } : { kind: 'actor', name };
  }
  const name = of_states ?? otherwise;
  return name === undefined ? { kind: 'sent' } : { kind: 'actor', name };
}
