/** Setups with wrong fixtures, receivers, networks, or worlds. */
import type { ServerResponse } from 'node:http';
import { elapsedMs, isObject, sendRequest, wait } from '#client';
import { readItems } from '#client/replies/read-items';
import { personas } from '#fixtures/personas';
import type { Deployment } from './deployment.ts';
import { setUps } from './set-up.ts';
import { bidOnListings, inviteStrangers } from './strangers.ts';

export const NETWORK_SET_UPS = setUps({
  'the receiver cannot be reached': {
    causes: ['target.receiver_url'],
    only: ['AUTH-2', 'EVT-6', 'WHK-2', 'RTY-3'],
    change: ({ config }) => void (config.target.receiver_url = 'http://127.0.0.1:1'),
  },
  'the receiver URL leads somewhere else': {
    causes: ['target.receiver_url'],
    only: ['EVT-6', 'WHK-2'],
    change: (it) => void (it.config.target.receiver_url = it.elsewhere),
  },
  'the tunnel to the receiver takes a second': {
    // RTY-5 waits 12 s of real time twice, so it runs at full size only.
    only: ['EVT-6', 'SIG-1'],
    verdict: 'conformant',
    change: async (it) => it.openTunnel(1_000),
  },
  'the target limits the rate': { only: ['INV-9', 'BID-4'], verdict: 'conformant', change: limitRate(60) },
  'the target is slow': { only: ['BID-26', 'TRD-2'], verdict: 'conformant', change: delay(() => 250) },
  'a proxy adds latency': { only: ['INV-1', 'IDEM-2', 'WHK-2'], verdict: 'conformant', change: delay((n) => (n * 37) % 120) },
  'a gateway returns 502 now and then': {
    only: ['INV-9', 'BID-26', 'TRD-2', 'IDEM-2'],
    verdict: 'conformant',
    change: failAtGateway(97),
  },
  'one request at a time': {
    only: ['INV-1', 'BID-31', 'IDEM-2'],
    verdict: 'conformant',
    change: (it) => void (it.max_in_flight = 1),
  },
  'sixteen requests at a time': {
    only: ['INV-1', 'BID-31', 'IDEM-2'],
    verdict: 'conformant',
    change: (it) => void (it.max_in_flight = 16),
  },
  'the base URL has a trailing slash': {
    only: ['CONV-8', 'INV-1'],
    verdict: 'conformant',
    change: (it) => void (it.base_url += '/'),
  },
  'the base URL lacks /v1': {
    causes: ['target.base_url'],
    verdict: 'inconclusive',
    change: (it) => void (it.base_url = it.base_url.replace(/\/v1$/, '')),
  },
  'the base URL has a different path': {
    causes: ['target.base_url'],
    verdict: 'inconclusive',
    change: (it) => void (it.base_url = it.base_url.replace(/\/v1$/, '/api/v1')),
  },
  'the authorization server is a different one': {
    causes: ['target.auth_url'],
    only: ['AUTH-3', 'AUTH-5', 'AUTH-6'],
    change: (it) => void (it.config.target.auth_url = it.elsewhere),
  },
  'the address of the authorization server has a wrong path': {
    causes: ['target.auth_url'],
    only: ['AUTH-3', 'AUTH-5', 'AUTH-6'],
    change: ({ config, base_url }) => void (config.target.auth_url = `${base_url}/wrong`),
  },
  'the secrets of the OAuth clients are wrong': {
    causes: ['oauth.machine.client_secret_env', 'oauth.user.client_secret_env'],
    only: ['AUTH-3', 'AUTH-4', 'AUTH-5', 'AUTH-9', 'AUTH-13'],
    change: spoilSecrets,
  },
  'writing is not allowed': { causes: ['--read-only'], change: ({ flags }) => void (flags.readOnly = true) },
});

