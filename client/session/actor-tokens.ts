import { elapsedMs, nowMs } from '../clock.ts';
import { Unverifiable } from '../replies/findings.ts';
import type { ActorName } from '../settings/schema.ts';
import type { ActorSettings } from '../settings/settings.ts';
import { describeThrown } from '../config/describe-thrown.ts';

/** A token is renewed if it expires within this time, in ms. */
const MARGIN_MS = 60_000;
/** A token that is rejected within this time after it was obtained has not expired, in ms. */
const FRESH_MS = 3_000;

interface Held {
  token: string;
  /** Whether the target has accepted it. */
  has_worked: boolean;
  /** When it was obtained, or first used, by a monotonic clock in ms. */
  since_ms: number;
  /** The renewal in progress, which all callers share. */
  renewing: Promise<string> | undefined;
}

/** The current tokens of a run's actors. Tokens can expire during the run. */
export class ActorTokens {
  readonly #held = new Map<ActorSettings, Held>();
  #has_worked = false;
  readonly #onRenewed: (name: ActorName, token: string) => void;

  /** @param onRenewed called with each new token before it is used */
  constructor(onRenewed: (name: ActorName, token: string) => void) {
    this.#onRenewed = onRenewed;
  }

  /**
   * The current token. Renews one that is about to expire, once for all callers.
   * @param moved_seconds how far the run has moved the target's clock
   */
  async get(name: ActorName, actor: ActorSettings, moved_seconds: number): Promise<string> {
    const held = this.#hold(actor);
    const { expires_at_ms, renew, token } = actor;
    const is_first = held.token === token && held.renewing === undefined;
    if (
      is_first &&
      renew !== undefined &&
      expires_at_ms !== undefined &&
      expires_at_ms - nowMs() - moved_seconds * 1_000 < MARGIN_MS
    )
      return this.#renew(name, actor, held);
    return held.renewing ?? held.token;
  }

  /** Whether the target has accepted any token. */
  get has_worked(): boolean {
    return this.#has_worked;
  }

  /** Records that the target accepted a token. */
  noteAccepted(actor: ActorSettings, token: string): void {
    const held = this.#hold(actor);
    this.#has_worked = true;
    if (held.token === token) held.has_worked = true;
  }

  /**
   * The token to use after a 401. Renews each token once, for all callers, and only a token that worked before or is old: if the target rejects a new
   * token, that is a finding.
   * @param isDead whether the target rejects the token everywhere
   * @returns undefined if there is no other token, so that the 401 is the target's
   * @throws Unverifiable if the token has expired and cannot be renewed
   */
  async replace(
    name: ActorName,
    actor: ActorSettings,
    rejected: string,
    isDead: () => Promise<boolean>,
  ): Promise<string | undefined> {
    const held = this.#hold(actor);
    if (held.token !== rejected) return held.token;
    if (held.renewing !== undefined) return held.renewing;
    const is_old = elapsedMs() - held.since_ms > FRESH_MS;
    if (actor.renew !== undefined && (held.has_worked || is_old)) return this.#renew(name, actor, held);
    if (!held.has_worked || actor.renew !== undefined || actor.is_built_in === true || !(await isDead())) return undefined;
    throw new Unverifiable(
      `the token of ${name} expired during the run; configure a token_command or oauth so that it can be renewed`,
      `actors.${name}`,
    );
  }

  #hold(actor: ActorSettings): Held {
    const held = this.#held.get(actor) ?? {
      token: actor.token,
      has_worked: actor.was_accepted === true,
      since_ms: elapsedMs(),
      renewing: undefined,
    };
    this.#held.set(actor, held);
    return held;
  }

  async #renew(name: ActorName, actor: ActorSettings, held: Held): Promise<string> {
    held.renewing ??= this.#fetch(name, actor, held);
    return held.renewing;
  }

  async #fetch(name: ActorName, { renew }: ActorSettings, held: Held): Promise<string> {
    try {
      const token = (await renew?.()) ?? held.token;
      this.#onRenewed(name, token);
      held.token = token;
      held.has_worked = false;
      held.since_ms = elapsedMs();
      return token;
    } catch (error) {
      const why = describeThrown(error);
      throw new Unverifiable(`the token of ${name} expired and could not be renewed: ${why}`, `actors.${name}`);
    } finally {
      held.renewing = undefined;
    }
  }
}
