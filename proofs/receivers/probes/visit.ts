/** One probe's visit to one receiver: it composes, signs and sends, by code that shares nothing with any other sender here. */
import { createHash, createHmac } from 'node:crypto';
import { request, type IncomingMessage } from 'node:http';
import { EVENTS, type EventType } from '#spec';
import type { Notice } from '../receiver.ts';
import type { Serving } from '../serve.ts';
import { pauseTurns, type VirtualTime } from '../time.ts';

/** How a delivery differs from a genuine one. */
export interface Wrapping {
  /** How far `t` lies from the receiver's clock. */
  readonly t_offset_seconds?: number;
  /** `t` as it is signed and sent, where it is no plain number of seconds; from the receiver's clock. */
  readonly t?: (now_seconds: number) => string;
  /** Makes the header from what is right; undefined: none. */
  readonly header?: (right: Right) => string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** The name under which the signature is sent. */
  readonly header_name?: string;
  /** Sent without a Content-Length. */
  readonly is_chunked?: boolean;
}

export interface Right {
  readonly t: string;
  readonly v1: string;
  readonly body: Buffer;
  readonly secret: string;
}

export interface Reply {
  /** 0: no answer that can be used, within the ten seconds of RTY-5. */
  readonly status: number;
  readonly body?: string;
}

export interface Visit {
  readonly serving: Serving;
  readonly time: VirtualTime;
  /** A genuine event with an id of its own. */
  readonly compose: (type?: string, changes?: Partial<Notice>) => Notice;
  /** One attempt. */
  readonly attempt: (body: Notice | string | Buffer, wrapping?: Wrapping) => Promise<Reply>;
  /** Attempts until one is final, as the marketplace makes them (RTY-4): the same body, a fresh `t`, the same delays. */
  readonly deliver: (body: Notice | string | Buffer, wrapping?: Wrapping) => Promise<Reply>;
  /** One attempt, of which the first half of the body arrives. */
  readonly cutOff: (body: Notice) => Promise<void>;
  /** How often an event took effect, once everybody has come to rest. */
  readonly effectsOf: (id: string) => Promise<number>;
}

/** Enough for what was sent to be read. */
const TURNS_TO_READ = 50;
const TIMEOUT_MS = 10_000;
const DELAYS_MS = [10_000, 60_000, 300_000, 1_800_000];
const ANSWER_BYTES_MAX = 1_048_576;

export function visit(serving: Serving, time: VirtualTime): Visit {
  let count = 0;
  const compose: Visit['compose'] = (type = 'bid.accepted', changes = {}) => {
    count += 1;
    const id = `evt_${createHash('sha256').update(String(count)).digest('hex').slice(0, 16)}`;
    const created_at = new Date(time.now_ms()).toISOString();
    // A type that the document does not know has an empty payload.
    const data = type in EVENTS ? EVENTS[type as EventType].example : {};
    return { id, type, event: type, livemode: true, created_at, data, ...changes };
  };

  const attempt: Visit['attempt'] = async (content, wrapping = {}) => {
    const body = Buffer.from(typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content));
    const started_ms = time.now_ms();
    const now_seconds = Math.floor(started_ms / 1_000);
    const t = wrapping.t?.(now_seconds) ?? String(now_seconds + (wrapping.t_offset_seconds ?? 0));
    const v1 = hmac(serving.secret, `${t}.`, body);
    const header = (wrapping.header ?? plainHeader)({ t, v1, body, secret: serving.secret });
    const reply = await post(serving.url, body, header, wrapping);
    return time.now_ms() - started_ms > TIMEOUT_MS ? { status: 0 } : reply;
  };

  const cutOff: Visit['cutOff'] = async (notice) => {
    const body = Buffer.from(JSON.stringify(notice));
    const t = String(Math.floor(time.now_ms() / 1_000));
    const awaited = serving.arrivals() + 1;
    const outgoing = request(serving.url, {
      method: 'POST',
      headers: { 'Content-Length': String(body.length), 'SVC-Signature': `t=${t},v1=${hmac(serving.secret, `${t}.`, body)}` },
      agent: false,
    });
    outgoing.on('error', () => undefined);
    outgoing.write(body.subarray(0, body.length / 2));
    while (serving.arrivals() < awaited) await pauseTurns(1);
    await pauseTurns(TURNS_TO_READ);
    outgoing.destroy();
    await pauseTurns(TURNS_TO_READ);
  };

  const deliver: Visit['deliver'] = async (content, wrapping) => {
    let reply = await attempt(content, wrapping);
    for (const delay_ms of DELAYS_MS) {
      if (!isRetried(reply)) break;
      await time.wait(delay_ms, AbortSignal.any([]));
      reply = await attempt(content, wrapping);
    }
    return reply;
  };

  const effectsOf: Visit['effectsOf'] = async (id) => {
    await time.idle();
    const answer = await fetch(serving.effect_url);
    // The counter of the gallery itself: the form is its own.
    const { by_id } = (await answer.json()) as { by_id: Record<string, number> };
    return by_id[id] ?? 0;
  };

  return { serving, time, compose, attempt, deliver, cutOff, effectsOf };
}

/** RTY-3 */
function isRetried({ status }: Reply): boolean {
  return status === 0 || status === 408 || status === 429 || status >= 500;
}

function plainHeader({ t, v1 }: Right): string {
  return `t=${t},v1=${v1}`;
}

export function hmac(key: string | Buffer, ...pieces: readonly (string | Buffer)[]): string {
  return pieces.reduce((hash, piece) => hash.update(piece), createHmac('sha256', key)).digest('hex');
}

async function post(url: string, body: Buffer, signature: string | undefined, wrapping: Wrapping): Promise<Reply> {
  return new Promise((resolve) => {
    const headers: Record<string, string> = { 'Content-Type': 'application/json', ...eventHeader(body), ...wrapping.headers };
    if (signature !== undefined) headers[wrapping.header_name ?? 'SVC-Signature'] = signature;
    if (wrapping.is_chunked !== true) headers['Content-Length'] = String(body.length);
    const outgoing = request(url, { method: 'POST', headers, agent: false }, (answer) => {
      void readAnswer(answer).then(resolve);
    });
    outgoing.on('error', () => {
      resolve({ status: 0 });
    });
    // What is written before the end is sent in chunks.
    if (wrapping.is_chunked === true) outgoing.write(body);
    outgoing.end(wrapping.is_chunked === true ? undefined : body);
  });
}

/** EVT-2 */
function eventHeader(body: Buffer): Record<string, string> {
  const type = /"type"\s*:\s*"([\w.-]+)"/.exec(body.toString('latin1'))?.[1];
  return type === undefined ? {} : { 'SVC-Event': type };
}

async function readAnswer(answer: IncomingMessage): Promise<Reply> {
  let bytes = 0;
  let body = '';
  try {
    for await (const chunk of answer) {
      // An answer without an encoding yields buffers.
      const text = (chunk as Buffer).toString('latin1');
      bytes += text.length;
      body += text;
      if (bytes > ANSWER_BYTES_MAX) return { status: 0 };
    }
    return { status: answer.statusCode ?? 0, body };
  } catch {
    return { status: 0 };
  }
}
