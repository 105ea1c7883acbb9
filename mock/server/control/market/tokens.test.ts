import { personas } from '#fixtures/personas';
import { describe, expect, test } from 'vitest';
import { useMock } from '../../../testing/open-mock.ts';

describe('a minted token', () => {
  const mock = useMock();

  const mint = async (body: object): Promise<{ access_token: string }> => {
    const minted = await mock.control('POST', '/tokens', body);
    expect(minted.status).toBe(201);
    return minted.body as { access_token: string };
  };

  test('has the rights of its persona and a new value', async () => {
    const minted = await mint({ persona: 'buyer' });
    expect(minted).toMatchObject({
      access_token: expect.stringMatching(/^live_[\w-]{43}$/),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: personas.buyer.scopes.join(' '),
      client_id: 'gristmill-desk',
      user_id: personas.buyer.user_id,
      team_id: personas.buyer.team_id,
      livemode: true,
    });
    expect((await mock.call(minted.access_token, 'GET', '/bids')).status).toBe(200);
    expect((await mint({ persona: 'buyer' })).access_token).not.toBe(minted.access_token);
  });

  test('of another user has a team only if one is given', async () => {
    expect(await mint({ persona: 'buyer', user_id: personas.rival.user_id })).toMatchObject({
      user_id: personas.rival.user_id,
      team_id: null,
    });
    expect(await mint({ user_id: personas.rival.user_id, team_id: personas.rival.team_id })).toMatchObject({
      team_id: personas.rival.team_id,
    });
  });

  test('users and their teams can be listed', async () => {
    const found = await mock.control('GET', `/users?search=${personas.partner.user_id}`);
    expect(found.body).toMatchObject({
      total: 1,
      items: [{ id: personas.partner.user_id, teams: [{ team_id: personas.partner.team_id, role: 'owner' }] }],
    });
    const page = await mock.control('GET', '/users?limit=2&offset=1');
    expect(page.body).toMatchObject({
      limit: 2,
      offset: 1,
      items: [{ id: personas.rival.user_id }, { id: personas.elevator.user_id }],
    });
    expect((await mock.control('GET', '/users?search=%25')).body).toMatchObject({ total: 0, items: [] });
    const teams = await mock.control('GET', '/teams');
    expect(teams.body).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ id: personas.elevator.team_id, is_verified_elevator: true })]),
    });
    expect((await mock.control('GET', '/users')).text).not.toContain('dev_');
  });
});
