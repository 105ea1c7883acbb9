/** What has been asked and answered lately, for people and tests that want to see it. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Request } from 'express';
import { stopwatchMs } from '../../ports/clock.ts';
import type { Caller } from '../http/call.ts';
import type { Answer } from '../http/respond.ts';

/** The journal forgets its oldest entries beyond this. */
export const JOURNAL_ENTRIES_MAX = 1_000;
/** Longer texts are kept in part. */
const TEXT_KEPT_MAX = 16_384;

/** One request and its answer as they were: whoever shows it takes the secrets out first (`control/redact.ts`). */
export interface JournalEntry {
  seq: number;
  at: string;
  operation_id: string;
  method: string;
  path: string;
  /** `user_id` and `team_id` of the caller; null where the request was not authenticated. */
  actor: { client_id: string; user_id: string | null; team_id: string | null; livemode: boolean } | null;
  status: number;
  http_version: string;
  request_headers: Readonly<IncomingHttpHeaders>;
  request_body: string;
  /** How long the body was before it was cut, in characters: to count bytes would cost as much as all the rest of an entry. */
  request_chars: number;
  /** Those that are ours to choose; Node adds Date and its like. */
  response_headers: Readonly<Record<string, string>>;
  response_body: string;
  response_chars: number;
  duration_ms: number;
  /** The fault that struck, if any; a status of 200 and no text is then what was never answered. */
  fault: string | null;
}

/** A request that has begun. */
export interface OpenEntry {
  identify: (caller: Caller) => void;
  end: (request_body: string, answer: Answer) => void;
}

export class Journal {
  readonly #entries: JournalEntry[] = [];
  readonly #now: () => string;
  readonly #onEntry: (entry: JournalEntry) => void;
  #seq = 0;

  constructor(now: () => string, onEntry: (entry: JournalEntry) => void) {
    this.#now = now;
    this.#onEntry = onEntry;
  }

  /** The entries kept, oldest first. */
  get entries(): readonly JournalEntry[] {
    return this.#entries;
  }

  /** The number of the newest entry ever, kept or not. */
  get last_seq(): number {
    return this.#seq;
  }

  clear(): void {
    this.#entries.length = 0;
  }

  begin(operation_id: string, request: Request): OpenEntry {
    const started_ms = stopwatchMs();
    let actor: JournalEntry['actor'] = null;
    return {
      identify: (caller) => {
        actor = {
          client_id: caller.client_id,
          user_id: caller.user_id,
          team_id: caller.team_id,
          livemode: caller.livemode === 1,
        };
      },
      end: (request_body, answer) => {
        this.#seq += 1;
        this.#add({
          seq: this.#seq,
          at: this.#now(),
          operation_id,
          method: request.method,
          path: request.originalUrl,
          actor,
          status: answer.status,
          http_version: request.httpVersion,
          request_headers: request.headers,
          request_body: request_body.slice(0, TEXT_KEPT_MAX),
          request_chars: request_body.length,
          response_headers: answer.headers,
          response_body: answer.text.slice(0, TEXT_KEPT_MAX),
          response_chars: answer.text.length,
          duration_ms: stopwatchMs() - started_ms,
          fault: answer.fault ?? null,
        });
      },
    };
  }

  #add(entry: JournalEntry): void {
    this.#entries.push(entry);
    // Dropping the oldest in lumps keeps the cost of an entry constant.
    if (this.#entries.length > JOURNAL_ENTRIES_MAX * 2) this.#entries.splice(0, JOURNAL_ENTRIES_MAX);
    this.#onEntry(entry);
  }
}
