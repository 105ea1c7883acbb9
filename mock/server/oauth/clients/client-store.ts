/** The registered clients, for oidc-provider. */
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Row } from '../../../market/records/tables.ts';
import type { RequestWorld } from '../../ports.ts';
import { scopesOfClient } from './client-scopes.ts';
import { REJECTING_ADAPTER } from '../rejecting-adapter.ts';

/** Not the hash of any secret, so that a client without a secret cannot authenticate. */
const NO_SECRET = 'none';

/** RFC 7591, section 2: the metadata of each kind. A secret can be sent in the header or in the form. */
const METADATA: Readonly<Record<Row<'oauth_clients'>['kind'], AdapterPayload>> = {
  native: {
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    response_types: ['code'],
    // client-credentials.ts rejects the last one with an explanation.
    grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
  },
  web: {
    application_type: 'web',
    token_endpoint_auth_method: 'client_secret_basic',
    response_types: ['code'],
    grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
  },
  machine: {
    application_type: 'web',
    token_endpoint_auth_method: 'client_secret_basic',
    response_types: [],
    grant_types: ['client_credentials'],
  },
};

export function createClientStore(world: RequestWorld): Adapter {
  return { ...REJECTING_ADAPTER, find: (id) => findClient(world, id) };
}

/** @returns undefined if the client is unknown, revoked, or has no redirect URI */
async function findClient(world: RequestWorld, id: string): Promise<AdapterPayload | undefined> {
  const row = await world.store.reader
    .selectFrom('oauth_clients')
    .innerJoin('clients', 'clients.id', 'oauth_clients.client_id')
    .selectAll()
    .where('client_id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  // Cast: the store writes it as a JSON array.
  const redirect_uris = JSON.parse(row.redirect_uris) as string[];
  if (row.kind !== 'machine' && redirect_uris.length === 0) return undefined;

  const secret = row.kind === 'native' ? {} : { client_secret: row.secret_hash ?? NO_SECRET };
  return {
    ...METADATA[row.kind],
    ...secret,
    client_id: row.id,
    client_name: row.name,
    redirect_uris,
    scope: scopesOfClient(row.kind, row.is_approved_partner).join(' '),
  };
}
