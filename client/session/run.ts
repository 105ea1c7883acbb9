import { dateFromToday, deliveryWindow, elapsedMs, instantFromNow, nowMs } from '../clock.ts';
import type { ActorName, HookName } from '../settings/schema.ts';
import type { ActorSettings, Settings } from '../settings/settings.ts';
import { ANSWERS_OK, type Behavior } from '../inbox/behavior.ts';
import type { Arrival } from '../inbox/arrival.ts';
import { DeliveryDelay } from '../inbox/delivery-delay.ts';
import { Receiver, type Mailbox } from '../inbox/receiver.ts';
import { testReceiver } from '../inbox/test-receiver.ts';
import { withoutCounting } from '../replies/assertions.ts';
import { ActorTokens } from './actor-tokens.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { Secrets } from '../secrets/secrets.ts';
import { isLoopbackTarget } from '../settings/target-url.ts';
import { hideResponseSecrets } from '../http/hide-response-secrets.ts';
import { isLostRequest } from '../http/connection-closed.ts';
import { Blocked } from '../replies/findings.ts';
import { isFromGateway } from '../replies/read-items.ts';
import { HttpClient } from '../http/http-client.ts';
import { hideTokens } from '../redaction/hide-tokens.ts';
import type { Redactor } from '../redaction/redactor.ts';
import { Trail } from './trail.ts';
import { baseOf } from '../settings/owner-of.ts';
import { describeThrown } from '../config/describe-thrown.ts';

/** An arrival at the run's receiver, with the owner of the subscription and the check that created it. */
export interface Receipt {
  readonly check: string;
  readonly actor: string;
  readonly arrival: Arrival;
  /** Undefined if the subscription is unknown. */
  readonly subscription: Subscription | undefined;
}

/** A subscription that a check created. */
export interface Subscription {
  readonly id: string;
  readonly secret: string;
  readonly events: readonly string[];
}

/** Arrivals at a mailbox whose subscription is not known yet. */
interface Held {
  subscription: Subscription | undefined;
  arrivals: Arrival[];
  report: (arrival: Arrival) => void;
}

