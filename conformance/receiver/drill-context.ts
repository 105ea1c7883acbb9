import { Blocked, Breach, Unverifiable, elapsedMs, holds, nowMs, poll, wait, type BreachDetails, type Exchange } from '#client';
import { INNER_ZERO, compose, composeLike, type Delivery, type Shape } from './compose.ts';
import type { Connection } from './connection.ts';
import { countEffects } from './effects.ts';
import { MIDDLE_MS, NEGLIGIBLE_SECONDS, waitForPart } from './receiver-clock.ts';
import type { ReceiverRun } from './run.ts';
import { askedPauseMs, type ReceiverResult } from './sender.ts';
import type { Effects } from './settings.ts';
import { WITHOUT_RESPONSE, describeResponse, explainRefusal, unexpectedResponse } from './describe-response.ts';

/** How long after the response an effect can come, unless the settings say otherwise. */
const EFFECT_PATIENCE_MS = 3_000;
/** The pauses before the next attempts. The marketplace waits longer (RTY-4). */
const PAUSES_MS: readonly number[] = [150, 400, 1_100];
/** The minimum time to wait for an unwanted second effect. */
const EFFECT_GRACE_MS = 150;
/** How long a queue can take to work off its backlog, as a multiple of the patience. */
const BACKLOG = 20;
/** Enough forgeries to tell whether all are rejected. */
const FORGERIES = 16;

/** One drill while it runs: what was delivered, what came back, and what the drill found. */
export class DrillContext {
  readonly run: ReceiverRun;
  readonly drill_id: string;
  readonly signal: AbortSignal;
  readonly exchanges: Exchange[] = [];
  readonly warnings: Breach[] = [];
  readonly observations: string[] = [];

  constructor(run: ReceiverRun, drill_id: string, signal: AbortSignal) {
    this.run = run;
    this.drill_id = drill_id;
    this.signal = signal;
  }

  /** Composes a delivery that differs from a genuine one only in what `shape` names. Its `t` is relative to the receiver's clock. */
  compose(shape: Shape = {}): Delivery {
    const { secret, url, type, livemode } = this.run.settings;
    const ahead_seconds = this.run.clock?.ahead_seconds ?? 0;
    const clock_seconds = Math.abs(ahead_seconds) > NEGLIGIBLE_SECONDS ? ahead_seconds : 0;
    return compose({ type, livemode, ...shape }, { secret, url, now_seconds: Math.floor(nowMs() / 1_000), clock_seconds });
  }

  /** Delivers once, or again after a 429. @param at_once for bursts: waits for no other delivery, and does not retry @param connection default: a new one */
  async deliver(
    what: Shape | Delivery = {},
    { at_once = false, connection }: { at_once?: boolean; connection?: Connection } = {},
  ): Promise<ReceiverResult> {
    const delivery = 'body' in what ? what : this.compose(what);
    for (let tries = 0; ; tries += 1) {
      const response = await this.run.sender.send(delivery, { drill: this.drill_id, signal: this.signal, at_once, connection });
      this.exchanges.push(response.exchange);
      this.run.noteAttempt(delivery.envelope.id);
      if (response.is_accepted && Object.keys(what).length === 0) this.noteDue(response, {}, false);
      if (response.fault !== undefined) this.run.unanswered.push(response);
      if (at_once || response.status !== 429 || tries >= PAUSES_MS.length) return response;
      await wait(Math.max(PAUSES_MS[tries] ?? 0, askedPauseMs(response)), this.signal);
    }
  }

  /** Records an accepted event that must take effect. The last drills check whether it did. */
  noteDue({ delivery }: ReceiverResult, shape: Shape, is_advice: boolean): void {
    this.run.due.set(delivery.envelope.id, { drill: this.drill_id, shape, is_advice });
  }

  /** Delivers a plain genuine delivery while no other one waits for its response. */
  async deliverAlone(): Promise<ReceiverResult> {
    const response = await this.run.sender.sendAlone(this.compose(), { drill: this.drill_id, signal: this.signal });
    this.exchanges.push(response.exchange);
    return response;
  }

