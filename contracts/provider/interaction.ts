/** One interaction of a pact: its states, its request or message, and its problem if any. */
import { Blocked, Breach, describeThrown, TransportFault, Unverifiable, type ActorName, type Arrival } from '#client';
import type { Environment } from './environment.ts';
import { ACTOR_PARAM, InvalidStateError, findState, checkParams, readActor, type Fields, type State } from './state.ts';
import type { StateHook } from './state-hook.ts';
import { findEventState } from './states.ts';

/** Why an interaction could not run, or left something behind. */
export interface Problem {
  /** `pact`: it uses an unknown state, parameter, or actor. `set_up`: a state, the target, or the cleanup failed. */
  readonly blame: 'pact' | 'set_up';
  readonly message: string;
}

/** The request of an interaction, and the status of its response. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly actor: string;
  readonly status: number;
}

export class Interaction {
  readonly states: { name: string; params: Fields }[] = [];
  problem: Problem | undefined;
  sent: Sent | undefined;
  /** The actor that the states name. */
  actor: ActorName | undefined;
  /** Undefined if it could not be created; then `problem` is set. */
  readonly environment: Environment | undefined;
  readonly #known: readonly State[];
  readonly #hook: StateHook | undefined;
  #arrival: Arrival | undefined;

  constructor(environment: Environment | undefined, known: readonly State[], hook: StateHook | undefined) {
    this.environment = environment;
    this.#known = known;
    this.#hook = hook;
  }

  /** Creates a state. @returns its values; none if it fails, which sets `problem` */
  async setUp(name: string, params: Fields): Promise<Fields> {
    this.states.push({ name, params });
    if (name === '' || this.environment === undefined) return {};
    try {
      const actor = params[ACTOR_PARAM];
      if (actor !== undefined) this.actor = readActor(ACTOR_PARAM, actor);
      if (this.#hook !== undefined) return await this.#hook.call(name, params, 'setup');
      const state = findState(name, this.#known);
      checkParams(state, params);
      const { values, arrival } = await state.make(this.environment.context, params);
      this.#arrival = arrival ?? this.#arrival;
      return values;
    } catch (error) {
      this.problem ??= toProblem(name, error);
      return {};
    }
  }

  /**
   * Returns the delivery that Pact compares with the message. Undefined if there is none; then `problem` says why.
   * @param description names the event type if no state caused an event
   */
  async deliver(description: string): Promise<Arrival | undefined> {
    if (this.#arrival !== undefined || this.problem !== undefined) return this.#arrival;
    if (this.#hook !== undefined) {
      // The hook subscribes no receiver of this program, so an event would not arrive here.
      this.problem = { blame: 'set_up', message: 'a state hook cannot deliver messages; verify them without --state-hook' };
      return undefined;
    }
    const state = findEventState(description);
    if (state === undefined) {
      const events = this.#known.filter(({ event }) => event !== undefined).map(({ name }) => name);
      this.problem = {
        blame: 'pact',
        message: `the message '${description}' names no event: add a state (${events.join('; ')})`,
      };
      return undefined;
    }
    await this.setUp(state.name, {});
    return this.#arrival;
  }

  /** Finds the token of an actor. If there is none, sets `problem`. */
  async findToken(name: ActorName): Promise<string | undefined> {
    const token = await this.environment?.tokenOf(name);
    if (token === undefined && this.environment !== undefined) {
      const [reason, config_key] = this.environment.context.run.explainActor(name);
      this.problem ??= { blame: 'set_up', message: `${reason}${describeKey(config_key)}` };
    }
    return token;
  }

  /** Tears down the states and closes the environment. An error sets `problem`. */
  async end(): Promise<void> {
    for (const { name, params } of this.states) if (name !== '') await this.#tearDown(name, params);
    try {
      await this.environment?.close();
    } catch (error) {
      this.problem ??= { blame: 'set_up', message: `the cleanup failed: ${describeThrown(error)}` };
    }
  }

  async #tearDown(name: string, params: Fields): Promise<void> {
    try {
      await this.#hook?.call(name, params, 'teardown');
    } catch (error) {
      this.problem ??= { blame: 'set_up', message: `the teardown of the state '${name}' failed: ${describeThrown(error)}` };
    }
  }
}

function toProblem(name: string, error: unknown): Problem {
  if (error instanceof InvalidStateError) return { blame: 'pact', message: error.message };
  const hint = error instanceof Unverifiable ? describeKey(error.config_key) : '';
  const is_expected = [Blocked, Breach, TransportFault, Unverifiable].some((kind) => error instanceof kind);
  const kind = is_expected || !(error instanceof Error) ? '' : `${error.name}: `;
  return { blame: 'set_up', message: `the state '${name}' could not be created: ${kind}${describeThrown(error)}${hint}` };
}

/** The key of the configuration to set, and the flag that does the same. */
function describeKey(config_key: string | undefined): string {
  if (config_key === undefined) return '';
  const actor = /^actors\.(\w+)$/.exec(config_key)?.[1];
  return ` (set ${config_key}${actor === undefined ? '' : `, or pass --token-env ${actor.toUpperCase()}=VARIABLE`})`;
}
