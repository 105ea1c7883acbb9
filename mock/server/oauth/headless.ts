/** Sign-in for scripts: `prompt=none` with a `login_hint` signs in and consents without a page. */
import type { Grant, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { errors } from 'oidc-provider';
import type { RequestWorld } from '../ports.ts';
import { ALL_SCOPES } from './clients/client-scopes.ts';
import { describeUnknown } from '../../describe-unknown.ts';
import { saveConsent } from './consent.ts';
import { chooseTeam, findPerson, livemodeOf } from './people.ts';

/** OpenID Connect Core, section 11, adds offline_access. */
const KNOWN_SCOPES: readonly string[] = [...ALL_SCOPES, 'offline_access'];

/** The parameters of oidc-provider are untyped. */
function readParameter(context: KoaContextWithOIDC, name: string): string | undefined {
  const value = context.oidc.params?.[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Whether no page can be shown (OpenID Connect Core, section 3.1.2.1). */
function isSilent(context: KoaContextWithOIDC): boolean {
  return readParameter(context, 'prompt')?.split(' ').includes('none') === true;
}

/**
 * RFC 6749, section 3.3, lets a server ignore a scope that it does not know. A token that lacks one because of a typing error is
 * hard to explain, so the mock refuses it (section 5.2).
 */
export function refuseUnknownScope(context: KoaContextWithOIDC): void {
  // Read from the request, because oidc-provider has already removed unknown scopes from its parameters.
  const sent = context.query['scope'] ?? context.oidc.body?.['scope'];
  const wanted = typeof sent === 'string' ? sent.split(' ') : [];
  const unknown = wanted.find((scope) => scope !== '' && !KNOWN_SCOPES.includes(scope));
  if (unknown !== undefined) throw new errors.InvalidScope(`scope ${describeUnknown(unknown, KNOWN_SCOPES)}`, unknown);
}

/** Signs in the user of the hint, if no page can be shown. */
export async function signInByHint(world: RequestWorld, context: KoaContextWithOIDC): Promise<void> {
  const hint = readParameter(context, 'login_hint');
  const { client, session } = context.oidc;
  if (!isSilent(context) || hint === undefined || client === undefined || session === undefined) return;
  const { reader: db } = world.store;
  const person = await findPerson(db, hint, await livemodeOf(db, client.clientId));
  if (person === undefined) throw new errors.LoginRequired('login_hint is not a persona or a user of this world');
  if (session.accountId !== undefined && session.accountId !== person.id) session.resetIdentifier();
  session.loginAccount({ accountId: person.id });
}

/**
 * @returns the consent given on the page. For `prompt=none` with a `login_hint`, a new consent; without a hint, an earlier one of the browser's session, because the user has not seen what this client requests. Undefined if the page must ask
 */
export async function loadConsent(
  provider: Provider,
  world: RequestWorld,
  context: KoaContextWithOIDC,
): Promise<Grant | undefined> {
  const { client, session, result } = context.oidc;
  const given = result?.consent?.grantId;
  if (given !== undefined) return provider.Grant.find(given);
  const user_id = session?.accountId;
  if (!isSilent(context) || client === undefined || user_id === undefined) return undefined;
  if (readParameter(context, 'login_hint') === undefined) {
    const earlier = session?.grantIdFor(client.clientId);
    return earlier === undefined ? undefined : provider.Grant.find(earlier);
  }

  const team_id = await chooseTeam(world.store.reader, user_id, readParameter(context, 'team'));
  if (team_id === undefined) throw new errors.InvalidRequest('team is not a team of that user');
  const scope = [...context.oidc.requestParamOIDCScopes].join(' ');
  if (scope === '') throw new errors.InvalidScope('scope is missing', '');
  return provider.Grant.find(await saveConsent(provider, world, { user_id, client_id: client.clientId, team_id, scope }));
}
