import { elapsedMs } from '../clock.ts';
import { describeThrown } from '../config/describe-thrown.ts';
import type { Arrival } from '../inbox/arrival.ts';
import { RESPONDS_OK, type Behavior } from '../inbox/behavior.ts';
import { DeliveryDelay } from '../inbox/delivery-delay.ts';
import { Receiver, type Mailbox } from '../inbox/receiver.ts';
import { testReceiver } from '../inbox/test-receiver.ts';
import type { Settings } from '../settings/settings.ts';
import { isLoopbackTarget } from '../settings/target-url.ts';
import type { TargetClock } from './target-clock.ts';

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

/** The webhook receiver of a run, and what is known about its deliveries. It opens with the first mailbox. */
export class RunReceiver {
  /** The number of deliveries that arrived. */
  deliveries = 0;
  readonly delay = new DeliveryDelay();
  /** Whether a check has waited for a delivery, or for its row in the delivery list. */
  is_delivery_due = false;
  /** The time that a request and its response spend on the way through the tunnel to the receiver, in ms. 0 without a tunnel. */
  tunnel_ms = 0;
  /** The addresses of deliveries that came to no subscription's address. */
  strays: readonly string[] = [];
  /** Whether the target has accepted a subscription to it. */
  has_subscribed = false;
  readonly #settings: Settings;
  readonly #clock: TargetClock;
  readonly #watchers: ((receipt: Receipt) => void)[] = [];
  readonly #held = new WeakMap<Mailbox, Held>();
  #open: Promise<Receiver> | undefined;
  #problem: string | undefined;

  constructor(settings: Settings, clock: TargetClock) {
    this.#settings = settings;
    this.#clock = clock;
  }

  /** Whether the target can reach it. */
  get is_reachable(): boolean {
    return this.problem === undefined;
  }

  /** Why the target cannot reach it, as far as that is known. */
  get problem(): string | undefined {
    if (this.#settings.receiver.public_url !== undefined) return this.#problem;
    return isLoopbackTarget(this.#settings.base_url) ? undefined : 'the target cannot reach a receiver on this machine';
  }

  /** Sends a request through the public URL. Call this before the first check. */
  async test(): Promise<void> {
    const { receiver } = this.#settings;
    if (receiver.public_url === undefined) return;
    this.#open ??= Receiver.open(receiver);
    try {
      const open = await this.#open;
      const began_ms = elapsedMs();
      this.#problem = await testReceiver(open, receiver);
      this.tunnel_ms = elapsedMs() - began_ms;
    } catch (error) {
      this.#open = undefined;
      this.#problem = `port ${receiver.port} cannot be used: ${describeThrown(error)}`;
    }
  }

  watch(watcher: (receipt: Receipt) => void): void {
    this.#watchers.push(watcher);
  }

  async openMailbox(check: string, actor: string, behavior: Behavior = RESPONDS_OK): Promise<Mailbox> {
    this.#open ??= Receiver.open(this.#settings.receiver);
    const open = await this.#open;
    this.strays = open.strays;
    const mailbox = open.openMailbox(behavior);
    const held: Held = {
      subscription: undefined,
      arrivals: [],
      report: (arrival) => {
        const { subscription } = held;
        for (const watcher of this.#watchers) watcher({ check, actor, arrival, subscription });
      },
    };
    this.#held.set(mailbox, held);
    mailbox.watch((arrival) => {
      this.deliveries += 1;
      this.delay.note(arrival, this.#clock.moved_seconds * 1_000);
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
    await (await this.#open)?.close();
  }
}
