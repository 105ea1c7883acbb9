/** What the judge knows of the mock stands in words of its own: here it is compared with the mock. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ActorName, HookName, Settings } from '#client';
import { ACTOR_NAMES, HOOK_NAMES } from '#client';
import { personas } from '#fixtures/personas';
import { createMock } from '#mock';
import type { Mock } from '#mock';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readSettings } from './conform-settings.ts';

let cwd = '';
let mock: Mock;
let settings: Settings;
beforeEach(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'gristmill-settings-'));
  mock = await createMock({ lots: 20, clock: 'frozen' });
  settings = await readSettings({ target: mock.base_url }, cwd, {});
});
afterEach(async () => {
  await mock.close();
  rmSync(cwd, { recursive: true });
});

/** What these tests look at of any answer. */
interface Wire {
  data: { id: string; status: string; access_token: string };
  items: { id: string; name: string; latitude: number; grade: string | null; quantity: object }[];
}

async function send(actor: string, method: string, path: string, body?: unknown): Promise<{ status: number; json: Wire }> {
  const token = settings.actors.get(actor as ActorName)?.token ?? actor;
  const response = await fetch(`${mock.base_url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, json: (await response.json()) as Wire };
}

async function hook(name: HookName, params: object): Promise<Record<string, unknown>> {
  const run = settings.hooks.get(name);
  if (run === undefined) throw new Error(`no hook ${name}`);
  return { ...(await run({ ...params })) };
}

/** The id of what was made. */
async function make(actor: ActorName, path: string, body: object): Promise<string> {
  const { status, json } = await send(actor, 'POST', path, body);
  expect([status, json]).toEqual([201, expect.anything()]);
  return json.data.id;
}

async function makeFarm(): Promise<string> {
  return make('seller', '/me/farms', {
    name: 'Quiet Hollow',
    latitude: 50.312477,
    longitude: -107.801932,
    nearest_city: 'Swift Current',
    nearest_province: 'SK',
  });
}

async function makeTrade(): Promise<string> {
  const farm_id = await makeFarm();
  await hook('set_payment_method', { farm_id, on_file: true });
  const lot = await make('seller', '/me/inventory', { commodity: 'barley', farm_id, quantity_mt: 50, grade: 'No. 1 CW' });
  const delivery = { from: '2030-01-01', to: '2030-02-01' };
  const bid = await make('buyer', `/inventory/${lot}/bids`, { price: { amount: 250, unit: 'MT' }, quantity_mt: 10, delivery });
  const { json } = await send('seller', 'POST', `/bids/${bid}/accept`);
  return json.data.id;
}

describe('built in for the mock', () => {
  test('the callers are those of the mock, token, team and user', () => {
    expect([...settings.actors.keys()]).toEqual(ACTOR_NAMES);
    expect(settings.actor_problems.size).toBe(0);
    for (const [name, actor] of settings.actors) {
      const persona = personas[name.replace('_sandbox', '') as keyof typeof personas];
      expect({ name, ...actor }).toEqual({
        name,
        token: name.endsWith('_sandbox') ? persona.sandbox_token : persona.token,
        team_id: persona.team_id ?? undefined,
        user_id: persona.user_id ?? undefined,
      });
    }
  });

  test('the target is recognised, and written to without more ado', () => {
    expect(settings).toMatchObject({
      recognised_as: 'gristmill',
      mode: 'live',
      auth_url: mock.auth_url,
      read_only_reason: undefined,
    });
    expect([...settings.hooks.keys()]).toEqual(HOOK_NAMES);
  });

  test('CB-2, CB-3 the mock takes the bodies that are lent', async () => {
    const { fixtures } = settings;
    const { json } = await send('elevator', 'GET', '/delivery-locations');
    expect(fixtures.cash_bid_body?.['delivery_location_id']).toBe('$DELIVERY_LOCATION_ID');
    const body = { ...fixtures.cash_bid_body, delivery_location_id: json.items[0]?.id };
    const id = await make('elevator', '/cash-bids', body);
    expect((await send('elevator', 'PATCH', `/cash-bids/${id}`, fixtures.cash_bid_patch)).status).toBe(200);
  });

  test('PRIV-7, FMT-8 names, units and secrets are those of this world', async () => {
    const { fixtures } = settings;
    const teams = await send('elevator', 'GET', '/teams');
    expect(fixtures.verified_company_name).toBe(teams.json.items[0]?.name);
    const listed = await send('buyer', 'GET', `/inventory?units=${fixtures.unit}`);
    expect(listed.json.items[0]?.quantity).toEqual({ [fixtures.amount_key ?? '']: expect.any(Number), unit: fixtures.unit });
    const farms = await send('seller', 'GET', '/me/farms');
    expect(farms.json.items.length).toBeGreaterThan(0);
    for (const { name, latitude } of farms.json.items)
      expect(fixtures.secrets).toEqual(expect.arrayContaining([name, String(latitude)]));
  });

  test('BID-38, SBX-11 moderated terms are refused, and sandbox users are made', async () => {
    const lot = (await send('buyer', 'GET', '/inventory?limit=50')).json.items.find(({ grade }) => grade !== null);
    const bid = { price: { amount: 300, unit: 'MT' }, quantity_mt: 1, delivery: { from: '2030-01-01', to: '2030-02-01' } };
    const refused = await send('buyer', 'POST', `/inventory/${lot?.id}/bids`, {
      ...bid,
      additional_terms: settings.fixtures.moderated_terms,
    });
    expect(refused.status).toBe(422);
    const user = await send('seller_sandbox', 'POST', '/sandbox/users', settings.fixtures.sandbox_user_body);
    expect(settings.fixtures.sandbox_user_token_key).toBe('/data/access_token');
    expect((await send(user.json.data.access_token, 'GET', '/grades')).status).toBe(200);
  });
});

describe('hooks of the mock', () => {
  test('LST-4, TRD-6 set_payment_method and pay_invoice settle a trade', async () => {
    const trade = await makeTrade();
    await hook('pay_invoice', { trade_id: trade, invoice: 'buyer' });
    expect((await send('buyer', 'GET', `/trades/${trade}`)).json.data.status).toBe('Pending');
    await hook('pay_invoice', { trade_id: trade, invoice: 'seller' });
    expect((await send('buyer', 'GET', `/trades/${trade}`)).json.data.status).toBe('Completed');
    await expect(hook('pay_invoice', { trade_id: trade, invoice: 'seller' })).rejects.toMatchObject({
      name: 'HookError',
      hook: 'pay_invoice',
      message: expect.stringMatching(/refused by the mock: POST \/trades\/trd_\w+\/invoices\/seller\/pay answered 409: /),
    });
  });

  test('CB-9 make_offer answers an offer_id', async () => {
    const { json } = await send('elevator', 'GET', '/delivery-locations');
    const cash_bid_id = await make('elevator', '/cash-bids', {
      ...settings.fixtures.cash_bid_body,
      delivery_location_id: json.items[0]?.id,
    });
    const { offer_id } = await hook('make_offer', { cash_bid_id, price: 700, quantity_mt: 5 });
    expect((await send('elevator', 'GET', `/cash-bids/${cash_bid_id}/offers`)).json.items).toMatchObject([
      { id: offer_id, quantity_mt: 5, price: { amount: 700 } },
    ]);
  });

  test('advance_clock moves the clock', async () => {
    const now = async (): Promise<number> =>
      Date.parse(((await (await fetch(`${mock.control_url}/clock`)).json()) as { now: string }).now);
    const before = await now();
    await hook('advance_clock', { seconds: 90 });
    expect((await now()) - before).toBe(90_000);
  });

  test('WHK-9 deactivate_webhook', async () => {
    const webhook_id = await make('buyer', '/webhooks', { url: 'http://127.0.0.1:9/', events: ['bid.accepted'] });
    await hook('deactivate_webhook', { webhook_id });
    expect((await send('buyer', 'GET', '/webhooks')).json.items).toMatchObject([{ id: webhook_id, is_active: false }]);
  });

  test('EVT-10, EVT-12, EVT-15 emit_analysis and set_queue send their events', async () => {
    const lot = (await send('buyer', 'GET', '/inventory')).json.items[0]?.id;
    const location_id = (await send('elevator', 'GET', '/delivery-locations')).json.items[0]?.id;
    for (const step of ['requested', 'sample_received', 'graded', 'photo_added']) {
      await hook('emit_analysis', { type: `analysis.${step}`, inventory_id: lot, team_id: personas.partner.team_id });
    }
    const { threshold } = await hook('set_queue', { location_id, trucks_waiting: 500 });
    expect(threshold).toEqual(expect.any(Number));
    await hook('set_queue', { location_id, trucks_waiting: 0, advance_seconds: 601 });
    const events = (await (await fetch(`${mock.control_url}/events`)).json()) as { items: { type: string }[] };
    // Those of a queue are told in both modes.
    expect([...new Set(events.items.map(({ type }) => type))]).toEqual([
      'analysis.requested',
      'analysis.sample_received',
      'analysis.graded',
      'analysis.photo_added',
      'queue.congestion_started',
      'queue.congestion_cleared',
    ]);
  });

  test('BID-32 set_credit', async () => {
    await hook('set_credit', { team_id: personas.buyer.team_id, has_good_credit: false });
    const lot = (await send('buyer', 'GET', '/inventory?limit=50')).json.items.find(({ grade }) => grade !== null);
    const bid = { price: { amount: 300, unit: 'MT' }, quantity_mt: 1, delivery: { from: '2030-01-01', to: '2030-02-01' } };
    expect((await send('buyer', 'POST', `/inventory/${lot?.id}/bids`, bid)).status).toBe(403);
  });

  test('AUTH-2 mint_token gives a token with just those scopes', async () => {
    const { token } = await hook('mint_token', { actor: 'buyer', scopes: ['bids.read'] });
    expect((await send(String(token), 'GET', '/bids')).status).toBe(200);
    expect((await send(String(token), 'GET', '/trades')).status).toBe(403);
    const twin = await hook('mint_token', { actor: 'seller_sandbox', scopes: ['listings.read'] });
    expect(twin['livemode']).toBe(false);
    const plain = await hook('mint_token', { user_id: personas.seller.user_id, scopes: ['bids.read'], sandbox: true });
    expect(plain).toMatchObject({ team_id: null, livemode: false });
  });
});

describe('a file beside the mock', () => {
  const write = (config: object): void => writeFileSync(join(cwd, 'gristmill.config.json'), JSON.stringify(config));

  test('fills in what it says, and the mock the rest', async () => {
    write({
      actors: { buyer: { token_env: 'B' }, rival: { token_env: 'NOT_SET' } },
      hooks: { set_credit: { command: `echo '{"ok":true,"result":{"mine":true}}'` } },
      fixtures: { unit: 'LB' },
    });
    const { actors, actor_problems, hooks, fixtures } = await readSettings({ target: mock.base_url }, cwd, {
      ...process.env,
      B: 'mine',
    });
    expect([actors.get('buyer')?.token, actors.get('rival')?.token, actor_problems.size]).toEqual(['mine', 'dev_rival', 0]);
    expect(await hooks.get('set_credit')?.({})).toEqual({ mine: true });
    expect(fixtures).toMatchObject({ unit: 'LB', quantity_field: 'quantity_mt' });
  });

  test('has no say where it is about another target', async () => {
    write({
      target: { base_url: 'https://api.example.com/v1' },
      actors: { buyer: { token_env: 'B' } },
      fixtures: { unit: 'LB' },
    });
    const { actors, fixtures } = await readSettings({ target: mock.base_url }, cwd, { B: 'secret-of-another' });
    expect([actors.get('buyer')?.token, fixtures.unit]).toEqual(['dev_buyer', 'BU']);
  });

  test('that is wrong is a UsageError of one line', async () => {
    write({ actors: { byer: {} } });
    await expect(readSettings({ target: mock.base_url }, cwd, {})).rejects.toMatchObject({
      name: 'UsageError',
      message: 'gristmill.config.json: actors.byer: is not known; did you mean buyer?',
    });
  });
});

test('a world of its own is recognised by its own control plane', async () => {
  const world = (await (await fetch(`${mock.control_url}/worlds`, { method: 'POST' })).json()) as {
    base_url: string;
    id: string;
  };
  settings = await readSettings({ target: world.base_url }, cwd, {});
  const { token } = await hook('mint_token', { actor: 'buyer' });
  const status = async (base_url: string): Promise<number> =>
    (await fetch(`${base_url}/bids`, { headers: { authorization: `Bearer ${String(token)}` } })).status;
  expect([await status(world.base_url), await status(mock.base_url)]).toEqual([200, 401]);
});

test('without developer tokens the callers are missing, with a reason', async () => {
  await using bare = await createMock({ lots: 20, dev_tokens: false });
  const { actors, actor_problems } = await readSettings({ target: bare.base_url }, cwd, {});
  expect(actors.size).toBe(0);
  expect(actor_problems.get('buyer')).toBe(
    'actors.buyer: the mock takes no developer tokens; start it with --dev-tokens, or give token_env',
  );
});

test('a mock with an admin token is driven with GRISTMILL_ADMIN_TOKEN', async () => {
  await using locked = await createMock({ lots: 20, admin_token: 'a-long-secret' });
  expect((await readSettings({ target: locked.base_url }, cwd, {})).recognised_as).toBeUndefined();
  const { recognised_as, hooks } = await readSettings({ target: locked.base_url }, cwd, {
    GRISTMILL_ADMIN_TOKEN: 'a-long-secret',
  });
  expect(recognised_as).toBe('gristmill');
  expect(await hooks.get('mint_token')?.({ actor: 'buyer' })).toMatchObject({ token: expect.stringMatching(/^live_/) });
});

test('AUTH-4, AUTH-5 tokens of its authorization server are got as anybody would', async () => {
  writeFileSync(
    join(cwd, 'gristmill.config.json'),
    JSON.stringify({
      actors: { reader: { oauth: { client_id: 'gristmill-reader', client_secret_env: 'READER_SECRET', scope: 'market.read' } } },
    }),
  );
  const { actors } = await readSettings({ target: mock.base_url }, cwd, { READER_SECRET: 'dev_secret_reader' });
  const reader = actors.get('reader');
  expect(reader?.token).not.toBe('dev_reader');
  expect((await send(reader?.token ?? '', 'GET', '/market/commodities')).status).toBe(200);
});
