/** Setups with wrong actors. */
import type { ActorName } from '#client';
import { ACTOR_NAMES, isObject, sendRequest } from '#client';
import type { Deployment } from './deployment.ts';
import { personas } from '#fixtures/personas';
import { variableOf } from './deployment.ts';
import { setUps } from './set-up.ts';

export const ACTOR_SET_UPS = setUps({
  'everything is right': { verdict: 'conformant' },
  'no tokens at all': { causes: ['actors.buyer'], verdict: 'inconclusive', change: (it) => keepActors(it) },
  'one actor only: the buyer': { causes: ['actors.rival'], change: (it) => keepActors(it, 'buyer') },
  'one actor only: the seller': { causes: ['actors.buyer'], change: (it) => keepActors(it, 'seller') },
  // One team then makes all subscriptions at once, more than this target allows a team.
  'one buyer, one seller, and no hooks': {
    causes: ['actors.rival', 'hooks.advance_clock'],
    only: ['OP-1', 'RTY', 'WHK'],
    change: (it) => {
      keepActors(it, 'buyer', 'seller');
      it.config.hooks = {};
    },
  },
  'one team only: the elevator also buys': { causes: ['actors.elevator'], change: shareOneTeam },
  'elevator and buyer share one token': {
    causes: ['actors.elevator'],
    only: ['BID-16', 'PRIV-7', 'EVT-5'],
    change: (it) => copyToken(it, 'elevator', 'buyer'),
  },
  'buyer and rival are in the same team': {
    causes: ['actors.rival'],
    only: ['BID-16', 'BID-19', 'WHK-1', 'TRD-2'],
    change: async (it) => becomes(it, 'rival', { persona: 'buyer' }),
  },
  'buyer and rival are in one team, cannot read teams, and have no bids yet': {
    causes: ['actors.rival'],
    only: ['BID-16', 'BID-19'],
    change: joinTeamWithoutBids,
  },
  'rival and elevator are in the same team': {
    causes: ['actors.rival'],
    only: ['WHK-8', 'CB-5', 'CB-13'],
    change: async (it) => becomes(it, 'rival', { persona: 'elevator' }),
  },
  'seller and partner are the same user': {
    causes: ['actors.partner'],
    only: ['LST-5', 'FARM-3', 'AUTH-11'],
    change: async (it) => becomes(it, 'partner', { persona: 'seller', client_id: 'gristmill-partner' }),
  },
  'the buyer also sells as partner': {
    causes: ['actors.partner'],
    only: ['BID-33', 'TRD-3', 'EVT-13'],
    change: async (it) => becomes(it, 'partner', { persona: 'buyer', client_id: 'gristmill-partner' }),
  },
  'the sandbox twins of buyer and rival are in the same team': {
    causes: ['actors.rival_sandbox'],
    only: ['SBX-1', 'INV-16', 'ERR-3'],
    change: (it) => copyToken(it, 'rival_sandbox', 'buyer_sandbox'),
  },
  'reader has the token of the buyer': {
    causes: ['actors.reader'],
    only: ['AUTH-2', 'AUTH-5', 'BID-42'],
    change: (it) => copyToken(it, 'reader', 'buyer'),
  },
  'seller and partner are swapped, so partner has no team': {
    only: ['BID-16'],
    verdict: 'conformant',
    change: (it) => swap(it, 'seller', 'partner'),
  },
  'buyer and seller are swapped': {
    causes: ['actors.buyer', 'actors.seller'],
    only: ['BID-16', 'AUTH-14', 'LST-1'],
    verdict: 'inconclusive',
    change: (it) => swap(it, 'buyer', 'seller'),
  },
  'elevator and rival are swapped': {
    causes: ['actors.elevator'],
    only: ['CB-1', 'PRIV-7', 'DLOC-1'],
    change: (it) => swap(it, 'elevator', 'rival'),
  },
  'live and sandbox tokens are swapped': {
    causes: ['target.mode', 'actors.seller_sandbox'],
    only: ['SBX-1', 'INV-14', 'WHK-8', 'LST-8'],
    change: swapModes,
  },
  'seller_sandbox is a live token': {
    causes: ['actors.seller_sandbox'],
    only: ['SBX-1', 'SBX-7', 'LST-8'],
    change: (it) => copyToken(it, 'seller_sandbox', 'seller'),
  },
  'buyer_sandbox is a live token': {
    causes: ['actors.buyer_sandbox'],
    only: ['INV-16', 'SBX-7', 'LST-8'],
    change: (it) => copyToken(it, 'buyer_sandbox', 'buyer'),
  },
  'buyer is a sandbox token, and the sellers are live': {
    causes: ['actors.buyer'],
    only: ['BID-1', 'INV-1', 'LST-8', 'TRD-6'],
    change: (it) => copyToken(it, 'buyer', 'buyer_sandbox'),
  },
  'buyer is a sandbox token, and live lots return 403 to it': {
    causes: ['actors.buyer'],
    only: ['INV-1', 'PAGE-4', 'FMT-6'],
    world: { variants: ['other-mode-forbidden'] },
    change: (it) => copyToken(it, 'buyer', 'buyer_sandbox'),
  },
  'seller is a sandbox token, and the others are live': {
    causes: ['actors.seller'],
    only: ['LST-5', 'INV-16', 'SBX-7'],
    change: (it) => copyToken(it, 'seller', 'seller_sandbox'),
  },
  'partner is a sandbox token, and the seller is live': {
    causes: ['actors.partner'],
    only: ['LST-5', 'EVT-25', 'BID-33'],
    change: (it) => copyToken(it, 'partner', 'partner_sandbox'),
  },
  'live tokens are configured as sandbox tokens': {
    causes: ['target.mode'],
    only: ['SBX-7', 'LST-8', 'INV-16'],
    change: setMode('sandbox'),
  },
  'live tokens are configured as sandbox tokens, and no seller has a listing yet': {
    causes: ['target.mode'],
    only: ['SBX-3', 'SBX-7', 'LST-8'],
    change: (it) => hideMode(it, 'sandbox'),
  },
  'sandbox tokens are configured as live tokens, and no seller has a listing yet': {
    causes: ['target.mode'],
    only: ['LST-8', 'LST-18'],
    change: (it) => {
      swapModes(it);
      hideMode(it, 'live');
    },
  },
  'all actors have sandbox tokens': {
    causes: ['actors'],
    only: ['AUTH-2', 'AUTH-14', 'EVT-6', 'LST-4', 'SBX-7'],
    change: (it) => {
      becomeSandbox(it);
      it.onHook = async (name, { actor, ...rest }, perform) =>
        name === 'mint_token' ? { token: await it.mint({ persona: actor, sandbox: true, ...rest }) } : perform();
    },
  },
  'the mode is not configured': { causes: ['target.mode'], only: ['SBX-1', 'LST-8'], change: setMode(undefined) },
});

