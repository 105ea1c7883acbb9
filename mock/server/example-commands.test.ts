import { expect, test } from 'vitest';
import { makeExampleCommands } from './example-commands.ts';
import { openTestMock } from '../testing/open-mock.ts';

test('a world whose lots have expired prints how to reset it', async () => {
  await using t = await openTestMock({ lots: 20 });
  const { mock } = t;
  const world = mock.worlds.default;
  const access = { dev_tokens: true, needs_admin_token: false };
  const fresh = await makeExampleCommands(world, mock, access);
  expect(fresh.commands).toHaveLength(3);

  await world.store.write((tx) => tx.updateTable('lots').set({ status: 'unlisted' }).execute());
  const { about, commands } = await makeExampleCommands(world, mock, access);
  expect(about).toBe('Browse the remaining lots, or reset the world');
  expect(commands).toEqual([fresh.commands[0], `curl -s -X POST '${mock.control_url}/reset'`]);
  await t.control('POST', '/reset');
  expect(await makeExampleCommands(world, mock, access)).toEqual(fresh);

  const guarded = await makeExampleCommands(world, mock, { dev_tokens: false, needs_admin_token: true });
  expect(guarded.about).toBe('Get a token, and browse, with GRISTMILL_ADMIN_TOKEN set');
  const { origin } = new URL(mock.control_url);
  expect(guarded.commands[0]).toBe(`TOKEN=$(npx gristmill token --mock ${origin} --as buyer)`);
  expect(guarded.commands[1]).toContain('Bearer $TOKEN');
});
