import { dateFromToday, instantFromNow, nowMs } from '../clock.ts';
import type { ActorName, HookName } from '../settings/schema.ts';
import type { ActorSettings, Settings } from '../settings/settings.ts';
import type { Behaviour } from '../inbox/behaviour.ts';
import { ANSWERS_OK } from '../inbox/behaviour.ts';
import type { Arrival } from '../inbox/arrival.ts';
import type { Mailbox } from '../inbox/receiver.ts';
import { Receiver } from '../inbox/receiver.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { Secrets } from '../secrets/secrets.ts';
import { isLoopbackTarget } from '../settings/target-url.ts';
import { learnSecrets } from '../http/learn-secrets.ts';
import { HttpClient } from '../http/http-client.ts';
import type { Redactor } from '../redaction/redactor.ts';

/** An arrival at the receiver of the run, with the subscription's owner and the check that subscribed. */
export interface Receipt {
  readonly check: string;
  readonly actor: string;
  readonly arrival: Arrival;
  /** Undefined where the check never told which subscription it made. */
  readonly subscription: Subscription | undefined;
}

/** What is known of a subscription that a check made. */
export interface Subscription {
  readonly id: string;
  readonly secret: string;
  readonly events: readonly string[];
}

/** What came to a mailbox before its subscription was known, and who is told as soon as it is. */
interface Held {
  subscription: Subscription | undefined;
  arrivals: Arrival[];
  tell: (arrival: Arrival) => void;
}

/** What all checks of one run share. */
export class Run {
  readonly settings: Settings;
  readonly http: HttpClient;
  readonly ledger: Ledger;
  /** When the run began, in ms since 1970. */
  readonly began_ms = nowMs();
  readonly redactor: Redactor;
  readonly secrets: Secrets;
  readonly #receiptWatchers: ((receipt: Receipt) => void)[] = [];
  readonly #shared = new Map<string, Promise<unknown>>();
  readonly #memory = new Map<string, unknown>();
  readonly #visitors = new Map<string, string>();
  readonly #held = new WeakMap<Mailbox, Held>();
  /** How many subscriptions each actor holds for checks of this run. */
  readonly open_subscriptions = new Map<string, number>();
  /** By how many seconds the clock of the target is ahead since somebody moved it: an earlier run, or this one, the movement under way included. */
  moved_seconds = 0;
  /** By how many of them this run has moved it. */
  moved_by_run_seconds = 0;
  #receiver: Promise<Receiver> | undefined;

  constructor(settings: Settings, ledger: Ledger) {
    this.settings = settings;
    this.redactor = settings.redactor;
    this.ledger = ledger;
    this.http = new HttpClient(settings);
    // Before anybody else hears of an answer.
    this.http.watch((exchange) => {
      learnSecrets(this.redactor, exchange);
    });
    this.secrets = new Secrets(settings);
    for (const [name, { token, shown_as }] of settings.actors)
      this.redactor.hide(token, shown_as ?? `TOKEN_${name.toUpperCase()}`);
  }

  /** Unless the plain actors are sandbox tokens, a twin is an actor of its own; otherwise it is the plain one. */
  findActor(name: ActorName): ActorSettings | undefined {
    const { actors, mode } = this.settings;
    const own = actors.get(name);
    if (own !== undefined || mode !== 'sandbox' || !name.endsWith('_sandbox')) return own;
    // What stands before the suffix of a twin is the name of an actor.
    return actors.get(name.slice(0, -'_sandbox'.length) as ActorName);
  }

  /** The token of an actor as it is good now: one that is about to run out is got anew, once for all who ask. */
  async freshToken(name: ActorName): Promise<string | undefined> {
    const actor = this.findActor(name);
    if (actor?.renew === undefined || actor.expires_at_ms === undefined) return actor?.token;
    if (actor.expires_at_ms - nowMs() > TOKEN_MARGIN_MS) return actor.token;
    const { renew } = actor;
    return this.once(`renewed token of ${name}`, async () => {
      const token = await renew();
      this.redactor.hide(token, `TOKEN_${name.toUpperCase()}`);
      return token;
    });
  }