export const WORLD_SET_UPS = setUps({
  'secrets contain the names of sellers': {
    only: ['PRIV-6', 'PRIV-5', 'PRIV-12', 'CB-5'],
    verdict: 'conformant',
    change: nameSellers,
  },
  'secrets are words that the API publishes': {
    causes: ['fixtures.secrets'],
    only: ['PRIV-1', 'PRIV-6', 'PRIV-12'],
    verdict: 'conformant',
    change: listPublicWords,
  },
  'two sellers have a farm with the same name and place': {
    only: ['PRIV-1', 'PRIV-6', 'PRIV-14', 'FARM-2', 'LST-12'],
    verdict: 'conformant',
    change: shareFarm,
  },
  'the farms of the fixtures do not exist': {
    causes: ['fixtures.farm_with_payment_method', 'fixtures.farm_without'],
    only: ['LST-4', 'FARM-3'],
    change: ({ config }) =>
      void Object.assign(config.fixtures, { farm_with_payment_method: 'farm_000000000000', farm_without: 'farm_000000000001' }),
  },
  'the multi-grade listing does not exist': {
    causes: ['fixtures.multi_grade_listing'],
    only: ['BID-22'],
    verdict: 'conformant',
    change: ({ config }) => void (config.fixtures.multi_grade_listing = 'inv_000000000000'),
  },
  "the elevator's company has a different name": {
    causes: ['fixtures.verified_company_name'],
    only: ['PRIV-7'],
    change: ({ config }) => void (config.fixtures.verified_company_name = 'Somebody Else Inc.'),
  },
  'fixtures with bodies that the target rejects': {
    causes: ['fixtures.cash_bid_body'],
    only: ['CB-2', 'SBX-11', 'LST-6', 'FMT-8'],
    change: ({ config }) =>
      void Object.assign(config.fixtures, {
        unit: 'hogshead',
        amount_key: 'weight',
        quantity_field: 'bushels',
        cash_bid_body: { colour: 'green' },
        cash_bid_patch: { colour: 'red' },
        sandbox_user_body: { colour: 'blue' },
        sandbox_user_token_key: '/nowhere',
        moderated_terms: 'Deliver at the east gate',
      }),
  },
  'the sellers have as many listings as they may': {
    only: ['LST-2', 'LST-9'],
    shows: 'POST /me/inventory rejected a valid listing',
    change: limitListings(12),
  },
  'others trade during the run': {
    only: ['BID-26', 'INV-1', 'PAGE-3', 'LST-12', 'TRD-3'],
    verdict: 'conformant',
    change: inviteStrangers,
  },
  'others bid on the listings of the run': {
    only: ['BID-4', 'BID-9', 'FMT-5', 'IDEM-2', 'IDEM-5', 'LST-11', 'PAGE-4'],
    // A check is blocked if a stranger bids on its listing each time that it runs.
    shows: 'other users bid on a listing of the check',
    change: bidOnListings,
  },
  'others move the clock during the run': {
    only: ['PAGE-4', 'PAGE-5', 'PAGE-12', 'PAGE-15'],
    shows: "something other than this run moved the target's clock ahead",
    change: moveClock,
  },
  'the inventory is empty, and GET /grades does not name commodities': {
    world: { variants: ['grade-names-alone'] },
    only: ['INV-4', 'INV-11'],
    shows: 'no two grades of one commodity are known',
    change: emptyInventory,
  },
  'the inventory is empty': { only: ['INV-1', 'PAGE-1', 'PAGE-2'], verdict: 'conformant', change: emptyInventory },
  'the inventory is empty, and no actor sells': {
    causes: ['actors.seller'],
    only: ['INV-1', 'BID-4', 'PAGE-1'],
    change: async (it) => {
      await emptyInventory(it);
      for (const name of ['seller', 'partner', 'seller_sandbox', 'partner_sandbox'] as const) delete it.config.actors[name];
    },
  },
});

/** The redirect URI of a client that has a secret. */
const WEB_CALLBACK = 'http://127.0.0.1:3000/callback';