function keepActors({ config }: Deployment, ...names: readonly ActorName[]): void {
  for (const name of ACTOR_NAMES) if (!names.includes(name)) delete config.actors[name];
}

/** The only team of the operator is a verified elevator. */
async function shareOneTeam(it: Deployment): Promise<void> {
  keepActors(it, 'buyer', 'elevator', 'seller', 'reader', 'expired');
  await becomes(it, 'buyer', { persona: 'elevator' });
}

/** Buyer and rival join a team that has no bids yet, with tokens that cannot read teams. */
async function joinTeamWithoutBids(it: Deployment): Promise<void> {
  const scopes = personas.buyer.scopes.filter((scope) => scope !== 'teams.read');
  const { items } = await it.control('GET', '/users?limit=50');
  // The control plane of our own mock.
  for (const { id, teams } of items as { id: string; teams: { team_id: string }[] }[]) {
    if (teams[0] === undefined) continue;
    const caller = { user_id: id, team_id: teams[0].team_id, scopes };
    await becomes(it, 'buyer', caller);
    await becomes(it, 'rival', caller);
    const headers = { authorization: `Bearer ${it.env[variableOf('buyer')]}` };
    const { json } = await sendRequest(`${it.base_url}/bids`, { headers });
    if (isObject(json) && json['total'] === 0) return;
  }
  throw new Error('every team has bids');
}

function copyToken({ env }: Deployment, to: ActorName, from: ActorName): void {
  env[variableOf(to)] = env[variableOf(from)] ?? '';
}

function swap({ env }: Deployment, one: ActorName, other: ActorName): void {
  [env[variableOf(one)], env[variableOf(other)]] = [env[variableOf(other)] ?? '', env[variableOf(one)] ?? ''];
}

function swapModes(it: Deployment): void {
  for (const name of ['buyer', 'rival', 'elevator', 'seller', 'partner', 'reader'] as const) swap(it, name, `${name}_sandbox`);
}

/** Every actor has the token of its sandbox twin, and there are no twins. */
export function becomeSandbox(it: Deployment): void {
  swapModes(it);
  it.config.target.mode = 'sandbox';
  for (const name of ACTOR_NAMES) if (name.endsWith('_sandbox')) delete it.config.actors[name];
}

/** The operator has no twins, and nothing shows the mode of the tokens before the run creates a listing. */
function hideMode(it: Deployment, mode: 'live' | 'sandbox'): void {
  keepActors(it, 'buyer', 'seller');
  it.config.target.mode = mode;
  let has_listings = false;
  it.intercept = ({ method, url = '' }, outgoing) => {
    has_listings ||= method === 'POST' && url.endsWith('/me/inventory');
    if (has_listings || method !== 'GET' || !url.includes('/me/inventory?')) return false;
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{"items":[]}');
    return true;
  };
}

function setMode(mode: 'sandbox' | undefined): (it: Deployment) => void {
  return ({ config }) => {
    config.target.mode = mode;
  };
}

/** Gives an actor another token. @param caller as the control plane takes it */
export async function becomes(
  { env, mint }: Deployment,
  name: ActorName,
  caller: Readonly<Record<string, unknown>>,
): Promise<void> {
  env[variableOf(name)] = await mint({ expires_in: null, ...caller });
}