  /** Tells of a movement of the target's clock that is about to be made. */
  moveClock(seconds: number): void {
    this.moved_seconds += seconds;
    this.moved_by_run_seconds += seconds;
  }

  /** What time it is at the target, as far as is known, in ms since 1970. */
  nowThereMs(): number {
    return nowMs() + this.moved_seconds * 1_000;
  }

  /** A date so many days from the target's today, as `YYYY-MM-DD`. */
  dateFromToday(days: number): string {
    return dateFromToday(days, this.nowThereMs());
  }

  /** An instant so many seconds from the target's now, as ISO 8601. */
  instantFromNow(seconds: number): string {
    return instantFromNow(seconds, this.nowThereMs());
  }

  /** Why there is no such actor, and the key to set. */
  explainActor(name: ActorName): [reason: string, config_key: string] {
    return [this.settings.actor_problems.get(name) ?? `there is no token for the actor ${name}`, `actors.${name}`];
  }

  hasHook(name: HookName): boolean {
    return this.settings.hooks.has(name);
  }

  /** Whether deliveries of the target can reach the receiver of the run. */
  get has_receiver(): boolean {
    return this.settings.receiver.public_url !== undefined || isLoopbackTarget(this.settings.base_url);
  }

  /** Does something once in the run, for whoever asks; a failure is shared as well. */
  async once<Result>(name: string, deed: () => Promise<Result>): Promise<Result> {
    const known = this.#shared.get(name);
    // The name stands for the deed, and with it for the type of what it answers.
    if (known !== undefined) return known as Promise<Result>;
    const made = deed();
    this.#shared.set(name, made);
    return made;
  }

  /** Whether somebody has asked for that to be done once. */
  isAsked(name: string): boolean {
    return this.#shared.has(name);
  }

  /** What one part of the judge remembers over a run. */
  remember<Memory>(name: string, make: () => Memory): Memory {
    // The name stands for the maker, and with it for the type of what it made.
    if (this.#memory.has(name)) return this.#memory.get(name) as Memory;
    const made = make();
    this.#memory.set(name, made);
    return made;
  }

  /** Keeps the token of somebody who is no actor, for taking back what they make. @returns a name that nobody else has */
  admitVisitor(name: string, token: string): string {
    const taken = this.#visitors.get(name);
    const own = taken === undefined || taken === token ? name : `${name} ${this.#visitors.size + 1}`;
    this.#visitors.set(own, token);
    return own;
  }

  findVisitor(name: string): string | undefined {
    return this.#visitors.get(name);
  }

  watchReceipts(watcher: (receipt: Receipt) => void): void {
    this.#receiptWatchers.push(watcher);
  }

  async openMailbox(check: string, actor: string, behaviour: Behaviour = ANSWERS_OK): Promise<Mailbox> {
    this.#receiver ??= Receiver.open(this.settings.receiver);
    const mailbox = (await this.#receiver).openMailbox(behaviour);
    const held: Held = {
      subscription: undefined,
      arrivals: [],
      tell: (arrival) => {
        const { subscription } = held;
        for (const watcher of this.#receiptWatchers) watcher({ check, actor, arrival, subscription });
      },
    };
    this.#held.set(mailbox, held);
    mailbox.watch((arrival) => {
      // A delivery may overtake the answer that makes the subscription, and with it the secret that it is signed with.
      if (held.subscription === undefined) held.arrivals.push(arrival);
      else held.tell(arrival);
    });
    return mailbox;
  }

  /** Tells whose a mailbox is; whatever has come to it until now is judged then. Without a subscription: it never became one. */
  introduce(mailbox: Mailbox, subscription?: Subscription): void {
    const held = this.#held.get(mailbox);
    if (held === undefined) return;
    held.subscription ??= subscription;
    for (const arrival of held.arrivals.splice(0)) held.tell(arrival);
  }

  async close(): Promise<void> {
    await (await this.#receiver)?.close();
    await this.http.close();
  }
}

/** A token that has less than this left is not used any more. */
const TOKEN_MARGIN_MS = 60_000;
