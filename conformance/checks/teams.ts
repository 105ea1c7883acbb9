import { check, type Check } from '../check/check.ts';
import type { ActorName, JsonNode } from '#client';
import {
  BUYER_NAMES,
  ensureSuccess,
  expectRefusal,
  expectStatus,
  expectSuccess,
  expectThat,
  itemsOf,
  readItems,
  encodePath,
  readPath,
} from '#client';
import { makeUnusedId } from './errors/make-unused-id.ts';
import type { CheckContext } from '../check/check-context.ts';

const TEAMS_READ_MAX = 5;

async function listTeams(t: CheckContext, name: ActorName): Promise<readonly JsonNode[]> {
  const reply = await t.actor(name).get('/teams');
  expectStatus(reply, 200);
  return itemsOf(reply);
}

function idsOf(teams: readonly JsonNode[]): readonly unknown[] {
  return teams.map((team) => team.find('id')?.value).filter((id) => id !== undefined);
}

/** The id of the caller's first team. The document shows only its role, and that GET /teams/{id} takes an id. */
function firstId(teams: readonly JsonNode[]): string | undefined {
  const { value } = teams[0] ?? {};
  const id = readPath(value, 'id');
  return typeof id === 'string' ? id : undefined;
}

/** The first field named like a role, since the document does not say where the role is. */
function describeRole(team: JsonNode): string {
  const key = Object.keys(team.object()).find((name) => /role/i.test(name));
  return key === undefined ? 'no field with role in its name' : `${key}: ${JSON.stringify(team.get(key).value)}`;
}

