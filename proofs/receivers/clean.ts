/** A correct receiver made of replaceable parts. A faulty receiver replaces one of them. */
import { isEventType } from '#spec/events';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { makeOnce, type Once } from './once.ts';
import type { MakeReceiver, Envelope, Setup } from './receiver.ts';

export interface DeliveryResponse {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ParsedHeader {
  readonly t: string;
  /** The time to compare with the clock, if it is not the signed `t`. */
  readonly clock_t?: string;
  /** The candidate signatures, in the order of the header. */
  readonly v1: readonly string[];
}

/** A delivery whose body has been read. */
export interface Post {
  readonly request: IncomingMessage;
  readonly raw: Buffer;
}

/** Why a delivery is rejected. */
export type Problem = 'header' | 'clock' | 'mismatch';

export interface Parts {
  /** Runs before verification. A returned response ends the delivery. */
  intercept: (
    request: IncomingMessage,
    response: ServerResponse,
  ) => DeliveryResponse | undefined | Promise<DeliveryResponse | undefined>;
  read: (request: IncomingMessage) => Promise<Buffer>;
  /** Whether the delivery is accepted without verification. */
  isTrusted: (post: Post) => boolean;
  headerOf: (request: IncomingMessage) => string | undefined;
  parse: (header: string) => ParsedHeader | undefined;
  isInTime: (t: string, now_seconds: number, post: Post) => boolean;
  keyOf: (secret: string) => string | Buffer;
  /** The text to compute the HMAC over. */
  signedBytes: (post: Post, t: string) => string | Buffer;
  digest: (key: string | Buffer, bytes: string | Buffer) => string;
  isSame: (expected: string, given: string) => boolean;
  reject: (problem: Problem, post: Post) => DeliveryResponse;
  decode: (raw: Buffer) => Envelope;
  /** Rejects an event that it does not accept. */
  validate: (envelope: Envelope) => DeliveryResponse | undefined;
  /** Whether it acts on events of a type. It must ignore an unknown one (SIG-6). */
  acts: (type: string, request: IncomingMessage) => boolean;
  /** The key that identifies duplicates of an event. */
  identify: (envelope: Envelope, post: Post) => string;
  once: Once;
  work: (envelope: Envelope, request: IncomingMessage) => Promise<void>;
  accept: (outcome: 'done' | 'duplicate', envelope: Envelope) => DeliveryResponse;
  /** Sends the chosen response. */
  send: (response: ServerResponse, reply: DeliveryResponse, request: IncomingMessage) => void | Promise<void>;
}

const TOLERANCE_SECONDS = 300;

function makeCleanParts({ effects }: Setup): Parts {
  return {
    intercept: () => undefined,
    read: readAll,
    isTrusted: () => false,
    headerOf: (request) => request.headers['svc-signature']?.toString(),
    parse: parseByKey,
    isInTime: (t, now_seconds) => /^\d+$/.test(t) && Math.abs(now_seconds - Number(t)) <= TOLERANCE_SECONDS,
    keyOf: (secret) => secret,
    signedBytes: ({ raw }, t) => signedText(t, raw),
    digest: (key, bytes) => createHmac('sha256', key).update(bytes).digest('hex'),
    isSame: (expected, given) => {
      return given.length === expected.length && timingSafeEqual(Buffer.from(given, 'latin1'), Buffer.from(expected, 'latin1'));
    },
    reject: () => ({ status: 400, body: 'not believed' }),
    decode: (raw) => asEnvelope(JSON.parse(raw.toString('utf8'))),
    validate: () => undefined,
    acts: isEventType,
    identify: ({ id }) => id,
    once: makeOnce(),
    work: ({ id }) => Promise.resolve(effects.record(id)),
    accept: () => ({ status: 200, body: 'thank you' }),
    send: (response, { status, body, headers }) => {
      response.writeHead(status, headers).end(body);
    },
  };
}

/** Takes effect after some time. */
export function workFor({ effects, wait }: Setup, ms: number): Parts['work'] {
  return async ({ id }, request) => {
    await wait(ms, request);
    effects.record(id);
  };
}

/** The header with the signature. Empty if there is none. */
export function signatureOf({ headers }: IncomingMessage): string {
  return headers['svc-signature']?.toString() ?? '';
}

/** What the marketplace signs (SIG-1). */
export function signedText(t: string, raw: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${t}.`), raw]);
}

/** Parses the header by key, in any order. Ignores everything except `t` and `v1` (SIG-10). */
export function parseByKey(header: string): ParsedHeader | undefined {
  const segments = segmentsOf(header);
  const t = segments.find(([key]) => key === 't')?.[1];
  const v1 = segments.filter(([key]) => key === 'v1').map(([, value]) => value);
  return t === undefined || v1.length === 0 ? undefined : { t, v1 };
}

export function segmentsOf(header: string): readonly (readonly [string, string])[] {
  return header.split(',').map((segment) => {
    const at = segment.indexOf('=');
    return at < 0 ? [segment.trim(), ''] : [segment.slice(0, at).trim(), segment.slice(at + 1).trim()];
  });
}

export async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    // Without an encoding, the request yields buffers.
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

/** The only place where a body becomes an event. The marketplace signed it, which guarantees its shape (EVT-1). */
export function asEnvelope(json: unknown): Envelope {
  return json as Envelope; // signed by the marketplace
}

/** The parts to replace; a function if they need the setup, or have state. */
export type Replacement = Partial<Parts> | ((setup: Setup) => Partial<Parts>);

/** The clean receiver with some of its parts replaced. */
export function makeReceiver(replacement: Replacement): MakeReceiver {
  return (setup) => {
    const parts = { ...makeCleanParts(setup), ...(typeof replacement === 'function' ? replacement(setup) : replacement) };
    return listen(async (request, response) => {
      await parts.send(response, await decide(parts, setup, request, response), request);
    });
  };
}

/** Turns an asynchronous listener into a Node listener. Errors return 500, as in every framework. */
export function listen(handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>): RequestListener {
  return (request, response) => {
    response.on('error', () => undefined);
    handle(request, response).catch(() => {
      if (!response.headersSent && !response.destroyed) response.writeHead(500);
      response.end();
    });
  };
}

async function decide(parts: Parts, setup: Setup, request: IncomingMessage, response: ServerResponse): Promise<DeliveryResponse> {
  const reply = await parts.intercept(request, response);
  if (reply !== undefined) return reply;
  const post: Post = { request, raw: await parts.read(request) };
  const problem = findProblem(parts, setup, post);
  if (problem !== undefined) return parts.reject(problem, post);
  const envelope = parts.decode(post.raw);
  const objection = parts.validate(envelope);
  if (objection !== undefined) return objection;
  if (!parts.acts(envelope.type, request)) return parts.accept('done', envelope);

  const outcome = await parts.once(parts.identify(envelope, post), () => parts.work(envelope, request));
  return parts.accept(outcome, envelope);
}

function findProblem(parts: Parts, setup: Setup, post: Post): Problem | undefined {
  if (parts.isTrusted(post)) return undefined;
  const header = parts.headerOf(post.request);
  const parsed = header === undefined ? undefined : parts.parse(header);
  if (parsed === undefined) return 'header';
  if (!parts.isInTime(parsed.clock_t ?? parsed.t, setup.nowSeconds(), post)) return 'clock';
  const expected = parts.digest(parts.keyOf(setup.secret), parts.signedBytes(post, parsed.t));
  return parsed.v1.some((given) => parts.isSame(expected, given)) ? undefined : 'mismatch';
}
