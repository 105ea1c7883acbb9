import { expect, test } from 'vitest';
import { makeMachine } from '../testing/machine.ts';
import { sendJson, serve, serveAfterResets } from '../testing/server.ts';
import { NoResponse, sendPatiently, sendRequest } from './send-request.ts';

test('a GET is repeated if its connection was closed', async () => {
  await using target = await serveAfterResets(1);
  expect((await sendRequest(target.base_url)).json).toEqual({ count: 2 });
});

test('a GET whose connection is closed every time ends', async () => {
  await using target = await serveAfterResets(Infinity);
  await expect(sendRequest(target.base_url)).rejects.toThrow(NoResponse);
  expect(target.count()).toBe(3);
});

test.each(['POST', 'PATCH', 'DELETE'] as const)('a %s is not repeated, because it may have been carried out', async (method) => {
  await using target = await serveAfterResets(Infinity);
  await expect(sendRequest(target.base_url, { method })).rejects.toThrow(NoResponse);
  expect(target.count()).toBe(1);
});

test.each([
  ['429', 429, {}, 1_000],
  ['503 with Retry-After', 503, { 'retry-after': '2' }, 2_000],
] as const)('a request is repeated after a %s', async (_title, status, headers, wait_ms) => {
  let count = 0;
  await using target = await serve((_request, response) => {
    count += 1;
    sendJson(response, count === 1 ? status : 200, {}, count === 1 ? headers : {});
  });
  const machine = makeMachine();
  expect((await sendPatiently(target.base_url, { method: 'POST' }, machine)).status).toBe(200);
  expect(machine.waits).toEqual([wait_ms]);
});

test('a request is not repeated after a 503 without Retry-After', async () => {
  await using target = await serve((_request, response) => sendJson(response, 503, {}));
  const machine = makeMachine();
  expect((await sendPatiently(target.base_url, {}, machine)).status).toBe(503);
  expect(machine.waits).toEqual([]);
});
