import { expect, test } from 'vitest';
import { findFreePort, nowMs, type ActorName, type Settings } from '#client';
import { serveInTest } from '#client/testing/in-test';
import { sendJson } from '#client/testing/server';
import { makeActors, makeSettings } from '#client/testing/settings';
import { examine } from './examine.ts';
import { describeFinding } from './finding.ts';

let asked: string[] = [];

const ERROR = (status: number, code: string): [number, unknown] => [status, { error: { status, code, message: 'x' } }];
const page = (...items: object[]): [number, unknown] => [200, { items }];

/** A deployment where every token is good. @param responses other responses, by actor and path, or by actor and `*` */
async function serve(responses: Record<string, [number, unknown]> = {}): Promise<string> {
  asked = [];
  const origin = await serveInTest((request, response) => {
    const token = request.headers.authorization?.replace('Bearer secret_', '') ?? '';
    const path = request.url?.replace(/^\/v1/, '').split('?')[0] ?? '';
    asked.push(`${request.method} ${path} ${token}`);
    const team = page({ id: `tm_${token}` });
    const lists: Record<string, [number, unknown]> = { '/teams': team, '/grades': page({ name: 'No. 1', commodity: 'wheat' }) };
    const usual = token === '' || token === 'expired' ? ERROR(401, 'unauthenticated') : (lists[path] ?? page());
    sendJson(response, ...(responses[`${token} ${path}`] ?? responses[`${token} *`] ?? usual));
  });
  return `${origin}/v1`;
}

const NAMES: readonly ActorName[] = ['buyer', 'rival', 'elevator', 'seller', 'partner', 'reader', 'expired'];

function settingsOf(base_url: string, changes: Partial<Settings> = {}): Settings {
  return makeSettings({ base_url, mode: 'sandbox', actors: makeActors(...NAMES), request_timeout_ms: 3_000, ...changes });
}

/** The findings that are not ok, except those about hooks, which these tests do not configure. */
async function findTrouble(settings: Settings): Promise<readonly string[]> {
  return (await examine(settings)).filter(({ level, about }) => level !== 'ok' && about !== 'hooks').map(describeFinding);
}

function withActors(base_url: string, actors: Partial<Record<ActorName, object>>, changes: Partial<Settings> = {}): Settings {
  const made = [...makeActors(...NAMES)].filter(([name]) => name in actors);
  return settingsOf(base_url, {
    actors: new Map(made.map(([name, actor]) => [name, { ...actor, ...actors[name] }])),
    ...changes,
  });
}

test('a configured secret that the API publishes is named', async () => {
  const settings = settingsOf(await serve(), { public_secrets: ['Canola'] });
  expect(await findTrouble(settings)).toContainEqual(expect.stringMatching(/fixtures: .*"Canola".*\(fixtures\.secrets\)/));
});

test('doctor says when a failure counts that a configured hook caused', async () => {
  const settings = settingsOf(await serve(), { hooks: new Map([['make_offer', async () => Promise.resolve({})]]) });
  const found = (await examine(settings)).filter(({ about }) => about === 'hooks').map(describeFinding);
  expect(found[0]).toBe('ok    hooks: configured: make_offer (not called)');
  expect(found[1]).toMatch(/^ok {4}hooks: .*replies with "result": \{ "verified": true \}: make_offer$/);
});

test('a rate limit that the target states lengthens the estimate', async () => {
  const origin = await serveInTest((_, response) => {
    response.setHeader('ratelimit-policy', '6000;w=60');
    sendJson(response, ...ERROR(401, 'unauthenticated'));
  });
  const run = async (changes: Partial<Settings>): Promise<string | undefined> =>
    (await examine(settingsOf(`${origin}/v1`, changes))).find(({ about }) => about === 'run')?.message;
  expect(await run({})).toMatch(/ requests in up to \d+ s, because the target allows 100 requests per second$/);
  expect(await run({ requests_per_second: 90 })).toMatch(/ requests in \d+ s$/);
});

test('a good setup has only ok findings, each once, and nothing is written', async () => {
  const findings = await examine(settingsOf(await serve()));
  expect(findings.map(({ level, about }) => `${level} ${about}`)).toEqual([
    'ok target',
    'ok clock',
    'ok writes',
    ...NAMES.map((name) => `ok ${name}`),
    'ok webhooks',
    'warn hooks',
    'ok run',
  ]);
  const writes = asked.filter((request) => !request.startsWith('GET '));
  // The simulator rejects a body without an event (SBX-2).
  const isHarmless = (request: string): boolean => /_000000000000000000000000|simulate-event/.test(request);
  expect(writes.filter((request) => !isHarmless(request))).toEqual([]);
  // Three anonymous requests measure the response time; every other request is sent once.
  const measuring = asked.filter((request) => request === 'GET /inventory ');
  expect(measuring).toHaveLength(4);
  expect(new Set(asked).size).toBe(asked.length - 3);
  expect(asked.length).toBeLessThan(70);
});