  /** Delivers as the marketplace does: an event that got 5xx comes again, with the same id and a new signature (RTY-3), though sooner. */
  async deliverWithRetries(what: Shape | Delivery = {}): Promise<ReceiverResult> {
    const delivery = 'body' in what ? what : this.compose(what);
    return this.#retry(async (tries) => {
      if (tries === 0) return this.deliver(delivery);
      // SIG-8: no two attempts have the same `t`, though these come within a second.
      const response = await this.deliver('body' in what ? what : signAfresh(what, delivery, tries));
      if (response.is_accepted) this.run.retried_ids.add(delivery.envelope.id);
      return response;
    });
  }

  /** Sends again after a response that is retried: a restart, or a crash that another delivery caused, can cut off any delivery. */
  async #retry(send: (tries: number) => Promise<ReceiverResult>): Promise<ReceiverResult> {
    let response = await send(0);
    for (const [tries, pause_ms] of PAUSES_MS.entries()) {
      if (!response.is_retried || response.is_timeout) break;
      await wait(pause_ms, this.signal);
      response = await send(tries + 1);
    }
    return response;
  }

  /** Delivers a forgery, and records its id if it was rejected. SIG-4/no-effect checks that it then had no effect. */
  async forge(shape: Shape): Promise<ReceiverResult> {
    const response = await this.#retry(async () => this.deliver(shape));
    if (!response.is_accepted) this.run.forged_ids.set(response.delivery.envelope.id, this.drill_id);
    return response;
  }

  /** A plain genuine delivery, once in the run. */
  async genuine(): Promise<ReceiverResult> {
    return this.run.once('genuine', async () => {
      // At the beginning of a second, a receiver whose tolerance is in milliseconds would accept it.
      await waitForPart(MIDDLE_MS, this.signal);
      // With a zero in the signature that a careless conversion to hex drops, such a receiver always rejects it.
      const { envelope } = composeLike(INNER_ZERO, () => this.compose()) ?? this.compose();
      const first = await this.deliverWithRetries({ envelope });
      if (first.is_accepted) this.noteDue(first, {}, false);
      if (!first.is_timeout) return first;
      // The receiver may have had to start first. The marketplace tries again (RTY-3).
      const second = await this.deliverWithRetries();
      if (second.is_accepted) this.run.late_start = first;
      return second;
    });
  }

  /** @throws Blocked if the receiver rejects a plain genuine delivery, because its other responses then prove nothing */
  async requireGenuine(): Promise<void> {
    const response = await this.genuine();
    if (response.is_accepted) return;
    const cause = response.is_unreachable
      ? `there is no connection to the receiver (${describeResponse(response)}; check the URL, and that the receiver is running)`
      : `the receiver rejects a genuine delivery: ${describeResponse(response)} (${GENUINE_ID})`;
    throw new Blocked(cause, response.exchange);
  }

  /** A plain forgery, once in the run. */
  async forgery(): Promise<ReceiverResult> {
    return this.run.once('forgery', async () => this.forge(PLAIN_FORGERY));
  }

  /** How many of several plain forgeries are accepted, once in the run. */
  async countAcceptedForgeries(): Promise<{ accepted: number; of: number }> {
    return this.run.once('forgeries', async () => {
      const responses = await Promise.all(Array.from({ length: FORGERIES }, async () => this.forge(PLAIN_FORGERY)));
      return { accepted: responses.filter(({ is_accepted }) => is_accepted).length, of: FORGERIES };
    });
  }

  /** @throws Blocked if the receiver accepts a plain forgery, because it then accepts all other forgeries, too */
  async requireVerification(): Promise<void> {
    await this.requireGenuine();
    const response = await this.forgery();
    if (response.is_accepted)
      throw new Blocked('the receiver accepts deliveries that are not signed with the secret (SIG-4/forged)', response.exchange);
  }

  /** Asserts that the receiver accepts a delivery. @param cause the likely cause if it does not; undefined to find it with more deliveries @throws Breach */
  async expectAccepted(what: Shape | Delivery, cause?: string): Promise<ReceiverResult> {
    const response = await this.deliverWithRetries(what);
    if (holds(response.is_accepted)) return response;
    throw await this.refusalOf(response, what, cause);
  }

  /**
   * Checks whether other deliveries of the same kind as a rejected one are rejected, too.
   * @throws Blocked if not: the cause is then not in the delivery, and the last drill reports it
   */
  async requireConsistency(response: ReceiverResult, what: Shape | Delivery): Promise<void> {
    // A repeated event may be rejected for its id.
    if ('body' in what || what.envelope !== undefined || response.is_retried || this.drill_id === GENUINE_ID) return;
    for (const pause_ms of PAUSES_MS.slice(0, 2)) {
      await wait(pause_ms, this.signal);
      if (!(await this.deliver(what)).is_accepted) continue;
      this.run.inconsistent.push(response);
      throw new Blocked(`a delivery of the same kind was accepted a moment later (${OUTAGE_ID})`, response.exchange);
    }
  }

  /** @throws Blocked if a rate limit rejects the delivery */
  async requireNoLimit({ status, exchange }: ReceiverResult): Promise<void> {
    if (status === 429 && (await this.genuine()).is_accepted)
      throw new Blocked('the receiver limits the rate of deliveries (429)', exchange);
  }

  /** Makes the finding about a genuine delivery that was not accepted. @throws Blocked if a rate limit or chance explains it */
  async refusalOf(response: ReceiverResult, what: Shape | Delivery, cause?: string): Promise<Breach> {
    await this.requireNoLimit(response);
    await this.requireConsistency(response, what);
    const likely_cause = response.is_timeout ? WITHOUT_RESPONSE : (cause ?? (await explainRefusal(this, response, what)));
    const message = `A genuine delivery was not accepted: ${describeResponse(response)}.`;
    return unexpectedResponse(response, { message, expected: 'a 2xx status', likely_cause });
  }

  /** Warns about something that is not a failure (except with --strict). */
  warn(message: string, response?: ReceiverResult, likely_cause?: string): void {
    this.failOrWarn({ message, exchange: response?.exchange, likely_cause }, { is_advice: true });
  }

  /** Fails the drill, or only warns if the document does not state the rule. @throws Breach, unless `is_advice` */
  failOrWarn(finding: BreachDetails, { is_advice }: { is_advice: boolean }): void {
    if (!is_advice) throw new Breach(finding);
    this.warnings.push(new Breach({ ...finding, severity: 'warn' }));
  }

  observe(message: string): void {
    // A response of a receiver can contain its secret.
    const shown = this.run.redactor.redact(message);
    if (!this.observations.includes(shown)) this.observations.push(shown);
  }

  get #effect_patience_ms(): number {
    return this.run.settings.effect_patience_ms ?? EFFECT_PATIENCE_MS;
  }

  /** @throws Unverifiable without an effect counter */
  async countEffects(): Promise<Effects> {
    return countEffects(this.run.settings);
  }

  /**
   * Waits until each of these events has taken effect, or the effect counter stops moving, and then a little longer for unwanted second effects.
   * @returns how often each took effect @throws Unverifiable without an effect counter, or if the receiver is too far behind
   */
  async awaitEffectsOfAll(ids: readonly string[]): Promise<readonly number[]> {
    let found: readonly number[] = [];
    let before = -1;
    let moved_ms = elapsedMs();
    const patience_ms = this.#effect_patience_ms;
    const count = async (): Promise<true | undefined> => {
      const { by_id } = await this.countEffects();
      // An id can be the name of a member that every object has.
      found = ids.map((id) => (Object.hasOwn(by_id, id) ? (by_id[id] ?? 0) : 0));
      // A queue may still work on the events of earlier drills.
      const all = Object.values(by_id).reduce((total, one) => total + one, 0);
      if (all !== before) moved_ms = elapsedMs();
      before = all;
      return found.every((one) => one >= 1) || elapsedMs() - moved_ms > patience_ms ? true : undefined;
    };
    const began_ms = elapsedMs();
    if (!this.run.is_behind) await poll(count, { within_ms: BACKLOG * patience_ms, signal: this.signal });
    this.run.is_behind ||= found.includes(0) && elapsedMs() - began_ms >= BACKLOG * patience_ms;
    if (this.run.is_behind) throw new Unverifiable(BEHIND, '--effect-url');
    await wait(this.run.effect_grace_ms, this.signal);
    await count();
    return found;
  }

  async awaitEffects(id: string): Promise<number> {
    return (await this.awaitEffectsOfAll([id]))[0] ?? 0;
  }

  /** @throws Unverifiable if the effect counter does not work, or the type that drills deliver has no effect */
  async requireEffects(): Promise<void> {
    await this.requireGenuine();
    const seen = await this.run.once('an effect', async () => {
      const began = elapsedMs();
      let found = await this.awaitEffects((await this.genuine()).delivery.envelope.id);
      if (found === 0) {
        // The first one arrived among others. A receiver that debounces may have dropped it, so another one comes alone.
        const { id } = (await this.deliver()).delivery.envelope;
        found = await this.awaitEffects(id);
        // A receiver that works in batches may wait for more events.
        if (found === 0) {
          await Promise.all(Array.from({ length: BATCH }, async () => this.deliver()));
          found = await this.awaitEffects(id);
        }
      }
      this.run.effect_grace_ms = Math.min(this.#effect_patience_ms, EFFECT_GRACE_MS + 3 * (elapsedMs() - began));
      return found;
    });
    if (seen > 0) return;
    const { type } = this.run.settings;
    throw new Unverifiable(
      `the effect counter shows no effect of a genuine ${type} within ${this.#effect_patience_ms / 1_000} s: choose a type that has an effect`,
      '--event',
    );
  }

  async end(): Promise<void> {} // A delivery cannot be taken back.
}

/** The same event with another `t` that is no further from the clock, and so with another signature. */
function signAfresh(shape: Shape, { envelope }: Delivery, seconds: number): Shape {
  const { offset_seconds = 0 } = shape;
  return { ...shape, envelope, offset_seconds: offset_seconds - (offset_seconds < 0 ? -seconds : seconds) };
}

const BEHIND =
  'the worker of the receiver was still busy with earlier events after a long wait, so missing effects may still come; make that work faster for the test';

/** More events than a receiver is likely to put in one batch. */
const BATCH = 50;

/** The drill that reports problems of the receiver as a whole, not of one delivery. */
export const OUTAGE_ID = 'RTY-1/still-accepted';

/** The drill that checks whether the clock of the receiver runs. */
export const CLOCK_RUNS_ID = 'SIG-3/clock-runs';

/** The drill that checks the plain genuine delivery itself. */
export const GENUINE_ID = 'SIG-1/genuine';

/** The secret of another subscription. */
export const OTHER_SECRET = 'whsec_of_somebody_else';
const PLAIN_FORGERY: Shape = { key: OTHER_SECRET };
