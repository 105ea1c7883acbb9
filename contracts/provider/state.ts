import type { ActorName, Arrival } from '#client';
import { ACTOR_NAMES, findClosest } from '#client';
import type { RunContext } from '#client';

export type Json = Readonly<Record<string, unknown>>;

/** What came about: values for the consumer's `fromProviderState`, and the delivery that a message is made of. */
export interface Made {
  values: Json;
  arrival?: Arrival;
}

/** A provider state. All parameters are optional. */
export interface State {
  /** As `given` has it. */
  readonly name: string;
  /** What exists in this state. */
  readonly makes: string;
  /** What may be given, and what it decides. */
  readonly params: Readonly<Record<string, string>>;
  /** What it answers, to be put into the request or the expected response. */
  readonly values: Readonly<Record<string, string>>;
  /** The type of the event that it brings about, where it is there for messages. */
  readonly event?: string;
  readonly make: (t: RunContext, params: Json) => Promise<Made>;
}

/** Whom a state is about may be chosen in every one of them; whose token the request gets as well. */
export const ACTOR_PARAM = 'actor';

/** A pact asks for something that no table row makes: the pact is wrong, or ours is not yet there. */
export class UnknownStateError extends Error {
  override readonly name = 'UnknownStateError';
}

/** @throws UnknownStateError that lists the known states, the closest first */
export function findState(name: string, states: readonly State[]): State {
  const found = states.find((state) => state.name === name);
  if (found !== undefined) return found;
  const names = states.map((state) => state.name);
  const closest = findClosest(name, names);
  const hint = closest === undefined ? '' : ` Did you mean '${closest}'?`;
  const listed = closest === undefined ? names : [closest, ...names.filter((one) => one !== closest)];
  throw new UnknownStateError(`there is no provider state '${name}'.${hint} Known states: ${listed.join('; ')}`);
}

/** @throws UnknownStateError where there is no such actor */
export function judgeActor(value: unknown): ActorName {
  const known = ACTOR_NAMES.find((name) => name === value);
  if (known !== undefined) return known;
  throw new UnknownStateError(`the parameter '${ACTOR_PARAM}' names no actor; give one of ${ACTOR_NAMES.join(', ')}`);
}

/** @throws UnknownStateError where a parameter is none of the state's */
export function judgeParams(state: State, params: Json): void {
  const known = [...Object.keys(state.params), ACTOR_PARAM];
  const strange = Object.keys(params).filter((name) => !known.includes(name));
  if (strange.length === 0) return;
  throw new UnknownStateError(
    `the state '${state.name}' takes no parameter ${strange.map((name) => `'${name}'`).join(', ')}; it takes ${known.join(', ')}`,
  );
}
