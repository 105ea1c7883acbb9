/** Records recent requests and responses, for people and tests. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Request } from 'express';
import type { RequestEntry } from '../../wire.ts';
import { roundMs, steadyEpochMs, stopwatchMs } from '../../ports/clock.ts';
import type { Caller } from '../http/call.ts';
import type { OutgoingResponse } from '../http/respond.ts';
import { TextLog } from './text-log.ts';

/** The maximum number of entries. The journal keeps the newest ones. */
export const JOURNAL_ENTRIES_MAX = 2_000;
/** The limit on the size of all entries. */
export const JOURNAL_BYTES_MAX = 16 * 1024 * 1024;
/** Longer bodies are cut. */
const TEXT_KEPT_MAX = 16_384;
const TAIL_KEPT_MAX = 1_024;

/** The parts of a request that the journal reads. */
export type JournaledRequest = Pick<Request, 'method' | 'originalUrl' | 'httpVersion' | 'headers'>;

/** The operation id of requests to the authorization server. The journal has only failed ones. */
export const OAUTH = 'oauth';

/** The operation id of requests with an unknown path or method. */
export const UNKNOWN = 'unknown';

/** One request and its response, unredacted. `control/endpoint/redact.ts` removes the secrets before it is shown. */
export interface JournalEntry extends Omit<RequestEntry, 'request_headers' | 'response_headers'> {
  request_headers: Readonly<IncomingHttpHeaders>;
  response_headers: Readonly<Record<string, string>>;
  /** When the request began, in real time. For the coach only. */
  began_ms: number;
  /** The end of a response body that was cut, which has the links of a long page. For the coach only. */
  response_tail: string;
}

/** The entry of a request in progress. */
export interface OpenEntry {
  identify: (caller: Caller) => void;
  /** @param oauth_error why the authorization server refused the request */
  end: (request_body: string, response: OutgoingResponse, oauth_error?: string) => void;
}

/** Above either limit, the oldest entries are dropped. */
interface JournalLimits {
  entries: number;
  bytes: number;
}

export const JOURNAL_LIMITS: JournalLimits = { entries: JOURNAL_ENTRIES_MAX, bytes: JOURNAL_BYTES_MAX };

export interface JournalStatus {
  /** The number of the oldest entry. If there is none, the number of the next one. */
  first_seq: number;
  /** The number of the newest entry, even if it was cleared. */
  last_seq: number;
  /** The size of the entries. */
  bytes: number;
  /** How many entries were dropped since the journal was last cleared. */
  dropped: number;
}

/** A journal of one process, or of several that serve the same world. */
export interface RequestJournal {
  begin(operation_id: string, request: JournaledRequest): OpenEntry;
  /** The entries kept after `since_seq`, oldest first. */
  read(since_seq?: number): Promise<readonly JournalEntry[]>;
  status(): Promise<JournalStatus>;
  clear(): Promise<void> | void;
  /** Resolves when the entries so far are written. */
  flush(): Promise<void>;
}

/** Measures a request and, when it has ended, adds its entry. */
export function beginEntry(
  operation_id: string,
  request: JournaledRequest,
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
    end: (request_body, response, oauth_error) => {
      add({
        at: now(),
        operation_id,
        method: request.method,
        path: request.originalUrl,
        actor,
        status: response.status,
        http_version: request.httpVersion,
        request_headers: request.headers,
        request_body: cut(request_body),
        request_chars: request_body.length,
        response_headers: response.headers,
        response_body: cut(response.text),
        response_chars: response.text.length,
        response_tail: tailOf(response.text),
        duration_ms: roundMs(stopwatchMs() - started_ms),
        began_ms,
        is_cut: response.broken_off !== undefined,
        is_client_gone: response.broken_off === 'by the client',
        fault: response.fault ?? null,
        clause: response.clause ?? null,
        is_replay: response.is_replay === true,
        oauth_error: oauth_error ?? null,
      });
    },
  };
}

/** A journal in memory. */
export class Journal implements RequestJournal {
  /** Each text is the entry as JSON without its number and its response body, a line feed, and that body. */
  readonly #log = new TextLog();
  readonly #now: () => string;
  readonly #onEntry: (entry: JournalEntry) => void;
  readonly #limits: JournalLimits;
  #seq = 0;
  #dropped = 0;

  /** @param limits default: those of a mock without tenants */
  constructor(now: () => string, onEntry: (entry: JournalEntry) => void, limits: JournalLimits = JOURNAL_LIMITS) {
    this.#limits = limits;
    this.#now = now;
    this.#onEntry = onEntry;
  }

  clear(): void {
    this.#log.clear();
    this.#dropped = 0;
  }

  read(since_seq = 0): Promise<readonly JournalEntry[]> {
    const first = Math.max(since_seq + 1, this.#first_seq);
    return Promise.resolve(this.#log.read(first - this.#first_seq).map((text, index) => readEntry(text, first + index)));
  }

  status(): Promise<JournalStatus> {
    return Promise.resolve({
      first_seq: this.#first_seq,
      last_seq: this.#seq,
      bytes: this.#log.bytes,
      dropped: this.#dropped,
    });
  }

  flush(): Promise<void> {
    return Promise.resolve();
  }

  begin(operation_id: string, request: JournaledRequest): OpenEntry {
    return beginEntry(operation_id, request, this.#now, (entry) => {
      this.#add(entry);
    });
  }

  get #first_seq(): number {
    return this.#seq - this.#log.length + 1;
  }

  #add(entry: Omit<JournalEntry, 'seq'>): void {
    const { response_body, ...rest } = entry;
    this.#log.add(JSON.stringify(rest), LINE_FEED, response_body);
    this.#seq += 1;
    while (this.#log.length > this.#limits.entries || this.#log.bytes > this.#limits.bytes) {
      this.#log.drop();
      this.#dropped += 1;
    }
    this.#onEntry({ seq: this.#seq, ...entry });
  }
}

/** Separates the two parts of a text. JSON contains no line feed, because it is escaped in strings. */
const LINE_FEED = '\n';

function readEntry(text: string, seq: number): JournalEntry {
  const end = text.indexOf(LINE_FEED);
  // Cast: written by the journal.
  const rest = JSON.parse(text.slice(0, end)) as Omit<JournalEntry, 'seq' | 'response_body'>;
  return { seq, ...rest, response_body: text.slice(end + 1) };
}

function cut(text: string): string {
  return text.slice(0, TEXT_KEPT_MAX);
}

/** The end of a text that `cut` cuts. */
function tailOf(text: string): string {
  return text.length <= TEXT_KEPT_MAX ? '' : text.slice(-TAIL_KEPT_MAX);
}
