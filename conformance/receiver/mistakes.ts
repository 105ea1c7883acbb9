/** The usual mistakes in verifying a signature, each as a delivery that only a receiver which makes it would take. */
import type { Shape } from './compose.ts';

export interface Mistake {
  /** A sentence: what the receiver does, and what it should do. */
  readonly says: string;
  /** The delivery of the same event that such a receiver takes. */
  readonly fits: (shape: Shape, secret: string) => Shape;
}

type Rewrite = (text: string, raw: Buffer) => string | Buffer | undefined;

/** A receiver that signs something else than the bytes that came. */
function rewritten(says: string, rewrite: Rewrite): Mistake {
  return {
    says,
    fits: (shape) => ({
      ...shape,
      sign: (t, raw) => Buffer.concat([Buffer.from(`${t}.`), bytesOf(rewrite(raw.toString(), raw) ?? raw)]),
    }),
  };
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
const bare: KeyOf = (secret) => secret.replace(/^whsec_/, '');
const decoded: KeyOf = (secret) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
const STANDARD_WEBHOOKS = 'It follows Standard Webhooks: there `<id>.<t>.<body>` is signed; here it is `<t>.<body>` (SIG-1)';

/** SIG-1: how the key or what is signed with it goes wrong. */
const FORMULAS: readonly Mistake[] = [
  {
    says: 'It base64-decodes the secret, as Standard Webhooks does: the key is the whole string, whsec_ included (SIG-1).',
    fits: (shape, secret) => ({ ...shape, key: decoded(secret) }),
  },
  {
    says: 'It uses the secret without whsec_: the key is the whole string, prefix included (SIG-1).',
    fits: (shape, secret) => ({ ...shape, key: bare(secret) }),
  },
  {
    says: 'It hex-decodes the secret: the key is the whole string, whsec_ included (SIG-1).',
    fits: (shape, secret) => ({ ...shape, key: Buffer.from(secret.replace(/^whsec_/, ''), 'hex') }),
  },
  {
    says: 'It signs with white space or a line break behind the secret: trim what is read from a file or the environment.',
    fits: (shape, secret) => ({ ...shape, key: `${secret}\n` }),
  },
  joined(`${STANDARD_WEBHOOKS}.`, (t, raw, id) => [`${id}.${t}.`, raw]),
  joined(`${STANDARD_WEBHOOKS}, and the secret is not base64-decoded.`, (t, raw, id) => [`${id}.${t}.`, raw], decoded),
  joined(`${STANDARD_WEBHOOKS}, and whsec_ is part of the key.`, (t, raw, id) => [`${id}.${t}.`, raw], bare),
  joined('It signs the body alone: `<t>.<body>` is signed (SIG-1).', (_t, raw) => [raw]),
  joined('It joins `t` and the body by a comma: they are joined by a full stop (SIG-1).', (t, raw) => [`${t},`, raw]),
  joined('It joins `t` and the body by nothing: they are joined by a full stop (SIG-1).', (t, raw) => [t, raw]),
  joined('It joins `t` and the body by a colon: they are joined by a full stop (SIG-1).', (t, raw) => [`${t}:`, raw]),
  joined('It joins `t` and the body by a line break: they are joined by a full stop (SIG-1).', (t, raw) => [`${t}\n`, raw]),
  joined('It signs the body first and `t` after it: `<t>.<body>` is signed (SIG-1).', (t, raw) => [raw, `.${t}`]),
  { says: 'It compares with the HMAC in base64: v1 is in hex (SIG-1).', fits: (shape) => ({ ...shape, encoding: 'base64' }) },
  { says: 'It uses SHA-1: the HMAC is of SHA-256 (SIG-1).', fits: (shape) => ({ ...shape, hash: 'sha1' }) },
  { says: 'It uses SHA-512: the HMAC is of SHA-256 (SIG-1).', fits: (shape) => ({ ...shape, hash: 'sha512' }) },
];

/** SIG-5: how the body is no longer the one that came when it is signed. */
const BODIES: readonly Mistake[] = [
  rewritten(
    'It signs JSON.stringify of the parsed body, or the like: the raw body is signed, before anything parses it (SIG-5).',
    (text) => reserialised(text, (value) => JSON.stringify(value)),
  ),
  rewritten('It signs the body as Python writes it, with a blank after `:` and `,`: the raw body is signed (SIG-5).', (text) =>
    reserialised(text, spaced),
  ),
  rewritten('It signs the body as Python writes it, in ASCII: the raw body is signed (SIG-5).', (text) =>
    reserialised(text, (value) => escaped(spaced(value))),
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
