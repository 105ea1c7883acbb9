/** SIG-1: it does not compute HMAC-SHA256 over `<t>.<raw body>` with the whole secret, in hex. It rejects all genuine deliveries. */
import { createHash, createHmac } from 'node:crypto';
import { asEnvelope, type Parts, type Post } from '../clean.ts';
import { faults, type FaultyRow } from './row.ts';

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

/** name, fault, the replaced parts, and words of the likely cause. */
const RECIPES: readonly (readonly [string, string, Partial<Parts>, (string | RegExp)?])[] = [
  ['body-alone', 'It signs only the body.', { signedBytes: ({ raw }) => raw }, 'hashes the body alone'],
  ['joined-by-comma', 'It joins t and the body with a comma.', { signedBytes: ({ raw }, t) => join(t, ',', raw) }, 'comma'],
  ['joined-by-colon', 'It joins t and the body with a colon.', { signedBytes: ({ raw }, t) => join(t, ':', raw) }, 'colon'],
  [
    'joined-by-nothing',
    'It joins t and the body without a separator.',
    { signedBytes: ({ raw }, t) => join(t, '', raw) },
    'nothing',
  ],
  ['body-first', 'It signs the body before t.', { signedBytes: ({ raw }, t) => Buffer.concat([raw, Buffer.from(`.${t}`)]) }],
  ['whole-segment', 'It signs the whole segment: t=1.body.', { signedBytes: ({ raw }, t) => join(`t=${t}`, '.', raw) }],
  [
    'signs-the-id-too',
    'It signs id.t.body, like Standard Webhooks.',
    { signedBytes: (post, t) => join(`${idOf(post)}.${t}`, '.', post.raw) },
    'Standard Webhooks',
  ],
  [
    'decoded-secret',
    'It base64-decodes the part after whsec_, like Standard Webhooks.',
    { keyOf: (secret) => Buffer.from(bareOf(secret), 'base64') },
    'base64-decodes the secret',
  ],
  [
    'standard-webhooks',
    'It follows Standard Webhooks: it base64-decodes the key, and signs the id too.',
    {
      keyOf: (secret) => Buffer.from(bareOf(secret), 'base64'),
      signedBytes: (post, t) => join(`${idOf(post)}.${t}`, '.', post.raw),
    },
    /Standard Webhooks.*base64/,
  ],
  ['stripped-prefix', 'Its key is the secret without whsec_.', { keyOf: bareOf }, 'without whsec_'],
  [
    'secret-with-line-end',
    'Its secret was read from a file, including the line break.',
    { keyOf: (secret) => `${secret}\n` },
    'line break',
  ],
  ['secret-in-quotes', 'Its secret was read from the environment, including the quotes.', { keyOf: (secret) => `"${secret}"` }],
  ['upper-case-secret', 'It converts its secret to upper case.', { keyOf: (secret) => secret.toUpperCase() }],
  ['empty-secret', 'Its secret is not configured, so it is empty.', { keyOf: () => '' }],
  ['null-secret', 'Its secret is not configured, so it is the text "null".', { keyOf: () => 'null' }, 'the word "null"'],
  ['secret-with-space', 'Its secret ends in a space.', { keyOf: (secret) => `${secret} ` }, 'a space'],
  ['secret-in-single-quotes', 'Its secret is in single quotes.', { keyOf: (secret) => `'${secret}'` }, 'in quotes'],
  ['lower-case-secret', 'It converts its secret to lower case.', { keyOf: (secret) => secret.toLowerCase() }, 'lower case'],
  [
    'wholly-decoded-secret',
    'It base64-decodes the whole secret.',
    { keyOf: (secret) => Buffer.from(secret, 'base64') },
    'decodes the whole',
  ],
  [
    'joined-by-line-break',
    'It joins t and the body with a line break.',
    { signedBytes: ({ raw }, t) => join(t, '\n', raw) },
    'line break',
  ],
  ['undefined-body', 'It signs the text "undefined".', { signedBytes: (_post, t) => `${t}.undefined` }, '"undefined"'],
  ['base64url-digest', 'It encodes the HMAC in base64url.', { digest: hmacBy('sha256', 'base64url') }, 'base64url'],
  [
    'standard-webhooks-without-prefix',
    'It signs id.t.body with the secret without whsec_.',
    { keyOf: bareOf, signedBytes: (post, t) => join(`${idOf(post)}.${t}`, '.', post.raw) },
    'Standard Webhooks',
  ],
  [
    'undefined-secret',
    'Its secret is not configured, so it is the text "undefined".',
    { keyOf: () => 'undefined' },
    '"undefined"',
  ],
  [
    'key-and-text-exchanged',
    'It swaps the key and the text.',
    { digest: (key, bytes) => createHmac('sha256', bytes).update(key).digest('hex') },
  ],
  [
    'hash-without-key',
    'It hashes the secret and the text, without HMAC.',
    { digest: (key, bytes) => createHash('sha256').update(key).update(bytes).digest('hex') },
  ],
  ['sha1', 'It computes HMAC-SHA1.', { digest: HMAC_OF_SHA1 }, 'SHA-1'],
  ['sha512', 'It computes HMAC-SHA512.', { digest: HMAC_OF_SHA512 }, 'SHA256'],
  ['base64-digest', 'It encodes the HMAC in base64.', { digest: HMAC_IN_BASE64 }, 'base64'],
  [
    'upper-case-digest',
    'It compares with hex in upper case.',
    { isSame: (expected, given) => expected.toUpperCase() === given },
    'upper case',
  ],
  [
    'signs-milliseconds',
    'It converts t to milliseconds before it signs.',
    { signedBytes: ({ raw }, t) => join(`${t}000`, '.', raw) },
    'milliseconds',
  ],
  [
    'signs-the-event-header',
    'It signs SVC-Event.t.body.',
    { signedBytes: ({ request, raw }, t) => join(`${String(request.headers['svc-event'])}.${t}`, '.', raw) },
  ],
  [
    'signs-an-iso-date',
    'It signs t as an ISO date.',
    { signedBytes: ({ raw }, t) => join(new Date(Number(t) * 1_000).toISOString(), '.', raw) },
    'ISO date',
  ],
  [
    'signs-the-path',
    'It signs t.path.body.',
    { signedBytes: ({ request, raw }, t) => join(`${t}.${request.url ?? ''}`, '.', raw) },
    /path/,
  ],
  [
    'signs-the-method-and-path',
    'It signs t.method.path.body.',
    { signedBytes: ({ request, raw }, t) => join(`${t}.${request.method ?? ''}.${request.url ?? ''}`, '.', raw) },
    /method.*path/,
  ],
  [
    'signs-the-request-line',
    'It signs t, the method, the path, and the body without separators, as for an exchange.',
    { signedBytes: ({ request, raw }, t) => join(`${t}${request.method ?? ''}${request.url ?? ''}`, '', raw) },
    /method.*path/,
  ],
  [
    'signs-lines',
    'It signs the method, the path, t, and the body, each on a line.',
    { signedBytes: ({ request, raw }, t) => join(`${request.method ?? ''}\n${request.url ?? ''}\n${t}`, '\n', raw) },
    /method.*path/,
  ],
  [
    'signs-the-url',
    'It signs t.url.body with the whole address.',
    {
      signedBytes: ({ request, raw }, t) => join(`${t}.http://${request.headers.host ?? ''}${request.url ?? ''}`, '.', raw),
    },
    /URL|address/,
  ],
  ['md5', 'It uses MD5.', { digest: (key, bytes) => createHmac('md5', key).update(bytes).digest('hex') }, 'MD5'],
  [
    'secret-without-padding',
    'It strips the last characters of the secret that are not letters.',
    { keyOf: (secret) => secret.replace(/[^a-z]+$/i, '') },
    'at its end',
  ],
  ['url-decoded-secret', 'It URL-decodes the secret.', { keyOf: (secret) => secret.replaceAll('+', ' ') }, 'URL-decodes'],
  [
    'whole-header',
    'It compares the whole header with the HMAC of the body, as for other senders.',
    {
      parse: (header) => ({ t: /\d+/.exec(header)?.[0] ?? '', v1: [header.replace(/^sha256=/, '')] }),
      signedBytes: ({ raw }) => raw,
      isInTime: () => true,
    },
    'whole header',
  ],
];

export const SIGNING: readonly FaultyRow[] = [
  ...RECIPES.map(([name, fault, parts, diagnosis]): FaultyRow => ({
    name,
    fault,
    kind: 'faulty',
    clause: 'SIG-1',
    parts: () => parts,
    diagnosis,
  })),
  ...faults('faulty', {
    'SIG-1/signs-its-own-clock: It signs its own time instead of t, which works while both are in the same second.': ({
      nowSeconds,
    }) => ({ signedBytes: ({ raw }) => join(String(nowSeconds()), '.', raw) }),
  }),
];
