import { expect, test } from 'vitest';
import { listSecrets } from './list-secrets.ts';

const TOKENS = new Set(['TOKEN_BUYER', 'seller_token', 'TOKEN2']);

test.each([
  ['call "$TOKEN_BUYER" GET /bids 200', ['TOKEN_BUYER']],
  ['call "$seller_token" GET "/bids/$BID_1" 200\ncall "$TOKEN2" GET /bids 200', ['seller_token', 'TOKEN2']],
  ['send "$WEBHOOK_SECRET" POST /webhooks 201', ['WEBHOOK_SECRET']],
  ['echo "$TOKEN2"\n[ "$STATUS" = 200 ] && grep -q "\\$TOKEN2" "$WORK/response"', []],
])('the secrets of %j', (body, secrets) => {
  expect(listSecrets(body, TOKENS)).toEqual(secrets);
});
