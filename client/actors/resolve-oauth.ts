/** The OAuth clients for testing the target's authorization server. */
import type { Config } from '../settings/schema.ts';
import type { OauthClientSettings, OauthSettings } from '../settings/settings.ts';
import { readVariable } from '../settings/setup-faults.ts';

/** The documented clients of the mock. */
const MOCK_CLIENTS: OauthSettings = {
  machine: { client_id: 'gristmill-reader', client_secret: 'dev_secret_reader' },
  user: {
    client_id: 'gristmill-app',
    client_secret: undefined,
    redirect_uri: 'http://127.0.0.1:8765/callback',
    params: { prompt: 'none', login_hint: 'buyer' },
  },
};

/**
 * Reads the OAuth clients of the configuration. The machine client defaults to that of the actor `reader`. A client
 * without its secret is omitted.
 */
export function resolveOauth({ oauth, actors }: Config, env: NodeJS.ProcessEnv, is_mock: boolean): OauthSettings {
  const of_reader = actors?.reader?.oauth;
  const machine = oauth?.machine ?? (of_reader?.refresh_token_env === undefined ? of_reader : undefined);
  const user = oauth?.user;
  const user_client = readClient(user, env);
  const configured: OauthSettings = {
    machine: readClient(machine, env),
    user:
      user === undefined || user_client === undefined
        ? undefined
        : { ...user_client, redirect_uri: user.redirect_uri, params: user.params ?? {} },
  };
  if (!is_mock) return configured;
  return { machine: configured.machine ?? MOCK_CLIENTS.machine, user: configured.user ?? MOCK_CLIENTS.user };
}

interface Client {
  readonly client_id: string;
  readonly client_secret_env?: string | undefined;
}

/** A configured client with its secret. Undefined if its secret is missing. */
function readClient(client: Client | undefined, env: NodeJS.ProcessEnv): OauthClientSettings | undefined {
  if (client === undefined) return undefined;
  const { client_id, client_secret_env } = client;
  if (client_secret_env === undefined) return { client_id, client_secret: undefined };
  const client_secret = readVariable(env, client_secret_env);
  return client_secret === undefined ? undefined : { client_id, client_secret };
}
