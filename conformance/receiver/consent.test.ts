import { createHash, createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { serve } from '#client/testing/server';
import { CONSENT_PATH, consentToken, needsConsent, refuseWithoutConsent } from './consent.ts';

const SECRET = 'whsec_consent_test';

test.each([
  ['http://127.0.0.1:3000/hooks', false],
  ['http://127.8.9.1/hooks', false],
  ['http://localhost/hooks', false],
  ['http://app.localhost:8080/hooks', false],
  ['http://[::1]:3000/hooks', false],
  ['http://2130706433/hooks', false],
  ['http://0.0.0.0:3000/hooks', true],
  ['http://192.168.1.7/hooks', true],
  ['http://[::ffff:10.0.0.1]/hooks', true],
  ['https://hooks.example.com/', true],
  ['http://localhost.example.com/', true],
  ['http://127.0.0.1.example.com/', true],
  ['http://notlocalhost/', true],
])('%s must show consent: %s', (url, has_to) => {
  expect(needsConsent(new URL(url).href)).toBe(has_to);
});

describe('the token', () => {
  const token = consentToken('https://hooks.example.com/a', SECRET);

  test('is the same for the same host and secret, for any path', () => {
    expect(token).toMatch(/^gristmill-[0-9a-f]{32}$/);
    expect(consentToken('https://hooks.example.com/b?c=1', SECRET)).toBe(token);
    expect(consentToken('https://hooks.example.com:443/', SECRET)).toBe(token);
  });

  test.each([
    ['https://hooks.example.com:8443/a', SECRET],
    ['https://example.com/a', SECRET],
    ['https://hooks.example.com/a', `${SECRET}2`],
    ['https://hooks.example.com/a', SECRET.toUpperCase()],
  ])('differs for %s and %s', (url, secret) => {
    expect(consentToken(url, secret)).not.toBe(token);
  });

  test('reveals nothing of the secret, and signs nothing', () => {
    const digits = token.slice('gristmill-'.length);
    for (const text of ['', 'hooks.example.com', SECRET]) {
      expect(createHmac('sha256', SECRET).update(text).digest('hex')).not.toContain(digits);
      expect(createHash('sha256').update(`${SECRET}${text}`).digest('hex')).not.toContain(digits);
    }
    expect(token).not.toContain(SECRET.slice(6));
  });
});

/** A host whose name is not loopback, although it is on this machine. */
async function ask(reply: (token: string) => { status: number; text: string; headers?: Record<string, string> }): Promise<{
  refusal: string | undefined;
  asked: readonly string[];
  token: string;
}> {
  const asked: string[] = [];
  let token = '';
  await using server = await serve((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    const { status, text, headers = {} } = reply(token);
    response.writeHead(status, headers).end(text);
  });
  const url = `${server.base_url.replace('127.0.0.1', '0.0.0.0')}/hooks?tenant=7`;
  token = consentToken(url, SECRET);
  const refusal = await refuseWithoutConsent(url, SECRET);
  return { refusal, asked, token };
}

describe('a host that is not this machine', () => {
  test.each([
    ['as it stands', (token: string) => token],
    ['with a line break behind it', (token: string) => `${token}\n`],
  ])('consents with the token %s', async (_how, write) => {
    const { refusal, asked } = await ask((token) => ({ status: 200, text: write(token) }));
    expect(refusal).toBeUndefined();
    expect(asked).toEqual([`GET ${CONSENT_PATH}`]);
  });

  test.each<[what: string, response: Parameters<typeof ask>[0], said: RegExp]>([
    ['404', () => ({ status: 404, text: '' }), /\(status 404\)/],
    ['the token with 404', (token) => ({ status: 404, text: token }), /\(status 404\)/],
    ['its front page', () => ({ status: 200, text: '<!doctype html>' }), /\(another text\)/],
    ['half of the token', (token) => ({ status: 200, text: token.slice(0, -1) }), /\(another text\)/],
    ['more than the token', (token) => ({ status: 200, text: `${token} ${token}` }), /\(another text\)/],
    ['a redirect', (token) => ({ status: 302, text: token, headers: { location: CONSENT_PATH } }), /\(status 302\)/],
    ['too much', () => ({ status: 200, text: 'x'.repeat(2 ** 21) }), /its consent cannot be read: .*longer/],
  ])('that responds with %s is not tested, and the message says what to serve', async (_what, response, said) => {
    const { refusal = '', asked, token } = await ask(response);
    expect(refusal).toMatch(said);
    expect(refusal).toMatch(/^0\.0\.0\.0:\d+ is not this machine/);
    expect(refusal).toContain(`${CONSENT_PATH}, and run the command again: ${token}`);
    expect(refusal).not.toContain(SECRET);
    expect(asked).toEqual([`GET ${CONSENT_PATH}`]);
  });

  test('that cannot be reached is not tested', async () => {
    expect(await refuseWithoutConsent('http://nobody.invalid/hooks', SECRET)).toMatch(/its consent cannot be read/);
  });
});

test('this machine needs no consent', async () => {
  expect(await refuseWithoutConsent('http://127.0.0.1:9/hooks', SECRET)).toBeUndefined();
});
