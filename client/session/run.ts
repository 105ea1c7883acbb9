import type { ActorName, HookName } from '../settings/schema.ts';
import type { ActorSettings, Settings } from '../settings/settings.ts';
import { withoutCounting } from '../replies/assertions.ts';
import { ActorTokens } from './actor-tokens.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { Secrets } from '../secrets/secrets.ts';
import { hideResponseSecrets } from '../http/hide-response-secrets.ts';
import { isLostRequest } from '../http/connection-closed.ts';
import { Blocked } from '../replies/findings.ts';
import { isFromGateway } from '../replies/read-items.ts';
import { HttpClient } from '../http/http-client.ts';
import { hideTokens } from '../redaction/hide-tokens.ts';
import type { Redactor } from '../redaction/redactor.ts';
import { RunReceiver } from './run-receiver.ts';
import { TargetClock } from './target-clock.ts';
import { Trail } from './trail.ts';
import { baseOf } from '../settings/owner-of.ts';
import { DeliveryWaits } from './delivery-waits.ts';

/** The state that all checks of a run share. */
export class Run {
  readonly settings: Settings;
  readonly http: HttpClient;
  readonly ledger: Ledger;
  /** What the checks share can expire when others move the clock, so it is made again. */
  readonly clock = new TargetClock(() => {
    this.#shared.clear();
  });
  readonly receiver: RunReceiver;
  readonly redactor: Redactor;
  readonly secrets: Secrets;
  readonly tokens = new ActorTokens((name, token) => {
    hideTokens(this.redactor, [[name, { token }]]);
  });
  readonly trail = new Trail();
  readonly waits = new DeliveryWaits(this);
  readonly #shared = new Map<string, Promise<unknown>>();
  readonly #memory = new Map<string, unknown>();
  readonly #extra_tokens = new Map<string, string>();
  /** The number of subscriptions of each actor in this run. */
  readonly open_subscriptions = new Map<string, number>();
  /** Whether the target rejected a subscription because the team has too many. */
  has_quota = false;
  /** The operator's hooks that are known to have an effect. */
  readonly proven_hooks = new Set<HookName>();

  constructor(settings: Settings, ledger: Ledger) {
    this.settings = settings;
    this.redactor = settings.redactor;
    this.ledger = ledger;
    this.http = new HttpClient(settings);
    // First, before other listeners see the response.
    this.http.watch((exchange) => {
      hideResponseSecrets(this.redactor, exchange);
      this.trail.noteExchange(exchange);
    });
    this.receiver = new RunReceiver(settings, this.clock);
    this.secrets = new Secrets(settings);
    hideTokens(this.redactor, settings.actors);
  }

  /** The settings of an actor. In sandbox mode, a `_sandbox` twin is the plain actor. */
  findActor(name: ActorName): ActorSettings | undefined {
    const { actors, mode } = this.settings;
    const own = actors.get(name);
    if (own !== undefined || mode !== 'sandbox' || !name.endsWith('_sandbox')) return own;
    return actors.get(baseOf(name));
  }

  /** A valid token of an actor. Renews a token that is about to expire. @throws Unverifiable if that fails */
  async freshToken(name: ActorName): Promise<string | undefined> {
    const actor = this.findActor(name);
    return actor === undefined ? undefined : this.tokens.get(name, actor, this.clock.moved_since_start_seconds);
  }

  /** Why an actor has no token, and the configuration key to set. There is none to set for an actor that a flag excludes. */
  explainActor(name: ActorName): [reason: string, config_key?: string] {
    if (this.settings.excluded.has(name)) return [`${name} is not used, because of --without`];
    return [this.settings.actor_problems.get(name) ?? `there is no token for the actor ${name}`, `actors.${name}`];
  }

  /**
   * Does something once per run, for all callers, who also share a failure. If a request was lost with its connection, the next caller tries again.
   * Assertions in it do not count, because it is a preparation.
   */
  async once<Result>(name: string, action: () => Promise<Result>): Promise<Result> {
    const known = this.#shared.get(name);
    // Each name always has the same action, so also the same result type.
    if (known !== undefined) return known as Promise<Result>;
    const made = withoutCounting(action);
    this.#shared.set(name, made);
    try {
      return await made;
    } catch (error) {
      const is_of_gateway = error instanceof Blocked && error.exchange !== undefined && isFromGateway(error.exchange);
      if (isLostRequest(error) || is_of_gateway) this.#shared.delete(name);
      throw error;
    }
  }

  /** Whether {@link once} was called with this name. */
  hasStarted(name: string): boolean {
    return this.#shared.has(name);
  }

  /** State that one module keeps for the run. */
  remember<Memory>(name: string, make: () => Memory): Memory {
    // Each name always has the same factory, so also the same type.
    if (this.#memory.has(name)) return this.#memory.get(name) as Memory;
    const made = make();
    this.#memory.set(name, made);
    return made;
  }

  /** Keeps the token of an extra actor for clean-up. @returns a unique name, under which `findExtraToken` finds it */
  addExtraActor(name: string, token: string): string {
    const taken = this.#extra_tokens.get(name);
    const own = taken === undefined || taken === token ? name : `${name} ${this.#extra_tokens.size + 1}`;
    this.#extra_tokens.set(own, token);
    return own;
  }

  findExtraToken(name: string): string | undefined {
    return this.#extra_tokens.get(name);
  }

  async close(): Promise<void> {
    await this.receiver.close();
    await this.http.close();
  }
}
