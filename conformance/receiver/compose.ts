/** Composes deliveries byte by byte: genuine ones, or ones that differ in one respect. */
import { createHmac } from 'node:crypto';
import { makeEnvelope, type Envelope, type EnvelopeOptions } from './envelope.ts';
import { writeScript } from './script.ts';

/** How a delivery differs from a plain genuine one. */
export interface Shape extends EnvelopeOptions {
  type?: string;
  /** Sends this event again. */
  envelope?: Envelope;
  /** Writes the bytes to sign. */
  write?: (envelope: Envelope) => string | Buffer;
  /** Changes the bytes after they were signed. */
  tamper?: (signed: Buffer, envelope: Envelope) => Buffer;
  /** How far `t` is from the clock. */
  offset_seconds?: number;
  writeTime?: (seconds: number) => string;
  /** Replaces the key of the HMAC. */
  key?: string | Buffer;
  sign?: (t: string, raw: Buffer, envelope: Envelope) => Buffer;
  /** Replaces the HMAC. */
  mac?: (key: string | Buffer, bytes: Buffer) => string;
  /**
   * The header SVC-Signature; null: none. What it can contain:
   * - `{t}`, and `{v1}` (in upper case: `{V1}`);
   * - v1 with another digit in its place: the `{first}`, the `{middle}`, or the last (`{flipped}`); with two digits `{swapped}`;
   *   cut to its `{half}`, to its first `{digit}`, or by a byte (`{most}`);
   * - `{sha256}`: the legacy HMAC of the body; `{other}`: an HMAC of the body with a key that no subscription has;
   * - `{now}`: the receiver's time; `{id}` and `{type}` of the event; `{standard}`: the signature of Standard Webhooks.
   */
  header?: string | null;
  /** Additional or replaced headers, with the same parts. */
  headers?: Readonly<Record<string, string>>;
  writeName?: (name: string) => string;
  /** Puts the headers in another order. */
  arrange?: (headers: readonly (readonly [name: string, value: string])[]) => readonly (readonly [name: string, value: string])[];
  /** Where to cut the body into pieces. */
  cuts?: (body: Buffer) => readonly number[];
  /** Sends the body chunked, without its length. */
  is_chunked?: boolean;
}

/** A delivery, ready to be sent. */
export interface Delivery {
  readonly envelope: Envelope;
  readonly body: Buffer;
  /** Where the body is cut into pieces. */
  readonly cuts: readonly number[];
  readonly headers: Readonly<Record<string, string>>;
  /** A shell script that sends the same kind of delivery; undefined if there is no short one. */
  readonly script: string | undefined;
}

/** SIG-1: the header as the marketplace writes it. */
const GENUINE_HEADER = 't={t},v1={v1}';

/**
 * Composes a delivery.
 * @param secret the signing secret, including `whsec_`
 * @param url for its script
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
  // Functions, because most headers need only two of them.
  const parts: Readonly<Record<string, () => string>> = {
    t: () => t,
    now: () => String(their_seconds),
    id: () => envelope.id,
    type: () => envelope.type,
    standard: () => signStandard(secret, `${envelope.id}.${t}.`, signed),
    v1: () => v1,
    V1: () => v1.toUpperCase(),
    half: () => v1.slice(0, v1.length / 2),
    most: () => v1.slice(0, -2),
    digit: () => v1.slice(0, 1),
    flipped: () => flipLast(v1),
    first: () => flipAt(v1, 0),
    middle: () => flipAt(v1, 31),
    swapped: () => swapTwo(v1),
    sha256: () => hmac(key, signed),
    other: () => hmac('nobody', signed),
  };
  const fill = (text: string): string => text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => parts[name]?.() ?? whole);
  const signature = header === null ? undefined : fill(header);
  const { writeName = (name: string): string => name, arrange = (lines) => lines } = shape;
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
    headers: Object.fromEntries(arrange(Object.entries(all).map(([name, value]) => [writeName(name), value]))),
    script: writeScript(shape, { body, signed, envelope, url, clock_seconds }),
  };
}

/** SIG-1 */
function hmac(key: string | Buffer, bytes: Buffer): string {
  return createHmac('sha256', key).update(bytes).digest('hex');
}

/** SIG-1 */
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

export function bytesOf(text: string | Buffer): Buffer {
  return typeof text === 'string' ? Buffer.from(text) : text;
}

function flipAt(hex: string, at: number): string {
  return `${hex.slice(0, at)}${flipLast(hex.slice(at, at + 1))}${hex.slice(at + 1)}`;
}

/** Swaps two different digits. Their sum stays the same. */
function swapTwo(hex: string): string {
  return hex.replace(/^(.)(\1*)(.)/, '$3$2$1');
}

/** Changes the last digit. For lower-case hex, a second call restores it. */
export function flipLast(hex: string): string {
  const last = Number.parseInt(hex.slice(-1), 16);
  return `${hex.slice(0, -1)}${Number.isNaN(last) ? 'A' : (last ^ 1).toString(16)}`;
}

/** Matches a `v1` in which a byte other than the first begins with the digit 0, which a careless conversion to hex drops. Seven of eight signatures match. */
export const INNER_ZERO = /v1=[1-9a-f].(?:..)*0/;

const TRIES_MAX = 1_000;

/** Composes deliveries until the header has this form by chance. @returns undefined if it never does, such as without a `v1` */
export function composeLike(form: RegExp, make: () => Delivery): Delivery | undefined {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const delivery = make();
    if (form.test(delivery.headers['SVC-Signature'] ?? '')) return delivery;
  }
  return undefined;
}
