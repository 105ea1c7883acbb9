/** Registers and revokes OAuth clients. */
import { z } from 'zod';
import type { FieldError } from '#spec';
import { refuse, refuseFields } from '../../../market/rules/refusal.ts';
import { hashSecret } from '../../http/same-secret.ts';
import { checkRedirectUri } from '../../oauth/clients/redirect-uris.ts';
import { type Tx, flag } from '../../../market/records/tables.ts';
import { deleteRows } from '../../../market/store/deletion/delete-rows.ts';
import { revokeTokens } from '../../../market/store/deletion/revoke-tokens.ts';
import type { World } from '../../world/world.ts';
import { NO_CONSEQUENCES } from '../endpoint/apply-change.ts';
import { controlOperation } from '../endpoint/operation.ts';

const REDIRECT_URIS_MAX = 20;
const CLIENTS_MAX = 1_000;

const ClientRequest = z.strictObject({
  name: z.string().trim().min(1).max(100),
  kind: z.enum(['native', 'web', 'machine']).meta({
    description: 'native: has no secret. web: confidential. machine: client credentials only (AUTH-5).',
  }),
  redirect_uris: z
    .array(z.string().max(2_000))
    .max(REDIRECT_URIS_MAX)
    .default([])
    .meta({ description: 'Compared byte by byte, port included (AUTH-8).' }),
  sandbox: z.boolean().default(false).meta({ description: 'Whether its tokens are sandbox tokens (AUTH-10).' }),
});
type ClientRequest = z.infer<typeof ClientRequest>;

export interface RegisteredClient extends ClientRequest {
  client_id: string;
  /** Null for a native client. */
  client_secret: string | null;
  approved: boolean;
}

function checkClient({ kind, redirect_uris }: ClientRequest): FieldError[] {
  if (kind === 'machine') {
    return redirect_uris.length === 0
      ? []
      : [{ field: 'redirect_uris', message: 'must be empty for a machine client, because no user signs in to it' }];
  }
  if (redirect_uris.length === 0) return [{ field: 'redirect_uris', message: 'must have at least one URI' }];
  return redirect_uris.flatMap((uri, index) => {
    const problem = checkRedirectUri(kind, uri);
    return problem === undefined ? [] : [{ field: `redirect_uris[${index}]`, message: problem }];
  });
}

/** The secret is shown once. The store keeps its hash. */
function makeSecret(world: World): string {
  return `secret_${world.secrets('client_secret')}`;
}

/** Revokes all tokens and codes of a client. */
async function revokeGrants({ options }: World, tx: Tx, client_id: string, now: string): Promise<void> {
  await revokeTokens(tx, options.vault, { client_id }, { at: now, reason: 'its client was revoked' });
  await deleteRows(tx, 'oauth_records', { client_id });
}

/** Registers a valid client. @returns what the control plane responds, with the secret */
export async function registerClient(world: World, tx: Tx, request: ClientRequest, now: string): Promise<RegisteredClient> {
  const { name, kind, redirect_uris, sandbox } = request;
  const client_id = `client_${world
    .secrets('client_id')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, 20)}`;
  const client_secret = kind === 'native' ? null : makeSecret(world);
  await tx
    .insertInto('clients')
    .values({ id: client_id, name, livemode: flag(!sandbox), is_approved_partner: 0, created_at: now })
    .execute();
  await tx
    .insertInto('oauth_clients')
    .values({
      client_id,
      kind,
      redirect_uris: JSON.stringify(redirect_uris),
      secret_hash: client_secret === null ? null : hashSecret(client_secret),
    })
    .execute();
  return { client_id, client_secret, name, kind, redirect_uris, sandbox, approved: false };
}

export const CLIENTS = [
  controlOperation('post', '/clients', {
    summary: 'Register an OAuth client',
    description: 'Returns its secret, which is not shown again. To make it an approved partner, use PATCH (AUTH-6).',
    body: { schema: ClientRequest, required: true },
    success: 201,
    act: ({ world, body }) =>
      world.write(async (tx, now) => {
        const errors = checkClient(body);
        if (errors.length > 0) return refuseFields(...errors);
        const { count } = await tx
          .selectFrom('clients')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow();
        if (count >= CLIENTS_MAX) return refuse('conflict', { message: `There are ${CLIENTS_MAX} clients, which is the limit.` });

        return registerClient(world, tx, body, now);
      }),
  }),
  controlOperation('get', '/clients', {
    summary: 'List the OAuth clients, without their secrets',
    act: async ({ world }) => {
      const rows = await world.store.reader
        .selectFrom('clients')
        .leftJoin('oauth_clients', 'oauth_clients.client_id', 'clients.id')
        .selectAll('clients')
        .select(['kind', 'redirect_uris', 'secret_hash'])
        .orderBy('clients.id')
        .execute();
      const items = rows.map((row) => ({
        client_id: row.id,
        name: row.name,
        kind: row.kind,
        // Cast: the store writes it as a JSON array.
        redirect_uris: JSON.parse(row.redirect_uris ?? '[]') as unknown,
        sandbox: row.livemode === 0,
        approved: row.is_approved_partner === 1,
        has_secret: row.secret_hash !== null,
        revoked_at: row.revoked_at,
      }));
      return { items, total: items.length };
    },
  }),
  controlOperation('post', '/clients/{id}/secret', {
    summary: 'Replace the secret of a client',
    description: 'Returns the new secret, which is not shown again. The old secret stops working immediately. Tokens stay valid.',
    success: 201,
    act: ({ world, path: { id = '' } }) =>
      world.write(async (tx) => {
        const client = await tx.selectFrom('oauth_clients').select('kind').where('client_id', '=', id).executeTakeFirst();
        if (client === undefined) return refuse('not_found', { message: 'There is no such client.' });
        if (client.kind === 'native') return refuse('conflict', { message: 'A native client has no secret.' });
        const client_secret = makeSecret(world);
        await tx
          .updateTable('oauth_clients')
          .set({ secret_hash: hashSecret(client_secret) })
          .where('client_id', '=', id)
          .execute();
        return { client_id: id, client_secret };
      }),
  }),
  controlOperation('delete', '/clients/{id}', {
    summary: 'Revoke a client',
    description: 'Its tokens stop working immediately, and it cannot get new ones. Records that it created stay.',
    changes_market: true,
    act: ({ world, path: { id = '' } }) =>
      world.write(async (tx, now) => {
        const client = await tx.selectFrom('clients').select('revoked_at').where('id', '=', id).executeTakeFirst();
        if (client === undefined) return refuse('not_found', { message: 'There is no such client.' });
        const revoked_at = client.revoked_at ?? now;
        await tx.updateTable('clients').set({ revoked_at }).where('id', '=', id).execute();
        await revokeGrants(world, tx, id, now);
        return { previous_state: { id, revoked_at: client.revoked_at }, new_state: { id, revoked_at }, ...NO_CONSEQUENCES };
      }),
  }),
];
