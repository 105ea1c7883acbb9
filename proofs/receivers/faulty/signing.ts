/** SIG-1: it does not compute HMAC-SHA256 over `<t>.<raw body>` with the whole secret, in hex. It rejects all genuine deliveries. */
import { createHash, createHmac } from 'node:crypto';
import { asEnvelope, type Parts, type Post } from '../clean.ts';
import { caughtBy, explained, faults, GENUINE } from './row.ts';

const HMAC_OF_SHA1 = hmacBy('sha1', 'hex');
const HMAC_OF_SHA512 = hmacBy('sha512', 'hex');
const HMAC_IN_BASE64 = hmacBy('sha256', 'base64');

function hmacBy(hash: string, encoding: 'hex' | 'base64' | 'base64url'): Parts['digest'] {
  return (key, bytes) => createHmac(hash, key).update(bytes).digest(encoding);
}

function join(t: string, by: string, raw: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${t}${by}`), raw]);
}

function bareOf(secret: string): string {
  return secret.replace('whsec_', '');
}

function idOf({ raw }: Post): string {
  return asEnvelope(JSON.parse(raw.toString())).id;
}

export const SIGNING = faults('faulty', {
  'SIG-1/body-alone: It signs only the body.': explained(GENUINE, 'hashes the body alone', { signedBytes: ({ raw }) => raw }),
  'SIG-1/joined-by-comma: It joins t and the body with a comma.': explained(GENUINE, 'comma', {
    signedBytes: ({ raw }, t) => join(t, ',', raw),
  }),
  'SIG-1/joined-by-colon: It joins t and the body with a colon.': explained(GENUINE, 'colon', {
    signedBytes: ({ raw }, t) => join(t, ':', raw),
  }),
  'SIG-1/joined-by-nothing: It joins t and the body without a separator.': explained(GENUINE, 'without a separator', {
    signedBytes: ({ raw }, t) => join(t, '', raw),
  }),
  'SIG-1/body-first: It signs the body before t.': { signedBytes: ({ raw }, t) => Buffer.concat([raw, Buffer.from(`.${t}`)]) },
  'SIG-1/whole-segment: It signs the whole segment: t=1.body.': { signedBytes: ({ raw }, t) => join(`t=${t}`, '.', raw) },
  'SIG-1/signs-the-id-too: It signs id.t.body, like Standard Webhooks.': explained(GENUINE, 'Standard Webhooks', {
    signedBytes: (post, t) => join(`${idOf(post)}.${t}`, '.', post.raw),
  }),
  'SIG-1/decoded-secret: It base64-decodes the part after whsec_, like Standard Webhooks.': explained(
    GENUINE,
    'base64-decodes the secret',
    { keyOf: (secret) => Buffer.from(bareOf(secret), 'base64') },
  ),
  'SIG-1/standard-webhooks: It follows Standard Webhooks: it base64-decodes the key, and signs the id too.': explained(
    GENUINE,
    /Standard Webhooks.*base64/,
    {
      keyOf: (secret) => Buffer.from(bareOf(secret), 'base64'),
      signedBytes: (post, t) => join(`${idOf(post)}.${t}`, '.', post.raw),
    },
  ),
  'SIG-1/stripped-prefix: Its key is the secret without whsec_.': explained(GENUINE, 'without whsec_', { keyOf: bareOf }),
  'SIG-1/secret-with-line-end: Its secret was read from a file, including the line break.': explained(GENUINE, 'line break', {
    keyOf: (secret) => `${secret}\n`,
  }),
  'SIG-1/secret-in-quotes: Its secret was read from the environment, including the quotes.': {
    keyOf: (secret) => `"${secret}"`,
  },
  'SIG-1/upper-case-secret: It converts its secret to upper case.': { keyOf: (secret) => secret.toUpperCase() },
  'SIG-1/empty-secret: Its secret is not configured, so it is empty.': { keyOf: () => '' },
  'SIG-1/null-secret: Its secret is not configured, so it is the text "null".': explained(GENUINE, 'the word "null"', {
    keyOf: () => 'null',
  }),
  'SIG-1/secret-with-space: Its secret ends in a space.': explained(GENUINE, 'a space', { keyOf: (secret) => `${secret} ` }),
  'SIG-1/secret-in-single-quotes: Its secret is in single quotes.': explained(GENUINE, 'in quotes', {
    keyOf: (secret) => `'${secret}'`,
  }),
  'SIG-1/lower-case-secret: It converts its secret to lower case.': explained(GENUINE, 'lower case', {
    keyOf: (secret) => secret.toLowerCase(),
  }),
  'SIG-1/wholly-decoded-secret: It base64-decodes the whole secret.': explained(GENUINE, 'decodes the whole', {
    keyOf: (secret) => Buffer.from(secret, 'base64'),
  }),
  'SIG-1/joined-by-line-break: It joins t and the body with a line break.': explained(GENUINE, 'line break', {
    signedBytes: ({ raw }, t) => join(t, '\n', raw),
  }),
  'SIG-1/undefined-body: It signs the text "undefined".': explained(GENUINE, '"undefined"', {
    signedBytes: (_post, t) => `${t}.undefined`,
  }),
  'SIG-1/base64url-digest: It encodes the HMAC in base64url.': explained(GENUINE, 'base64url', {
    digest: hmacBy('sha256', 'base64url'),
  }),
  'SIG-1/standard-webhooks-without-prefix: It signs id.t.body with the secret without whsec_.': explained(
    GENUINE,
    'Standard Webhooks',
    { keyOf: bareOf, signedBytes: (post, t) => join(`${idOf(post)}.${t}`, '.', post.raw) },
  ),
  'SIG-1/undefined-secret: Its secret is not configured, so it is the text "undefined".': explained(GENUINE, '"undefined"', {
    keyOf: () => 'undefined',
  }),
  'SIG-1/key-and-text-exchanged: It swaps the key and the text.': {
    digest: (key, bytes) => createHmac('sha256', bytes).update(key).digest('hex'),
  },
  'SIG-1/hash-without-key: It hashes the secret and the text, without HMAC.': {
    digest: (key, bytes) => createHash('sha256').update(key).update(bytes).digest('hex'),
  },
  'SIG-1/sha1: It computes HMAC-SHA1.': explained(GENUINE, 'SHA-1', { digest: HMAC_OF_SHA1 }),
  'SIG-1/sha512: It computes HMAC-SHA512.': explained(GENUINE, 'SHA256', { digest: HMAC_OF_SHA512 }),
  'SIG-1/base64-digest: It encodes the HMAC in base64.': explained(GENUINE, 'base64', { digest: HMAC_IN_BASE64 }),
  'SIG-1/upper-case-digest: It compares with hex in upper case.': explained(GENUINE, 'upper case', {
    isSame: (expected, given) => expected.toUpperCase() === given,
  }),
  'SIG-1/signs-milliseconds: It converts t to milliseconds before it signs.': explained(GENUINE, 'milliseconds', {
    signedBytes: ({ raw }, t) => join(`${t}000`, '.', raw),
  }),
  'SIG-1/signs-the-event-header: It signs SVC-Event.t.body.': {
    signedBytes: ({ request, raw }, t) => join(`${String(request.headers['svc-event'])}.${t}`, '.', raw),
  },
  'SIG-1/signs-an-iso-date: It signs t as an ISO date.': explained(GENUINE, 'ISO date', {
    signedBytes: ({ raw }, t) => join(new Date(Number(t) * 1_000).toISOString(), '.', raw),
  }),
  'SIG-1/signs-the-path: It signs t.path.body.': explained(GENUINE, /path/, {
    signedBytes: ({ request, raw }, t) => join(`${t}.${request.url ?? ''}`, '.', raw),
  }),
  'SIG-1/signs-the-method-and-path: It signs t.method.path.body.': explained(GENUINE, /method.*path/, {
    signedBytes: ({ request, raw }, t) => join(`${t}.${request.method ?? ''}.${request.url ?? ''}`, '.', raw),
  }),
  'SIG-1/signs-the-request-line: It signs t, the method, the path, and the body without separators, as for an exchange.':
    explained(GENUINE, /method.*path/, {
      signedBytes: ({ request, raw }, t) => join(`${t}${request.method ?? ''}${request.url ?? ''}`, '', raw),
    }),
  'SIG-1/signs-lines: It signs the method, the path, t, and the body, each on a line.': explained(GENUINE, /method.*path/, {
    signedBytes: ({ request, raw }, t) => join(`${request.method ?? ''}\n${request.url ?? ''}\n${t}`, '\n', raw),
  }),
  'SIG-1/secret-of-32-characters: Its column for secrets holds 32 characters.': explained(GENUINE, 'to 32 characters', {
    keyOf: (secret) => secret.slice(0, 32),
  }),
  'SIG-1/utf-16: It encodes the text that it signs as UTF-16.': explained(GENUINE, 'UTF-16', {
    signedBytes: ({ raw }, t) => Buffer.from(`${t}.${raw.toString()}`, 'utf16le'),
  }),
  'SIG-1/utf-16-with-its-key: It encodes the secret and the text that it signs as UTF-16.': explained(GENUINE, 'UTF-16', {
    keyOf: (secret) => Buffer.from(secret, 'utf16le'),
    signedBytes: ({ raw }, t) => Buffer.from(`${t}.${raw.toString()}`, 'utf16le'),
  }),
  'SIG-1/bytes-of-one-digit: It writes each byte as hex without padding, so bytes below 16 have one digit.': explained(
    GENUINE,
    'pad each byte',
    {
      digest: (key, bytes) => [...createHmac('sha256', key).update(bytes).digest()].map((byte) => byte.toString(16)).join(''),
    },
  ),
  'SIG-1/hex-of-a-number: It writes the HMAC as one number in hex, so zeros at its beginning are lost.': explained(
    'SIG-1/zeros',
    'pad each byte',
    { digest: (key, bytes) => BigInt(`0x${createHmac('sha256', key).update(bytes).digest('hex')}`).toString(16) },
  ),
  'SIG-1/signs-the-url: It signs t.url.body with the whole address.': explained(GENUINE, /URL|address/, {
    signedBytes: ({ request, raw }, t) => join(`${t}.http://${request.headers.host ?? ''}${request.url ?? ''}`, '.', raw),
  }),
  'SIG-1/md5: It uses MD5.': explained(GENUINE, 'MD5', {
    digest: (key, bytes) => createHmac('md5', key).update(bytes).digest('hex'),
  }),
  'SIG-1/secret-without-padding: It strips the last characters of the secret that are not letters.': explained(
    GENUINE,
    'at its end',
    { keyOf: (secret) => secret.replace(/[^a-z]+$/i, '') },
  ),
  'SIG-1/url-decoded-secret: It URL-decodes the secret.': explained(GENUINE, 'URL-decodes', {
    keyOf: (secret) => secret.replaceAll('+', ' '),
  }),
  'SIG-1/whole-header: It compares the whole header with the HMAC of the body, as for other senders.': explained(
    GENUINE,
    'whole header',
    {
      parse: (header) => ({ t: /\d+/.exec(header)?.[0] ?? '', v1: [header.replace(/^sha256=/, '')] }),
      signedBytes: ({ raw }) => raw,
      isInTime: () => true,
    },
  ),
  'SIG-1/signs-its-own-clock: It signs its own time instead of t, which works while both are in the same second.': caughtBy(
    ['SIG-3/past-290', 'SIG-3/future-290'],
    ({ nowSeconds }) => ({ signedBytes: ({ raw }) => join(String(nowSeconds()), '.', raw) }),
  ),
});
