/** Verifies signatures like a receiver (SIG-1), independent of the mock's code. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Arrival } from './arrival.ts';
import { isObject, readPath } from '../json.ts';
import { readEventId } from './read-delivery.ts';

interface Signature {
  /** Unparsed values of the header. */
  t: readonly string[];
  v1: readonly string[];
  /** The legacy segment, which receivers must ignore (SIG-2). */
  sha256: readonly string[];
  /** Undocumented segments. */
  others: readonly string[];
}

/** Parses the header by key, because the order of its segments is not guaranteed. */
export function parseSignature(header: string): Signature {
  const segments = header.split(',').map((segment): [string, string] => {
    const at = segment.indexOf('=');
    return at < 0 ? [segment.trim(), ''] : [segment.slice(0, at).trim(), segment.slice(at + 1).trim()];
  });
  const of = (key: string): readonly string[] => segments.filter(([name]) => name === key).map(([, value]) => value);
  const others = segments.filter(([name]) => !['t', 'v1', 'sha256'].includes(name)).map(([name]) => name);
  return { t: of('t'), v1: of('v1'), sha256: of('sha256'), others };
}

/** Whether one `v1` is the HMAC-SHA256 of `<t>.<raw body>` in hex. */
export function isSigned({ raw }: Arrival, secret: string, t: string, v1: readonly string[]): boolean {
  const expected = Buffer.from(hmac(secret, Buffer.concat([Buffer.from(`${t}.`), raw])));
  return v1.some((given) => {
    const bytes = Buffer.from(given.toLowerCase());
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
}

/** The common mistake that explains this signature; undefined if none does. */
export function explainSignature(arrival: Arrival, secret: string, t: string, v1: readonly string[]): string | undefined {
  const given = new Set(v1.flatMap((one) => [one, one.toLowerCase()]));
  return MISTAKES.find(([, make]) => make(arrival, secret, t).some((made) => given.has(made)))?.[0];
}

type Make = (arrival: Arrival, secret: string, t: string) => readonly string[];

/** The first that fits is the cause. Base64 comes first: a body that is serialized again can have the bytes that were sent. */
const MISTAKES: readonly (readonly [string, Make])[] = [
  ['the signature is in base64, not in hex', ({ raw }, secret, t) => base64(secret, join(t, '.', raw))],
  ['the HMAC is over the body alone, without `<t>.`', ({ raw }, secret) => forms(secret, raw)],
  ['`t` and the body are joined with a comma instead of a period', ({ raw }, secret, t) => forms(secret, join(t, ',', raw))],
  ['`t` and the body are joined without a separator', ({ raw }, secret, t) => forms(secret, join(t, '', raw))],
  ['`t` and the body are joined with a colon', ({ raw }, secret, t) => forms(secret, join(t, ':', raw))],
  [
    'the event id is signed too, as in Standard Webhooks',
    (arrival, secret, t) => keysOf(secret).flatMap((key) => forms(key, join(`${readEventId(arrival)}.${t}`, '.', arrival.raw))),
  ],
  [
    'the secret was base64-decoded, as in Standard Webhooks: the key is the whole string, whsec_ included',
    ({ raw }, secret, t) => forms(Buffer.from(secret.replace(/^whsec_/, ''), 'base64'), join(t, '.', raw)),
  ],
  [
    'the key is the secret without its prefix whsec_',
    ({ raw }, secret, t) => forms(secret.replace(/^whsec_/, ''), join(t, '.', raw)),
  ],
  [
    'a different serialization of the body was signed than the one that was sent',
    ({ json }, secret, t) =>
      [json, readPath(json, 'data')]
        .flatMap((value) => [JSON.stringify(value ?? null), JSON.stringify(value ?? null, null, 2)])
        .flatMap((text) => forms(secret, join(t, '.', Buffer.from(text)))),
  ],
  [
    'the leading zeros of the hex digits are missing',
    ({ raw }, secret, t) => [hmac(secret, join(t, '.', raw)).replace(/^0+/, '')],
  ],
  [
    'the body that was signed has its keys in another order than the one that was sent',
    ({ json }, secret, t) => forms(secret, join(t, '.', Buffer.from(JSON.stringify(sortKeys(json))))),
  ],
  [
    'the body was signed in another character set than the one in which it was sent',
    ({ raw }, secret, t) =>
      [Buffer.from(raw.toString('utf8'), 'latin1'), Buffer.from(raw.toString('utf8').replaceAll(/[^ -~]/g, '?'))].flatMap(
        (bytes) => forms(secret, join(t, '.', bytes)),
      ),
  ],
  ['the hash is not SHA-256', ({ raw }, secret, t) => ['sha1', 'sha512'].map((hash) => hmac(secret, join(t, '.', raw), hash))],
  [
    'the signed time is not the `t` in the header: one is in seconds, the other in milliseconds',
    ({ raw }, secret, t) => [`${t}000`, t.slice(0, -3)].flatMap((other) => forms(secret, join(other, '.', raw))),
  ],
];

/** The same value with the keys of every object in alphabetical order, as some serializers write them. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isObject(value)) return value ?? null;
  const sorted = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, member]) => [key, sortKeys(member)]));
}

function forms(key: string | Buffer, bytes: Buffer): readonly string[] {
  return [hmac(key, bytes), ...base64(key, bytes)];
}

function base64(key: string | Buffer, bytes: Buffer): readonly string[] {
  const digest = createHmac('sha256', key).update(bytes);
  const text = digest.digest('base64');
  return [text, text.replace(/=+$/, ''), text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')];
}

function hmac(key: string | Buffer, bytes: Buffer, hash = 'sha256'): string {
  return createHmac(hash, key).update(bytes).digest('hex');
}

function join(t: string, by: string, raw: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${t}${by}`), raw]);
}

function keysOf(secret: string): readonly (string | Buffer)[] {
  const bare = secret.replace(/^whsec_/, '');
  return [secret, bare, Buffer.from(bare, 'base64')];
}

/** A cause of Blocked (SIG-1). */
export const NO_SIGNATURE_TIME = 'the signature of a delivery has no t';
