/** Set-ups with hooks, fixtures, a receiver, a network, or a world that are not as they should be. */
import type { ServerResponse } from 'node:http';
import { elapsedMs, wait } from '#client';
import type { Deployment } from './deployment.ts';
import type { SetUp } from './set-up.ts';

const DAYS_15 = 15 * 86_400;

export const HOOK_SET_UPS: readonly SetUp[] = [
  { name: 'there are no hooks', causes: ['hooks.pay_invoice'], change: ({ config }) => void (config.hooks = {}) },
  { name: 'all hooks fail', causes: ['hooks.pay_invoice'], change: (it) => void (it.onHook = () => Promise.reject(new Error('the database is locked'))) },
  { name: 'hooks hang', causes: ['hooks.pay_invoice'], only: ['TRD', 'PRIV', 'CB', 'BID'], change: hangHooks },
  { name: 'hooks say ok, and do nothing', causes: ['hooks.pay_invoice', 'hooks.advance_clock'], change: (it) => void (it.onHook = () => Promise.resolve({})) },
  { name: 'pay_invoice does nothing', causes: ['hooks.pay_invoice'], only: ['TRD', 'PRIV', 'BID', 'EVT'], change: (it) => void (it.onHook = inPlaceOf('pay_invoice', () => Promise.resolve({}))) },
  { name: 'advance_clock does nothing', causes: ['hooks.advance_clock'], only: ['BID', 'RTY', 'IDEM', 'INV'], change: (it) => void (it.onHook = inPlaceOf('advance_clock', () => Promise.resolve({}))) },
  { name: 'advance_clock moves 15 days whatever is asked', causes: ['hooks.advance_clock'], only: ['BID', 'RTY', 'IDEM'], change: (it) => void (it.onHook = inPlaceOf('advance_clock', async () => it.control('POST', '/clock/advance', { seconds: DAYS_15 }))) },
  { name: 'an earlier run has moved the clock by 15 days', causes: [], verdict: 'conformant', change: async ({ control }) => void (await control('POST', '/clock/advance', { seconds: DAYS_15 })) },
];

export const NETWORK_SET_UPS: readonly SetUp[] = [
  { name: 'the receiver cannot be reached', causes: ['target.receiver_url'], only: ['WHK', 'EVT', 'RTY', 'SIG'], change: ({ config }) => void (config.target.receiver_url = 'http://127.0.0.1:1') },
  { name: 'the receiver URL leads somewhere else', causes: ['target.receiver_url'], only: ['WHK', 'EVT', 'RTY', 'SIG'], change: (it) => void (it.config.target.receiver_url = it.elsewhere) },
  { name: 'the tunnel to the receiver takes two seconds', causes: [], verdict: 'conformant', only: ['WHK', 'EVT', 'SIG'], change: async (it) => it.openTunnel(2_000) },
  { name: 'the target limits the rate', causes: [], verdict: 'conformant', only: ['INV', 'BID', 'PAGE'], change: limitRate(60) },
  { name: 'the target is slow', causes: [], verdict: 'conformant', only: ['BID', 'EVT', 'TRD'], change: delay(() => 250) },
  { name: 'a proxy adds latency', causes: [], verdict: 'conformant', only: ['INV', 'IDEM', 'WHK', 'RTY'], change: delay((n) => (n * 37) % 120) },
  { name: 'one request at a time', causes: [], verdict: 'conformant', only: ['INV', 'BID', 'IDEM'], change: (it) => void (it.max_in_flight = 1) },
  { name: 'sixteen requests at a time', causes: [], verdict: 'conformant', only: ['INV', 'BID', 'IDEM'], change: (it) => void (it.max_in_flight = 16) },
  { name: 'the base URL has a trailing slash', causes: [], verdict: 'conformant', only: ['CONV', 'INV'], change: (it) => void (it.base_url += '/') },
  { name: 'the base URL lacks /v1', causes: ['target.base_url'], verdict: 'inconclusive', change: (it) => void (it.base_url = it.base_url.replace(/\/v1$/, '')) },
  { name: 'the base URL is of another path', causes: ['target.base_url'], verdict: 'inconclusive', change: (it) => void (it.base_url = it.base_url.replace(/\/v1$/, '/api/v1')) },
  { name: 'the authorization server is another one', causes: ['target.auth_url'], only: ['AUTH', 'OP'], change: (it) => void (it.config.target.auth_url = it.elsewhere) },
  { name: 'nothing may be written', causes: ['no --read-only'], change: ({ flags }) => void (flags.readOnly = true) },
];