export const TEAMS_CHECKS: readonly Check[] = [
  ...BUYER_NAMES.map((name) =>
    check(`TEAM-1/list-${name}`, `GET /teams lists the team of the actor ${name}`, [name], async (t) => {
      const teams = await listTeams(t, name);
      expectThat(teams.length > 0, {
        message: `GET /teams is empty for the ${name}, whose token is bound to a team.`,
        expected: "the user's teams",
        observed: teams.map(({ value }) => value),
      });
      for (const team of teams) team.object();
      const { team_id } = t.actor(name);
      const ids = idsOf(teams);
      if (team_id === undefined || ids.length === 0 || ids.includes(team_id)) return;
      const alone = await t.actor(name).get(encodePath`/teams/${team_id}`);
      // The configuration may be wrong.
      if (alone.status !== 200) t.unverifiable(`${team_id} is not a team of the ${name}`, `actors.${name}.team_id`);
      expectThat(false, {
        message: `GET /teams does not list the team that the token of the ${name} is bound to.`,
        expected: team_id,
        observed: ids,
      });
    }),
  ),
  check('TEAM-1/own-only', 'GET /teams lists only teams that the user can read', ['buyer'], async (t) => {
    const ids = idsOf(await listTeams(t, 'buyer')).filter((id) => typeof id === 'string');
    for (const id of ids.slice(0, TEAMS_READ_MAX)) {
      const reply = await t.buyer.get(encodePath`/teams/${id}`);
      expectThat(reply.status === 200, {
        message: `GET /teams lists ${id}, but GET /teams/{id} returns ${reply.status}.`,
        reply,
        expected: "only the user's teams, which the user can read",
        likely_cause: 'The list includes teams of other users.',
      });
    }
  }),
  check(
    'TEAM-1/not-everybody',
    'GET /teams returns different teams to different users',
    ['buyer', 'rival', 'elevator'],
    async (t) => {
      const users = BUYER_NAMES.map((name) => t.actor(name).user_id);
      if (users.includes(undefined) || new Set(users).size < BUYER_NAMES.length) {
        t.unverifiable('one user may belong to all teams', 'actors.buyer.user_id');
      }
      const lists = await Promise.all(BUYER_NAMES.map(async (name) => listTeams(t, name)));
      const seen = lists.map((teams) =>
        teams
          .map((team) => JSON.stringify(team.find('id')?.value))
          .toSorted()
          .join(),
      );
      const is_one_list = new Set(seen).size === 1 && (lists[0]?.length ?? 0) >= BUYER_NAMES.length;
      expectThat(!is_one_list, {
        message: 'GET /teams lists the same teams for three users of three teams.',
        expected: "the user's teams",
        observed: seen[0],
        likely_cause: 'The list includes all teams.',
      });
    },
  ),
  check('TEAM-1/without-scope', 'GET /teams without teams.read returns 403 insufficient_scope', ['reader'], async (t) => {
    expectRefusal(await t.reader.get('/teams'), 403, { code: 'insufficient_scope' });
  }),
  ...BUYER_NAMES.map((name) =>
    check(`TEAM-2/alone-${name}`, `GET /teams/{id} returns the same team as the list of the actor ${name}`, [name], async (t) => {
      const teams = await listTeams(t, name);
      const known = firstId(teams) ?? t.actor(name).team_id;
      const id = known ?? t.unverifiable('GET /teams shows no id', `actors.${name}.team_id`);
      const reply = await t.actor(name).get(encodePath`/teams/${id}`);
      expectSuccess(reply);
      const own = reply.body.get('data').object();
      if (own['id'] !== undefined) reply.data.get('id').is(id);
      // Fields in both replies have the same value.
      const listed = teams[0]?.object() ?? {};
      for (const key of ['name', 'role']) {
        if (listed['id'] === id && Object.hasOwn(own, key) && Object.hasOwn(listed, key)) reply.data.get(key).is(listed[key]);
      }
    }),
  ),
  check('TEAM-2/missing', 'GET /teams/{id} of a team that does not exist returns 404 not_found', ['buyer'], async (t) => {
    const id = firstId(await listTeams(t, 'buyer')) ?? 'tm_0000000000000000';
    const unknown_id = makeUnusedId(id, 3);
    if (unknown_id === id) t.unverifiable('no unused id in this format can be generated');
    expectRefusal(await t.buyer.get(encodePath`/teams/${unknown_id}`), 404, { code: 'not_found' });
  }),
  check('TEAM-1/needs-its-scope', 'GET /teams without teams.read returns 403', ['buyer', 'hook:mint_token'], async (t) => {
    const actor = await t.mint('buyer', ['inventory.read', 'bids.read']);
    expectRefusal(await actor.get('/teams'), 403, { code: 'insufficient_scope' });
    expectStatus(await (await t.mint('buyer', ['teams.read'])).get('/teams'), 200);
  }),
  check('TEAM-2/without-scope', 'GET /teams/{id} without teams.read returns 403', ['buyer', 'hook:mint_token'], async (t) => {
    const id = firstId(await listTeams(t, 'buyer')) ?? t.unverifiable('GET /teams shows no id');
    const actor = await t.mint('buyer', ['inventory.read', 'bids.read']);
    expectRefusal(await actor.get(encodePath`/teams/${id}`), 403, { code: 'insufficient_scope' });
    const granted = await t.mint('buyer', ['teams.read']);
    expectStatus(await granted.get(encodePath`/teams/${id}`), 200);
  }),
  check('TEAM-3/shape', 'Reports the keys of a team', ['buyer'], async (t) => {
    for (const team of await listTeams(t, 'buyer')) t.observe(`keys: ${Object.keys(team.object()).join(', ')}`);
  }),
  check('TEAM-4/role', "A team is returned with the user's role in it", ['buyer'], async (t) => {
    const teams = await listTeams(t, 'buyer');
    for (const team of teams) t.observe(`in the list ${describeRole(team)}`);
    const id = firstId(teams);
    if (id !== undefined) t.observe(`in GET /teams/{id} ${describeRole((await t.buyer.get(encodePath`/teams/${id}`)).data)}`);
  }),
  check('TEAM-5/not-a-member', 'GET /teams/{id} of a team that the user is not in returns 404', ['buyer', 'rival'], async (t) => {
    const mine = idsOf(await listTeams(t, 'buyer'));
    const theirs = idsOf(await listTeams(t, 'rival')).filter((id) => typeof id === 'string');
    const other = theirs.find((one) => !mine.includes(one));
    const id = other ?? t.unverifiable('the buyer is in every team of the rival', 'actors.rival');
    ensureSuccess(await t.rival.get(encodePath`/teams/${id}`));
    expectRefusal(await t.buyer.get(encodePath`/teams/${id}`), 404, { code: 'not_found' });
  }),
  check(
    'TEAM-5/parties-to-a-trade',
    "GET /teams/{id} of the other party's team returns 404 for a bid and for a Pending trade",
    ['buyer', 'partner', 'writes'],
    async (t) => {
      const [buyers, sellers] = [idsOf(await listTeams(t, 'buyer')), idsOf(await listTeams(t, 'partner'))];
      const pairs = [
        { reader: t.partner, id: buyers.find((one) => !sellers.includes(one)) },
        { reader: t.buyer, id: sellers.find((one) => !buyers.includes(one)) },
      ];
      const expectMissing = async (): Promise<void> => {
        for (const { reader, id } of pairs)
          if (typeof id === 'string') expectRefusal(await reader.get(encodePath`/teams/${id}`), 404, { code: 'not_found' });
      };
      const lot = await t.arrange.lot({}, t.partner);
      const bid = await t.arrange.bid(lot);
      await expectMissing();
      await t.arrange.trade({ lot, bid });
      await expectMissing();
    },
  ),
  check('TEAM-6/seller', 'Reports the response of GET /teams for a seller without a team', ['seller'], async (t) => {
    const reply = await t.seller.get('/teams');
    t.observe(`status ${reply.status} with ${readItems(reply).length} teams`);
  }),
];
