/** AUTH-1: nothing is served without a token that is valid now. */
import { OPERATION_IDS } from '#spec';
import { expect, test } from 'vitest';
import { ENDPOINTS, nameOf } from '../../testing/endpoints.ts';
import { grantToken } from '../../testing/grant-token.ts';
import { errorIn, verdictOf } from '../../testing/answers.ts';
import { TEST_NOW, useMock } from '../../testing/open-mock.ts';

const t = useMock();

const UNAUTHENTICATED = '401 unauthenticated';

test('the table has every operation', () => {
  expect(ENDPOINTS).toHaveLength(42);
  expect(OPERATION_IDS).toHaveLength(42);
  expect(new Set(ENDPOINTS.map(nameOf)).size).toBe(42);
});

test.for(ENDPOINTS.map((endpoint) => ({ ...endpoint, name: nameOf(endpoint) })))(
  'AUTH-1 AUTH-10 AUTH-15 ERR-2 $name answers 401 without a token, and with an expired one',
  async ({ method, path }) => {
    for (const who of [null, 'expired']) {
      const answer = await t.call(who, method, path);
      expect(verdictOf(answer)).toBe(UNAUTHENTICATED);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
  },
);

const HEADERS: readonly (readonly [authorization: string, expected: string])[] = [
  ['Bearer dev_buyer', '200'],
  ['bearer dev_buyer', '200'],
  ['BEARER   dev_buyer', '200'],
  ['', UNAUTHENTICATED],
  ['Bearer', UNAUTHENTICATED],
  ['Bearer dev_buyer dev_rival', UNAUTHENTICATED],
  ['Bearer dev_buyer,Bearer dev_buyer', UNAUTHENTICATED],
  ['Bearer "dev_buyer"', UNAUTHENTICATED],
  ['Bearer dev_buyerx', UNAUTHENTICATED],
  ['Bearer DEV_BUYER', UNAUTHENTICATED],
  ['Bearer dev_buye', UNAUTHENTICATED],
  ['Bearer dev%5Fbuyer', UNAUTHENTICATED],
  ['Bearer %', UNAUTHENTICATED],
  ["Bearer ' or 1=1 --", UNAUTHENTICATED],
  ['Bearerdev_buyer', UNAUTHENTICATED],
  ['dev_buyer', UNAUTHENTICATED],
  ['Basic dev_buyer', UNAUTHENTICATED],
  ['Token dev_buyer', UNAUTHENTICATED],
  ['Basic ZGV2X2J1eWVyOg==', UNAUTHENTICATED],
];

test.for(HEADERS)('AUTH-1 AUTH-16 Authorization: %j gets %s', async ([authorization, expected]) => {
  const answer = await t.call(null, 'GET', '/bids?limit=1', { headers: { Authorization: authorization } });
  expect(verdictOf(answer)).toBe(expected);
});

test('AUTH-15 a token is valid until the instant it expires at, on the clock of the world', async () => {
  const { clock } = t.mock.worlds.default;
  const token = await grantToken(t, 'buyer', { expires_at: '2026-06-10T12:00:00.001Z' });
  expect(verdictOf(await t.call(token, 'GET', '/bids?limit=1'))).toBe('200');
  clock.set(clock.now_ms() + 1);
  const late = await t.call(token, 'GET', '/bids?limit=1');
  expect(verdictOf(late)).toBe(UNAUTHENTICATED);
  expect(errorIn(late).message).toBe('The access token has expired.');
  clock.set(Date.parse(TEST_NOW));
});