test('a read-only run sends only reads', async () => {
  await examine(settingsOf(await serve(), { read_only_reason: 'because' }));
  expect(asked.filter((request) => !request.startsWith('GET '))).toEqual([]);
});

test('if the target does not respond like the API, that is the only finding', async () => {
  const [finding, ...rest] = await examine(settingsOf('http://127.0.0.1:1/v1'));
  expect([finding?.level, finding?.config_key, rest]).toEqual(['bad', 'target.base_url', []]);
});

test('if every path returns 404 with a token too, the wrong address is the only finding', async () => {
  const actors = ['', ...NAMES];
  const nowhere = Object.fromEntries(actors.map((name) => [`${name} *`, ERROR(404, 'not_found')]));
  expect(await findTrouble(settingsOf(await serve(nowhere)))).toEqual([
    'bad   target: GET /grades, /inventory, and /market/commodities return 404 ("x"): the API is at another address (target.base_url)',
  ]);
});

test('AUTH-1 a target that returns 404 only without a token is examined', async () => {
  const trouble = await findTrouble(settingsOf(await serve({ ' *': ERROR(404, 'not_found') })));
  expect(trouble).toEqual([expect.stringMatching(/^warn {2}target: .*404 for \/inventory/)]);
});

test.each<[string, Record<string, [number, unknown]>, string]>([
  [
    'a token is invalid',
    { 'buyer *': ERROR(401, 'unauthenticated') },
    'bad   buyer: is not used: its token is not valid: GET /inventory returned 401 unauthenticated; use a new one (actors.buyer)',
  ],
  [
    'a scope is lacking',
    { 'rival /bids': ERROR(403, 'insufficient_scope') },
    'warn  rival: its token lacks a scope: bids.read; checks that need it are not verified (actors.rival)',
  ],
  [
    'a token has no team',
    { 'buyer /bids': ERROR(400, 'no_team') },
    'warn  buyer: is not used: its token has no team; use the token of a user who buys for a team (actors.buyer)',
  ],
  [
    'only one read returns 401',
    { 'seller /me/inventory': ERROR(401, 'x'), 'seller /me/farms/farm_000000000000000000000000': ERROR(404, 'not_found') },
    'warn  seller: it cannot read its own data: GET /me/inventory returned 401 x (actors.seller)',
  ],
  [
    'a token that should have expired still works',
    { 'expired /inventory': page() },
    'warn  expired: is not used: its token is not rejected with 401: GET /inventory returned 200; if it has expired, the target violates AUTH-15, else use an expired one (actors.expired)',
  ],
  [
    'an expired token is rejected with 403',
    { 'expired *': ERROR(403, 'forbidden') },
    'warn  expired: is not used: its token is not rejected with 401: GET /inventory returned 403 forbidden; if it has expired, the target violates AUTH-15, else use an expired one (actors.expired)',
  ],
  [
    'an elevator is not verified',
    { 'elevator /teams': page({ id: 'tm_e', is_verified_elevator: false }) },
    'warn  elevator: is not used: its team is not a verified elevator; use the token of a verified elevator (actors.elevator)',
  ],
  ['a user has no team', { 'partner /teams': page() }, 'warn  partner: its user has no team (actors.partner)'],
  [
    'rival and buyer are in one team',
    { 'rival /teams': page({ id: 'tm_buyer' }) },
    'warn  rival: is not used: it is in the same team as buyer (tm_buyer); use the token of another team (actors.rival)',
  ],
  [
    'rival and buyer may be in one team',
    { 'rival /teams': page({ id: 'tm_buyer' }, { id: 'tm_2' }) },
    'warn  rival: its user is in 2 teams; set the one that its token is for (actors.rival.team_id)',
  ],
  [
    'nothing shows what a listing can contain',
    { 'buyer /grades': page({ name: 'No. 1' }) },
    'warn  fixtures: no listing is on the market and GET /grades names no commodity, so the run cannot create listings, and checks that need one are not verified: first create a listing with a commodity and a grade',
  ],
  [
    'a listing is live',
    { 'seller /me/inventory': page({ manage_url: 'https://x' }) },
    'warn  target: the token of seller is live, as the manage_url of listings (LST-8) or POST /sandbox/simulate-event (SBX-1) shows; set target.mode: live, or use another token (target.mode)',
  ],
])('it reports that %s', async (_, responses, line) => {
  const trouble = await findTrouble(settingsOf(await serve(responses)));
  // If the mode is in doubt, the sandbox twins are missing too.
  expect(trouble.filter((found) => !found.includes('_sandbox'))).toEqual([line]);
});

