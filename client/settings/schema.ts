/**
 * The schema of `gristmill.config.{ts,js,json,yaml}`. The file contains no secrets, only names of environment variables
 * and commands.
 */
import { z } from 'zod';

/** The actors of checks. Each except `expired` can have a sandbox twin, `<name>_sandbox`. */
export const BASE_ACTORS = ['buyer', 'rival', 'elevator', 'seller', 'partner', 'reader', 'expired'] as const;
export const TWIN_ACTORS = ['buyer', 'rival', 'elevator', 'seller', 'partner', 'reader'] as const;

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
  client_secret_env: z.string().optional().describe('The environment variable that holds the secret of the client.'),
  refresh_token_env: z.string().optional().describe('The environment variable that holds a refresh token of the actor.'),
  redirect_uri: z.string().optional(),
  scope: z.string().optional().describe('Scopes to ask for, separated by spaces.'),
});

export const ActorConfig = z.strictObject({
  token_env: z.string().optional().describe('The environment variable that holds the access token.'),
  token_command: z.string().optional().describe('A command that prints the access token.'),
  oauth: Oauth.optional().describe('Credentials to get the token with.'),
  team_id: z.string().optional(),
  user_id: z.string().optional(),
});

const Hook = z.strictObject({
  url: z.url().optional().describe('Gets a POST of {"hook": name, "params": {...}}, answers {"ok": true, "result": {...}}.'),
  command: z.string().optional().describe('Gets the same on stdin, and prints the same.'),
  token_env: z.string().optional().describe('The environment variable whose value the url gets as a bearer token.'),
});

const OauthClient = z.strictObject({
  client_id: z.string(),
  client_secret_env: z.string().optional().describe('The environment variable that holds the secret of the client.'),
});

/** OAuth clients for testing the authorization server (AUTH-3 to AUTH-9). */
const OauthClients = z.strictObject({
  machine: OauthClient.optional().describe('May use client credentials.'),
  user: OauthClient.extend({
    redirect_uri: z.string(),
    params: z
      .record(z.string(), z.string())
      .optional()
      .describe('Added to the authorization request, so that it consents without a browser: prompt, login_hint.'),
  })
    .optional()
    .describe('May use the authorization code flow; no approved partner.'),
});

const Body = z.record(z.string(), z.unknown());

const SecretText = z.union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))]);
const Secrets = z.union([z.array(SecretText), z.record(z.string(), z.array(SecretText))]);

const Fixtures = z.strictObject({
  farm_with_payment_method: z.string().optional().describe('A farm of the seller with a payment method on file.'),
  farm_without: z.string().optional().describe('A farm of the seller without a payment method.'),
  multi_grade_listing: z.string().optional().describe('An ungraded listing that takes bids by grade.'),
  verified_company_name: z.string().optional().describe('The company of the actor elevator, as sellers see it (PRIV-7).'),
  unit: z.string().optional().describe('A value of `units` beside MT that the deployment knows.'),
  amount_key: z.string().optional().describe('The key of Quantity that holds the number.'),
  cash_bid_body: Body.optional().describe('A body that POST /cash-bids takes from the actor elevator.'),
  cash_bid_patch: Body.optional().describe('A body that PATCH /cash-bids/{id} takes.'),
  quantity_field: z.string().optional().describe('What PATCH /me/inventory/{id} calls the quantity.'),
  moderated_terms: z.string().optional().describe('A text of additional_terms that moderation refuses or changes (BID-38).'),
  sandbox_user_body: Body.optional().describe('A body that POST /sandbox/users takes for a seller.'),
  sandbox_user_token_key: z
    .string()
    .optional()
    .describe('A JSON pointer to the access token in the answer of POST /sandbox/users.'),
  secrets: Secrets.optional().describe(
    'What no buyer may ever see: farm names, names of sellers, coordinates of farms. A list, or lists under names of your own.',
  ),
});

export const Config = z.strictObject({
  $schema: z.string().optional(),
  target: z
    .strictObject({
      base_url: z.url().optional(),
      auth_url: z.url().optional(),
      mode: z.enum(['live', 'sandbox']).optional().describe('What the plain actors are tokens of.'),
      admin_token_env: z
        .string()
        .optional()
        .describe('Where the target is a Gristmill mock elsewhere: the environment variable that holds its admin token.'),
      receiver_url: z.url().optional().describe('Where the deployment reaches the receiver of this run: a tunnel.'),
      receiver_port: z.int().min(0).max(65_535).optional().describe('Where that tunnel ends on this machine.'),
    })
    .optional(),
  actors: z.partialRecord(z.enum(ACTOR_NAMES), ActorConfig).optional(),
  hooks: z.partialRecord(z.enum(HOOK_NAMES), Hook).optional(),
  oauth: OauthClients.optional(),
  fixtures: Fixtures.optional(),
  allow_extra: z
    .array(z.strictObject({ key: z.string(), reason: z.string() }))
    .optional()
    .describe('Keys beyond the document that are known and harmless: their warnings are silenced.'),
  privacy_can_be_baselined: z.boolean().optional(),
});

export type Config = z.infer<typeof Config>;
export type ActorConfig = z.infer<typeof ActorConfig>;
export type FixtureName = keyof NonNullable<Config['fixtures']>;
