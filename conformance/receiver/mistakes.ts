/** The usual mistakes in verifying a signature, each as a delivery that only a receiver which makes it would take. */
import { createHash, createHmac } from 'node:crypto';
import type { Shape } from './compose.ts';

export interface Mistake {
  /** A sentence: what the receiver does, and what it should do. */
  readonly says: string;
  /** The delivery of the same event that such a receiver takes. */
  readonly fits: (shape: Shape, secret: string) => Shape;
  /** A body that only this mistake signs so: others come to the same with most bodies. */
  readonly confirm?: Shape;
}

type Rewrite = (text: string, raw: Buffer) => string | Buffer | undefined;

/** A receiver that signs something else than the bytes that came. */
function rewritten(says: string, rewrite: Rewrite, confirm?: Shape): Mistake {
  return {
    says,
    ...(confirm === undefined ? {} : { confirm }),
    fits: (shape) => ({
      ...shape,
      sign: (t, raw) => Buffer.concat([Buffer.from(`${t}.`), bytesOf(rewrite(raw.toString(), raw) ?? raw)]),
    }),
  };
}

function keyed(says: string, key: KeyOf): Mistake {
  return { says, fits: (shape, secret) => ({ ...shape, key: key(secret) }) };
}

function hashed(says: string, mac: NonNullable<Shape['mac']>): Mistake {
  return { says, fits: (shape) => ({ ...shape, mac }) };
}

function joined(says: string, join: (t: string, raw: Buffer, id: string) => readonly (string | Buffer)[], key?: KeyOf): Mistake {
  return {
    says,
    fits: (shape, secret) => ({
      ...shape,
      ...(key === undefined ? {} : { key: key(secret) }),
      sign: (t, raw, { id }) => Buffer.concat(join(t, raw, id).map(bytesOf)),
    }),
  };
}

type KeyOf = (secret: string) => string | Buffer;
const bare = (secret: string): string => secret.replace(/^whsec_/, '');
const decoded: KeyOf = (secret) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
const STANDARD_WEBHOOKS = 'It follows Standard Webhooks: there `<id>.<t>.<body>` is signed; here it is `<t>.<body>` (SIG-1)';

