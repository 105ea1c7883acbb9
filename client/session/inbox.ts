import { elapsedMs, nowMs, poll } from '../clock.ts';
import { noteAssertion } from '../replies/assertions.ts';
import { Blocked, Breach } from '../replies/findings.ts';
import { isObject, type JsonObject, readPath } from '../json.ts';
import { readItems } from '../replies/read-items.ts';
import { unsubscribe } from '../arrange/create-subscription.ts';
import type { Actor } from './actor.ts';
import type { Exchange } from '../replies/exchange.ts';
import type { Subscription } from './run-receiver.ts';
import type { RunContext } from './run-context.ts';
import type { Arrival } from '../inbox/arrival.ts';
import { matchArrivals, type ArrivalQuery } from '../inbox/arrival-query.ts';
import { describeArrivals, describeCause, ensureAddressed } from '../inbox/describe-arrivals.ts';
import { DATA_NOT_OBJECT, toExchange } from '../inbox/read-delivery.ts';
import { ARRIVAL_MS, type DeliveryWaits } from './delivery-waits.ts';
import type { Mailbox } from '../inbox/receiver.ts';
import { encodePath } from '../http/encode-path.ts';

/** How long to wait to show that no delivery arrives, in ms. */
const SILENCE_MS = 400;
/** How long to wait for events that never arrive in this run, in ms. */
const ALWAYS_MISSED_MS = 1_000;
/** If the target is silent, how long to wait for an event that a check tests, in ms. */
const SILENT_TESTED_MS = 500;
/** If the target is silent, how long to wait for an event that a check only needs, in ms. */
const SILENT_NEEDED_MS = 100;
/** A wait of this length is long, in ms. If the target is silent, every wait is. */
const LONG_WAIT_MS = 500;
/** From this number of open subscriptions of one actor on, a long wait no longer calls `onLongWait`, because teams can have a quota. */
const SUBSCRIPTIONS_MAX = 8;
/** A slower response means that the target is stalled. */
const SLOW_RESPONSE_MS = 500;
/** The extra time that a stalled target gets, in ms. */
const CATCHING_UP_MS = 2_000;

const SUBSCRIPTION_WRITES: ReadonlySet<string> = new Set(['createWebhook', 'deleteWebhook']);

/** A subscription of a check, and its deliveries. */
export class Inbox {
  readonly subscription: Subscription;
  readonly actor: Actor;
  readonly #mailbox: Mailbox;
  readonly #context: RunContext;
  #is_open = true;

  constructor(context: RunContext, actor: Actor, subscription: Subscription, mailbox: Mailbox) {
    this.#context = context;
    this.actor = actor;
    this.subscription = subscription;
    this.#mailbox = mailbox;
  }

  /** The address of the subscription, without a query. */
  get url(): string {
    return this.#mailbox.url;
  }

  get arrivals(): readonly Arrival[] {
    return this.#mailbox.arrivals;
  }

