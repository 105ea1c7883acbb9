/** The clients that every world knows, and how they sign in. Loaded at start-up: nothing here may need the authorization server. */
import { hash } from 'node:crypto';
import { personas } from '#fixtures/personas';
import type { Db, Row } from '../store/tables.ts';

export interface KnownClient {
  id: string;
  sandbox_id: string;
  name: string;
  kind: Row<'oauth_clients'>['kind'];
  redirect_uris: readonly string[];
  /** Valid only where the developer tokens are; both twins have it. Null for a client that can keep no secret. */
  dev_secret: string | null;
}

const WEB_REDIRECT_URIS: readonly string[] = ['http://127.0.0.1:3000/callback', 'http://localhost:3000/callback'];

export const KNOWN_CLIENTS: readonly KnownClient[] = [
  {
    id: 'gristmill-app',
    sandbox_id: 'gristmill-app-sandbox',
    name: 'Gristmill app',
    kind: 'native',
    redirect_uris: ['http://127.0.0.1:8765/callback', 'http://localhost:8765/callback', 'com.example.gristmill:/callback'],
    dev_secret: null,
  },
  {
    id: personas.buyer.client_id,
    sandbox_id: personas.buyer.sandbox_client_id,
    name: 'Gristmill desk',
    kind: 'web',
    redirect_uris: WEB_REDIRECT_URIS,
    dev_secret: 'dev_secret_desk',
  },
  {
    id: personas.partner.client_id,
    sandbox_id: personas.partner.sandbox_client_id,
    name: 'Gristmill partner',
    kind: 'web',
    redirect_uris: WEB_REDIRECT_URIS,
    dev_secret: 'dev_secret_partner',
  },
  {
    id: personas.reader.client_id,
    sandbox_id: personas.reader.sandbox_client_id,
    name: 'Gristmill reader',
    kind: 'machine',
    redirect_uris: [],
    dev_secret: 'dev_secret_reader',
  },
];

/** What the store keeps of a secret: whoever reads it cannot sign in with it. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'base64url');
}

/**
 * Writes the known clients into a world, as often as it is opened. Without developer tokens nobody signs in with what anybody knows: the
 * native client has no redirect URI then, and the others no secret until the control plane mints one, which stays.
 */
export async function registerKnownClients(tx: Db, has_dev_tokens: boolean, now: string): Promise<void> {
  for (const client of KNOWN_CLIENTS) {
    const dev_hash = client.dev_secret === null ? null : hashSecret(client.dev_secret);
    const redirect_uris = JSON.stringify(client.kind === 'native' && !has_dev_tokens ? [] : client.redirect_uris);
    for (const [client_id, livemode] of [
      [client.id, 1],
      [client.sandbox_id, 0],
    ] as const) {
      const name = livemode === 1 ? client.name : `${client.name} (sandbox)`;
      await tx
        .insertInto('clients')
        .values({ id: client_id, name, livemode, is_approved_partner: 0, created_at: now })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
      const known = await tx.selectFrom('oauth_clients').selectAll().where('client_id', '=', client_id).executeTakeFirst();
      const minted = known === undefined || known.secret_hash === dev_hash ? null : known.secret_hash;
      const secret_hash = minted ?? (has_dev_tokens ? dev_hash : null);
      await tx
        .insertInto('oauth_clients')
        .values({ client_id, kind: client.kind, redirect_uris, secret_hash })
        .onConflict((conflict) => conflict.column('client_id').doUpdateSet({ redirect_uris, secret_hash }))
        .execute();
    }
  }
}
