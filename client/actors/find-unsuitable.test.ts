import { expect, test } from 'vitest';
import type { Identity } from '../settings/identity.ts';
import type { ActorName } from '../settings/schema.ts';
import type { ActorSettings } from '../settings/settings.ts';
import { findUnsuitable } from './find-unsuitable.ts';

const UNKNOWN: Identity = {
  is_valid: true,
  outcome: 'GET /x returned 200',
  lacks: [],
  has_no_team: false,
  trouble: [],
  teams: undefined,
  team_id: undefined,
  user_id: undefined,
  mode: undefined,
  sees: [],
  offers: [],
  farms: [],
  bids: [],
};

/** @param identities by actor, what differs from an actor of whom nothing is known @param mode the configured one */
function evaluate(
  identities: Partial<Record<ActorName, Partial<Identity>>>,
  mode: 'live' | 'sandbox' | undefined = 'live',
  settings: Partial<Record<ActorName, Partial<ActorSettings>>> = {},
): ReturnType<typeof findUnsuitable> {
  // The keys are names of actors.
  const names = Object.keys(identities) as ActorName[];
  const actorOf = (name: ActorName): ActorSettings => ({
    token: name,
    team_id: undefined,
    user_id: undefined,
    ...settings[name],
  });
  const actors = new Map(names.map((name) => [name, actorOf(name)]));
  return findUnsuitable({ actors, mode }, new Map(names.map((name) => [name, { ...UNKNOWN, ...identities[name] }])));
}

test.each<[string, Parameters<typeof evaluate>, readonly string[]]>([
  ['of two teams', [{ buyer: { team_id: 'a' }, rival: { team_id: 'b' } }], []],
  ['of one team', [{ buyer: { team_id: 'a' }, rival: { team_id: 'a' } }], ['rival']],
  ['one token', [{ buyer: {}, rival: {} }, 'live', { rival: { token: 'buyer' } }], ['rival']],
  ['readers of the same bids', [{ buyer: { bids: ['bid_1'] }, rival: { bids: ['bid_1'] } }], ['rival']],
  [
    'of two teams that read the same bids, which is a fault of the target',
    [{ buyer: { team_id: 'a', bids: ['bid_1'] }, rival: { team_id: 'b', bids: ['bid_1'] } }],
    [],
  ],
  ['a rival of the elevator', [{ elevator: { team_id: 'a' }, rival: { team_id: 'a' } }], ['rival']],
  ['sellers with one farm', [{ seller: { farms: ['farm_1'] }, partner: { farms: ['farm_1'] } }], ['partner']],
  ['a partner who buys', [{ buyer: { team_id: 'a' }, partner: { team_id: 'a' } }], ['partner']],
  ['a buyer without a team', [{ buyer: { has_no_team: true }, rival: {} }], ['buyer']],
  ['an elevator that is not verified', [{ elevator: { teams: [{ is_verified_elevator: false }] } }], ['elevator']],
  ['a token that is not valid', [{ seller: { is_valid: false } }], ['seller']],
  ['an expired token that works', [{ expired: {} }], ['expired']],
  ['a token that says itself that it has expired, and works', [{ expired: {} }, 'live', { expired: { is_expired: true } }], []],
  [
    'a twin with the token of the plain actor',
    [{ buyer: {}, buyer_sandbox: {} }, 'live', { buyer_sandbox: { token: 'buyer' } }],
    ['buyer_sandbox'],
  ],
  ['that twin where all is sandbox', [{ buyer: {}, buyer_sandbox: {} }, 'sandbox', { buyer_sandbox: { token: 'buyer' } }], []],
  ['a twin with live listings', [{ seller_sandbox: { mode: 'live' } }], ['seller_sandbox']],
  ['a twin that sees live listings', [{ buyer: { sees: ['inv_1'] }, buyer_sandbox: { sees: ['inv_1'] } }], ['buyer_sandbox']],
])('actors are left out: %s', (_, given, left_out) => {
  expect([...evaluate(...given).problems.keys()]).toEqual(left_out);
});

test.each<[string, Parameters<typeof evaluate>[0], string]>([
  ['rival', { buyer: { team_id: 'a' }, rival: { team_id: 'a' } }, 'use the token of another team'],
  ['seller', { buyer: { team_id: 'a' }, seller: { team_id: 'a' } }, 'use the token of a seller outside the team of buyer'],
  ['partner', { seller: { farms: ['farm_1'] }, partner: { farms: ['farm_1'] } }, 'use the token of another seller'],
  ['buyer', { buyer: { has_no_team: true }, seller: {} }, 'use the token of a user who buys for a team'],
  ['buyer', { buyer: { has_no_team: true }, seller: { lacks: ['listings.read'] } }, 'check whether the two tokens are swapped'],
])('the message says whose token %s needs', (name, identities, advice) => {
  expect([...evaluate(identities).problems]).toEqual([[name, expect.stringContaining(`; ${advice}`)]]);
});

test('an elevator in the team of the buyer stays, and is marked', () => {
  const { problems, shared } = evaluate({ buyer: { team_id: 'a' }, elevator: { team_id: 'a' } });
  expect([[...problems], [...shared]]).toEqual([[], [['elevator', 'buyer']]]);
});

test('a mode that contradicts the listings is unknown', () => {
  expect(evaluate({ seller: { mode: 'sandbox' } }, 'live').mode).toBeUndefined();
  expect(evaluate({ seller: { mode: 'live' } }, 'live').mode).toBe('live');
  expect(evaluate({ buyer: {} }, 'live').mode).toBe('live');
});
