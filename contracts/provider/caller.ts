/** Selects the token for a request of a pact. Pacts contain no tokens, only the names of actors. */
import { ACTOR_NAMES, type ActorName } from '#client';

/** `Bearer $TOKEN_BUYER` or `${TOKEN_BUYER}`, as in the curl commands of a report. */
const PLACEHOLDER = /\$\{?TOKEN_([A-Z_]+)\}?/;

/** `actor` uses the token of that actor; `sent` keeps the header of the pact. */
type Caller = { kind: 'actor'; name: ActorName } | { kind: 'unknown'; name: string } | { kind: 'sent' };

/**
 * Uses the actor in the header, then the one that the states name, then the one of the command line. Without a header, no token is added, because the
 * pact can expect 401.
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
