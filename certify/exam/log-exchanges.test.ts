import { expect, test } from 'vitest';
import type { Exchange } from '../testbed/exchange.ts';
import { hideSecrets, logExchanges } from './log-exchanges.ts';

const EXCHANGE: Exchange = {
  n: 1,
  purpose: 'token',
  method: 'POST',
  path: '/oauth/token?access_token=at_2',
  headers: { authorization: 'Bearer at_1', 'x-secret': 'hidden' },
  body: 'grant_type=authorization_code&code=ac_1&client_secret=cs_1&token=rt_2&client_assertion=jwt_1',
  began_ms: 10,
  ended_ms: 15,
  response: { status: 400, headers: {}, body: '{"error":{"code":"invalid_filter"},"refresh_token":"rt_1"}' },
  disturbed_by: undefined,
};

test('tokens, secrets, and authorization codes are replaced, and the code of an error is shown', () => {
  const [logged, again] = logExchanges([EXCHANGE, { ...EXCHANGE, n: 2 }], 0);
  const text = JSON.stringify(logged);
  for (const secret of ['at_1', 'at_2', 'ac_1', 'cs_1', 'rt_1', 'rt_2', 'jwt_1', 'hidden']) expect(text).not.toContain(secret);
  expect(logged?.request_body).toMatch(
    /^grant_type=authorization_code&code=\[code \w{6}\]&client_secret=\[client_secret \w{6}\]&token=\[token \w{6}\]&client_assertion=\[client_assertion \w{6}\]$/,
  );
  expect(logged?.response_body).toMatch(/^\{"error":\{"code":"invalid_filter"\},"refresh_token":"\[refresh_token \w{6}\]"\}$/);
  expect(again?.request_body).toBe(logged?.request_body);
});

test('a token without a scheme is replaced, and names of different tokens differ', () => {
  const shown = ['at_1', 'Bearer  at_1', 'bearer at_2'].map(
    (authorization) => logExchanges([{ ...EXCHANGE, headers: { authorization } }], 0)[0]?.request_headers['authorization'] ?? '',
  );
  const [bare = '', spaced = '', other = ''] = shown;
  expect(bare).toMatch(/^\[token \w{6}\]$/);
  expect(spaced).toBe(`Bearer  ${bare}`);
  expect(other).toMatch(/^bearer \[token \w{6}\]$/);
  expect(other).not.toContain(bare);
});

test('a known secret is replaced in any field, and before the text is cut', () => {
  const long = `${'x'.repeat(1_495)}at_of_a_client`;
  const exchange = { ...EXCHANGE, path: '/inventory?api_key=at_of_a_client', body: long };
  const [logged] = logExchanges([exchange], 0, (text) => hideSecrets(text, ['at_of_a_client']));
  expect(logged?.path).toMatch(/^\/inventory\?api_key=\[secret \w{6}\]$/);
  expect(logged?.request_body).toBe(`${'x'.repeat(1_495)}[secr…`);
});

test('of many exchanges, the first and the last are kept', () => {
  const many = Array.from({ length: 100 }, (_, i) => ({ ...EXCHANGE, n: i + 1, began_ms: i }));
  const kept = logExchanges(many, 0).map(({ at_ms }) => at_ms);
  expect([kept.length, kept[0], kept[19], kept[20], kept.at(-1)]).toEqual([40, 0, 19, 80, 99]);
});
