import { expect, test } from 'vitest';
import { sendJson, serve } from '../testing/server.ts';
import { NoResponse, sendRequest } from './send-request.ts';

test('a GET is repeated if its connection was closed', async () => {
  let count = 0;
  await using target = await serve((request, response) => {
    count += 1;
    if (count === 1) request.socket.resetAndDestroy();
    else sendJson(response, 200, { count });
  });
  expect((await sendRequest(target.base_url)).json).toEqual({ count: 2 });
});

test('a GET whose connection is closed every time ends', async () => {
  let count = 0;
  await using target = await serve((request) => {
    count += 1;
    request.socket.resetAndDestroy();
  });
  await expect(sendRequest(target.base_url)).rejects.toThrow(NoResponse);
  expect(count).toBe(3);
});

test.each(['POST', 'PATCH', 'DELETE'] as const)('a %s is not: it may have been carried out', async (method) => {
  let count = 0;
  await using target = await serve((request) => {
    count += 1;
    request.socket.resetAndDestroy();
  });
  await expect(sendRequest(target.base_url, { method })).rejects.toThrow(NoResponse);
  expect(count).toBe(1);
});
