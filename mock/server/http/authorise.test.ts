/** The endpoints × the scopes, and who may use what without looking at any record. */
import { personas } from '#fixtures';
import type { Tables } from '../../market/records/tables.ts';
import type { Selectable } from 'kysely';
import { expect, test } from 'vitest';
import { ENDPOINTS, SCOPE_NAMES, nameOf } from '../../testing/endpoints.ts';
import { grantToken } from '../../testing/grant-token.ts';
import { errorIn, verdictOf } from '../../testing/answers.ts';
import { useMock } from '../../testing/open-mock.ts';

const t = useMock();

const FORBIDDEN = '403 insufficient_scope';

/** A token that nothing but a lack of scopes can keep out: an approved partner's, of a user, bound to an elevator's team. */
function grant(scopes: readonly string[], change: Partial<Selectable<Tables['tokens']>> = {}): Promise<string> {
  return grantToken(t, 'partner', { team_id: personas.elevator.team_id, scopes: scopes.join(' '), ...change });
}

function allBut(...missing: readonly string[]): string[] {
  return SCOPE_NAMES.filter((scope) => !missing.includes(scope));
}

const named = ENDPOINTS.map((endpoint) => ({ ...endpoint, name: nameOf(endpoint) }));
const stated = named.flatMap(({ needs, ...endpoint }) => (needs === 'none stated' ? [] : [{ ...endpoint, needs }]));

test.for(stated)('AUTH-2 AUTH-10 ERR-2 $name refuses every scope but its own, and names it', async ({ method, path, needs }) => {
  const groups = 'all' in needs ? needs.all.map((scope) => [scope]) : [needs.any];
  for (const missing of groups) {
    const answer = await t.call(await grant(allBut(...missing)), method, path);
    expect(verdictOf(answer)).toBe(FORBIDDEN);
    for (const scope of missing) expect(errorIn(answer).message).toContain(scope);
  }
});

const unstated = named.filter(({ needs }) => needs === 'none stated');

test.for(unstated)('AUTH-12 AUTH-20 $name states no scope, and needs inventory.read alone', async ({ method, path }) => {
  const like = { client_id: personas.partner.sandbox_client_id, livemode: 0 } as const;
  const refused = await t.call(await grant(allBut('inventory.read'), like), method, path);
  expect(verdictOf(refused)).toBe(FORBIDDEN);
  expect(errorIn(refused).message).toContain('inventory.read');
  const taken = await t.call(await grant(['inventory.read'], like), method, path);
  expect([200, 422]).toContain(taken.status);
});

test.for(named.filter(({ is_for_teams }) => is_for_teams))(
  'AUTH-7 AUTH-14 AUTH-21 BID-3 BID-17 $name refuses a user without a team',
  async ({ method, path }) => {
    const answer = await t.call(await grant(SCOPE_NAMES, { team_id: null }), method, path);
    expect(verdictOf(answer)).toBe('400 no_team');
  },
);

test('SBX-1 SBX-16 a live token is refused at the two sandbox endpoints, and nowhere else', async () => {
  const token = await grant(SCOPE_NAMES);
  const refused: string[] = [];
  for (const { method, path, name } of named) {
    const answer = await t.call(token, method, path);
    if (verdictOf(answer) === FORBIDDEN) refused.push(name);
  }
  expect(refused).toEqual(['POST /sandbox/simulate-event', 'POST /sandbox/users']);
});
