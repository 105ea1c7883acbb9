import type { Redactor } from '../redaction/redactor.ts';
import type { Identities } from './identity.ts';
import type { Fault } from './setup-faults.ts';
import type { ActorName, Config, HookName } from './schema.ts';
import type { JsonObject } from '../json.ts';

/** The credentials of an actor. */
export interface ActorSettings {
  token: string;
  team_id: string | undefined;
  user_id: string | undefined;
  /** Expiry of an OAuth token, in ms since 1970. */
  expires_at_ms?: number;
  /** Gets a new token, if possible. */
  renew?: () => Promise<string>;
  /** The scopes that the token certainly has, according to its authorization server or its claims. */
  scopes?: readonly string[];
  /** The scopes that it needs and lacks, according to the target. */
  lacks?: readonly string[];
  /** Whether the target accepted the token before the run. */
  was_accepted?: true;
  /** Whether the token's own claims say that it has expired. */
  is_expired?: true;
  /** For an elevator: the buyer of the same team. */
  same_team_as?: ActorName;
  /** Whether it belongs to our own mock, so nothing about it needs to be learned. */
  is_built_in?: true;
  /** The environment variable whose refresh token the server has rotated, so that it cannot be used again. */
  used_up_env?: string;
  /** The environment variable of the token, which replaces it in evidence. */
  shown_as?: string;
}

/** The actors with a token, and why the other configured actors have none. */
export interface Actors {
  actors: ReadonlyMap<ActorName, ActorSettings>;
  /** By actor: `actors.buyer.token_env: the environment variable BUYER_TOKEN is not set`. */
  problems: ReadonlyMap<ActorName, string>;
}

/** Performs an action outside the API. @throws HookError */
export interface RunHook {
  (params: JsonObject): Promise<JsonObject>;
  /** Whether it belongs to our own mock, so it certainly has an effect. */
  is_built_in?: true;
  /** Set once the operator's side has replied that it has no such hook. */
  unsupported?: Error;
}

export type Fixtures = Omit<NonNullable<Config['fixtures']>, 'secrets'> & { secrets?: readonly string[] };

/** How many delivery attempts to await in real time: 1-2, 1-3, or 1-5. */
export type Patience = 'quick' | 'standard' | 'full';

/** A configured OAuth client with its secret. */
export interface OauthClientSettings {
  client_id: string;
  client_secret: string | undefined;
}

/** The OAuth clients for testing the authorization server. */
export interface OauthSettings {
  machine: OauthClientSettings | undefined;
  user: (OauthClientSettings & { redirect_uri: string; params: Readonly<Record<string, string>> }) | undefined;
}

/** The checks to run. */
export interface Selection {
  only: readonly string[];
  skip: readonly string[];
  clauses: readonly string[];
  shard: { index: number; of: number } | undefined;
}

/** Why a run cannot write: a flag that was given, or one that is missing. */
export type ReadOnlyKey = '--read-only' | '--allow-writes';

/** The settings of a run, combined from flags, environment, and configuration file. */
export interface Settings {
  /** Knows all configured secrets, and those that appear during the run. */
  redactor: Redactor;
  base_url: string;
  auth_url: string | undefined;
  /** The mode of the plain actors; undefined if not configured. */
  mode: 'live' | 'sandbox' | undefined;
  /** Whether the target is a Gristmill mock whose control plane accepts this run. */
  is_mock: boolean;
  /** The admin token of the mock's control plane. */
  admin_token?: string | undefined;
  actors: ReadonlyMap<ActorName, ActorSettings>;
  /** Why configured actors cannot be used. */
  actor_problems: ReadonlyMap<ActorName, string>;
  /** Actors that are not used because of `--without`. */
  excluded: ReadonlySet<ActorName>;
  /** What the target says about the actors, including unusable ones. Undefined if it was not asked. */
  identities?: Identities | undefined;
  /** What the configuration names and does not exist, if the run tolerates that. */
  faults?: readonly Fault[];
  hooks: ReadonlyMap<HookName, RunHook>;
  /** Without the public secrets. */
  fixtures: Fixtures;
  /** Configured secrets that the run does not search for, because the API publishes them. */
  public_secrets?: readonly string[];
  oauth: OauthSettings;
  /** Why the authorization server, or its clients, cannot be used. */
  auth_problems?: readonly { readonly config_key: string; readonly message: string }[];
  allow_extra: readonly string[];
  /** The flags that select the same configuration: `--config staging.yaml`. */
  rerun_flags: readonly string[];
  /** Warnings about the configuration. */
  notices: readonly string[];
  /** Notices that matter only if a selected check needs the actor. */
  actor_notices: ReadonlyMap<ActorName, string>;
  receiver: { public_url: string | undefined; port: number };
  /** Why the run must not write; undefined if it is allowed to. */
  read_only_reason: string | undefined;
  /** The flag to add or remove so that the run can write. */
  read_only_key: ReadOnlyKey | undefined;
  seed: string;
  patience: Patience;
  selection: Selection;
  is_strict: boolean;
  require: readonly string[];
  /** The maximum number of concurrent requests, and of requests per second. Infinite on loopback. */
  max_in_flight: number;
  requests_per_second: number;
  request_timeout_ms: number;
  check_timeout_ms: number;
  /** The time limit of the run without clean-up, in ms. */
  time_limit_ms: number;
  /** The path of the ledger file; undefined for none. */
  ledger_path: string | undefined;
  baseline: readonly BaselineEntry[] | undefined;
  privacy_can_be_baselined: boolean;
}

/** A known failure that is accepted until a date. */
export interface BaselineEntry {
  check: string;
  fingerprint: string;
  verdict: 'fail' | 'warn';
  reason: string;
  /** A date, after which the entry is stale. */
  expires: string;
}
