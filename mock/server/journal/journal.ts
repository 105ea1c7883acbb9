/** Records recent requests and responses, for people and tests. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Request } from 'express';
import { roundMs, steadyEpochMs, stopwatchMs } from '../../ports/clock.ts';
import type { Caller } from '../http/call.ts';
import type { Answer } from '../http/respond.ts';

/** The journal drops this many of its oldest entries once it holds more than twice as many. */
export const JOURNAL_ENTRIES_MAX = 1_000;
/** The limit on the memory of all entries, as `measure` estimates it. */
export const JOURNAL_BYTES_MAX = 32 * 1024 * 1024;
/** Longer bodies are cut. */
const TEXT_KEPT_MAX = 16_384;
const TAIL_KEPT_MAX = 1_024;
/** V8 stores a string with one byte per character, or two where any character is beyond Latin-1. */
const BYTES_PER_CHAR = 2;
/** The memory of an entry and of a header, apart from the characters of their strings. */
const BYTES_PER_ENTRY = 1_024;
const BYTES_PER_HEADER = 128;

/** One request and its response, unredacted. `control/endpoint/redact.ts` removes the secrets before it is shown. */
export interface JournalEntry {
  seq: number;
  at: string;
  operation_id: string;
  method: string;
  path: string;
  /** The caller. Null if the request was not authenticated. */
  actor: { client_id: string; user_id: string | null; team_id: string | null; livemode: boolean } | null;
  status: number;
  http_version: string;
  request_headers: Readonly<IncomingHttpHeaders>;
  request_body: string;
  /** The length of the whole body in characters. Counting bytes would take as long as the rest of an entry. */
  request_chars: number;
  /** Without those that Node adds, such as Date. */
  response_headers: Readonly<Record<string, string>>;
  response_body: string;
  response_chars: number;
  duration_ms: number;
  /** When it began, in real time. Not shown: it is for the coach. */
  began_ms: number;
  /** The end of a response whose body is cut here: the links of a long page are there. Not shown, either. */
  response_tail: string;
  /** Whether the connection was cut instead of a whole response. Not shown, either. */
  is_cut: boolean;
  /** The fault that was applied, if any. A dropped response has status 200 and no body. */
  fault: string | null;
}

/** A request that has begun. */
export interface OpenEntry {
  identify: (caller: Caller) => void;
  end: (request_body: string, answer: Answer) => void;
}

/** The oldest half is dropped beyond twice as many entries, or beyond so many bytes. */
export interface JournalLimits {
  entries: number;
  bytes: number;
}

export const JOURNAL_LIMITS: JournalLimits = { entries: JOURNAL_ENTRIES_MAX, bytes: JOURNAL_BYTES_MAX };

export interface JournalStatus {
  /** The number of the oldest entry that is kept, or of the next one if none is. */
  first_seq: number;
  /** The number of the newest entry, even if it was cleared. */
  last_seq: number;
  /** An upper bound of the memory of the entries. */
  bytes: number;
  /** How many entries were dropped since the journal was last cleared. */
  dropped: number;
}

/** A journal of one process, or of several that serve the same world. */
export interface RequestJournal {
  begin(operation_id: string, request: Request): OpenEntry;
  /** The entries kept after `since_seq`, oldest first. */
  read(since_seq?: number): Promise<readonly JournalEntry[]>;
  status(): Promise<JournalStatus>;
  clear(): Promise<void> | void;
  /** Resolves when the entries so far are written. */
  flush(): Promise<void>;
}

/** Measures a request, and adds its entry when it has ended. */
export function beginEntry(
  operation_id: string,
  request: Request,
  now: () => string,
  add: (entry: Omit<JournalEntry, 'seq'>) => void,
): OpenEntry {
  const started_ms = stopwatchMs();
  const began_ms = steadyEpochMs();
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
      add({
        at: now(),
        operation_id,
        method: request.method,
        path: request.originalUrl,
        actor,
        status: answer.status,
        http_version: request.httpVersion,
        request_headers: request.headers,
        request_body: cut(request_body),
        request_chars: request_body.length,
        response_headers: answer.headers,
        response_body: cut(answer.text),
        response_chars: answer.text.length,
        response_tail: tailOf(answer.text),
        duration_ms: roundMs(stopwatchMs() - started_ms),
        began_ms,
        is_cut: answer.broken_off !== undefined,
        fault: answer.fault ?? null,
      });
    },
  };
}

