/** Common mistakes in verifying a signature, each as a delivery that only a receiver with this mistake accepts. */
import { createHash, createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { isObject, nowMs } from '#client';
import { bytesOf, type Shape } from './compose.ts';
import { attempt, escaped, inHashOrder, reserialized, sorted, spaced } from './serializers.ts';
import { withNote } from './envelope.ts';

interface Mistake {
  /** What the receiver does, and what it should do. */
  readonly cause: string;
  /** The delivery of the same event that such a receiver accepts. */
  readonly imitate: (shape: Shape, secret: string, url: string) => Shape;
  /** A body for which only this mistake produces this signature. For most bodies, other mistakes produce the same one. */
  readonly confirm?: Shape;
}

type Rewrite = (text: string, raw: Buffer) => string | Buffer | undefined;
type Join = (t: string, raw: Buffer, about: { id: string; type: string; url: URL }) => readonly (string | Buffer)[];
type KeyOf = (secret: string) => string | Buffer;

/** The receiver signs something other than the bytes that arrived. */
function rewritten(cause: string, rewrite: Rewrite, confirm?: Shape): Mistake {
  return {
    cause: `${cause}. Use the raw bytes, before any parser runs (SIG-5).`,
    ...(confirm === undefined ? {} : { confirm }),
    imitate: (shape) => ({
      ...shape,
      sign: (t, raw) => Buffer.concat([Buffer.from(`${t}.`), bytesOf(rewrite(raw.toString(), raw) ?? raw)]),
    }),
  };
}

function keyed(cause: string, key: KeyOf): Mistake {
  return { cause, imitate: (shape, secret) => ({ ...shape, key: key(secret) }) };
}

function hashed(cause: string, mac: NonNullable<Shape['mac']>): Mistake {
  return { cause, imitate: (shape) => ({ ...shape, mac }) };
}

function joined(cause: string, join: Join, key?: KeyOf): Mistake {
  return {
    cause,
    imitate: (shape, secret, url) => ({
      ...shape,
      ...(key === undefined ? {} : { key: key(secret) }),
      sign: (t, raw, envelope) => Buffer.concat(join(t, raw, { ...envelope, url: new URL(url) }).map(bytesOf)),
    }),
  };
}

const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
const bare = (secret: string): string => secret.replace(/^whsec_/, '');
const decoded: KeyOf = (secret) => Buffer.from(bare(secret), 'base64');
const WHOLE_KEY = 'the key is the whole string, including whsec_ (SIG-1).';
const NOT_SET = 'the variable that it reads is not set.';
const UTF_16 = 'It encodes the message as UTF-16, the Encoding.Unicode of .NET: use UTF-8 (SIG-1).';
export const UNPADDED = 'It drops leading zeros in hex: pad each byte to two digits (SIG-1).';
const FULL_STOP = 'use `<t>.<body>` (SIG-1).';
const STANDARD_WEBHOOKS = `It hashes \`<id>.<t>.<body>\`, as Standard Webhooks does: ${FULL_STOP}`;
const HEX = 'v1 is an HMAC-SHA256 in hex (SIG-1).';

/** The parts of a request that other senders sign, each with `t`. */
const REQUEST_PARTS: readonly (readonly [what: string, parts: (t: string, url: URL) => readonly string[]])[] = [
  ['the path', (t, url) => [t, pathOf(url)]],
  ['the path', (t, url) => [pathOf(url), t]],
  ['the method and the path', (t, url) => [t, 'POST', pathOf(url)]],
  ['the method and the path', (t, url) => ['POST', pathOf(url), t]],
  ['the address', (t, url) => [t, url.href]],
  ['the address', (t, url) => [url.href, t]],
];
const SEPARATORS = ['.', '', '\n', ':', ',', '|', ' '];

const pathOf = ({ pathname, search }: URL): string => `${pathname}${search}`;

const REQUESTS = REQUEST_PARTS.flatMap(([what, parts]) =>
  SEPARATORS.map((by) =>
    joined(`It hashes ${what} of the request, too: ${FULL_STOP}`, (t, raw, { url }) => [[...parts(t, url), ''].join(by), raw]),
  ),
);

/** SIG-1: another key, or another message that is signed. */
const FORMULAS: readonly Mistake[] = [
  keyed(`Its secret is empty: it is decoded as hex, which it is not, or ${NOT_SET}`, () => ''),
  keyed(`Its secret is the word "undefined": ${NOT_SET}`, () => 'undefined'),
  keyed(`Its secret is the word "null": ${NOT_SET}`, () => 'null'),
  keyed(`It base64-decodes the secret, as Standard Webhooks does: ${WHOLE_KEY}`, decoded),
  keyed(`It uses the secret without whsec_: ${WHOLE_KEY}`, bare),
  keyed(`It hex-decodes the secret: ${WHOLE_KEY}`, (secret) => Buffer.from(bare(secret), 'hex')),
  keyed(`It base64-decodes the whole secret: ${WHOLE_KEY}`, (secret) => Buffer.from(secret, 'base64')),
  keyed(`It uses the secret without \`=\`, \`+\`, and \`/\` at its end: ${WHOLE_KEY}`, (secret) => secret.replace(/[=+/]+$/, '')),
  keyed(`It URL-decodes the secret, so \`+\` becomes a space: ${WHOLE_KEY}`, (secret) => secret.replaceAll('+', ' ')),
  keyed('Its secret ends in a line break: trim what is read from a file.', (secret) => `${secret}\n`),
  keyed('Its secret ends in a space: trim what is read from the environment.', (secret) => `${secret} `),
  keyed('Its secret is in quotes: remove them from the environment file.', (secret) => `"${secret}"`),
  keyed('Its secret is in quotes: remove them from the environment file.', (secret) => `'${secret}'`),
  keyed(`It converts its secret to upper case: ${WHOLE_KEY}`, (secret) => secret.toUpperCase()),
  keyed(`It converts its secret to lower case: ${WHOLE_KEY}`, (secret) => secret.toLowerCase()),
  keyed(`It cuts its secret to 32 characters: ${WHOLE_KEY}`, (secret) => secret.slice(0, 32)),
  joined(STANDARD_WEBHOOKS, (t, raw, { id }) => [`${id}.${t}.`, raw]),
  joined(`${STANDARD_WEBHOOKS} It also base64-decodes the secret.`, (t, raw, { id }) => [`${id}.${t}.`, raw], decoded),
  joined(`${STANDARD_WEBHOOKS} It also removes whsec_ from the secret.`, (t, raw, { id }) => [`${id}.${t}.`, raw], bare),
  joined(`It hashes the body alone: ${FULL_STOP}`, (_t, raw) => [raw]),
  joined(`It joins \`t\` and the body with a comma: ${FULL_STOP}`, (t, raw) => [`${t},`, raw]),
  joined(`It joins \`t\` and the body without a separator: ${FULL_STOP}`, (t, raw) => [t, raw]),
  joined(`It joins \`t\` and the body with a colon: ${FULL_STOP}`, (t, raw) => [`${t}:`, raw]),
  joined(`It joins \`t\` and the body with a line break: ${FULL_STOP}`, (t, raw) => [`${t}\n`, raw]),
  joined(`It hashes the body before \`t\`: ${FULL_STOP}`, (t, raw) => [raw, `.${t}`]),
  joined(`It hashes the whole segment \`t=…\`: ${FULL_STOP}`, (t, raw) => [`t=${t}.`, raw]),
  joined('It hashes `t` in milliseconds: use it as it is in the header (SIG-1).', (t, raw) => [`${t}000.`, raw]),
  joined('It hashes `t` as an ISO date: use it as it is in the header (SIG-1).', (t, raw) => [`${isoOf(t)}.`, raw]),
  joined(`It hashes the type of the event, too: ${FULL_STOP}`, (t, raw, { type }) => [`${type}.${t}.`, raw]),
  // A delivery can arrive in the second after it was signed. The last one is for a first one that was sent at the very end of a second.
  ...[0, 1, 0].map((late_s): Mistake => ({
    cause: 'It hashes its own time instead of `t`: use the `t` of the header (SIG-1).',
    imitate: (shape) => ({
      ...shape,
      sign: (t, raw) => Buffer.concat([Buffer.from(`${Number(t) - (shape.offset_seconds ?? 0) + late_s}.`), raw]),
    }),
  })),
  joined(UTF_16, (t, raw) => [utf16(`${t}.${raw.toString()}`)]),
  joined(UTF_16, (t, raw) => [utf16(`${t}.${raw.toString()}`)], utf16),
  joined(UTF_16, (t, raw) => [`${t}.`, utf16(raw.toString())]),
  joined('It hashes an empty body, because a middleware has already read it. Keep the raw bytes (SIG-5).', (t) => [`${t}.`]),
  joined('It hashes the string "[object Object]": a parser has replaced the body. Keep the raw bytes (SIG-5).', (t) => [
    `${t}.[object Object]`,
  ]),
  joined('It hashes the string "undefined": the raw body is not where the code looks for it (SIG-5).', (t) => [`${t}.undefined`]),
  joined('It hashes the body in base64, as some gateways provide it: decode it first (SIG-5).', (t, raw) => [
    `${t}.${raw.toString('base64')}`,
  ]),
  hashed(`It compares with an HMAC in base64: ${HEX}`, (key, bytes) => hmacOf('sha256', key, bytes, 'base64')),
  hashed(`It compares with an HMAC in base64url: ${HEX}`, (key, bytes) => hmacOf('sha256', key, bytes, 'base64url')),
  hashed('It compares with hex in upper case: decode the hex, and compare bytes (SIG-1).', (key, bytes) =>
    hmacOf('sha256', key, bytes).toUpperCase(),
  ),
  hashed(`It uses MD5: ${HEX}`, (key, bytes) => hmacOf('md5', key, bytes)),
  hashed(`It uses SHA-1: ${HEX}`, (key, bytes) => hmacOf('sha1', key, bytes)),
  hashed(`It uses SHA-512: ${HEX}`, (key, bytes) => hmacOf('sha512', key, bytes)),
  hashed('It swaps the key and the message: the secret is the key of the HMAC (SIG-1).', (key, bytes) =>
    hmacOf('sha256', bytes, bytesOf(key)),
  ),
  hashed(`It hashes the secret and the message without HMAC: ${HEX}`, (key, bytes) =>
    createHash('sha256').update(key).update(bytes).digest('hex'),
  ),
];

/** A parser that writes the body again removes the escape and keeps the space; a trimmer does not. */
const PARSED: Shape = { write: withNote(String.raw`\u0041 b`) };
/** Trimming would also remove the space, and joining lines would also remove the inner line breaks. */
const PADDED: Shape = { write: (envelope) => ` ${JSON.stringify(envelope, null, 1)}\n` };
/** These two writers differ only in what is not ASCII. */
const ACCENTED: Shape = { write: withNote('é') };

/** A receiver that reads only one line gets only the first line of this. */
const INDENTED: Shape = { write: (envelope) => JSON.stringify(envelope, null, 1) };
const BEYOND_ASCII = /[^\0-\x7F]/g;

/** SIG-5: the body that is signed is not the one that arrived. */
export const BODIES: readonly Mistake[] = [
  rewritten(
    'It hashes a re-serialized body (JSON.stringify)',
    (text) => reserialized(text, (value) => JSON.stringify(value)),
    PARSED,
  ),
  rewritten(
    'It hashes the body as Python serializes it, in ASCII',
    (text) => reserialized(text, (value) => escaped(spaced(value))),
    ACCENTED,
  ),
  rewritten('It hashes the body as Python serializes it, with a space after `:` and `,`', (text) => reserialized(text, spaced)),
  rewritten('It hashes the body with its members sorted', (text) => reserialized(text, (value) => JSON.stringify(sorted(value)))),
  rewritten('It hashes the body with its members in the order of a HashMap of Java, as org.json writes it', (text) =>
    reserialized(text, (value) => JSON.stringify(inHashOrder(value))),
  ),
  rewritten('It hashes the body pretty-printed', (text) => reserialized(text, (value) => JSON.stringify(value, null, 2))),
  rewritten('It hashes `data` alone', (text) =>
    reserialized(text, (value) => JSON.stringify(isObject(value) ? value['data'] : value)),
  ),
  rewritten('It hashes the body with everything escaped that is not ASCII', escaped),
  rewritten('It reads the body as Latin-1', (_text, raw) => Buffer.from(raw.toString('latin1'))),
  rewritten('It reads the body as ASCII', (_text, raw) => raw.toString('ascii')),
  rewritten('It replaces four-byte characters, such as emoji, with question marks', (text) =>
    text.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '?'),
  ),
  rewritten('It replaces everything that is not ASCII with question marks', (text) => text.replaceAll(/[^\0-\x7F]/gu, '?')),
  rewritten('It replaces every byte that is not ASCII', (_text, raw) => raw.toString('latin1').replaceAll(BEYOND_ASCII, '?')),
  rewritten('It replaces every byte that is not ASCII', (_text, raw) =>
    raw.toString('latin1').replaceAll(BEYOND_ASCII, '\u{FFFD}'),
  ),
  rewritten('It removes everything that is not ASCII', (text) => text.replaceAll(BEYOND_ASCII, ''), ACCENTED),
  rewritten('It normalizes the characters of the body', (text) => text.normalize('NFC')),
  rewritten('It escapes slashes, as PHP does', (text) => text.replaceAll(/(?<!\\)\//g, String.raw`\/`)),
  rewritten('It escapes slashes, as PHP does', (text) => text.replaceAll('/', String.raw`\/`)),
  rewritten('It unescapes slashes', (text) => text.replaceAll(String.raw`\/`, '/')),
  rewritten('It strips backslashes', (text) => text.replaceAll('\\', '')),
  rewritten('It reads only the first line of the body', (text) => text.split(/\r?\n/)[0], INDENTED),
  rewritten('It adds a line break to the body', (text) => `${text}\n`),
  rewritten('It removes the line break at the end of the body', (text) => text.replace(/\r?\n$/, ''), PADDED),
  rewritten('It trims the body', (text) => text.replaceAll(/^[ \t\r\n]+|[ \t\r\n]+$/g, '')),
  rewritten('It reads the body line by line and joins the lines without line breaks', (text) => text.split(/\r?\n/).join('')),
  rewritten('It removes all white space from the body', (text) => text.replaceAll(/[ \t\r\n]+/g, '')),
  rewritten('It collapses white space: several spaces become one', (text) => text.replaceAll(/ {2,}/g, ' ')),
  rewritten('It collapses white space: all of it becomes single spaces', (text) => text.replaceAll(/[ \t\r\n]+/g, ' ')),
  rewritten('It converts CRLF to LF', (text) => text.replaceAll('\r\n', '\n')),
  rewritten('It converts LF to CRLF', (text) => text.replaceAll(/\r?\n/g, '\r\n')),
  rewritten('A form parser reads the body, and writes it again as a form', (text) => String(new URLSearchParams(text))),
  rewritten('A form decoder turns `+` into a space', (text) => text.replaceAll('+', ' ')),
  rewritten('A gateway decodes %20 and other percent escapes', (text) => attempt(() => decodeURIComponent(text))),
  rewritten('A form decoder reads the body, and cuts it at `&`', (text) => text.split('&')[0]),
  rewritten('A gateway decodes HTML entities such as &amp;', (text) => text.replaceAll('&amp;', '&')),
  rewritten('A filter strips HTML tags', (text) => text.replaceAll(/<[^>]*>/g, '')),
  rewritten('It writes <, >, and & as escapes, as Go does', (text) =>
    text.replaceAll(/[<>&]/g, (one) => String.raw`\u00${one.charCodeAt(0).toString(16)}`),
  ),
  rewritten('It removes byte order marks (U+FEFF), even inside strings', (text) => text.replaceAll('\u{FEFF}', '')),
  rewritten('A filter removes invisible characters such as zero-width spaces', (text) =>
    text.replaceAll(/[\u200B-\u200D\u2060]/g, ''),
  ),
  rewritten('A gateway turns no-break spaces (U+00A0) into spaces', (text) => text.replaceAll('\u{A0}', ' ')),
];

const COMPRESSED = 'It requires a compressed body, which the document does not promise: read it as Content-Encoding says.';

/** SIG-3 and SIG-10: the header is misread, or another part of the request. */
export const HEADERS: readonly Mistake[] = [
  {
    cause: 'It reads `t` as milliseconds: it is in seconds (SIG-3).',
    // To the millisecond, because a receiver that compares milliseconds may also take 300 for the tolerance.
    imitate: (shape) => ({ ...shape, writeTime: (seconds) => String(seconds * 1_000 + (nowMs() % 1_000)) }),
  },
  {
    cause: 'It expects v1 before t: read the segments by key, in any order (SIG-10).',
    imitate: (shape) => ({ ...shape, header: 'v1={v1},t={t}' }),
  },
  {
    cause: 'It requires the legacy segment sha256: ignore it, and verify v1 (SIG-2).',
    imitate: (shape) => ({ ...shape, header: 't={t},v1={v1},sha256={sha256}' }),
  },
  {
    cause: 'It splits the header at a comma and a space: its segments are separated by commas alone (SIG-1).',
    imitate: (shape) => ({ ...shape, header: 't={t}, v1={v1}' }),
  },
  {
    cause: 'It splits the header at semicolons: its segments are separated by commas (SIG-1).',
    imitate: (shape) => ({ ...shape, header: 't={t};v1={v1}' }),
  },
  {
    cause: 'It uses the whole header as the signature: read `t` and `v1` from it (SIG-10).',
    imitate: (shape) => ({ ...shape, header: '{v1}', sign: (_t, raw) => raw }),
  },
  {
    cause:
      'It compares Content-Length with the number of characters, and not of bytes: it accepts the same body without a length.',
    imitate: (shape) => ({ ...shape, is_chunked: true }),
  },
  {
    cause: COMPRESSED,
    imitate: (shape) => ({ ...shape, tamper: (signed) => gzipSync(signed), headers: { 'content-encoding': 'gzip' } }),
  },
  {
    cause: COMPRESSED,
    imitate: ({ write = JSON.stringify, ...shape }) => ({
      ...shape,
      write: (envelope) => gzipSync(write(envelope)),
      headers: { 'content-encoding': 'gzip' },
    }),
  },
];

export const MISTAKES: readonly Mistake[] = [...FORMULAS, ...REQUESTS, ...BODIES, ...HEADERS];

/** Some drills sign a `t` that is not a time. */
function isoOf(t: string): string {
  const date = new Date(Number(t) * 1_000);
  return Number.isNaN(date.getTime()) ? t : date.toISOString();
}

/** The hex of a receiver that does not pad each byte to two digits. */
export function hmacWithoutPadding(key: string | Buffer, bytes: Buffer): string {
  return hmacOf('sha256', key, bytes).replaceAll(/(..)/g, (byte) => byte.replace(/^0/, ''));
}

function hmacOf(hash: string, key: string | Buffer, bytes: Buffer, encoding: 'hex' | 'base64' | 'base64url' = 'hex'): string {
  return createHmac(hash, key).update(bytes).digest(encoding);
}
