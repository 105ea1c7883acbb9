import { Redactor, withoutCounting } from '#client';
import type { EvidenceContext } from '../check/evidence.ts';
import { quoteIfNecessary } from '../reproduction/shell.ts';
import type { Shape } from './compose.ts';
import type { Outage } from './outage.ts';
import type { ClockEdge, ReceiverClock } from './receiver-clock.ts';
import { Sender, type ReceiverResult } from './sender.ts';
import type { ReceiverSettings } from './settings.ts';

/** An accepted event: who sent it, and what is special about it. */
export interface Due {
  readonly drill: string;
  readonly shape: Shape;
  /** The document does not say that the receiver accepts it. */
  readonly is_advice: boolean;
}

/** What all drills of one run share. */
export class ReceiverRun {
  readonly settings: ReceiverSettings;
  readonly sender: Sender;
  readonly redactor = new Redactor();
  /** The ids of the deliveries that it was right to reject, each with its drill. */
  readonly forged_ids = new Map<string, string>();
  /** The ids of genuine deliveries that got 5xx first and accepted later. */
  readonly retried_ids = new Set<string>();
  /** How often each event was sent, by its id. */
  readonly attempts = new Map<string, number>();
  /** Genuine events that were accepted and should take effect if their type has one, by their id. */
  readonly due = new Map<string, Due>();
  readonly unanswered: ReceiverResult[] = [];
  /** Genuine deliveries that were rejected, and accepted when others of their kind came a moment later. */
  readonly inconsistent: ReceiverResult[] = [];
  /** The first delivery, if it got no response in time and the next one was accepted. */
  late_start: ReceiverResult | undefined;
  /** What the receiver's clock is, as far as it is known: every `t` is relative to it. */
  clock: ReceiverClock | undefined;
  /** The last `t` that it accepted when the run began, in seconds from its time. */
  first_edge: ClockEdge | undefined;
  /** Why the receiver stopped accepting genuine deliveries; undefined while it accepts them. */
  outage: Outage | undefined;
  /** Its worker could not keep up with the events of the drills: effects cannot be counted any longer. */
  is_behind = false;
  /** How long to wait for an unwanted second effect: longer if effects are slow to show. */
  effect_grace_ms = 0;
  readonly #shared = new Map<string, Promise<unknown>>();

  constructor(settings: ReceiverSettings) {
    this.settings = settings;
    this.sender = new Sender(settings);
    this.redactor.hide(settings.secret, 'WEBHOOK_SECRET');
    // The query of an address can contain a token.
    this.redactor.hide(new URL(settings.url).search.slice(1), 'WEBHOOK_QUERY');
    this.redactor.hide(settings.secret.replace(/^whsec_/, ''), 'WEBHOOK_SECRET_WITHOUT_PREFIX');
  }

  get evidence_context(): EvidenceContext {
    const { redactor } = this;
    const { url, rerun_flags, is_strict } = this.settings;
    const { href, search } = new URL(url);
    // Redaction puts a variable in place of the query, which the shell expands.
    const address = `${quoteIfNecessary(href.slice(0, href.length - search.length))}${search === '' ? '' : `"${search}"`}`;
    const line = (drill: string): string => ['gristmill receiver', address, ...rerun_flags, `--only ${drill}`].join(' ');
    const rerun = (drill: string): string => redactor.redact(line(drill));
    return { redactor, is_strict, rerun };
  }

  noteAttempt(id: string): void {
    this.attempts.set(id, (this.attempts.get(id) ?? 0) + 1);
  }

  /** Does something once in the run, for every caller. A failure is shared, too. */
  async once<Result>(name: string, make: () => Promise<Result>): Promise<Result> {
    const known = this.#shared.get(name);
    // One name is used with one type of result.
    if (known !== undefined) return known as Promise<Result>;
    const made = withoutCounting(make);
    this.#shared.set(name, made);
    return made;
  }

  /** Makes `once` do it again. */
  forget(name: string): void {
    this.#shared.delete(name);
  }
}