/** A journal in memory. */
export class Journal implements RequestJournal {
  readonly #entries: JournalEntry[] = [];
  /** The bytes of each entry, in the same order. */
  readonly #sizes: number[] = [];
  readonly #now: () => string;
  readonly #onEntry: (entry: JournalEntry) => void;
  readonly #limits: JournalLimits;
  #seq = 0;
  #bytes = 0;
  #dropped = 0;

  /** @param limits how much it keeps. Default: what a mock without tenants keeps */
  constructor(now: () => string, onEntry: (entry: JournalEntry) => void, limits: JournalLimits = JOURNAL_LIMITS) {
    this.#limits = limits;
    this.#now = now;
    this.#onEntry = onEntry;
  }

  /** The entries kept, oldest first. */
  get entries(): readonly JournalEntry[] {
    return this.#entries;
  }

  /** The number of the newest entry, even if it was cleared. */
  get last_seq(): number {
    return this.#seq;
  }

  /** An upper bound of the memory of the entries. */
  get bytes(): number {
    return this.#bytes;
  }

  /** How many entries were dropped since the journal was last cleared. */
  get dropped(): number {
    return this.#dropped;
  }

  clear(): void {
    this.#entries.length = 0;
    this.#sizes.length = 0;
    this.#bytes = 0;
    this.#dropped = 0;
  }

  read(since_seq = 0): Promise<readonly JournalEntry[]> {
    return Promise.resolve(since_seq === 0 ? this.#entries : this.#entries.filter(({ seq }) => seq > since_seq));
  }

  status(): Promise<JournalStatus> {
    const first_seq = this.#entries[0]?.seq ?? this.#seq + 1;
    return Promise.resolve({ first_seq, last_seq: this.#seq, bytes: this.#bytes, dropped: this.#dropped });
  }

  flush(): Promise<void> {
    return Promise.resolve();
  }

  begin(operation_id: string, request: Request): OpenEntry {
    return beginEntry(operation_id, request, this.#now, (entry) => {
      this.#seq += 1;
      this.#add({ seq: this.#seq, ...entry });
    });
  }

  #add(entry: JournalEntry): void {
    const bytes = measure(entry);
    this.#entries.push(entry);
    this.#sizes.push(bytes);
    this.#bytes += bytes;
    if (this.#entries.length > this.#limits.entries * 2 || this.#bytes > this.#limits.bytes) this.#dropOldest();
    this.#onEntry(entry);
  }

  /** Drops about half of the entries. Dropping many at once keeps the average cost of an entry constant. */
  #dropOldest(): void {
    let count = this.#entries.length > this.#limits.entries * 2 ? this.#limits.entries : 0;
    let bytes = this.#sizes.slice(count).reduce((sum, size) => sum + size, 0);
    while (bytes > this.#limits.bytes / 2) {
      bytes -= this.#sizes[count] ?? 0;
      count += 1;
    }
    this.#entries.splice(0, count);
    this.#sizes.splice(0, count);
    this.#bytes = bytes;
    this.#dropped += count;
  }
}

/** The beginning of a text. It goes through a buffer because a slice keeps the whole text that it was taken from in memory. */
function cut(text: string): string {
  return text.length <= TEXT_KEPT_MAX ? text : Buffer.from(text.slice(0, TEXT_KEPT_MAX)).toString();
}

/** The end of a text that `cut` cuts. */
function tailOf(text: string): string {
  return text.length <= TEXT_KEPT_MAX ? '' : Buffer.from(text.slice(-TAIL_KEPT_MAX)).toString();
}

/** An upper bound of the memory of an entry, in bytes. It reads lengths only, which is fast. */
function measure(entry: JournalEntry): number {
  const { path, request_headers, request_body, response_headers, response_body, response_tail } = entry;
  let bytes =
    BYTES_PER_ENTRY + BYTES_PER_CHAR * (path.length + request_body.length + response_body.length + response_tail.length);
  for (const headers of [request_headers, response_headers]) {
    for (const [name, value = ''] of Object.entries(headers)) {
      const chars = typeof value === 'string' ? value.length : value.join('').length;
      bytes += BYTES_PER_HEADER + BYTES_PER_CHAR * (name.length + chars);
    }
  }
  return bytes;
}