/** The state that all checks of a run share. */
export class Run {
  readonly settings: Settings;
  readonly http: HttpClient;
  readonly ledger: Ledger;
  /** Start of the run, in ms since 1970. */
  readonly began_ms = nowMs();
  readonly redactor: Redactor;
  readonly secrets: Secrets;
  readonly tokens = new ActorTokens((name, token) => {
    hideTokens(this.redactor, [[name, { token }]]);
  });
  readonly trail = new Trail();
  readonly #receiptWatchers: ((receipt: Receipt) => void)[] = [];
  readonly #shared = new Map<string, Promise<unknown>>();
  readonly #memory = new Map<string, unknown>();
  /** The tokens of extra actors, by name. */
  readonly #extra_tokens = new Map<string, string>();
  readonly #held = new WeakMap<Mailbox, Held>();
  /** The number of subscriptions of each actor in this run. */
  readonly open_subscriptions = new Map<string, number>();
  /** Whether the target rejected a subscription because the team has too many. */
  has_quota = false;
  /** The operator's hooks that are known to have an effect. */
  readonly proven_hooks = new Set<HookName>();
  /** How many seconds the target's clock was moved ahead: by this run (including a pending movement), by others, and by earlier runs. */
  moved_seconds = 0;
  /** The part of `moved_seconds` that this run moved. */
  moved_by_run_seconds = 0;
  /** The part of `moved_by_run_seconds` that a failed hook did not confirm. */
  unconfirmed_moves_seconds = 0;
  /** How often and how far others moved the clock during this run, as far as the run noticed. */
  readonly moves_by_others = { count: 0, seconds: 0 };
  /** The number of deliveries that arrived. */
  deliveries = 0;
  /** The addresses of deliveries that came to this run's receiver, but to no subscription's address. */
  stray_deliveries: readonly string[] = [];
  readonly delivery_delay = new DeliveryDelay();
  /** Whether a check has waited for a delivery, or for its row in the delivery list. */
  is_delivery_due = false;
  /** The time that a request and its response spend on the way through the tunnel to the receiver, in ms. 0 without a tunnel. */
  tunnel_ms = 0;
  /** Whether the target has accepted a subscription to the receiver of this run. */
  has_subscribed = false;
  #receiver: Promise<Receiver> | undefined;
  #receiver_problem: string | undefined;

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
    return actor === undefined
      ? undefined
      : this.tokens.get(name, actor, this.moved_by_run_seconds + this.moves_by_others.seconds);
  }

  /** Records a movement of the target's clock. Call this before the movement. */
  moveClock(seconds: number): void {
    this.moved_seconds += seconds;
    this.moved_by_run_seconds += seconds;
  }

  /** Records that others moved the target's clock. What checks share is made again, because it can have expired. */
  noteMoveByOthers(seconds: number): void {
    this.moved_seconds += seconds;
    this.moves_by_others.count += 1;
    this.moves_by_others.seconds += seconds;
    this.#shared.clear();
  }

  /** The estimated time of the target, in ms since 1970. */
  targetNowMs(): number {
    return nowMs() + this.moved_seconds * 1_000;
  }

  /** The target's date in `days` days, as `YYYY-MM-DD`. */
  dateFromToday(days: number): string {
    return dateFromToday(days, this.targetNowMs());
  }

  /** A delivery window, in days from the target's date. */
  deliveryWindow(days: readonly [from: number, to: number]): { from: string; to: string } {
    return deliveryWindow(days, this.targetNowMs());
  }

  /** The target's time in `seconds` seconds, as ISO 8601. */
  instantFromNow(seconds: number): string {
    return instantFromNow(seconds, this.targetNowMs());
  }

  /** Why an actor has no token, and the configuration key to set. There is none to set for an actor that a flag excludes. */
  explainActor(name: ActorName): [reason: string, config_key?: string] {
    if (this.settings.excluded.has(name)) return [`${name} is not used, because of --without`];
    return [this.settings.actor_problems.get(name) ?? `there is no token for the actor ${name}`, `actors.${name}`];
  }

  /** Whether the target can reach the run's receiver. */
  get has_receiver(): boolean {
    return this.receiver_problem === undefined;
  }

  /** Why the target cannot reach the run's receiver, as far as that is known. */
  get receiver_problem(): string | undefined {
    if (this.settings.receiver.public_url !== undefined) return this.#receiver_problem;
    return isLoopbackTarget(this.settings.base_url) ? undefined : 'the target cannot reach a receiver on this machine';
  }

  /** Sends a request through the public URL of the receiver. Call this before the first check. */
  async testReceiver(): Promise<void> {
    const { receiver } = this.settings;
    if (receiver.public_url === undefined) return;
    this.#receiver ??= Receiver.open(receiver);
    try {
      const open = await this.#receiver;
      const began_ms = elapsedMs();
      this.#receiver_problem = await testReceiver(open, receiver);
      this.tunnel_ms = elapsedMs() - began_ms;
    } catch (error) {
      this.#receiver = undefined;
      this.#receiver_problem = `port ${receiver.port} cannot be used: ${describeThrown(error)}`;
    }
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

  watchReceipts(watcher: (receipt: Receipt) => void): void {
    this.#receiptWatchers.push(watcher);
  }

  async openMailbox(check: string, actor: string, behavior: Behavior = ANSWERS_OK): Promise<Mailbox> {
    this.#receiver ??= Receiver.open(this.settings.receiver);
    const receiver = await this.#receiver;
    this.stray_deliveries = receiver.strays;
    const mailbox = receiver.openMailbox(behavior);
    const held: Held = {
      subscription: undefined,
      arrivals: [],
      report: (arrival) => {
        const { subscription } = held;
        for (const watcher of this.#receiptWatchers) watcher({ check, actor, arrival, subscription });
      },
    };
    this.#held.set(mailbox, held);
    mailbox.watch((arrival) => {
      this.deliveries += 1;
      this.delivery_delay.note(arrival, this.moved_seconds * 1_000);
      // A delivery can arrive before the response that contains the subscription's secret.
      if (held.subscription === undefined) held.arrivals.push(arrival);
      else held.report(arrival);
    });
    return mailbox;
  }

  /** Assigns a subscription to a mailbox and reports its earlier arrivals. Undefined if no subscription was created. */
  introduce(mailbox: Mailbox, subscription?: Subscription): void {
    const held = this.#held.get(mailbox);
    if (held === undefined) return;
    held.subscription ??= subscription;
    this.has_subscribed ||= subscription !== undefined;
    for (const arrival of held.arrivals.splice(0)) held.report(arrival);
  }

  async close(): Promise<void> {
    await (await this.#receiver)?.close();
    await this.http.close();
  }
}
