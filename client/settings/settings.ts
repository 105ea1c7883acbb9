import type { Redactor } from '../redaction/redactor.ts';
import type { Fault } from './setup-faults.ts';
import type { ActorName, BaseActor, Config, HookName } from './schema.ts';

/** A caller that the run can speak for. */
export interface ActorSettings {
  token: string;
  team_id: string | undefined;
  user_id: string | undefined;
  /** When the token runs out, in ms since 1970, where OAuth has told. */
  expires_at_ms?: number;
  /** Gets another token, where there is a way to. */
  renew?: () => Promise<string>;
  /** The environment variable whose refresh token the server has replaced: it serves no second run. */
  used_up_env?: string;
  /** The environment variable that the token is from: it stands for the token in evidence. */
  shown_as?: string;
}

/** The actors with a token, and why the other configured actors have none. */
export interface Actors {
  actors: ReadonlyMap<ActorName, ActorSettings>;
  /** By actor: `actors.buyer.token_env: the environment variable BUYER_TOKEN is not set`. */
  problems: ReadonlyMap<ActorName, string>;
}

/** Does what the API cannot. Throws HookError where that failed. */
export type RunHook = (params: Readonly<Record<string, unknown>>) => Promise<Readonly<Record<string, unknown>>>;

export type Fixtures = Omit<NonNullable<Config['fixtures']>, 'secrets'> & { secrets?: readonly string[] };

/** How deep the retry schedule of webhooks is followed in real time: attempts 1-2, 1-3, or 1-5. */
export type Patience = 'quick' | 'standard' | 'full';

/** A client that the operator lends, with its secret. */
export interface OauthClientSettings {
  client_id: string;
  client_secret: string | undefined;
}

/** The clients that the authorization server is judged with. */
export interface OauthSettings {
  machine: OauthClientSettings | undefined;
  user: (OauthClientSettings & { redirect_uri: string; params: Readonly<Record<string, string>> }) | undefined;
}

/** Which checks run. */
export interface Selection {
  only: readonly string[];
  skip: readonly string[];
  clauses: readonly string[];
  shard: { index: number; of: number } | undefined;
}

/** All that a run needs to know, from flags, environment and configuration file together. */
export interface Settings {
  /** Knows every secret of the set-up, and is told of those that come up. */
  redactor: Redactor;
  base_url: string;
  auth_url: string | undefined;
  /** Of the plain actors; undefined where nobody has said. */
  mode: 'live' | 'sandbox' | undefined;
  recognised_as: 'gristmill' | undefined;
  /** What the control plane of the mock asks for. */
  admin_token?: string | undefined;
  actors: ReadonlyMap<ActorName, ActorSettings>;
  /** Why an actor that was configured has no token. */
  actor_problems: ReadonlyMap<ActorName, string>;
  /** What the configuration names and is not there, where `settle` was told to go on all the same. */
  faults?: readonly Fault[];
  hooks: ReadonlyMap<HookName, RunHook>;
  fixtures: Fixtures;
  oauth: OauthSettings;
  allow_extra: readonly string[];
  /** What brings the same configuration about again: `--config staging.yaml`. */
  rerun_flags: readonly string[];
  /** What is odd about the configuration, and no error. */
  notices: readonly string[];
  receiver: { public_url: string | undefined; port: number };
  /** Undefined: may write. Otherwise why not. */
  read_only_reason: string | undefined;
  seed: string;
  patience: Patience;
  selection: Selection;
  is_strict: boolean;
  require: readonly string[];
  /** Requests in flight, and a second. Infinite on loopback. */
  max_in_flight: number;
  requests_per_second: number;
  request_timeout_ms: number;
  check_timeout_ms: number;
  /** The longest that a whole run takes; cleaning up comes after that. */
  time_limit_ms: number;
  /** Where what the run makes is written down before it is made; undefined: nowhere. */
  ledger_path: string | undefined;
  baseline: readonly BaselineEntry[] | undefined;
  privacy_can_be_baselined: boolean;
}

/** A failure that is known and accepted for a time. */
export interface BaselineEntry {
  check: string;
  fingerprint: string;
  verdict: 'fail' | 'warn';
  reason: string;
  /** A date: afterwards the entry is stale. */
  expires: string;
}

/** The actor whose token a plain name stands for in the sandbox. */
export function twinOf(name: Exclude<BaseActor, 'expired'>): ActorName {
  return `${name}_sandbox`;
}