/** SIG-1: how the key or what is signed with it goes wrong. */
const FORMULAS: readonly Mistake[] = [
  keyed('Its secret is empty: the variable that it reads is not set.', () => ''),
  keyed('Its secret is the word "undefined": the variable that it reads is not set.', () => 'undefined'),
  keyed('Its secret is the word "null": the variable that it reads is not set.', () => 'null'),
  keyed(
    'It base64-decodes the secret, as Standard Webhooks does: the key is the whole string, whsec_ included (SIG-1).',
    decoded,
  ),
  keyed('It uses the secret without whsec_: the key is the whole string, prefix included (SIG-1).', bare),
  keyed('It hex-decodes the secret: the key is the whole string, whsec_ included (SIG-1).', (secret) =>
    Buffer.from(bare(secret), 'hex'),
  ),
  keyed('It base64-decodes the whole secret: the key is the string itself, whsec_ included (SIG-1).', (secret) =>
    Buffer.from(secret, 'base64'),
  ),
  keyed('Its secret has a line break at its end: trim what is read from a file.', (secret) => `${secret}\n`),
  keyed('Its secret has a blank at its end: trim what is read from the environment.', (secret) => `${secret} `),
  keyed('Its secret has quotes around it: the file of variables is read without taking them off.', (secret) => `"${secret}"`),
  keyed('Its secret has quotes around it: the file of variables is read without taking them off.', (secret) => `'${secret}'`),
  keyed('Its secret was made upper case: it is used as it stands (SIG-1).', (secret) => secret.toUpperCase()),
  keyed('Its secret was made lower case: it is used as it stands (SIG-1).', (secret) => secret.toLowerCase()),
  joined(`${STANDARD_WEBHOOKS}.`, (t, raw, id) => [`${id}.${t}.`, raw]),
  joined(`${STANDARD_WEBHOOKS}, and the secret is not base64-decoded.`, (t, raw, id) => [`${id}.${t}.`, raw], decoded),
  joined(`${STANDARD_WEBHOOKS}, and whsec_ is part of the key.`, (t, raw, id) => [`${id}.${t}.`, raw], bare),
  joined('It signs the body alone: `<t>.<body>` is signed (SIG-1).', (_t, raw) => [raw]),
  joined('It joins `t` and the body by a comma: they are joined by a full stop (SIG-1).', (t, raw) => [`${t},`, raw]),
  joined('It joins `t` and the body by nothing: they are joined by a full stop (SIG-1).', (t, raw) => [t, raw]),
  joined('It joins `t` and the body by a colon: they are joined by a full stop (SIG-1).', (t, raw) => [`${t}:`, raw]),
  joined('It joins `t` and the body by a line break: they are joined by a full stop (SIG-1).', (t, raw) => [`${t}\n`, raw]),
  joined('It signs the body first and `t` after it: `<t>.<body>` is signed (SIG-1).', (t, raw) => [raw, `.${t}`]),
  joined('It signs the segment with its key, `t=…`: what is signed begins with the number (SIG-1).', (t, raw) => [
    `t=${t}.`,
    raw,
  ]),
  joined('It signs `t` in milliseconds: it is signed as it stands in the header (SIG-1).', (t, raw) => [`${t}000.`, raw]),
  {
    says: 'It signs the type of the event, too: `<t>.<body>` is signed (SIG-1).',
    fits: (shape) => ({ ...shape, sign: (t, raw, { type }) => Buffer.concat([Buffer.from(`${type}.${t}.`), raw]) }),
  },
  {
    says: 'It signs its own time in the place of `t`: what is signed is the `t` of the header (SIG-1).',
    fits: (shape) => ({
      ...shape,
      sign: (t, raw) => Buffer.concat([Buffer.from(`${Number(t) - (shape.offset_seconds ?? 0)}.`), raw]),
    }),
  },
  joined('It signs an empty body: something in front has read the body already, keep the raw bytes (SIG-5).', (t) => [`${t}.`]),
  joined('It signs the text "[object Object]": the body was parsed before it got there, keep the raw bytes (SIG-5).', (t) => [
    `${t}.[object Object]`,
  ]),
  joined('It signs the text "undefined": the raw body is not where it is looked for (SIG-5).', (t) => [`${t}.undefined`]),
  joined('It signs the body in base64, as some gateways hand it over: decode it first (SIG-5).', (t, raw) => [
    `${t}.${raw.toString('base64')}`,
  ]),
  hashed('It compares with the HMAC in base64: v1 is in hex (SIG-1).', (key, bytes) => hmacOf('sha256', key, bytes, 'base64')),
  hashed('It compares with the HMAC in base64url: v1 is in hex (SIG-1).', (key, bytes) =>
    hmacOf('sha256', key, bytes, 'base64url'),
  ),
  hashed('It compares with hex in upper case: decode the hex, and compare bytes (SIG-1).', (key, bytes) =>
    hmacOf('sha256', key, bytes).toUpperCase(),
  ),
  hashed('It uses SHA-1: the HMAC is of SHA-256 (SIG-1).', (key, bytes) => hmacOf('sha1', key, bytes)),
  hashed('It uses SHA-512: the HMAC is of SHA-256 (SIG-1).', (key, bytes) => hmacOf('sha512', key, bytes)),
  hashed('It exchanges the key and the text: the secret is the key of the HMAC (SIG-1).', (key, bytes) =>
    hmacOf('sha256', bytes, bytesOf(key)),
  ),
  hashed('It hashes the secret and the text, without HMAC (SIG-1).', (key, bytes) =>
    createHash('sha256').update(key).update(bytes).digest('hex'),
  ),
];

/** An event with a note in its data, as text. */
function noted(note: string): Shape {
  // `data` comes last, and is an object with members.
  return { write: (envelope) => `${JSON.stringify(envelope).slice(0, -2)},"note":"${note}"}}` };
}

/** Whatever parses it and writes it again takes the escape away and leaves the blank; trimming and the like do not. */
const PARSED = noted(String.raw`\u0041 b`);
/** Two writers that differ only in what is not ASCII. */
const ACCENTED = noted('é');