test('a token with a short lifetime, a used-up refresh token, a wrong team, and equal tokens are reported', async () => {
  const base_url = await serve();
  const settings = withActors(base_url, {
    buyer: { expires_at_ms: nowMs() + 5_000, used_up_env: 'BUYER_REFRESH', team_id: 'tm_other' },
    seller: {},
    partner: { token: 'secret_seller' },
  });
  expect((await findTrouble(settings)).map((line) => line.replace(/\d+ s/g, 'n s'))).toEqual([
    'warn  buyer: its token expires in n s, but the run takes about n s (actors.buyer.oauth)',
    'warn  buyer: the server has replaced the refresh token in BUYER_REFRESH, so later runs will fail; use a token_command to store the new one (actors.buyer.oauth.refresh_token_env)',
    'warn  buyer: its user is not in the team tm_other (actors.buyer.team_id)',
    'warn  partner: is not used: it has the same token as seller; use the token of another seller (actors.partner)',
    'warn  actors: there is no token for rival, elevator, reader, expired: checks that need them are not verified (actors.rival)',
  ]);
});

test('a configured actor without a token is reported with the reason', async () => {
  const problem = 'actors.rival.token_env: the environment variable RIVAL is not set';
  const settings = withActors(await serve(), { buyer: {} }, { actor_problems: new Map([['rival', problem]]) });
  expect(await findTrouble(settings)).toContain(`warn  rival: not used: ${problem} (actors.rival)`);
  const alone = withActors(await serve(), {}, { actor_problems: new Map([['rival', problem]]) });
  expect(await findTrouble(alone)).toContain(
    'bad   actors: no configured actor has a token, so a run would be inconclusive (actors.buyer)',
  );
});

test('an actor that --without excludes is reported with the flag, and not as missing', async () => {
  const settings = withActors(await serve(), { buyer: {} }, { excluded: new Set(['rival']) });
  const trouble = await findTrouble(settings);
  expect(trouble).toContain('warn  rival: not used, because of --without');
  expect(trouble.find((line) => line.startsWith('warn  actors: '))).not.toContain('rival');
});

test('a run that only reads because of a flag names the flag once', async () => {
  const settings = withActors(
    await serve(),
    { buyer: {} },
    { read_only_reason: 'the run only reads', read_only_key: '--read-only' },
  );
  expect(await findTrouble(settings)).toContain('warn  writes: the run only reads, because of --read-only');
});

test('a read-only run reports missing listings, ungraded listings, and fixtures', async () => {
  const only_reads = { read_only_reason: 'because', read_only_key: '--allow-writes' } as const;
  const buyer = withActors(await serve(), { buyer: {} }, only_reads);
  expect(await findTrouble(buyer)).toEqual(
    expect.arrayContaining([
      'warn  writes: the run only reads: because (--allow-writes)',
      'warn  fixtures: the buyer finds no listing, and none can be created (actors.seller)',
    ]),
  );
  const graded = await serve({
    'buyer /inventory': page({ id: 'inv_1', grade: 'No. 1' }),
    'buyer /inventory/inv_9': ERROR(404, 'not_found'),
  });
  expect(await findTrouble(withActors(graded, { buyer: {} }, only_reads))).toContain(
    'warn  fixtures: the buyer finds no ungraded listing, and none can be created (fixtures.multi_grade_listing)',
  );
  const lent = withActors(graded, { buyer: {} }, { ...only_reads, fixtures: { multi_grade_listing: 'inv_9' } });
  expect(await findTrouble(lent)).toContain(
    'warn  fixtures: the buyer does not see it: GET /inventory/inv_9 returned 404 not_found (fixtures.multi_grade_listing)',
  );
});

async function examineReceiver(receiver: Settings['receiver'], base_url: string): Promise<string> {
  const findings = await examine(settingsOf(base_url, { receiver }));
  return findings
    .filter(({ about }) => about === 'webhooks')
    .map(describeFinding)
    .join();
}

test('the receiver is tested through its public address', async () => {
  const base_url = await serve();
  const port = await findFreePort();
  expect(await examineReceiver({ public_url: `http://127.0.0.1:${port}`, port }, base_url)).toMatch(
    /^ok {4}webhooks: .* reaches this machine$/,
  );
  expect(await examineReceiver({ public_url: base_url, port }, base_url)).toMatch(
    /^bad   webhooks: .* returns 401 from somewhere else/,
  );
  expect(await examineReceiver({ public_url: 'http://127.0.0.1:1', port }, base_url)).toMatch(
    /^bad   webhooks: .* cannot be reached: .*ECONNREFUSED.*\(target\.receiver_url\)$/,
  );
  const taken = Number(new URL(base_url).port);
  expect(await examineReceiver({ public_url: base_url, port: taken }, base_url)).toMatch(
    /^bad   webhooks: port \d+ cannot be used: .*EADDRINUSE.*\(target\.receiver_port\)$/,
  );
});