export const WORLD_SET_UPS: readonly SetUp[] = [
  { name: 'secrets hold the names of sellers', causes: [], verdict: 'conformant', only: ['PRIV', 'CB', 'TRD', 'EVT'], change: nameSellers },
  { name: 'the farms of the fixtures do not exist', causes: ['fixtures.farm_with_payment_method', 'fixtures.farm_without'], only: ['LST', 'FARM', 'PRIV'], change: ({ config }) => void Object.assign(config.fixtures, { farm_with_payment_method: 'farm_000000000000', farm_without: 'farm_000000000001' }) },
  { name: 'the multi-grade listing does not exist', causes: ['fixtures.multi_grade_listing'], verdict: 'conformant', only: ['BID'], change: ({ config }) => void (config.fixtures.multi_grade_listing = 'inv_000000000000') },
  { name: 'the company of the elevator has another name', causes: ['fixtures.verified_company_name'], only: ['PRIV', 'BID'], change: ({ config }) => void (config.fixtures.verified_company_name = 'Somebody Else Inc.') },
  { name: 'fixtures that no body takes', causes: ['fixtures.cash_bid_body'], only: ['CB', 'SBX', 'LST', 'FMT', 'PRIV'], change: ({ config }) => void Object.assign(config.fixtures, { unit: 'hogshead', amount_key: 'weight', quantity_field: 'bushels', cash_bid_body: { colour: 'green' }, cash_bid_patch: { colour: 'red' }, sandbox_user_body: { colour: 'blue' }, sandbox_user_token_key: '/nowhere', moderated_terms: 'Deliver at the east gate' }) },
  { name: 'another person writes during the run', causes: [], verdict: 'conformant', change: makeNoise },
  { name: 'the inventory is empty', causes: [], verdict: 'conformant', only: ['INV', 'PAGE', 'PRIV', 'MKT', 'FMT'], change: emptyInventory },
  { name: 'the inventory is empty, and nobody sells', causes: ['actors.seller'], only: ['INV', 'BID', 'PAGE', 'PRIV'], change: async (it) => { await emptyInventory(it); for (const name of ['seller', 'partner', 'seller_sandbox', 'partner_sandbox'] as const) delete it.config.actors[name]; } },
];

function hangHooks(it: Deployment): void {
  it.hook_timeout_ms = 2_000;
  it.onHook = async () => {
    await wait(60_000);
    return {};
  };
}

function inPlaceOf(hook: string, act: () => Promise<Readonly<Record<string, unknown>>>): Deployment['onHook'] {
  return async (name, _params, perform) => (name === hook ? act() : perform());
}

function delay(ms: (n: number) => number): (it: Deployment) => void {
  return (it) => {
    let n = 0;
    it.intercept = async () => {
      n += 1;
      await wait(ms(n));
      return false;
    };
  };
}

function limitRate(per_second: number): (it: Deployment) => void {
  return (it) => {
    let second = 0;
    let count = 0;
    it.intercept = (_incoming, outgoing) => {
      const now = Math.floor(elapsedMs() / 1_000);
      count = now === second ? count + 1 : 1;
      second = now;
      return count > per_second && refuse(outgoing);
    };
  };
}

function refuse(outgoing: ServerResponse): true {
  const error = { status: 429, code: 'rate_limited', message: 'Slow down' };
  outgoing.writeHead(429, { 'retry-after': '1', 'content-type': 'application/json' }).end(JSON.stringify({ error }));
  return true;
}

/** As the template asks: names of farms and of sellers, companies included. */
async function nameSellers({ config, control }: Deployment): Promise<void> {
  const { items } = await control('GET', '/users?limit=500');
  const users = Array.isArray(items) ? items : [];
  config.fixtures.secrets = users.flatMap((user: { name?: unknown; persona?: unknown }) => (typeof user.name === 'string' && !['buyer', 'rival', 'elevator'].includes(String(user.persona)) ? [user.name] : []));
}

/** Other sellers and buyers submit, bid, and withdraw as long as the run lasts. */
async function makeNoise(it: Deployment): Promise<void> {
  const seller = await it.mint({ persona: 'partner' });
  const buyer = await it.mint({ persona: 'rival' });
  let is_over = false;
  it.after.push(() => {
    is_over = true;
  });
  const call = async (token: string, method: string, path: string, body?: object): Promise<Readonly<Record<string, unknown>>> => {
    const answer = await fetch(`${it.base_url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const json: unknown = await answer.json().catch(() => ({}));
    // The mock answers objects.
    return json as Readonly<Record<string, unknown>>;
  };
  const work = async (): Promise<void> => {
    while (!is_over) {
      const { items } = await call(seller, 'GET', '/me/inventory?status=listed&limit=5');
      const [lot] = Array.isArray(items) ? items : [];
      if (lot !== undefined) {
        await call(seller, 'PATCH', `/me/inventory/${lot.id}`, { target_price: { amount: 290 + Math.floor(elapsedMs() % 30) } });
        const price = { amount: 250.5, unit: 'MT' };
        const body = { price, quantity_mt: 5, delivery: { from: '2040-01-01', to: '2040-02-01' }, fob_farm: true };
        const { data } = await call(buyer, 'POST', `/inventory/${lot.id}/bids`, body);
        const bid = data as { id?: string } | undefined;
        if (bid?.id !== undefined) await call(seller, 'POST', `/bids/${bid.id}/reject`);
      }
      await wait(40);
    }
  };
  void work().catch(() => {});
}

/** Everything on the market is withdrawn. */
async function emptyInventory(it: Deployment): Promise<void> {
  await it.control('POST', '/clock/advance', { seconds: 3_600 * 24 * 700 });
}
