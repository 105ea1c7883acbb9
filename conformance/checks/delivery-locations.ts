import { check, type Check } from '../check/check.ts';
import {
  errorIn,
  expectRefusal,
  expectStatus,
  expectSuccess,
  expectThat,
  isSameJson,
  readItems,
  type Actor,
  type ActorName,
  encodePath,
  readPath,
} from '#client';
import type { CheckContext } from '../check/check-context.ts';

const LOCATIONS_TRIED_MAX = 3;
const NEEDS = ['elevator', 'writes'] as const;
const STRANGERS = ['buyer', 'rival', 'partner', 'seller'] as const satisfies readonly ActorName[];

/** A caller of the elevator's team sees its locations. @throws Unverifiable unless the actor is known to belong to another team */
async function ensureOtherTeam(t: CheckContext, name: ActorName): Promise<void> {
  const listTeams = async (actor: Actor): Promise<readonly unknown[]> => {
    const teams = await actor.get('/teams');
    if (teams.is_success) return readItems(teams).map(({ id }) => id);
    if (actor.team_id !== undefined) return [actor.team_id];
    return t.unverifiable(
      `it is unknown whether ${name} is in the elevator's team: the token of ${actor.name} cannot read teams`,
      `actors.${actor.name}`,
    );
  };
  const [own, theirs] = [await listTeams(t.elevator), await listTeams(t.actor(name))];
  if (theirs.some((id) => own.includes(id))) t.unverifiable(`${name} is in the elevator's team`, `actors.${name}`);
}

export const DELIVERY_LOCATIONS_CHECKS: readonly Check[] = [
  check(
    'DLOC-1/fields',
    'GET /delivery-locations returns { items }, each with id, name, formatted, city, and province',
    ['elevator'],
    async (t) => {
      const reply = await t.elevator.get('/delivery-locations');
      expectSuccess(reply);
      const { items } = reply;
      for (const item of items) {
        item.get('id').integer();
        for (const key of ['name', 'formatted', 'city', 'province']) item.get(key).string();
      }
      if (items.length === 0) t.unverifiable('the elevator has no delivery location', 'actors.elevator');
      const ids = items.map((item) => item.get('id').value);
      expectThat(new Set(ids).size === ids.length, {
        message: 'Two delivery locations have the same id.',
        reply,
        pointer: '/items',
        expected: 'unique ids',
        observed: ids,
      });
    },
  ),
  check(
    'DLOC-1/without-scope',
    'GET /delivery-locations without locations.read returns 403',
    ['elevator', 'hook:mint_token'],
    async (t) => {
      const actor = await t.mint('elevator', ['inventory.read', 'cashbids.read', 'bids.write']);
      expectRefusal(await actor.get('/delivery-locations'), 403, { code: 'insufficient_scope' });
      const granted = await t.mint('elevator', ['locations.read']);
      expectSuccess(await granted.get('/delivery-locations'));
    },
  ),
  ...STRANGERS.map((name) =>
    check(
      `DLOC-2/not-to-${name}`,
      `The actor ${name} cannot see the elevator's delivery locations`,
      ['elevator', name],
      async (t) => {
        const own = readItems(await t.elevator.get('/delivery-locations'));
        if (own.length === 0) t.unverifiable('the elevator has no delivery location', 'actors.elevator');
        await ensureOtherTeam(t, name);
        const reply = await t.actor(name).get('/delivery-locations');
        expectStatus(reply, 200, 400, 403);
        t.observe(`${name}: status ${reply.status} with ${readItems(reply).length} locations`);
        const shown = readItems(reply).find((one) => own.some((location) => isSameJson(location, one)));
        expectThat(shown === undefined, {
          message: `${name} sees a delivery location of the elevator.`,
          reply,
          pointer: '/items',
          expected: "only locations of the caller's elevator",
          observed: shown,
        });
      },
    ),
  ),
  check('DLOC-3/bids', 'Delivery locations can be used in bids', NEEDS, async (t) => {
    const ids = readItems(await t.elevator.get('/delivery-locations')).map(({ id }) => id);
    const numbers = ids.filter((id) => typeof id === 'number').slice(0, LOCATIONS_TRIED_MAX);
    if (numbers.length === 0) t.unverifiable('the elevator has no delivery location', 'actors.elevator');
    for (const delivery_location_id of numbers) {
      const lot = await t.arrange.lotToBidOn();
      const body = await t.arrange.bidBody({ fob_farm: false, delivery_location_id });
      const reply = await t.elevator.post(encodePath`/inventory/${lot}/bids`, body);
      expectSuccess(reply);
      // If the reply has the field, it has the value of the request.
      reply.data.find('delivery_location_id')?.is(delivery_location_id);
    }
  }),
  check('DLOC-3/by-grades', 'A delivery location can be used in a multi-grade bid', [...NEEDS, 'buyer'], async (t) => {
    const { lot_id, body } = await t.arrange.multiGradeTerms();
    const delivery_location_id = await t.arrange.deliveryLocation();
    const path = encodePath`/inventory/${lot_id}/bids`;
    expectSuccess(await t.elevator.post(path, { ...body, fob_farm: false, delivery_location_id }));
  }),
  check('DLOC-3/cash-bids', 'A delivery location can be used in a cash bid', [...NEEDS, 'fixture:cash_bid_body'], async (t) => {
    const body = await t.arrange.cashBidBody();
    const delivery_location_id = await t.arrange.deliveryLocation();
    const reply = await t.elevator.post('/cash-bids', { ...body, delivery_location_id });
    // The location is not from the fixture, so the fixture is not the cause of its rejection.
    const errors = errorIn(reply.json)['errors'];
    const named = Array.isArray(errors) ? errors.map((one: unknown) => readPath(one, 'field')) : [];
    expectThat(named.length === 0 || named.some((field) => field !== 'delivery_location_id'), {
      message: 'POST /cash-bids rejects an id of GET /delivery-locations.',
      reply,
      pointer: '/error/errors',
      expected: `success with ${delivery_location_id}`,
    });
    expectSuccess(reply);
    reply.data.find('delivery_location_id')?.is(delivery_location_id);
  }),
];
