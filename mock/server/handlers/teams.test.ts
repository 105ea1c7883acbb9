import { personas } from '#fixtures';
import { expect, test } from 'vitest';
import { useMock } from '../../testing/open-mock.ts';

const t = useMock({ lots: 20 });

test('TEAM-4 TEAM-6 a user reads all own teams with the role in each, whichever team the token is bound to', async () => {
  const joined = { team_id: personas.rival.team_id, user_id: personas.elevator.user_id, role: 'member' } as const;
  await t.mock.worlds.default.store.write((tx) => tx.insertInto('memberships').values(joined).execute());
  const { body: listed } = await t.call('elevator', 'GET', '/teams');
  const { body: alone } = await t.call('elevator', 'GET', `/teams/${joined.team_id}`);
  expect(listed.items).toMatchObject([
    { id: personas.elevator.team_id, role: 'owner' },
    { id: joined.team_id, role: 'member' },
  ]);
  expect(listed.items).toContainEqual(alone.data);
});
