import { PERSONA_NAMES, personas } from '#fixtures/personas';
import { type FieldError, type Scope, CLIENT_CREDENTIALS_SCOPES, PARTNER_SCOPES } from '#spec';
import { z } from 'zod';
import { later } from '../../../ports/clock.ts';
import { refuseFields } from '../../../market/rules/refusal.ts';
import { forgetExpired } from '../../../market/store/deletion/forget-expired.ts';
import { type Reader, type Row, flag } from '../../../market/records/tables.ts';
import { isMember } from '../../../market/store/teams.ts';
import { checkQuota } from '../../quotas.ts';
import { ALL_SCOPES } from '../../oauth/clients/client-scopes.ts';
import { tokenPrefix } from '../../http/world-token.ts';
import { controlOperation } from '../endpoint/operation.ts';

/** AUTH-8 */
const LIFETIME_SECONDS = 3_600;
const LIFETIME_MAX_SECONDS = 10 * 365 * 86_400;

const TokenRequest = z.strictObject({
  persona: z.enum(PERSONA_NAMES).optional().meta({ description: 'Provides defaults for the user, team, scopes, and client.' }),
  user_id: z.string().nullable().optional().meta({ description: 'Null for a token without a user, as from client credentials.' }),
  team_id: z
    .string()
    .nullable()
    .optional()
    .meta({ description: 'The team that the token is bound to. Default: that of the persona, or none.' }),
  scopes: z.array(z.enum(ALL_SCOPES)).min(1).optional().meta({ description: 'Default: all scopes that the caller can have.' }),
  sandbox: z.boolean().default(false),
  expires_in: z
    .int()
    .min(1)
    .max(LIFETIME_MAX_SECONDS)
    .nullable()
    .default(LIFETIME_SECONDS)
    .meta({ description: "In seconds of the world's clock. Null for a token that never expires." }),
  client_id: z
    .string()
    .optional()
    .meta({ description: 'Default: the client of the persona. Without a persona, a developer client that can have the scopes.' }),
});
type TokenRequest = z.infer<typeof TokenRequest>;

type Grant = Pick<Row<'tokens'>, 'client_id' | 'user_id' | 'team_id'> & { scopes: readonly Scope[] };

/** Fills in the defaults. */
function grantOf(body: TokenRequest): Grant {
  const persona = body.persona === undefined ? undefined : personas[body.persona];
  const user_id = body.user_id === undefined ? (persona?.user_id ?? null) : body.user_id;
  // The persona's team is the default only for the persona's own user.
  const team_id =
    body.team_id === undefined ? (persona !== undefined && user_id === persona.user_id ? persona.team_id : null) : body.team_id;
  const widest = user_id === null ? CLIENT_CREDENTIALS_SCOPES : ALL_SCOPES;
  const scopes = body.scopes ?? persona?.scopes ?? widest;
  const fitting = scopes.some((scope) => PARTNER_SCOPES.includes(scope))
    ? personas.partner
    : user_id === null
      ? personas.reader
      : personas.buyer;
  const client = persona ?? fitting;
  return { client_id: body.client_id ?? (body.sandbox ? client.sandbox_client_id : client.client_id), user_id, team_id, scopes };
}

async function findGrantErrors(db: Reader, grant: Grant, is_sandbox: boolean): Promise<FieldError[]> {
  const { user_id, team_id } = grant;
  const errors: FieldError[] = [];
  const user =
    user_id === null ? undefined : await db.selectFrom('users').select('id').where('id', '=', user_id).executeTakeFirst();
  const client = await db.selectFrom('clients').selectAll().where('id', '=', grant.client_id).executeTakeFirst();
  if (user_id !== null && user === undefined)
    errors.push({ field: 'user_id', message: 'is not a user of this world; GET /users lists them' });
  if (team_id !== null && user_id === null) errors.push({ field: 'team_id', message: 'needs a user_id' });
  if (team_id !== null && user !== undefined && !(await isMember(db, team_id, user.id))) {
    errors.push({ field: 'team_id', message: 'is not a team of that user; GET /users lists them with their teams' });
  }
  if (client === undefined) errors.push({ field: 'client_id', message: 'is not a client of this world' });
  else if (client.revoked_at !== null) errors.push({ field: 'client_id', message: 'is revoked' });
  // AUTH-10
  else if (client.livemode === flag(is_sandbox)) {
    errors.push({ field: 'client_id', message: `is a ${is_sandbox ? 'live' : 'sandbox'} client` });
  }
  // AUTH-5: client credentials never hold another scope.
  if (user_id === null && grant.scopes.some((scope) => !CLIENT_CREDENTIALS_SCOPES.includes(scope))) {
    errors.push({ field: 'scopes', message: `can only be ${CLIENT_CREDENTIALS_SCOPES.join(' and ')} without a user` });
  }
  return errors;
}

export const TOKENS = [
  controlOperation('post', '/tokens', {
    summary: 'Create an access token',
    description: 'The token is not shown again. Partner scopes work only while the client is an approved partner (AUTH-6).',
    body: { schema: TokenRequest, required: true },
    success: 201,
    act: ({ world, body }) =>
      world.write(async (tx, now) => {
        const grant = grantOf(body);
        const errors = await findGrantErrors(tx, grant, body.sandbox);
        if (errors.length > 0) return refuseFields(...errors);
        // Deletes expired tokens first, because they count toward the quota.
        await forgetExpired(tx, now);
        const full = await checkQuota(tx, 'tokens', world.options);
        if (full !== undefined) return full;

        const access_token = `${tokenPrefix(world.id)}${body.sandbox ? 'sandbox' : 'live'}_${world.secrets('access_token')}`;
        const scope = grant.scopes.join(' ');
        const expires_at = body.expires_in === null ? null : later(now, body.expires_in);
        const { client_id, user_id, team_id } = grant;
        await tx
          .insertInto('tokens')
          .values({
            token: world.options.vault.digest(access_token),
            client_id,
            user_id,
            team_id,
            scopes: scope,
            livemode: flag(!body.sandbox),
            expires_at,
            created_at: now,
          })
          .execute();
        return {
          access_token,
          token_type: 'Bearer',
          expires_in: body.expires_in,
          scope,
          client_id,
          user_id,
          team_id,
          livemode: !body.sandbox,
        };
      }),
  }),
];
