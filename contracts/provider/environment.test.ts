import { sendJson, serve } from '#client/testing/server';
import { makeSettings } from '#client/testing/settings';
import { expect, test, vi } from 'vitest';
import { environmentsOn } from './environment.ts';

test('the world is deleted even if what the states created cannot be removed', async () => {
  const seen: string[] = [];
  await using mock = await serve((request, response) => {
    seen.push(`${request.method ?? ''} ${request.url ?? ''}`);
    const origin = `http://${request.headers.host ?? ''}`;
    sendJson(response, 201, { id: 'wld_1', base_url: `${origin}/v1`, control_url: `${origin}/_gristmill/worlds/wld_1` });
  });
  const control_url = `${mock.base_url}/_gristmill`;
  const open = environmentsOn(makeSettings({ base_url: mock.base_url }), {
    base_url: mock.base_url,
    control_url,
    admin_token: undefined,
  });
  const { context, close } = await open();
  vi.spyOn(context, 'end').mockRejectedValue(new Error('the connection was closed'));
  await expect(close()).rejects.toThrow('the connection was closed');
  expect(seen.map((line) => line.replace(/ .*\/_gristmill/, ' '))).toEqual(['POST /worlds', 'DELETE /worlds/wld_1']);
});