  /**
   * Waits for a matching row of the subscription's delivery list; undefined if none appears in time.
   * @param fits called with each row, whose members are unchecked
   */
  async findDeliveryRow(fits: (row: JsonObject) => boolean, within_ms = 3_000): Promise<JsonObject | undefined> {
    this.#context.run.receiver.is_delivery_due = true;
    const look = async (): Promise<JsonObject | undefined> =>
      readItems(await this.actor.get(encodePath`/webhooks/${this.subscription.id}/deliveries`, { limit: 50 })).find(fits);
    return poll(look, { within_ms, signal: this.#context.signal });
  }

  /** Waits for a delivery, or finds one that has arrived. Undefined if there is none. */
  async find(sought: ArrivalQuery): Promise<Arrival | undefined> {
    this.#context.run.receiver.is_delivery_due = true;
    return this.#seek(sought);
  }

  async #seek(sought: ArrivalQuery): Promise<Arrival | undefined> {
    const { within_ms = ARRIVAL_MS } = sought;
    const { run, purpose } = this.#context;
    const began = elapsedMs();
    const is_first = within_ms >= ARRIVAL_MS && run.receiver.deliveries === 0;
    const short_ms = this.#waits.is_silent ? 0 : Math.min(within_ms, LONG_WAIT_MS);
    const early = await this.#look(sought, short_ms);
    if (early !== undefined || within_ms === short_ms) return early;
    // A target that delivers slowly must not get more events at once, and a team can have a quota of subscriptions.
    const are_few = Math.max(0, ...run.open_subscriptions.values()) < SUBSCRIPTIONS_MAX;
    if (run.receiver.deliveries === 0 && !run.has_quota && are_few) purpose.onLongWait?.();
    const isOver = (): boolean => {
      const waited_ms = elapsedMs() - began;
      return (
        is_first &&
        (run.receiver.deliveries > 0 ? waited_ms >= within_ms : this.#waits.is_silent && waited_ms >= SILENT_TESTED_MS)
      );
    };
    const late = await this.#look(sought, (is_first ? Math.max(within_ms, this.#waits.first_ms) : within_ms) - short_ms, isOver);
    this.#waits.noteEnd(began);
    return late;
  }

  /** @param isOver whether to stop early */
  async #look(sought: ArrivalQuery, within_ms: number, isOver = (): boolean => false): Promise<Arrival | undefined> {
    const nth = sought.nth ?? 1;
    const look = (): { arrival: Arrival | undefined } | undefined => {
      const arrival = matchArrivals(this.arrivals, sought)[nth - 1];
      return arrival !== undefined || isOver() ? { arrival } : undefined;
    };
    const seen = await poll(() => Promise.resolve(look()), { within_ms, every_ms: 10, signal: this.#context.signal });
    return seen?.arrival;
  }

  /** Waits for a delivery that a check needs but does not test; undefined if none arrives. Waits briefly if such events never arrive in this run. */
  async findNeeded(sought: ArrivalQuery): Promise<Arrival | undefined> {
    const can_come = sought.after === undefined || this.#waits.missed.canCome(this.#nameKind(sought));
    if (can_come && !this.#waits.is_silent) return this.#awaitLong(sought);
    const short_ms = this.#waits.is_silent ? SILENT_NEEDED_MS : ALWAYS_MISSED_MS;
    const arrival = await this.find({ ...sought, within_ms: Math.min(sought.within_ms ?? ARRIVAL_MS, short_ms) });
    if (arrival !== undefined) this.#waits.missed.noteArrival(this.#nameKind(sought));
    return arrival;
  }

  /** Like `findNeeded`. @throws Blocked if it does not arrive */
  async requireNext(sought: ArrivalQuery): Promise<Arrival> {
    return this.orBlocked(await this.findNeeded(sought), sought);
  }

  /** Waits for a delivery that the tested clause requires. @throws Breach if it does not arrive */
  async expect(sought: ArrivalQuery): Promise<Arrival> {
    const began = elapsedMs();
    const within_ms = this.#waits.is_silent ? SILENT_TESTED_MS : (sought.within_ms ?? ARRIVAL_MS);
    const arrival = this.#waits.is_silent ? await this.find({ ...sought, within_ms }) : await this.#awaitLong(sought);
    if (arrival !== undefined) {
      noteAssertion();
      return arrival;
    }
    // Shorter if the target turned out to be silent in the meantime.
    const within_s = Math.round(Math.min(Math.max(within_ms, this.#waits.late_ms), elapsedMs() - began) / 100) / 10;
    this.#ensureReadable(sought);
    throw new Breach({
      message: `No delivery of ${this.#nameType(sought)} arrived within ${within_s} s${describeCause(sought)}.`,
      exchange: this.#cause(),
      expected: `a delivery of ${this.#nameType(sought)}${describeCause(sought)}, to ${this.actor.name}'s subscription`,
      observed: this.describeArrivals(),
      is_silence: true,
    });
  }

  /** Requires a delivery that was looked for. @throws Blocked if it was not found */
  orBlocked(arrival: Arrival | undefined, sought: ArrivalQuery): Arrival {
    if (arrival !== undefined) return arrival;
    this.#ensureReadable(sought);
    throw new Blocked(`no delivery of ${this.#nameType(sought)} arrives${describeCause(sought)}`, this.#cause());
  }

  /** @throws Blocked if events of that type arrived without an object in `data` (EVT-1), or all events elsewhere */
  #ensureReadable(sought: ArrivalQuery): void {
    ensureAddressed(this.#context.run.receiver);
    const unreadable = this.arrivals.find(({ json }) => {
      const is_meant = readPath(json, 'type') === this.#nameType(sought);
      return is_meant && !isObject(readPath(json, 'data'));
    });
    if (unreadable !== undefined) throw new Blocked(DATA_NOT_OBJECT, toExchange(unreadable));
  }

  async #awaitLong(sought: ArrivalQuery): Promise<Arrival | undefined> {
    const began = elapsedMs();
    const arrival = await this.#awaitPatiently(sought, began);
    const kind = this.#nameKind(sought);
    if (arrival !== undefined) this.#waits.missed.noteArrival(kind);
    else if (elapsedMs() - began >= ARRIVAL_MS) this.#waits.missed.noteMiss(kind, began, elapsedMs());
    return arrival;
  }

  get #waits(): DeliveryWaits {
    return this.#context.run.waits;
  }

  /** The type of the event and its cause. */
  #nameKind(sought: ArrivalQuery): string {
    return `${this.#nameType(sought)}${describeCause(sought)}`;
  }

  async #awaitPatiently(sought: ArrivalQuery, began: number): Promise<Arrival | undefined> {
    let arrival = await this.find(sought);
    // The document sets no limit for the time of a delivery. Each late one lengthens the wait for those that are queued behind it.
    for (let left_ms = this.#waits.leftMs(began); arrival === undefined && left_ms > 0; left_ms = this.#waits.leftMs(began))
      arrival = await this.find({ ...sought, within_ms: left_ms });
    // RTY-9 is an assumption: this run's slow receivers can delay a target that delivers sequentially.
    for (let left_ms = this.#delay_ms; arrival === undefined && left_ms > 0; left_ms = this.#delay_ms) {
      arrival = await this.find({ ...sought, within_ms: left_ms });
    }
    if (arrival !== undefined || (await this.#isPrompt())) return arrival;
    return this.find({ ...sought, within_ms: CATCHING_UP_MS });
  }

  /** Whether the target responds at normal speed. A stalled target has not failed to deliver. */
  async #isPrompt(): Promise<boolean> {
    const began = elapsedMs();
    await this.actor.get('/webhooks');
    return elapsedMs() - began < SLOW_RESPONSE_MS;
  }

  /** The type to look for, even if it is implied. */
  #nameType({ type }: ArrivalQuery): string {
    const { events } = this.subscription;
    return type ?? (events.length === 1 ? events[0] : undefined) ?? 'an event';
  }

  /** How long a slow receiver of this run can still delay deliveries, in ms. */
  get #delay_ms(): number {
    const { slow_until_ms } = this.#mailbox;
    return slow_until_ms === 0 ? 0 : slow_until_ms + ARRIVAL_MS - nowMs();
  }

  /** Checks that no such delivery arrives within a time window. @throws Breach if one does */
  async expectNone(sought: ArrivalQuery): Promise<void> {
    const window_ms = sought.within_ms ?? SILENCE_MS;
    const arrival = await this.#seek({ ...sought, within_ms: window_ms });
    if (arrival === undefined) {
      noteAssertion();
      this.#context.observe(`not seen within ${window_ms / 1_000} s`);
      return;
    }
    throw new Breach({
      message: `An unexpected delivery arrived at ${this.actor.name}'s subscription${describeCause(sought)}.`,
      exchange: this.#cause(),
      expected: 'no delivery',
      observed: arrival.text.slice(0, 500),
    });
  }

  /** Describes in one line what arrived instead of a delivery that did not. */
  describeArrivals(): string {
    return describeArrivals(this.arrivals);
  }

  /** Deletes the subscription. */
  async close(): Promise<void> {
    if (!this.#is_open) return;
    this.#is_open = false;
    await unsubscribe(this.#context, this.actor, this.subscription.id);
    this.#mailbox.close();
  }

  /** The probable cause of the delivery: the check's last write that was not about a subscription. */
  #cause(): Exchange | undefined {
    const action = this.#context.exchanges.findLast(
      ({ method, operation }) => method !== 'GET' && !SUBSCRIPTION_WRITES.has(operation ?? ''),
    );
    return action ?? this.#context.exchanges.at(-1);
  }
}
