/** Set-ups whose tokens are worth less than they should be. */
import type { ActorName } from '#client';
import { ACTOR_NAMES } from '#client';
import { PARTNER_SCOPES, SCOPES } from '#spec/scopes';
import { becomes } from './actors.ts';
import type { Deployment } from './deployment.ts';
import { variableOf } from './deployment.ts';
import type { SetUp } from './set-up.ts';

const ALL = Object.keys(SCOPES);
const OF_BUYERS = ALL.filter((scope) => !PARTNER_SCOPES.some((one) => one === scope));

/** For each scope, an actor that needs it, and the areas in which it does. */
const NEEDED: readonly (readonly [actor: 'buyer' | 'elevator' | 'seller' | 'reader', scope: string, ...areas: string[]])[] = [
  ['buyer', 'inventory.read', 'INV', 'PAGE', 'PRIV'],
  ['buyer', 'market.read', 'MKT', 'FMT'],
  ['buyer', 'bids.read', 'BID', 'PRIV'],
  ['buyer', 'bids.write', 'BID', 'IDEM'],
  ['buyer', 'trades.read', 'TRD', 'PRIV'],
  ['buyer', 'teams.read', 'TEAM', 'AUTH'],
  ['buyer', 'webhooks.read', 'WHK', 'RTY'],
  ['buyer', 'webhooks.write', 'WHK', 'EVT'],
  ['elevator', 'cashbids.read', 'CB'],
  ['elevator', 'cashbids.write', 'CB', 'PRIV'],
  ['elevator', 'locations.read', 'DLOC', 'BID'],
  ['seller', 'listings.read', 'LST', 'PRIV'],
  ['seller', 'listings.write', 'LST', 'BID'],
  ['seller', 'farms.read', 'FARM', 'PRIV'],
  ['seller', 'farms.write', 'FARM', 'LST'],
  ['reader', 'market.read', 'AUTH', 'MKT'],
];

export const TOKEN_SET_UPS: readonly SetUp[] = [
  { name: "the buyer's token has expired", causes: ['actors.buyer'], verdict: 'partial', only: ['BID', 'INV', 'AUTH', 'ERR'], change: ({ env }) => void (env[variableOf('buyer')] = 'dev_expired') },
  { name: 'no token is known to the target', causes: ['actors.buyer', 'actors.seller'], verdict: 'inconclusive', change: forgeAll },
  { name: 'the token of expired is good', causes: ['actors.expired'], only: ['AUTH', 'ERR'], change: async (it) => becomes(it, 'expired', { persona: 'buyer' }) },
  { name: 'all tokens may only read', causes: ['actors.buyer', 'actors.seller'], change: async (it) => limitAll(it, (scope) => !scope.endsWith('.write')) },
  { name: 'the partner may not write', causes: ['actors.partner'], change: async (it) => limit(it, 'partner', (scope) => !scope.endsWith('.write')) },
  ...NEEDED.map(([actor, missing, ...only]): SetUp => ({
    name: `the token of ${actor} lacks ${missing}`,
    causes: [`actors.${actor}`],
    only,
    change: async (it) => limit(it, actor, (scope) => scope !== missing),
  })),
  { name: 'tokens live for ten seconds', causes: [], verdict: 'conformant', change: (it) => fetchTokens(it, 10) },
  { name: 'tokens live for an hour, and the clock moves on by days', causes: [], verdict: 'conformant', only: ['BID', 'RTY', 'EVT', 'PRIV'], change: (it) => fetchTokens(it, 3_600) },
  { name: 'tokens that nobody can renew expire as the clock moves', causes: ['actors.seller'], only: ['BID', 'RTY', 'EVT', 'IDEM'], change: async (it) => { for (const name of ['buyer', 'rival', 'elevator', 'seller', 'partner'] as const) await becomes(it, name, { persona: name, expires_in: 3_600 }); } },
  { name: 'token_command prints rubbish', causes: ['actors.buyer.token_command'], verdict: 'inconclusive', only: ['BID-1'], change: useCommand('echo please log in first') },
  { name: 'token_command fails', causes: ['actors.buyer.token_command'], verdict: 'inconclusive', only: ['BID-1'], change: useCommand('exit 3') },
  { name: 'token_command is slow', causes: [], verdict: 'conformant', only: ['BID-1', 'INV'], change: useCommand('sleep 2; echo dev_buyer') },
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

/** Each call of the command gives out a new token. */
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
