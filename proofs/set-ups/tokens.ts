/** Setups with expired, invalid, or weak tokens. */
import type { ActorName } from '#client';
import { ACTOR_NAMES, scopesNeededBy } from '#client';
import { PARTNER_SCOPES, SCOPES } from '#spec/scopes';
import { becomes } from './actors.ts';
import type { Deployment } from './deployment.ts';
import { variableOf } from './deployment.ts';
import { setUps, type SetUp } from './set-up.ts';

const ALL = Object.keys(SCOPES);
const OF_BUYERS = ALL.filter((scope) => !PARTNER_SCOPES.some((one) => one === scope));

/** For each scope, an actor that needs it, and the areas that need it. */
const NEEDED: readonly (readonly [
  actor: 'buyer' | 'elevator' | 'seller' | 'seller_sandbox' | 'reader',
  scope: string,
  ...areas: string[],
])[] = [
  ['buyer', 'inventory.read', 'INV-1', 'PRIV-6'],
  ['buyer', 'market.read', 'MKT-1'],
  ['buyer', 'bids.read', 'BID-14', 'BID-20'],
  ['buyer', 'bids.write', 'BID-1', 'IDEM-2'],
  ['buyer', 'trades.read', 'TRD-1', 'TRD-6'],
  ['buyer', 'teams.read', 'TEAM-1', 'TEAM-5'],
  ['buyer', 'webhooks.read', 'WHK-7', 'RTY-3'],
  ['buyer', 'webhooks.write', 'WHK-2', 'EVT-6'],
  ['elevator', 'cashbids.read', 'CB-1', 'CB-4'],
  ['elevator', 'cashbids.write', 'CB-2', 'CB-5'],
  ['elevator', 'locations.read', 'DLOC-1', 'BID-10'],
  ['seller', 'listings.read', 'LST-1', 'LST-5'],
  ['seller', 'listings.write', 'LST-2', 'BID-26'],
  ['seller', 'farms.read', 'FARM-3'],
  ['seller', 'farms.write', 'FARM-2', 'LST-4'],
  ['reader', 'market.read', 'AUTH-5', 'MKT-1'],
  // A target can require it for the endpoints of the sandbox (AUTH-12).
  ['seller_sandbox', 'inventory.read', 'SBX-3', 'SBX-11', 'LST-8'],
];

const NOTHING_LEFT: ReadonlySet<string> = new Set(['cashbids.read', 'listings.write']);

export const TOKEN_SET_UPS: readonly SetUp[] = [
  ...setUps({
    "the buyer's token has expired": {
      causes: ['actors.buyer'],
      only: ['BID-1', 'INV-1', 'AUTH-1', 'ERR-3'],
      verdict: 'partial',
      change: ({ env }) => void (env[variableOf('buyer')] = 'dev_expired'),
    },
    'the target knows none of the tokens': {
      causes: ['actors.buyer', 'actors.seller'],
      verdict: 'inconclusive',
      change: forgeAll,
    },
    'the token of expired is valid': {
      causes: ['actors.expired'],
      only: ['AUTH-15'],
      change: async (it) => becomes(it, 'expired', { persona: 'buyer' }),
    },
    'all tokens are read-only': {
      causes: ['actors.buyer', 'actors.seller'],
      change: async (it) => limitAll(it, (scope) => !scope.endsWith('.write')),
    },
    'tokens have only the scopes that they need': {
      only: ['SBX-3', 'SBX-11', 'SBX-13', 'LST-2', 'DLOC-1', 'PRIV-6'],
      verdict: 'conformant',
      change: async (it) => {
        for (const name of ACTOR_NAMES)
          if (name !== 'expired') await limit(it, name, (scope) => scopesNeededBy(name).some((needed) => needed === scope));
      },
    },
    "the partner's token is read-only": {
      causes: ['actors.partner'],
      only: ['LST-6', 'EVT-7', 'BID-33'],
      change: async (it) => limit(it, 'partner', (scope) => !scope.endsWith('.write')),
    },
  }),
  ...NEEDED.map(([actor, missing, ...only]): SetUp => ({
    name: `the token of ${actor} lacks ${missing}`,
    causes: [`actors.${actor}`],
    only,
    // None of the checks that these rows select works without the scope.
    ...(NOTHING_LEFT.has(missing) ? { verdict: 'inconclusive' } : {}),
    change: async (it) => limit(it, actor, (scope) => scope !== missing),
  })),
  ...setUps({
    'tokens expire after 30 seconds': {
      only: ['BID-26', 'INV-9', 'AUTH-11', 'IDEM-2'],
      verdict: 'conformant',
      change: (it) => fetchTokens(it, 30),
    },
    'tokens expire after an hour, and the clock moves by days': {
      only: ['BID-20', 'RTY-4', 'LST-12'],
      verdict: 'conformant',
      change: (it) => fetchTokens(it, 3_600),
    },
    'tokens without renewal expire as the clock moves': {
      causes: ['actors.seller'],
      only: ['BID-20', 'RTY-4', 'LST-12'],
      change: async (it) => {
        for (const name of ['buyer', 'rival', 'elevator', 'seller', 'partner'] as const)
          await becomes(it, name, { persona: name, expires_in: 3_600 });
      },
    },
    'token_command prints rubbish': {
      causes: ['actors.buyer.token_command'],
      verdict: 'inconclusive',
      only: ['BID-1'],
      change: useCommand('echo please log in first'),
    },
    'token_command fails': {
      causes: ['actors.buyer.token_command'],
      verdict: 'inconclusive',
      only: ['BID-1'],
      change: useCommand('exit 3'),
    },
    'token_command is slow': { only: ['BID-1'], verdict: 'conformant', change: useCommand('sleep 2; echo dev_buyer') },
  }),
];

function forgeAll({ env }: Deployment): void {
  for (const name of ACTOR_NAMES) env[variableOf(name)] = `nobody_${name}`;
}

function scopesOf(name: ActorName): readonly string[] {
  if (/^(?:seller|partner)/.test(name)) return ALL;
  return name.startsWith('reader') ? ['inventory.read', 'market.read'] : OF_BUYERS;
}

async function limit(it: Deployment, name: ActorName, isGiven: (scope: string) => boolean): Promise<void> {
  const persona = name.replace(/_sandbox$/, '');
  await becomes(it, name, { persona, sandbox: persona !== name, scopes: scopesOf(name).filter(isGiven) });
}

async function limitAll(it: Deployment, isGiven: (scope: string) => boolean): Promise<void> {
  for (const name of ACTOR_NAMES) if (name !== 'expired') await limit(it, name, isGiven);
}

/** Each call of the command issues a new token. */
function fetchTokens(it: Deployment, expires_in: number): void {
  for (const name of ACTOR_NAMES) {
    if (name === 'expired') continue;
    const persona = name.replace(/_sandbox$/, '');
    it.config.actors[name] = { token_command: it.commandFor({ persona, sandbox: persona !== name, expires_in }) };
  }
}

function useCommand(token_command: string): (it: Deployment) => void {
  return ({ config }) => {
    config.actors.buyer = { token_command };
  };
}
