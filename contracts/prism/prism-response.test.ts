import { expect, test } from 'vitest';
import { canForward, readPrismResponse } from './prism-response.ts';

function response(type: string | undefined, content_type = 'application/problem+json'): Parameters<typeof readPrismResponse>[0] {
  return { headers: { 'content-type': content_type }, body: Buffer.from(JSON.stringify({ type })) };
}

test.each([
  ['https://stoplight.io/prism/errors#VIOLATIONS', 'violations'],
  ['https://stoplight.io/prism/errors#UNAUTHORIZED', 'refusal'],
  ['https://stoplight.io/prism/errors#NO_PATH_MATCHED_ERROR', 'refusal'],
  ['https://stoplight.io/prism/errors#UNKNOWN', 'fault'],
  ['https://marketplace.example/problems#UNAUTHORIZED', undefined],
  [undefined, undefined],
])("Prism's own response of type %s", (type, kind) => {
  expect(readPrismResponse(response(type))?.kind).toBe(kind);
  expect(readPrismResponse(response(type, 'application/json'))).toBeUndefined();
});

test.each([
  ['GET', '/bids?status=pending', '', true],
  ['POST', '/webhooks', '{"url":"x"}', true],
  ['POST', '/webhooks', '{"url":', false],
  ['POST', '/webhooks', '["url"]', false],
  ['POST', '/webhooks', '"url"', false],
  ['GET', '/bids', '{}', false],
  ['GET', '/bids//x', '', false],
  ['GET', '/bids/../teams', '', false],
  ['GET', '/bids/%zz', '', false],
])('whether Prism can forward %s %s %s: %s', (method, url, body, can_forward) => {
  expect(canForward({ method, url, headers: { 'content-type': 'application/json' }, body: Buffer.from(body) })).toBe(can_forward);
});