/** SIG-5: how the body is no longer the one that came when it is signed. */
const BODIES: readonly Mistake[] = [
  rewritten(
    'It signs JSON.stringify of the parsed body, or the like: the raw body is signed, before anything parses it (SIG-5).',
    (text) => reserialised(text, (value) => JSON.stringify(value)),
    PARSED,
  ),
  rewritten(
    'It signs the body as Python writes it, in ASCII: the raw body is signed (SIG-5).',
    (text) => reserialised(text, (value) => escaped(spaced(value))),
    ACCENTED,
  ),
  rewritten('It signs the body as Python writes it, with a blank after `:` and `,`: the raw body is signed (SIG-5).', (text) =>
    reserialised(text, spaced),
  ),
  rewritten('It signs the body with its members sorted: the raw body is signed (SIG-5).', (text) =>
    reserialised(text, (value) => JSON.stringify(sorted(value))),
  ),
  rewritten('It signs the body as it is printed with indents: the raw body is signed (SIG-5).', (text) =>
    reserialised(text, (value) => JSON.stringify(value, null, 2)),
  ),
  rewritten('It signs `data` alone: the raw body is signed (SIG-5).', (text) =>
    reserialised(text, (value) => JSON.stringify(isRecord(value) ? value['data'] : value)),
  ),
  rewritten('It signs the body with what is not ASCII escaped: the raw body is signed (SIG-5).', escaped),
  rewritten('It reads the body as Latin-1: the raw bytes are signed (SIG-5).', (_text, raw) =>
    Buffer.from(raw.toString('latin1')),
  ),
  rewritten('It reads the body as ASCII: the raw bytes are signed (SIG-5).', (_text, raw) => raw.toString('ascii')),
  rewritten('It puts question marks where the body is not ASCII: the raw bytes are signed (SIG-5).', (text) =>
    text.replaceAll(/[^\0-\x7F]/gu, '?'),
  ),
  rewritten('It normalises the characters of the body: the raw bytes are signed (SIG-5).', (text) => text.normalize('NFC')),
  rewritten('It undoes escaped slashes: the raw bytes are signed (SIG-5).', (text) => text.replaceAll(String.raw`\/`, '/')),
  rewritten('It trims the body: the raw body is signed, white space at its end included (SIG-5).', (text) => text.trim()),
  rewritten('It takes the white space out of the body: the raw body is signed (SIG-5).', (text) => text.replaceAll(/\s+/g, '')),
  rewritten('It turns CRLF into LF: the raw body is signed (SIG-5).', (text) => text.replaceAll('\r\n', '\n')),
];

/** SIG-3 and SIG-10: how the header is misread. */
const HEADERS: readonly Mistake[] = [
  {
    says: 'It takes `t` for milliseconds: it is in seconds (SIG-3).',
    fits: (shape) => ({ ...shape, writeTime: (seconds) => `${seconds}000` }),
  },
  {
    says: 'It wants v1 before t: the segments come in any order, read them by their keys (SIG-10).',
    fits: (shape) => ({ ...shape, header: 'v1={v1},t={t}' }),
  },
  {
    says: 'It looks at the legacy segment sha256: that is to be ignored, v1 is what counts (SIG-2).',
    fits: (shape) => ({ ...shape, header: 't={t},v1={v1},sha256={sha256}' }),
  },
  {
    says: 'It takes the whole header for the signature: read `t` and `v1` out of it (SIG-10).',
    fits: (shape) => ({ ...shape, header: '{v1}', sign: (_t, raw) => raw }),
  },
  {
    says: 'It looks for the header Stripe-Signature: it is SVC-Signature (EVT-2).',
    fits: (shape) => ({ ...shape, headers: { ...shape.headers, 'Stripe-Signature': 't={t},v1={v1}' } }),
  },
];

export const MISTAKES: readonly Mistake[] = [...FORMULAS, ...BODIES, ...HEADERS];

function hmacOf(hash: string, key: string | Buffer, bytes: Buffer, encoding: 'hex' | 'base64' | 'base64url' = 'hex'): string {
  return createHmac(hash, key).update(bytes).digest(encoding);
}

function reserialised(text: string, write: (value: unknown) => string): string | undefined {
  try {
    return write(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** As Python's json.dumps writes it. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, member]) => `${JSON.stringify(key)}: ${spaced(member)}`)
    .join(', ')}}`;
}

function escaped(text: string): string {
  return text.replaceAll(/[^\0-\x7F]/g, (letter) =>
    letter
      .split('')
      .map((unit) => String.raw`\u` + unit.charCodeAt(0).toString(16).padStart(4, '0'))
      .join(''),
  );
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)]),
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function bytesOf(text: string | Buffer): Buffer {
  return typeof text === 'string' ? Buffer.from(text) : text;
}
