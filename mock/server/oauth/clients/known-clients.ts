/** The built-in clients of every world. Loaded at start, so this file must not import oidc-provider. */
import { personas } from '#fixtures/personas';
import type { Row, Tx } from '../../../market/records/tables.ts';
import { flag } from '../../../market/records/tables.ts';
import { hashSecret } from '../../http/same-secret.ts';

interface KnownClient {
  id: string;
  sandbox_id: string;
  name: string;
  kind: Row<'oauth_clients'>['kind'];
  redirect_uris: readonly string[];
  /** Valid only with developer tokens, for the live and the sandbox client. Null for a native client. */
  dev_secret: string | null;
}

/** Common addresses of applications on a developer's machine. For other addresses, register a client with POST /clients. */
export const WEB_REDIRECT_URIS: readonly string[] = ['http://127.0.0.1:3000/callback', 'http://localhost:3000/callback'];

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

/**
 * Writes the built-in clients into a world, each time it is opened. Without developer tokens, the published secrets are invalid and the
 * native client has no redirect URI. Secrets that the control plane issued stay valid.
 */
export async function registerKnownClients(tx: Tx, has_dev_tokens: boolean, now: string): Promise<void> {
  const kept = await tx.selectFrom('oauth_clients').select(['client_id', 'secret_hash']).execute();
  const hashes = new Map(kept.map(({ client_id, secret_hash }) => [client_id, secret_hash]));
  const twins = KNOWN_CLIENTS.flatMap((client) => [
    { ...client, client_id: client.id, livemode: flag(true) },
    { ...client, client_id: client.sandbox_id, livemode: flag(false), name: `${client.name} (sandbox)` },
  ]);
  const clients = twins.map(({ client_id, name, livemode }) => ({
    id: client_id,
    name,
    livemode,
    is_approved_partner: flag(false),
    created_at: now,
  }));
  const rows = twins.map(({ client_id, kind, redirect_uris, dev_secret }) => {
    const dev_hash = dev_secret === null ? null : hashSecret(dev_secret);
    const kept_hash = hashes.get(client_id) ?? null;
    const minted = kept_hash === dev_hash ? null : kept_hash;
    const addresses = kind === 'native' && !has_dev_tokens ? [] : redirect_uris;
    const secret_hash = minted ?? (has_dev_tokens ? dev_hash : null);
    return { client_id, kind, redirect_uris: JSON.stringify(addresses), secret_hash };
  });
  // Fixtures already contain most of these clients, with the partners marked.
  await tx
    .insertInto('clients')
    .values(clients)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  await tx
    .insertInto('oauth_clients')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('client_id').doUpdateSet((eb) => ({
        redirect_uris: eb.ref('excluded.redirect_uris'),
        secret_hash: eb.ref('excluded.secret_hash'),
      })),
    )
    .execute();
}
