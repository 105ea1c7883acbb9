import { Blocked, isObject } from '#client';
import { sendJson, serve } from '#client/testing/server';
import { makeSettings } from '#client/testing/settings';
import { expect, test } from 'vitest';
import { findMarketplaces } from './marketplace.ts';

test('a target that claims to be a mock cannot redirect tokens to another host', async () => {
  const arrived: unknown[] = [];
  await using elsewhere = await serve((request, response) => {
    arrived.push(request.headers.authorization);
    sendJson(response, 200, {});
  });
  await using target = await serve((request, response) => {
    if (request.url?.endsWith('/health') === true) {
      const is_known = request.headers.authorization === 'Bearer secret_admin';
      return sendJson(response, is_known ? 200 : 401, { name: 'gristmill' });
    }
    const { origin } = new URL(elsewhere.base_url);
    sendJson(response, 200, { id: 'w1', base_url: elsewhere.base_url, auth_url: origin, control_url: `${origin}/_gristmill` });
  });
  const settings = makeSettings({ base_url: target.base_url, is_mock: true, admin_token: 'secret_admin' });
  const open = await findMarketplaces(settings);
  const opened = await open().then(
    async ({ awaitDeliveries }) => awaitDeliveries(),
    (error: unknown) => error,
  );
  expect(arrived).toEqual([]);
  expect(isObject(opened) && opened instanceof Blocked).toBe(true);
});