/** Configures a client with a secret as the client of the users. */
function spoilSecrets({ config, env }: Deployment): void {
  Object.assign(env, { READER_SECRET: 'wrong_secret_1', DESK_SECRET: 'wrong_secret_2' });
  const { user } = config.oauth;
  if (user !== undefined)
    Object.assign(user, { client_id: personas.buyer.client_id, client_secret_env: 'DESK_SECRET', redirect_uri: WEB_CALLBACK });
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

/** Moves the clock by more than the seven days after which bids expire, once a check has seen its pending bids. */
function moveClock(it: Deployment): void {
  let lists = 0;
  it.intercept = async ({ url = '' }) => {
    lists += /\/me\/inventory\/[^/]+\/bids\?.*status=pending/.test(url) ? 1 : 0;
    if (lists === LISTS_BEFORE_MOVE) {
      lists += 1;
      await it.control('POST', '/clock/advance', { seconds: 8 * 24 * 3_600 });
    }
    return false;
  };
}

const LISTS_BEFORE_MOVE = 12;

function limitRate(per_second: number): (it: Deployment) => void {
  return (it) => {
    let second = 0;
    let count = 0;
    it.intercept = (_incoming, outgoing) => {
      const now = Math.floor(elapsedMs() / 1_000);
      count = now === second ? count + 1 : 1;
      second = now;
      if (count <= per_second) return false;
      refuse(outgoing, 429, { code: 'rate_limited' });
      return true;
    };
  };
}

/** As a load balancer does while it replaces a server. @param every how many requests apart */
function failAtGateway(every: number): (it: Deployment) => void {
  return (it) => {
    let n = 0;
    it.intercept = (_incoming, outgoing) => {
      n += 1;
      if (n % every !== 0) return false;
      outgoing.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502 Bad Gateway</h1>');
      return true;
    };
  };
}

/** @param most how many listings the sellers can create, of which archiving one makes no room */
function limitListings(most: number): (it: Deployment) => void {
  return (it) => {
    let n = 0;
    it.intercept = ({ method, url = '' }, outgoing) => {
      n += method === 'POST' && url.endsWith('/me/inventory') ? 1 : 0;
      if (method !== 'POST' || !url.endsWith('/me/inventory') || n <= most) return false;
      refuse(outgoing, 422, { code: 'validation_failed', errors: [{ field: 'list', message: `at most ${most} listings` }] });
      return true;
    };
  };
}

/** Sends an Error object. After a 429, one second is enough. */
function refuse(outgoing: ServerResponse, status: number, error: object): void {
  const headers = { 'content-type': 'application/json', ...(status === 429 ? { 'retry-after': '1' } : {}) };
  outgoing.writeHead(status, headers).end(JSON.stringify({ error: { status, message: 'Not now.', ...error } }));
}

/** As the template asks: names of farms and sellers. */
async function nameSellers({ config, control }: Deployment): Promise<void> {
  const users = readItems({ json: await control('GET', '/users?limit=500') });
  const sellers = users.filter(({ teams }) => Array.isArray(teams) && teams.length === 0);
  config.fixtures.secrets = sellers.map(({ name }) => String(name));
}

/** Configures a commodity, a town, and a province as secrets, in upper or lower case. */
async function listPublicWords({ config, base_url, mint }: Deployment): Promise<void> {
  const caller = { client_id: 'gristmill-partner', user_id: personas.buyer.user_id, team_id: personas.buyer.team_id };
  const headers = { authorization: `Bearer ${await mint(caller)}` };
  const [lot] = readItems(await sendRequest(`${base_url}/inventory?limit=1`, { headers }));
  const { commodity, location } = lot ?? {};
  config.fixtures.secrets = [commodity, location].flatMap((one) => (isObject(one) ? Object.values(one).map(String) : []));
}

/** The seller and the partner each have a record of it. */
async function shareFarm({ base_url, mint }: Deployment): Promise<void> {
  const place = { latitude: 52.331847, longitude: -106.991472, nearest_city: 'Moose Jaw', nearest_province: 'SK' };
  const body = JSON.stringify({ name: 'Kestrel Coulee Ranch', ...place });
  for (const { user_id } of [personas.seller, personas.partner]) {
    const token = await mint({ client_id: 'gristmill-partner', user_id });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    await sendRequest(`${base_url}/me/farms`, { method: 'POST', headers, body });
  }
}

/** Unlists everything on the market. */
async function emptyInventory(it: Deployment): Promise<void> {
  await it.control('POST', '/clock/advance', { seconds: 3_600 * 24 * 700 });
}
