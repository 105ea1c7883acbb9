import { personas } from '#fixtures';
import type { Page, Team } from '#spec';
import { expect, test } from 'vitest';
import { useMock } from '../../testing/open-mock.ts';

const t = useMock();

async function listTeams(who: string, query = ''): Promise<Page<Team>> {
  const answer = await t.call(who, 'GET', `/teams${query}`);
  expect(answer.status).toBe(200);
  return answer.body as Page<Team>; // Judged by the document in t.call.
}

test('TEAM-1 TEAM-2 TEAM-3 TEAM-4 a user reads its team with its role in it, in the list and alone', async () => {
  const team = { id: personas.buyer.team_id, name: 'Millrace Foods', role: 'owner', type: 'buyer', is_verified_elevator: false };
  const page = await listTeams('buyer');
  expect(page).toMatchObject({ items: [team], total: 1, limit: 20, offset: 0, next: null, previous: null });
  const alone = await t.call('buyer', 'GET', `/teams/${team.id}`);
  expect(alone.status).toBe(200);
  expect(alone.body).toEqual({ data: page.items[0] });

  const elevator = await listTeams('elevator');
  expect(elevator.items).toMatchObject([{ id: personas.elevator.team_id, type: 'elevator', is_verified_elevator: true }]);
});

test('TEAM-6 the list has every team of the user, whatever team the token is bound to; that of a seller without any is empty', async () => {
  const { db } = t.mock.worlds.default.store;
  const joined = { team_id: personas.rival.team_id, user_id: personas.elevator.user_id, role: 'member' as const };
  await db.insertInto('memberships').values(joined).execute();
  try {
    const { items } = await listTeams('elevator');
    const roles = Object.fromEntries(items.map(({ id, role }) => [id, role]));
    expect(roles).toEqual({ [personas.elevator.team_id]: 'owner', [personas.rival.team_id]: 'member' });
    const alone = await t.call('elevator', 'GET', `/teams/${personas.rival.team_id}`);
    expect(alone.status).toBe(200);

    // PAGE-15, PAGE-16: page by page the same two.
    const first = await listTeams('elevator', '?limit=1');
    const second = await listTeams('elevator', '?limit=1&offset=1');
    expect([...first.items, ...second.items]).toEqual(items);
    expect(first.next).toContain('limit=1&offset=1');
    expect(first).toMatchObject({ total: 2, previous: null });
    expect(second).toMatchObject({ total: 2, next: null });
  } finally {
    await db.deleteFrom('memberships').where('user_id', '=', joined.user_id).where('team_id', '=', joined.team_id).execute();
  }
  expect((await listTeams('elevator')).total).toBe(1);
  expect(await listTeams('seller')).toMatchObject({ items: [], total: 0 });
});
