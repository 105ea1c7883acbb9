/**
 * The schema of `gristmill.config.{ts,js,json,yaml}`. The file contains no secrets, only names of environment variables
 * and commands.
 */
import { z } from 'zod';

/** The actors that buy for a team. */
export const BUYER_NAMES = ['buyer', 'rival', 'elevator'] as const;
/** The actors that sell. */
export const SELLER_NAMES = ['seller', 'partner'] as const;

/** The actors that can have a sandbox twin, `<name>_sandbox`. */
const TWIN_ACTORS = [...BUYER_NAMES, ...SELLER_NAMES, 'reader'] as const;
/** The actors of checks, without the sandbox twins. */
export const BASE_ACTORS = [...TWIN_ACTORS, 'expired'] as const;

export type BaseActor = (typeof BASE_ACTORS)[number];
export type ActorName = BaseActor | `${(typeof TWIN_ACTORS)[number]}_sandbox`;

export const ACTOR_NAMES: readonly ActorName[] = [...BASE_ACTORS, ...TWIN_ACTORS.map((name) => `${name}_sandbox` as const)];

/** Actions outside the API. */
export const HOOK_NAMES = [
  'pay_invoice',
  'make_offer',
  'advance_clock',
  'deactivate_webhook',
  'set_payment_method',
  'emit_analysis',
  'set_queue',
  'set_credit',
  'mint_token',
] as const;
export type HookName = (typeof HOOK_NAMES)[number];

const Oauth = z.strictObject({
  client_id: z.string(),
  client_secret_env: z.string().optional().describe('The environment variable with the client secret.'),
  refresh_token_env: z.string().optional().describe('The environment variable with a refresh token of the actor.'),
  redirect_uri: z.string().optional(),
  scope: z.string().optional().describe('Scopes to request, separated by spaces.'),
});

export const ActorConfig = z.strictObject({
  token_env: z.string().optional().describe('The environment variable with the access token.'),
  token_command: z.string().optional().describe('A command that prints the access token.'),
  oauth: Oauth.optional().describe('OAuth credentials to request the token with.'),
  team_id: z.string().optional(),
  user_id: z.string().optional(),
});

const Hook = z.strictObject({
  url: z
    .url()
    .optional()
    .describe('Receives a POST of {"hook": name, "params": {...}} and returns {"ok": true, "result": {...}}.'),
  command: z.string().optional().describe('Receives the same on stdin and prints the same.'),
  token_env: z.string().optional().describe('The environment variable with the bearer token for the url.'),
});

const OauthClient = z.strictObject({
  client_id: z.string(),
  client_secret_env: z.string().optional().describe('The environment variable with the client secret.'),
});

/** OAuth clients for testing the authorization server (AUTH-3 to AUTH-9). */
const OauthClients = z.strictObject({
  machine: OauthClient.optional().describe('A client for client credentials.'),
  user: OauthClient.extend({
    redirect_uri: z.string(),
    params: z
      .record(z.string(), z.string())
      .optional()
      .describe('Added to the authorization request, so that it consents without a browser: prompt, login_hint.'),
  })
    .optional()
    .describe('A client for the authorization code flow; not an approved partner.'),
});

const Body = z.record(z.string(), z.unknown());

const SecretText = z.union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))]);
const Secrets = z.union([z.array(SecretText), z.record(z.string(), z.array(SecretText))]);

/** Stands in `cash_bid_body` for the id of the elevator's first delivery location. The arranger replaces it. */
export const DELIVERY_LOCATION_PLACEHOLDER = '$DELIVERY_LOCATION_ID';

const Fixtures = z.strictObject({
  farm_with_payment_method: z.string().optional().describe('A farm of the seller with a payment method on file.'),
  farm_without: z.string().optional().describe('A farm of the seller without a payment method.'),
  multi_grade_listing: z.string().optional().describe('An ungraded listing that accepts multi-grade bids.'),
  verified_company_name: z.string().optional().describe('The company name of the actor elevator, as sellers see it (PRIV-7).'),
  unit: z
    .string()
    .optional()
    .describe('A value of `units` other than MT that the deployment supports. Default: learned from GET /inventory/{id}.'),
  amount_key: z
    .string()
    .optional()
    .describe('The key of Quantity that contains the number. Default: learned from GET /inventory/{id}.'),
  cash_bid_body: Body.optional().describe('A body that POST /cash-bids accepts from the actor elevator.'),
  cash_bid_patch: Body.optional().describe('A body that PATCH /cash-bids/{id} accepts.'),
  quantity_field: z.string().optional().describe('The name of the quantity field in PATCH /me/inventory/{id}.'),
  moderated_terms: z.string().optional().describe('Text for additional_terms that moderation rejects or changes (BID-38).'),
  sandbox_user_body: Body.optional().describe('A body that POST /sandbox/users accepts for a seller.'),
  sandbox_user_token_key: z
    .string()
    .optional()
    .describe('A JSON pointer to the access token in the response of POST /sandbox/users.'),
  secrets: Secrets.optional().describe(
    'What buyers must never see: farm names, seller names, farm coordinates. A list, or named lists.',
  ),
});

export const Config = z.strictObject({
  $schema: z.string().optional(),
  target: z
    .strictObject({
      base_url: z.url().optional(),
      auth_url: z.url().optional(),
      mode: z.enum(['live', 'sandbox']).optional().describe("The mode of the plain actors' tokens."),
      admin_token_env: z
        .string()
        .optional()
        .describe('If the target is a Gristmill mock on another machine: the environment variable with its admin token.'),
      receiver_url: z.url().optional().describe("The public URL of the run's receiver, such as a tunnel."),
      receiver_port: z.int().min(0).max(65_535).optional().describe('The local port at which that tunnel ends.'),
    })
    .optional(),
  actors: z.partialRecord(z.enum(ACTOR_NAMES), ActorConfig).optional(),
  hooks: z
    .partialRecord(z.enum([...HOOK_NAMES, 'all']), Hook)
    .optional()
    .describe('The hooks by name. `all` stands for each hook that is not named.'),
  oauth: OauthClients.optional(),
  fixtures: Fixtures.optional(),
  allow_extra: z
    .array(z.strictObject({ key: z.string(), reason: z.string() }))
    .optional()
    .describe('Undocumented keys that are known to be harmless, to silence their warnings.'),
  privacy_can_be_baselined: z.boolean().optional(),
});

export type Config = z.infer<typeof Config>;
export type ActorConfig = z.infer<typeof ActorConfig>;
export type FixtureName = keyof NonNullable<Config['fixtures']>;

/** The JSON Schema of the configuration file, for editors. The build writes `config.schema.json` from it. */
export function readConfigSchema(): object {
  return { title: 'The configuration of gristmill conform', ...z.toJSONSchema(Config, { io: 'input' }) };
}
