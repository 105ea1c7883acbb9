/** One interaction of a pact: its states, its request or message, and its problem if any. */
import type { ActorName, Arrival } from '#client';
import { Blocked, Breach, TransportFault, Unverifiable } from '#client';
import type { Place } from './target.ts';
import type { Json, State } from './state.ts';
import { ACTOR_PARAM, UnknownStateError, findState, judgeActor, judgeParams } from './state.ts';
import type { StateHook } from './state-hook.ts';
import { findEventState } from './states.ts';

/** Why an interaction could not be played. */
export interface Problem {
  /** `pact`: it requests an unknown state or actor. `set_up`: creating the state failed. */
  readonly blame: 'pact' | 'set_up';
  readonly message: string;
}

/** What was sent to the target for an interaction, and what it answered. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly actor: string;
  readonly status: number;
}

export class Scene {
  readonly states: { name: string; params: Json }[] = [];
  problem: Problem | undefined;
  sent: Sent | undefined;
  /** The actor that the states name. */
  actor: ActorName | undefined;
  /** Undefined where none could be opened; then there is a problem. */
  readonly place: Place | undefined;
  readonly #known: readonly State[];
  readonly #hook: StateHook | undefined;
  #arrival: Arrival | undefined;

  constructor(place: Place | undefined, known: readonly State[], hook: StateHook | undefined) {
    this.place = place;
    this.#known = known;
    this.#hook = hook;
  }

  /** Makes a state. What fails is remembered, and answers nothing: the interaction has failed then, whatever its request brings. */
  async setUp(name: string, params: Json): Promise<Json> {
    this.states.push({ name, params });
    if (name === '' || this.place === undefined) return {};
    try {
      const actor = params[ACTOR_PARAM];
      if (actor !== undefined) this.actor = judgeActor(actor);
      if (this.#hook !== undefined) return await this.#hook.call(name, params, 'setup');
      const state = findState(name, this.#known);
      judgeParams(state, params);
      return await this.#make(this.place, state, params);
    } catch (error) {
      this.problem ??= explain(name, error);
      return {};
    }
  }

  /**
   * The delivery that a message pact is held against.
   * @param description names an event type, where no state has brought one about
   */
  async deliver(description: string): Promise<Arrival | undefined> {
    if (this.#arrival !== undefined || this.problem !== undefined) return this.#arrival;
    const state = findEventState(description);
    if (state === undefined) {
      const events = this.#known.filter(({ event }) => event !== undefined).map(({ name }) => name);
      this.problem = {
        blame: 'pact',
        message: `nothing says which event the message '${description}' is: begin it with a state (${events.join('; ')})`,
      };
      return undefined;
    }
    await this.setUp(state.name, {});
    return this.#arrival;
  }

  /** The token of an actor; where there is none, that is the problem. */
  async findToken(name: ActorName): Promise<string | undefined> {
    const token = await this.place?.tokenOf(name);
    if (token === undefined && this.place !== undefined) {
      const [reason, config_key] = this.place.context.run.explainActor(name);
      this.problem ??= { blame: 'set_up', message: `${reason} (set ${config_key})` };
    }
    return token;
  }

  /** Ends the states, and leaves the place. What fails then is told, and stops nothing. */
  async end(): Promise<void> {
    try {
      for (const { name, params } of this.states) if (name !== '') await this.#hook?.call(name, params, 'teardown');
    } catch (error) {
      this.problem ??= { blame: 'set_up', message: `the states could not be ended: ${describe(error)}` };
    }
    try {
      await this.place?.close();
    } catch (error) {
      this.problem ??= { blame: 'set_up', message: `what was made could not be taken back: ${describe(error)}` };
    }
  }

  async #make({ context }: Place, state: State, params: Json): Promise<Json> {
    const { values, arrival } = await state.make(context, params);
    this.#arrival = arrival ?? this.#arrival;
    return values;
  }
}

function explain(name: string, error: unknown): Problem {
  if (error instanceof UnknownStateError) return { blame: 'pact', message: error.message };
  const hint = error instanceof Unverifiable && error.config_key !== undefined ? ` (set ${error.config_key})` : '';
  const is_expected = [Blocked, Breach, TransportFault, Unverifiable].some((kind) => error instanceof kind);
  const kind = is_expected || !(error instanceof Error) ? '' : `${error.name}: `;
  return { blame: 'set_up', message: `the state '${name}' could not be made: ${kind}${describe(error)}${hint}` };
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
