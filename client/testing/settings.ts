import { Redactor } from '../redaction/redactor.ts';
import type { ActorName } from '../settings/schema.ts';
import type { Settings } from '../settings/settings.ts';

/** Actors of unknown teams, with the tokens `secret_buyer`, … */
export function makeActors(...names: readonly ActorName[]): Settings['actors'] {
  return new Map(names.map((name) => [name, { token: `secret_${name}`, team_id: undefined, user_id: undefined }]));
}

/** Settings for tests: no actor, no hook, this machine, short waits. */
export function makeSettings(overrides: Partial<Settings> = {}): Settings {
  return {
    redactor: new Redactor(),
    base_url: 'http://127.0.0.1:9/v1',
    auth_url: undefined,
    mode: 'live',
    is_mock: false,
    actors: new Map(),
    actor_problems: new Map(),
    excluded: new Set(),
    hooks: new Map(),
    fixtures: {},
    oauth: { machine: undefined, user: undefined },
    allow_extra: [],
    rerun_flags: [],
    notices: [],
    actor_notices: new Map(),
    receiver: { public_url: undefined, port: 0 },
    read_only_reason: undefined,
    read_only_key: undefined,
    seed: 'test',
    patience: 'quick',
    selection: { only: [], skip: [], clauses: [], shard: undefined },
    is_strict: false,
    require: [],
    max_in_flight: 16,
    requests_per_second: Number.POSITIVE_INFINITY,
    request_timeout_ms: 1_000,
    check_timeout_ms: 5_000,
    time_limit_ms: 600_000,
    ledger_path: undefined,
    baseline: undefined,
    privacy_can_be_baselined: false,
    ...overrides,
  };
}
