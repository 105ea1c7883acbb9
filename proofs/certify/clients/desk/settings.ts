/** Settings from the environment. `gristmill certify` sets the variables, except the last four, which are this client's own. */
export interface Settings {
  readonly base_url: string;
  readonly auth_url: string;
  readonly client_id: string;
  readonly client_secret: string | undefined;
  readonly access_token: string | undefined;
  readonly refresh_token: string | undefined;
  /** More than one during a rotation, separated by commas. */
  readonly webhook_secrets: readonly string[];
  readonly port: number | undefined;
  readonly state_dir: string | undefined;
  /** How long to wait for one response. */
  readonly timeout_ms: number;
  /** The pause before the first retry. It doubles. */
  readonly backoff_ms: number;
  /** In the mode `day`, the client ends after this time without news. */
  readonly patience_ms: number;
  /** How often to read the bids again, in case an event was lost. */
  readonly reconcile_ms: number;
}

export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const find = (name: string): string | undefined => (env[name] === '' ? undefined : env[name]);
  const need = (name: string): string => {
    const value = find(name);
    if (value === undefined) throw new Error(`${name} is not set`);
    return value;
  };
  const number = (name: string, normal: number): number => (env[name] === undefined ? normal : Number(env[name]));
  return {
    base_url: need('MARKETPLACE_BASE_URL').replace(/\/$/, ''),
    auth_url: need('MARKETPLACE_AUTH_URL'),
    client_id: need('MARKETPLACE_CLIENT_ID'),
    client_secret: find('MARKETPLACE_CLIENT_SECRET'),
    access_token: find('MARKETPLACE_ACCESS_TOKEN'),
    refresh_token: find('MARKETPLACE_REFRESH_TOKEN'),
    webhook_secrets: (env['MARKETPLACE_WEBHOOK_SECRET'] ?? '').split(',').filter((secret) => secret !== ''),
    port: env['MARKETPLACE_PORT'] === undefined ? undefined : Number(env['MARKETPLACE_PORT']),
    state_dir: find('MARKETPLACE_STATE_DIR'),
    timeout_ms: number('DESK_TIMEOUT_MS', 2_000),
    backoff_ms: number('DESK_BACKOFF_MS', 100),
    patience_ms: number('DESK_PATIENCE_MS', 1_500),
    reconcile_ms: number('DESK_RECONCILE_MS', 1_000),
  };
}
