import type { Exchange } from '#client';
import { Blocked, Breach, Unverifiable, elapsedMs, holds, nowMs, poll, wait } from '#client';
import type { Delivery, Shape } from './compose.ts';
import { compose } from './compose.ts';
import type { Drill } from './drill.ts';
import { countEffects } from './effects.ts';
import type { ReceiverRun } from './run.ts';
import type { Answer } from './sender.ts';
import type { Effects } from './settings.ts';
import { explainRefusal, sayAnswer } from './describe-answer.ts';

/** How long an effect may lie behind the answer: receivers may queue what they have taken. */
const EFFECT_PATIENCE_MS = 3_000;
/** What is put off comes again after so long, a pause after the other; the marketplace would wait longer (RTY-4). */
const PAUSES_MS: readonly number[] = [150, 400, 1_100];
/** How long one effect more than is due is waited for, at least. */
const EFFECT_GRACE_MS = 150;

/** One drill as it runs: what was delivered, what came back, what it has to say. */
export class DrillContext {
  readonly run: ReceiverRun;
  readonly drill: Drill;
  readonly signal: AbortSignal;
  readonly exchanges: Exchange[] = [];
  readonly warnings: Breach[] = [];
  readonly observations: string[] = [];

  constructor(run: ReceiverRun, drill: Drill, signal: AbortSignal) {
    this.run = run;
    this.drill = drill;
    this.signal = signal;
  }

  /** A delivery that differs from a genuine one as `shape` says. */
  compose(shape: Shape = {}): Delivery {
    const { secret, url, type, livemode } = this.run.settings;
    return compose({ type, livemode, ...shape }, { secret, url, now_seconds: Math.floor(nowMs() / 1_000) });
  }

  /** Delivers, and looks at the answer no further. @param at_once beside whatever else is under way: for bursts */
  async deliver(what: Shape | Delivery = {}, { at_once = false }: { at_once?: boolean } = {}): Promise<Answer> {
    const delivery = 'body' in what ? what : this.compose(what);
    for (let tries = 0; ; tries += 1) {
      const answer = await this.run.sender.send(delivery, { drill: this.drill.id, signal: this.signal, at_once });
      this.exchanges.push(answer.exchange);
      this.run.noteClock(answer);
      // A rate limit says nothing of the delivery.
      if (at_once || answer.status !== 429 || tries >= PAUSES_MS.length) return answer;
      await wait(PAUSES_MS[tries] ?? 0, this.signal);
    }
  }

  /** Delivers as the marketplace does: what was answered 5xx comes again, with the same id and signed afresh (RTY-3), though sooner. */
  async deliverWithRetries(what: Shape | Delivery = {}): Promise<Answer> {
    const delivery = 'body' in what ? what : this.compose(what);
    let answer = await this.deliver(delivery);
    for (const [tries, pause_ms] of PAUSES_MS.entries()) {
      if (!answer.is_retried || answer.fault !== undefined) return answer;
      await wait(pause_ms, this.signal);
      // SIG-8: no two attempts have the same `t`, though these come within a second.
      answer = await this.deliver('body' in what ? what : afresh(what, delivery, tries + 1));
      if (answer.is_taken) this.run.retried_ids.add(delivery.envelope.id);
    }
    return answer;
  }

  /** Delivers what is to be refused; where it was, it must have no effect, and is remembered. */
  async forge(shape: Shape): Promise<Answer> {
    let answer = await this.deliver(shape);
    if (answer.is_retried && answer.fault === undefined) {
      // Who was busy for a moment refuses it now; who fails on it fails on it again.
      await wait(PAUSES_MS[0] ?? 0, this.signal);
      answer = await this.deliver(shape);
    }
    if (!answer.is_taken) this.run.forged_ids.set(answer.delivery.envelope.id, this.drill.id);
    return answer;
  }

  /** A plain genuine delivery, once in the run. */
  async genuine(): Promise<Answer> {
    return this.run.once('genuine', async () => this.deliverWithRetries());
  }

  /** That delivery was taken. @throws Blocked where the receiver does not take it: then nothing else can be told from that */
  async requireGenuine(): Promise<void> {
    const answer = await this.genuine();
    if (answer.is_taken) return;
    throw new Blocked(`the receiver does not take a genuine delivery: ${sayAnswer(answer)} (SIG-1/genuine)`, answer.exchange);
  }

  /** A plain forgery, once in the run. */
  async forgery(): Promise<Answer> {
    return this.run.once('forgery', async () => this.forge(PLAIN_FORGERY));
  }

