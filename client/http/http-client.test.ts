import { expect, test } from 'vitest';
import { TransportFault } from '../replies/findings.ts';
import { sendJson, serve } from '../testing/server.ts';
import { makeSettings } from '../testing/settings.ts';
import { HttpClient } from './http-client.ts';

const ASKED = { check: 'OP-1/x', actor: 'buyer', path: '/market' };

test('OP-1 a GET is sent again where the connection was closed on it', async () => {
  let count = 0;
  await using target = await serve((request, response) => {
    count += 1;
    if (count === 1) request.socket.resetAndDestroy();
    else sendJson(response, 200, { count });
  });
  const line = new HttpClient(makeSettings({ base_url: target.base_url }));
  expect((await line.send({ ...ASKED, method: 'GET' })).json).toEqual({ count: 2 });
  await line.close();
});

test('OP-1 a POST is not: it may have been carried out', async () => {
  let count = 0;
  await using target = await serve((request) => {
    count += 1;
    request.socket.resetAndDestroy();
  });
  const line = new HttpClient(makeSettings({ base_url: target.base_url }));
  await expect(line.send({ ...ASKED, method: 'POST', body: '{}' })).rejects.toThrow(TransportFault);
  expect(count).toBe(1);
  await line.close();
});

test('what was under way together is lost together, and the run goes on', async () => {
  const held: { destroy: () => void }[] = [];
  let is_awake = false;
  await using target = await serve((request, response) => {
    if (is_awake) return sendJson(response, 200, {});
    held.push(request.socket);
    if (held.length < 8) return;
    is_awake = true;
    for (const socket of held) socket.destroy();
  });
  const line = new HttpClient(makeSettings({ base_url: target.base_url }));
  const lost = await Promise.allSettled(Array.from({ length: 8 }, async () => line.send({ ...ASKED, method: 'POST' })));
  expect(lost.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 'rejected'));
  expect(line.is_dead).toBeUndefined();
  expect((await line.send({ ...ASKED, method: 'POST' })).status).toBe(200);
  await line.close();
});

test('three one after the other end the run', async () => {
  await using target = await serve((request) => request.socket.resetAndDestroy());
  const line = new HttpClient(makeSettings({ base_url: target.base_url }));
  for (let n = 1; n <= 3; n += 1) await expect(line.send({ ...ASKED, method: 'POST' })).rejects.toThrow(TransportFault);
  expect(line.is_dead).toContain('3 requests in a row got no answer');
  await line.close();
});
