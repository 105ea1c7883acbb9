import type { EventType } from '#spec';
import { ACTOR_NAMES, type ActorName, type Arrival, type RunContext } from '#client';
import { closestName } from '#spec/closest-name';

export type Fields = Readonly<Record<string, unknown>>;

/** The result of a state: values for the consumer's `fromProviderState`, and the delivery of a message. */
export interface CreatedState {
  values: Fields;
  arrival?: Arrival;
}

/** A provider state. All parameters are optional. */
export interface State {
  /** The name in `given`. */
  readonly name: string;
  /** What exists in this state. */
  readonly description: string;
  /** The parameters and their descriptions. */
  readonly params?: Readonly<Record<string, string>>;
  /** The values that it returns for the request or the expected response. */
  readonly values: Readonly<Record<string, string>>;
  /** The event that it causes, for message pacts. */
  readonly event?: EventType;
  readonly make: (t: RunContext, params: Fields) => Promise<CreatedState>;
}

/** The parameter of every state that selects the actor, whose token the request gets. */
export const ACTOR_PARAM = 'actor';

/** The pact uses a state, actor, or parameter that does not exist. */
export class InvalidStateError extends Error {
  override readonly name = 'InvalidStateError';
}

/** @throws InvalidStateError that lists the known states, the closest first */
export function findState(name: string, states: readonly State[]): State {
  const found = states.find((state) => state.name === name);
  if (found !== undefined) return found;
  const names = states.map((state) => state.name);
  const closest = closestName(name, names);
  const hint = closest === undefined ? '' : ` Did you mean '${closest}'?`;
  const listed = closest === undefined ? names : [closest, ...names.filter((one) => one !== closest)];
  throw new InvalidStateError(`there is no provider state '${name}'.${hint} Known states: ${listed.join('; ')}`);
}

/** Reads a parameter that names an actor. @throws InvalidStateError if there is no such actor */
export function readActor(param: string, value: unknown): ActorName {
  const known = ACTOR_NAMES.find((name) => name === value);
  if (known !== undefined) return known;
  throw new InvalidStateError(
    `the parameter '${param}' is ${JSON.stringify(value)}, which is not an actor; use one of ${ACTOR_NAMES.join(', ')}`,
  );
}

/** @throws InvalidStateError if the state does not have a parameter */
export function checkParams(state: State, params: Fields): void {
  const known = [...Object.keys(state.params ?? {}), ACTOR_PARAM];
  const unknown = Object.keys(params).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new InvalidStateError(
    `the state '${state.name}' has no parameter ${unknown.map((name) => `'${name}'`).join(', ')}; its parameters are ${known.join(', ')}`,
  );
}
