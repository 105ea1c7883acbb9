import { expect, test } from 'vitest';
import { openTestMock } from '../../testing/open-mock.ts';
import { authorizeUrl } from '../../testing/oauth.ts';

const HTML = { Accept: 'text/html' };
const NOT_FRAMED = /frame-ancestors '(?:none|self)'/;

test('every response forbids sniffing, framing by others, and sending the referrer', async () => {
  await using t = await openTestMock({ lots: 20 });
  const { base_url, auth_url, control_url, dashboard_url } = t.mock;
  const page = await (await fetch(dashboard_url, { headers: HTML })).text();
  const script = /src="([^"]+)"/.exec(page)?.[1] ?? '';
  const urls: readonly (readonly [url: string, headers?: Record<string, string>])[] = [
    [`${base_url}/inventory`],
    [`${base_url}/inventory`, { Authorization: 'Bearer dev_buyer' }],
    [`${base_url}/nothing`],
    [`${control_url}/worlds`],
    [`${control_url}/nothing`],
    [dashboard_url, HTML],
    [dashboard_url],
    [`${dashboard_url}${script}`],
    [`${dashboard_url}dashboard/reference`, HTML],
    [authorizeUrl(auth_url, { prompt: undefined, login_hint: undefined })],
    [`${auth_url}/.well-known/openid-configuration`],
    [`${auth_url}/ready`],
    [`${auth_url}/%zz`],
  ];
  for (const [url, headers = {}] of urls) {
    const response = await fetch(url, { headers });
    await response.text();
    expect([url, response.headers.get('X-Content-Type-Options')]).toEqual([url, 'nosniff']);
    expect(response.headers.get('Content-Security-Policy'), url).toMatch(NOT_FRAMED);
    expect(response.headers.get('Content-Security-Policy'), url).toContain("default-src 'none'");
    expect(response.headers.get('Referrer-Policy'), url).toMatch(/^(?:no-referrer|same-origin|strict-origin)$/);
    expect(response.headers.get('Strict-Transport-Security'), url).toBeNull();
    expect(response.headers.get('X-Powered-By'), url).toBeNull();
  }
});

test('behind an https address, responses have Strict-Transport-Security', async () => {
  await using t = await openTestMock({ lots: 20, public_url: 'https://mock.example', dev_tokens: true });
  const response = await t.call('buyer', 'GET', '/inventory');
  expect(response.headers.get('Strict-Transport-Security')).toBe('max-age=31536000');
});
