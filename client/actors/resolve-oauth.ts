/** The OAuth clients for testing the target's authorization server. */
import type { Config } from '../settings/schema.ts';
import type { OauthClientSettings, OauthSettings } from '../settings/settings.ts';

/** The documented clients of the mock. */
const OF_THE_MOCK: OauthSettings = {
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
  const lent_user = user === undefined ? undefined : lend(user, env);
  const settled: OauthSettings = {
    machine: machine === undefined ? undefined : lend(machine, env),
    user:
      user === undefined || lent_user === undefined
        ? undefined
        : { ...lent_user, redirect_uri: user.redirect_uri, params: user.params ?? {} },
  };
  return is_mock ? { machine: settled.machine ?? OF_THE_MOCK.machine, user: settled.user ?? OF_THE_MOCK.user } : settled;
}

function lend(
  { client_id, client_secret_env }: { client_id: string; client_secret_env?: string | undefined },
  env: NodeJS.ProcessEnv,
): OauthClientSettings | undefined {
  if (client_secret_env === undefined) return { client_id, client_secret: undefined };
  const client_secret = env[client_secret_env];
  return client_secret === undefined || client_secret === '' ? undefined : { client_id, client_secret };
}
