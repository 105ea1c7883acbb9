import { Redactor, nowMs, withoutCounting } from '#client';
import type { EvidenceContext } from '../check/evidence.ts';
import type { Answer } from './sender.ts';
import { Sender } from './sender.ts';
import type { ReceiverSettings } from './settings.ts';

/** What all drills of one run share. */
export class ReceiverRun {
  readonly settings: ReceiverSettings;
  readonly sender: Sender;
  readonly redactor = new Redactor();
  /** The ids of the deliveries that had to be refused and were, each with its drill. */
  readonly forged_ids = new Map<string, string>();
  /** The ids of genuine deliveries that were answered 5xx first and taken later. */
  readonly retried_ids = new Set<string>();
  /** By how many seconds the receiver's clock is ahead of ours, as its answers say; undefined where none said. */
  skew_seconds: number | undefined;
  /** How long one effect more than is due is waited for: longer where effects are slow to show. */
  effect_grace_ms = 0;
  readonly #shared = new Map<string, Promise<unknown>>();

  constructor(settings: ReceiverSettings) {
    this.settings = settings;
    this.sender = new Sender(settings);
    this.redactor.hide(settings.secret, 'WEBHOOK_SECRET');
    this.#hideQuery(settings);
    // An HMAC without its key says nothing; the key without its prefix says all.
    this.redactor.hide(settings.secret.replace(/^whsec_/, ''), 'WEBHOOK_SECRET_WITHOUT_PREFIX');
  }

  /** An address may carry a token in its query. */
  #hideQuery({ url }: ReceiverSettings): void {
    this.redactor.hide(new URL(url).search.slice(1), 'WEBHOOK_QUERY');
  }

  get evidence_context(): EvidenceContext {
    const { redactor } = this;
    const { url, rerun_flags, is_strict } = this.settings;
    const line = (drill: string): string => ['gristmill receiver', url, ...rerun_flags, `--only ${drill}`].join(' ');
    const rerun = (drill: string): string => redactor.redact(line(drill));
    return { redactor, is_strict, rerun };
  }

  /** Does something once in the run, for whoever asks; a failure is shared as well. */
  async once<Result>(name: string, deed: () => Promise<Result>): Promise<Result> {
    const known = this.#shared.get(name);
    // The name stands for the deed, and with it for the type of what it answers.
    if (known !== undefined) return known as Promise<Result>;
    const made = withoutCounting(deed);
    this.#shared.set(name, made);
    return made;
  }

  /** Reads the receiver's clock off an answer, to the second. */
  noteClock({ exchange }: Answer): void {
    const date = Date.parse(exchange.headers['date'] ?? '');
    if (Number.isNaN(date)) return;
    // The header has no fractions, and was written while the answer was under way.
    const skew = (date + 500 - nowMs()) / 1_000;
    if (this.skew_seconds === undefined || Math.abs(skew) < Math.abs(this.skew_seconds)) this.skew_seconds = skew;
  }
}