  /** That forgery was refused. @throws Blocked where the receiver takes it: then it takes all others, too */
  async requireVerification(): Promise<void> {
    await this.requireGenuine();
    const answer = await this.forgery();
    if (answer.is_taken) throw new Blocked('the receiver takes deliveries that nobody signed (SIG-4/forged)', answer.exchange);
  }

  /** The receiver takes this one. @param cause what commonly makes it refuse; found out by probes unless given */
  async expectTaken(what: Shape | Delivery, cause?: string): Promise<Answer> {
    const answer = await this.deliverWithRetries(what);
    if (holds(answer.is_taken)) return answer;
    throw await this.refusalOf(answer, what, cause);
  }

  /** What is said of a good delivery that was not taken. */
  async refusalOf(answer: Answer, what: Shape | Delivery, cause?: string): Promise<Breach> {
    const likely_cause = (await this.#explainBan(answer)) ?? cause ?? (await explainRefusal(this, answer, what));
    return new Breach({
      message: `A genuine delivery was not taken: ${sayAnswer(answer)}.`,
      exchange: answer.exchange,
      expected: 'a 2xx status',
      observed: sayAnswer(answer),
      ...(likely_cause === undefined ? {} : { likely_cause }),
    });
  }

  /** A receiver that takes not even a plain delivery any more has nothing against this one. */
  async #explainBan(answer: Answer): Promise<string | undefined> {
    if (this.drill.id === GENUINE_ID || !(await this.genuine()).is_taken) return undefined;
    if (answer.fault !== undefined || (await this.deliverWithRetries()).is_taken) return undefined;
    return 'It takes no plain genuine delivery any more either: it may have locked the sender out after what it had to refuse.';
  }

  /** Says something that is odd, and no failure (unless --strict). */
  warn(message: string, answer?: Answer, likely_cause?: string): void {
    this.warnings.push(new Breach({ message, exchange: answer?.exchange, severity: 'warn', likely_cause }));
  }

  observe(message: string): void {
    // What a receiver answers may tell its secret.
    const shown = this.run.redactor.redact(message);
    if (!this.observations.includes(shown)) this.observations.push(shown);
  }

  /** @throws Unverifiable where nobody counts */
  async countEffects(): Promise<Effects> {
    return countEffects(this.run.settings);
  }

  /** How often an event has taken effect, when it is `times` at least and there was time for more, or when nothing can be late any more. @throws Unverifiable */
  async effectsOf(id: string, times: number): Promise<number> {
    const count = async (): Promise<number> => (await this.countEffects()).by_id[id] ?? 0;
    const enough = async (): Promise<true | undefined> => ((await count()) >= times ? true : undefined);
    await poll(enough, { within_ms: EFFECT_PATIENCE_MS, signal: this.signal });
    await wait(this.run.effect_grace_ms, this.signal);
    return count();
  }

  /** Whether somebody counts effects, and the type that drills deliver has one. @throws Unverifiable */
  async requireEffects(): Promise<void> {
    await this.requireGenuine();
    const seen = await this.run.once('an effect', async () => {
      const { delivery } = await this.deliverWithRetries();
      const began = elapsedMs();
      const found = await this.effectsOf(delivery.envelope.id, 1);
      this.run.effect_grace_ms = Math.min(EFFECT_PATIENCE_MS, EFFECT_GRACE_MS + 3 * (elapsedMs() - began));
      return found;
    });
    if (seen > 0) return;
    const { type } = this.run.settings;
    throw new Unverifiable(
      `the effect counter shows no effect of a genuine ${type} within ${EFFECT_PATIENCE_MS / 1_000} s: name a type that has one, and count it at once`,
      '--event',
    );
  }

  async end(): Promise<void> {
    // A delivery cannot be taken back.
  }
}

/** The same event once more, with a `t` of its own that is no further from the clock. */
function afresh(shape: Shape, { envelope }: Delivery, seconds: number): Shape {
  const { offset_seconds = 0 } = shape;
  return { ...shape, envelope, offset_seconds: offset_seconds - (offset_seconds < 0 ? -seconds : seconds) };
}

/** The drill that judges the plain genuine delivery itself. */
const GENUINE_ID = 'SIG-1/genuine';

/** The secret of another subscription. */
export const SOMEBODY_ELSE = 'whsec_of_somebody_else';

/** What nobody could take for genuine: the HMAC of somebody who does not have the secret. */
const PLAIN_FORGERY: Shape = { key: SOMEBODY_ELSE };
