import { expect, test } from 'vitest';
import { serve, sendJson } from '../testing/server.ts';
import { makeActors, makeSettings } from '../testing/settings.ts';
import { examineTokens } from './learn-actors.ts';

/** The mode of a run whose configuration says `live`, on a target where every listing has a null `manage_url`. */
async function learnMode(simulator_status: number): Promise<string | undefined> {
  await using target = await serve((request, response) => {
    const is_simulator = request.url === '/v1/sandbox/simulate-event';
    sendJson(response, is_simulator ? simulator_status : 200, { items: [{ id: 'inv_1', status: 'listed', manage_url: null }] });
  });
  return (await examineTokens(makeSettings({ base_url: target.base_url, actors: makeActors('seller') }))).mode;
}

test.for([
  ['is as configured if the simulator rejects the token', 403, 'live'],
  ['is unknown if the simulator rejects only the body', 422, undefined],
  ['is unknown if the target has no simulator', 404, undefined],
] as const)('LST-18 the mode of live tokens whose manage_url is null %s', async ([, status, mode]) => {
  expect(await learnMode(status)).toBe(mode);
});

test.for([
  ['is used if the simulator takes its token', 422, undefined],
  ['is left out if the simulator rejects its token too', 403, 'its token is live'],
] as const)('LST-8 a twin whose listings have a manage_url %s', async ([, status, problem]) => {
  await using target = await serve((request, response) => {
    const is_simulator = request.url === '/v1/sandbox/simulate-event';
    const items = [{ id: 'inv_1', status: 'listed', manage_url: 'https://example.com/1' }];
    sendJson(response, is_simulator ? status : 200, { items });
  });
  const { actor_problems } = await examineTokens(
    makeSettings({ base_url: target.base_url, actors: makeActors('seller', 'seller_sandbox') }),
  );
  const found = actor_problems.get('seller_sandbox');
  if (problem === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(problem);
});

test.for([
  ['is left out if it differs from most of the others', ['partner', 'seller_sandbox'], ['seller']],
  ['stays, and the only other actor is left out', [], ['rival']],
] as const)('INV-16 a sandbox seller %s', async ([, more, left_out]) => {
  await using target = await serve(({ url = '', headers }, response) => {
    const is_sandbox = headers.authorization?.startsWith('Bearer secret_seller') === true;
    const [id, manage_url] = is_sandbox ? ['inv_sandbox', null] : ['inv_live', 'https://example.com/1'];
    if (url === '/v1/sandbox/simulate-event') sendJson(response, is_sandbox ? 422 : 403, {});
    else if (url.startsWith('/v1/me/inventory?')) sendJson(response, 200, { items: [{ id, status: 'listed', manage_url }] });
    else sendJson(response, url.startsWith('/v1/inventory/') && !url.endsWith(id) ? 404 : 200, { items: [] });
  });
  const made = makeActors('seller', 'rival', ...more);
  const actors = new Map([...made].map(([name, actor]) => [name, { ...actor, token: actor.token.replace('_sandbox', '') }]));
  const { actor_problems } = await examineTokens(makeSettings({ base_url: target.base_url, actors }));
  expect([...actor_problems.keys()]).toEqual(left_out);
});

test('INV-16 a live buyer is left out although a page of archived listings hides the listed one of the sandbox seller', async () => {
  await using target = await serve(({ url = '', headers }, response) => {
    const is_seller = headers.authorization === 'Bearer secret_seller';
    const status = url.startsWith('/v1/me/inventory?status=listed') ? 'listed' : 'archived';
    if (url === '/v1/sandbox/simulate-event') sendJson(response, is_seller ? 422 : 403, {});
    else if (url.startsWith('/v1/me/inventory?')) sendJson(response, 200, { items: [{ id: 'inv_1', status, manage_url: null }] });
    else sendJson(response, url.startsWith('/v1/inventory/') ? 404 : 200, { items: [] });
  });
  const actors = makeActors('seller', 'buyer');
  const { actor_problems } = await examineTokens(makeSettings({ base_url: target.base_url, actors, mode: 'sandbox' }));
  expect(actor_problems.get('buyer')).toContain('different modes');
});

test.for([
  ['stay if only a cache that ignores tokens makes them look like one team', true, []],
  ['are one team if they look like one without the cache too', false, ['rival']],
] as const)('TEAM-1 two buyers %s', async ([, is_cache, left_out]) => {
  const cached = new Map<string, string>();
  await using target = await serve(({ url = '', headers }, response) => {
    const token = headers.authorization ?? '';
    const team = is_cache ? (cached.get(url) ?? token) : 'one';
    cached.set(url, team);
    // A strict target rejects parameters that it does not know.
    const is_rejected = !is_cache && url.includes('gristmill_probe');
    sendJson(response, is_rejected ? 400 : 200, { items: url.startsWith('/v1/teams') ? [{ id: `tm_${team}` }] : [] });
  });
  const { actor_problems } = await examineTokens(
    makeSettings({ base_url: target.base_url, actors: makeActors('buyer', 'rival') }),
  );
  expect([...actor_problems.keys()]).toEqual(left_out);
});
