import { expect, test } from 'vitest';
import { Redactor } from './redactor.ts';

const SECRET = 'gmt_Live-3f9c.2a71/b04e~8d55';
const redactor = (): Redactor => {
  const made = new Redactor();
  made.hide(SECRET, 'TOKEN_BUYER');
  return made;
};
const escape = (each: (code: number) => string): string =>
  Array.from(SECRET)
    .map((sign) => each(sign.charCodeAt(0)))
    .join('');
const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');
const utf16be = Buffer.from(SECRET, 'utf16le').swap16();

/** A secret in encodings that a target may echo it in. proofs/redaction has the common ones. */
const ENCODED: Readonly<Record<string, string>> = {
  plain: SECRET,
  'one JSON escape': SECRET.replace('t', String.raw`\u0074`),
  'an escaped slash': SECRET.replaceAll('/', String.raw`\/`),
  'escapes of a script': escape((code) => `\\x${hex(code, 2)}`),
  'braced escapes': escape((code) => `\\u{${hex(code, 2)}}`),
  octal: escape((code) => `\\${code.toString(8).padStart(3, '0')}`),
  'a soft line break': `${SECRET.slice(0, 9)}=\r\n${SECRET.slice(9)}`,
  'full width': escape((code) => String.fromCharCode(code + 0xfe_e0)),
  'base64 in a word': `cur${Buffer.from(SECRET).toString('base64url')}`,
  'UTF-16': Buffer.from(SECRET, 'utf16le').toString('latin1'),
  'UTF-16 in JSON': escape((code) => `\\u0000${String.fromCharCode(code)}`),
  'hexadecimal of UTF-16': utf16be.toString('hex'),
  'its beginning': `${SECRET.slice(0, 12)}…`,
};

test.each(Object.entries(ENCODED))('a secret is removed: %s', (_, encoded) => {
  const text = `{"id": "${encoded}", "name": "50% &c \\ x=1"}`;
  const redacted = redactor().redact(text);
  expect(redacted).toMatch(/^\{"id": ".{0,6}\$TOKEN_BUYER.{0,4}", "name": "50% &c \\ x=1"\}$/);
  expect(redactor().redact(redacted)).toBe(redacted);
  expect(redactor().finds(encoded)).toBe(true);
});

test('text in front of a secret takes no part of it along', () => {
  for (const front of ['%4', String.raw`\u004`, '=4', '&#1', '\\', '%']) {
    expect(redactor().redact(`${front}${SECRET}`)).toContain('$TOKEN_BUYER');
    expect(redactor().redact(`${front}${ENCODED['one JSON escape'] ?? ''}`)).toMatch(/\$TOKEN_BUYER/);
  }
});

test('other text stays unchanged, escapes included', () => {
  const text = String.raw`{"id":"inv_3f9c","note":"50% \u0074oken & co &amp; =3D","next":"/v1/bids?cursor=YWJjZGVmZ2hpag%3D%3D"}`;
  expect(redactor().redact(text)).toBe(text);
  expect(redactor().redact(SECRET.slice(0, 7))).toBe(SECRET.slice(0, 7));
});

test('a secret can look encoded, be beyond ASCII, or contain half of a surrogate pair', () => {
  for (const secret of ['pass%41word&amp;x', String.raw`a\u0041bcdef`, 'Schlüssel-für-Käufer', 'broken-\uD800-half']) {
    const made = new Redactor();
    made.hide(secret, 'PASSWORD');
    expect(made.redact(`<${secret}>`)).toBe('<$PASSWORD>');
    expect(made.redact(`<${encodeURIComponent(secret.toWellFormed())}>`)).toBe('<$PASSWORD>');
  }
});

test('of two overlapping secrets the longer one is named, and adjacent secrets are two', () => {
  const made = new Redactor();
  made.hide('dev_buyer', 'TOKEN_BUYER');
  made.hide('dev_buyer_sandbox', 'TOKEN_SANDBOX');
  expect(made.redact('dev_buyer_sandboxdev_buyer')).toBe('$TOKEN_SANDBOX$TOKEN_BUYER');
});

test('a value is redacted text by text, keys included, except our own keys', () => {
  const value = { id: SECRET, headers: { [SECRET]: [1, null, { verdict: SECRET }] }, verdict: 'verified' };
  const headers = { $TOKEN_BUYER: [1, null, { verdict: '$TOKEN_BUYER' }] };
  const made = redactor();
  made.hide('verified', 'WEBHOOK_SECRET');
  made.hide('headers', 'WEBHOOK_SECRET');
  expect(made.redactValue(value)).toEqual({ id: '$TOKEN_BUYER', $WEBHOOK_SECRET: headers, verdict: '$WEBHOOK_SECRET' });
  const shape = { own: new Set(['verdict']), named_by_others: new Set(['headers']) };
  expect(made.redactValue(value, shape)).toEqual({ id: '$TOKEN_BUYER', headers, verdict: 'verified' });
});

test('a text without a secret is searched again after each new secret', () => {
  const made = new Redactor();
  const secrets = Array.from({ length: 200 }, (_, i) => `secret-${1_000 + i}-end`);
  for (const secret of secrets) {
    expect(made.redact(secret)).toBe(secret);
    made.hide(secret, 'TOKEN');
    expect(made.redact(secret)).toBe('$TOKEN');
  }
  expect(secrets.map((secret) => made.redact(`say ${secret}.`))).toEqual(secrets.map(() => 'say $TOKEN.'));
});
