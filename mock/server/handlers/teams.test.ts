/** Teams, their delivery locations, and their cash bids: what the mock assumes. */
import { personas } from '#fixtures';
import type { CashBid, DeliveryLocation, Page, StoreCashBid, Team } from '#spec';
import { describe, expect, test } from 'vitest';
import type { Answer } from '../../testing/open-mock.ts';
import { useMock } from '../../testing/open-mock.ts';

describe('teams', () => {
  const t = useMock();

  async function listTeams(who: string, query = ''): Promise<Page<Team>> {
    const answer = await t.call(who, 'GET', `/teams${query}`);
    expect(answer.status).toBe(200);
    return answer.body as Page<Team>; // Judged by the document in t.call.
  }

  test('TEAM-1 TEAM-2 TEAM-3 TEAM-4 a team has the role of the user, in the list and individually', async () => {
    const team = {
      id: personas.buyer.team_id,
      name: 'Millrace Foods',
      role: 'owner',
      type: 'buyer',
      is_verified_elevator: false,
    };
    const page = await listTeams('buyer');
    expect(page).toMatchObject({ items: [team], total: 1, limit: 20, offset: 0, next: null, previous: null });
    const alone = await t.call('buyer', 'GET', `/teams/${team.id}`);
    expect(alone.status).toBe(200);
    expect(alone.body).toEqual({ data: page.items[0] });

    const elevator = await listTeams('elevator');
    expect(elevator.items).toMatchObject([{ id: personas.elevator.team_id, type: 'elevator', is_verified_elevator: true }]);
  });

  test('TEAM-6 the list has all teams of the user, whichever team the token is bound to', async () => {
    const { store } = t.mock.worlds.default;
    const joined = { team_id: personas.rival.team_id, user_id: personas.elevator.user_id, role: 'member' as const };
    await store.write((tx) => tx.insertInto('memberships').values(joined).execute());
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
      await store.write((tx) =>
        tx.deleteFrom('memberships').where('user_id', '=', joined.user_id).where('team_id', '=', joined.team_id).execute(),
      );
    }
    expect((await listTeams('elevator')).total).toBe(1);
    expect(await listTeams('seller')).toMatchObject({ items: [], total: 0 });
  });
});

describe('delivery locations', () => {
  const t = useMock();

  async function listLocations(who: string, query = ''): Promise<Page<DeliveryLocation>> {
    const answer = await t.call(who, 'GET', `/delivery-locations${query}`);
    expect(answer.status).toBe(200);
    return answer.body as Page<DeliveryLocation>; // Judged by the document in t.call.
  }

  test('AUTH-21 a team without an elevator reads an empty list, a token without a team is refused', async () => {
    expect(await listLocations('buyer')).toMatchObject({ items: [], total: 0 });
    const seller = await t.call('seller', 'GET', '/delivery-locations');
    expect(seller).toMatchObject({ status: 400, body: { error: { code: 'no_team' } } });
  });

  test('PAGE-16 the list is paged', async () => {
    const all = await listLocations('elevator');
    const page = await listLocations('elevator', '?limit=2&offset=1');
    expect(page).toMatchObject({ items: all.items.slice(1), limit: 2, offset: 1, total: 3, next: null });
  });
});

describe('cash bids', () => {
  const BODY: StoreCashBid = {
    commodity: 'canola',
    grade: 'No. 1 Canada',
    price: { amount: 664, unit: 'MT' },
    quantity_mt: 500,
    delivery: { from: '2026-09-01', to: '2026-10-31' },
    delivery_location_id: 1001,
  };

  const t = useMock();

  function cashBidIn(answer: Answer): CashBid {
    const { data } = answer.body as { data: CashBid }; // Judged by the document in t.call.
    return data;
  }

  async function createCashBid(change: Partial<StoreCashBid> = {}, who = 'elevator'): Promise<CashBid> {
    const made = await t.call(who, 'POST', '/cash-bids', { body: { ...BODY, ...change } });
    expect(made.status).toBe(201);
    return cashBidIn(made);
  }

  async function listCashBids(who: string, query = '?limit=50'): Promise<Page<CashBid>> {
    const answer = await t.call(who, 'GET', `/cash-bids${query}`);
    expect(answer.status).toBe(200);
    return answer.body as Page<CashBid>; // Judged by the document in t.call.
  }

  test('AUTH-21 a team without an elevator may not post, whatever it sends, and reads an empty list', async () => {
    for (const body of [BODY, {}, '{']) {
      const refused = await t.call('buyer', 'POST', '/cash-bids', { body });
      expect(refused).toMatchObject({ status: 403, body: { error: { code: 'insufficient_scope' } } });
    }
    expect(await listCashBids('buyer')).toMatchObject({ items: [], total: 0 });
    expect((await t.call('elevator', 'POST', '/cash-bids', { body: '{' })).status).toBe(400);
  });

  test('AUTH-21 a token without a team is refused on cash bids and their offers', async () => {
    const { id } = await createCashBid();
    for (const [method, path] of [
      ['GET', '/cash-bids'],
      ['POST', '/cash-bids'],
      ['PATCH', `/cash-bids/${id}`],
      ['GET', `/cash-bids/${id}/offers`],
    ] as const) {
      expect(await t.call('seller', method, path)).toMatchObject({ status: 400, body: { error: { code: 'no_team' } } });
    }
  });

  test.for([
    [{ quantity_mt: 0.001 }, 'quantity_mt'],
    [{ price: { amount: 0, unit: 'MT' } }, 'price.amount'],
    [{ is_active: 'no' }, 'is_active'],
    // CB-8: what grain it is for, and where, does not change.
    [{ commodity: 'barley' }, 'commodity'],
    [{ delivery_location_id: 1002 }, 'delivery_location_id'],
  ] as const)('CB-3 CB-8 a change of %j is refused', async ([change, field]) => {
    const made = await createCashBid();
    const refused = await t.call('elevator', 'PATCH', `/cash-bids/${made.id}`, { body: { is_active: false, ...change } });
    expect(refused).toMatchObject({ status: 422, body: { error: { errors: [{ field }] } } });
    expect((await listCashBids('elevator')).items).toContainEqual(made);
  });
});
