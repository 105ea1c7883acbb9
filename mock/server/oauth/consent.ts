import type { Provider } from 'oidc-provider';
import type { RequestWorld } from '../ports.ts';

interface Consent {
  user_id: string;
  client_id: string;
  /** AUTH-10: null for none. */
  team_id: string | null;
  scope: string;
}

/**
 * Saves a consent. Each authorization has its own, so that a replayed code revokes only the tokens of that one (AUTH-8).
 * @returns the id of the grant
 */
export async function saveConsent(
  provider: Provider,
  world: RequestWorld,
  { user_id, client_id, team_id, scope }: Consent,
): Promise<string> {
  const grant = new provider.Grant({ accountId: user_id, clientId: client_id });
  grant.addOIDCScope(scope);
  const id = await grant.save();
  await world.store.write((tx) =>
    tx.updateTable('oauth_records').set({ team_id }).where('model', '=', 'Grant').where('id', '=', id).execute(),
  );
  return id;
}
