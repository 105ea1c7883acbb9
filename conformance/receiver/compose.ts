/** Deliveries put together byte by byte: genuine as the document has them, or different from that in one respect. */
import { createHmac } from 'node:crypto';
import type { Envelope, EnvelopeOptions } from './envelope.ts';
import { makeEnvelope } from './envelope.ts';
import { writeScript } from './script.ts';

/** In what a delivery differs from a plain genuine one. What is left out is as the document has it. */
export interface Shape extends EnvelopeOptions {
  type?: string;
  /** The same event again: its envelope as it was sent before. */
  envelope?: Envelope;
  /** The bytes that are signed. */
  write?: (envelope: Envelope) => string | Buffer;
  /** The bytes that are sent, where they are not those that were signed. */
  tamper?: (signed: Buffer, envelope: Envelope) => Buffer;
  /** By how much `t` is off the clock. */
  offset_seconds?: number;
  /** How `t` is written. */
  writeTime?: (seconds: number) => string;
  /** The key of the HMAC. */
  key?: string | Buffer;
  /** What goes into the HMAC. */
  sign?: (t: string, raw: Buffer, envelope: Envelope) => Buffer;
  /** The signature itself. */
  mac?: (key: string | Buffer, bytes: Buffer) => string;
  /**
   * The header SVC-Signature, with `{t}` and `{v1}` for its parts; `{V1}`, `{flipped}`, `{half}` and `{digit}` for a v1 in upper case, with its last digit
   * changed, cut to its first half, to its first digit; `{first}`, `{middle}` and `{swapped}` for one with such a digit changed, with two exchanged; `{sha256}` for a legacy HMAC over the body and `{other}` for one that is nobody's, `{now}` for the time as it is. Null: no header.
   */
  header?: string | null;
  /** Further headers, or others; with the same parts. */
  headers?: Readonly<Record<string, string>>;
  /** How the names of the headers are written. */
  writeName?: (name: string) => string;
  /** Sends the body in pieces, cut at these bytes. */
  cuts?: (body: Buffer) => readonly number[];
  /** Does not tell the length of the body: it is sent chunked. */
  is_chunked?: boolean;
}

/** A delivery, ready to be sent. */
export interface Delivery {
  readonly envelope: Envelope;
  readonly body: Buffer;
  /** Where the body is cut into pieces that are sent one after the other. */
  readonly cuts: readonly number[];
  readonly headers: Readonly<Record<string, string>>;
  /** A line of shell that sends the like of it; undefined where there is no short way to write them. */
  readonly script: string | undefined;
}

/** SIG-1: the header as the marketplace writes it. */
export const GENUINE_HEADER = 't={t},v1={v1}';

/**
 * Puts a delivery together.
 * @param secret the signing secret, `whsec_` included
 * @param url where it goes to, for its script
 * @param now_seconds since 1970
 * @param clock_seconds by how much the receiver's clock is ahead
 */
export function compose(
  shape: Shape,
  { secret, url, now_seconds, clock_seconds = 0 }: { secret: string; url: string; now_seconds: number; clock_seconds?: number },
): Delivery {
  const { type = 'bid.accepted', offset_seconds = 0, writeTime = String, header = GENUINE_HEADER, key = secret, headers } = shape;
  const { sign = signedText, mac = hmac, write = JSON.stringify } = shape;
  const envelope = shape.envelope ?? makeEnvelope(type, shape);
  const signed = bytesOf(write(envelope));
  const body = shape.tamper?.(signed, envelope) ?? signed;
  const their_seconds = now_seconds + clock_seconds;
  const t = writeTime(their_seconds + offset_seconds);
  const v1 = mac(key, sign(t, signed, envelope));
  const parts: Readonly<Record<string, string>> = {
    t,
    now: String(their_seconds),
    id: envelope.id,
    type: envelope.type,
    standard: signStandard(secret, `${envelope.id}.${t}.`, signed),
    v1,
    V1: v1.toUpperCase(),
    half: v1.slice(0, v1.length / 2),
    digit: v1.slice(0, 1),
    flipped: flipLast(v1),
    first: flipAt(v1, 0),
    middle: flipAt(v1, 31),
    swapped: swapTwo(v1),
    sha256: hmac(key, signed),
    other: hmac('nobody', signed),
  };
  const fill = (text: string): string => text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => parts[name] ?? whole);
  const signature = header === null ? undefined : fill(header);
  const { writeName = (name: string): string => name } = shape;
  const all = {
    'content-type': 'application/json',
    'user-agent': 'gristmill',
    'SVC-Event': envelope.type,
    ...(signature === undefined ? {} : { 'SVC-Signature': signature }),
    ...(shape.is_chunked === true ? {} : { 'content-length': String(body.length) }),
    ...Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name, fill(value)])),
  };
  return {
    envelope,
    body,
    cuts: shape.cuts?.(body) ?? [],
    headers: Object.fromEntries(Object.entries(all).map(([name, value]) => [writeName(name), value])),
    script: writeScript(shape, { body, signed, envelope, url, clock_seconds }),
  };
}

/** SIG-1: how it is signed. */
function hmac(key: string | Buffer, bytes: Buffer): string {
  return createHmac('sha256', key).update(bytes).digest('hex');
}

/** SIG-1: what is signed. */
function signedText(t: string, raw: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${t}.`), raw]);
}

/** As Standard Webhooks signs: the secret decoded, the id in front, in base64. */
function signStandard(secret: string, prefix: string, body: Buffer): string {
  return createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(prefix)
    .update(body)
    .digest('base64');
}

function bytesOf(text: string | Buffer): Buffer {
  return typeof text === 'string' ? Buffer.from(text) : text;
}

function flipAt(hex: string, at: number): string {
  return `${hex.slice(0, at)}${flipLast(hex.slice(at, at + 1))}${hex.slice(at + 1)}`;
}

/** Two digits that differ change places: added up, or sorted, they come to the same. */
function swapTwo(hex: string): string {
  return hex.replace(/^(.)(\1*)(.)/, '$3$2$1');
}

function flipLast(hex: string): string {
  const last = Number.parseInt(hex.slice(-1), 16);
  return `${hex.slice(0, -1)}${Number.isNaN(last) ? 'A' : (last ^ 1).toString(16)}`;
}
