/** Parses the flags of `gristmill conform`. Sends nothing. */
import { AREAS, CLAUSES, isClauseId } from '#spec/clauses/index';
import { ACTOR_NAMES, ConfigError, readNumber, type ActorName, type Patience, type Selection } from '#client';
import { closestName } from '#spec/closest-name';

/** As typed. */
export interface ConformFlags {
  target?: string | undefined;
  config?: string | undefined;
  allowWrites?: string | undefined;
  readOnly?: boolean | undefined;
  only?: readonly string[] | undefined;
  skip?: readonly string[] | undefined;
  clause?: readonly string[] | undefined;
  shard?: string | undefined;
  seed?: string | undefined;
  patience?: string | undefined;
  strict?: boolean | undefined;
  require?: readonly string[] | undefined;
  /** Names of actors that count as not configured. */
  without?: readonly string[] | undefined;
  rps?: string | undefined;
  timeout?: string | undefined;
  maxMinutes?: string | undefined;
  baseline?: string | undefined;
  /** False to disable it. */
  ledger?: string | false | undefined;
}

const PATIENCES: readonly Patience[] = ['quick', 'standard', 'full'];

/** The time limit of a check: three attempts take 70 s, five take 36 minutes (RTY-4). */
export const CHECK_TIMEOUTS_MS: Readonly<Record<Patience, number>> = { quick: 120_000, standard: 240_000, full: 3_000_000 };

/** The time limit of a run. With `full`, it waits for five attempts more than once. */
const TIME_LIMITS_MIN: Readonly<Record<Patience, number>> = { quick: 60, standard: 60, full: 180 };
const TIME_LIMIT_MIN = { min: 0.01, max: 1_440, allows_decimals: true } as const;

const REQUEST_TIMEOUT_S = { default: 15, min: 0.1, max: 600, allows_decimals: true } as const;
const RPS = { min: 0.1, max: 10_000, allows_decimals: true } as const;
const SHARDS_MAX = 1_000;
const SEED_MAX = 100;
const OR = new Intl.ListFormat('en', { type: 'disjunction' });

/** The settings of the run that come from flags, apart from the target. */
export interface RunFlags {
  seed: string | undefined;
  patience: Patience;
  selection: Selection;
  is_strict: boolean;
  /** Clause ids, plus areas and `ALL` where those are allowed: `expandRequired` expands them. */
  require: readonly string[];
  without: readonly ActorName[];
  requests_per_second: number | undefined;
  request_timeout_ms: number;
  time_limit_ms: number;
}

/** What `--require` takes besides clause ids: areas, and every stated clause that was selected. Not every command can expand those. */
type RequireTakes = 'ids' | 'areas';

/** @throws ConfigError that names the flag and the allowed values */
export function readRunFlags(flags: ConformFlags, require_takes: RequireTakes = 'ids'): RunFlags {
  const { seed, timeout, rps, maxMinutes } = flags;
  const patience =
    PATIENCES.find((word) => word === (flags.patience ?? 'quick')) ??
    refuse('--patience', flags.patience ?? '', OR.format(PATIENCES));
  if (seed !== undefined && (seed.trim() === '' || seed.length > SEED_MAX))
    throw new ConfigError('--seed', `give text of 1 to ${SEED_MAX} characters`);
  if (flags.shard !== undefined && (flags.require ?? []).length > 0)
    throw new ConfigError(
      '--require',
      'a shard runs only part of the checks; pass --require to gristmill merge, not with --shard',
    );
  return {
    seed,
    patience,
    selection: {
      only: splitList('--only', flags.only),
      skip: splitList('--skip', flags.skip),
      clauses: splitList('--clause', flags.clause).map((id) => readClause('--clause', id)),
      shard: flags.shard === undefined ? undefined : readShard(flags.shard),
    },
    is_strict: flags.strict === true,
    require: splitList('--require', flags.require).map((id) => readRequiredWord('--require', id, require_takes)),
    without: splitList('--without', flags.without).map((name) => readActorName('--without', name)),
    requests_per_second: rps === undefined ? undefined : readNumber('--rps', rps, RPS),
    request_timeout_ms:
      1_000 * (timeout === undefined ? REQUEST_TIMEOUT_S.default : readNumber('--timeout', timeout, REQUEST_TIMEOUT_S)),
    time_limit_ms:
      60_000 * (maxMinutes === undefined ? TIME_LIMITS_MIN[patience] : readNumber('--max-minutes', maxMinutes, TIME_LIMIT_MIN)),
  };
}

function refuse(flag: string, text: string, takes: string): never {
  throw new ConfigError(flag, `'${text}' is invalid; use ${takes}`);
}

/** A flag can be repeated, and can hold several comma-separated values. */
function splitList(flag: string, values: readonly string[] = []): readonly string[] {
  const words = values.flatMap((value) => value.split(',')).map((word) => word.trim());
  if (words.includes('')) throw new ConfigError(flag, 'has an empty value; leave it out or add a value');
  return words;
}

/** Reads a clause id or a pattern. A complete id must exist, because an unknown one would select nothing. The runner checks patterns. */
function readClause(flag: string, text: string): string {
  const id = text.toUpperCase();
  if (!/^[A-Z]+-\d+$/.test(id) || isClauseId(id)) return id;
  const known = CLAUSES.map((clause) => clause.id);
  const closest = closestName(id, known);
  throw new ConfigError(flag, `clause ${text} does not exist${closest === undefined ? '' : `; did you mean ${closest}?`}`);
}

/** Reads a clause id, an area, or `all`. Rejects patterns, which could never be verified: the run would end as if the target were at fault. */
function readRequiredWord(flag: string, text: string, takes: RequireTakes): string {
  const id = readClause(flag, text);
  if (isClauseId(id)) return id;
  if (takes === 'areas' && (id === 'ALL' || AREAS.some(({ word }) => word === id))) return id;
  const closest = takes === 'areas' ? closestName(id, ['all', ...AREAS.map(({ word }) => word)]) : undefined;
  const or_area = takes === 'areas' ? ', an area such as PRIV, all,' : '';
  const advice =
    closest === undefined ? `use one such as PRIV-4${or_area} or several, separated by commas` : `did you mean ${closest}?`;
  throw new ConfigError(flag, `'${text}' is not a clause id; ${advice}`);
}

function readActorName(flag: string, text: string): ActorName {
  const known = ACTOR_NAMES.find((name) => name === text.toLowerCase());
  if (known !== undefined) return known;
  const closest = closestName(text.toLowerCase(), ACTOR_NAMES);
  const advice = closest === undefined ? `give ${OR.format(ACTOR_NAMES)}` : `did you mean ${closest}?`;
  throw new ConfigError(flag, `'${text}' is not an actor; ${advice}`);
}

function readShard(text: string): { index: number; of: number } {
  const [, index = 0, of = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (index >= 1 && index <= of && of <= SHARDS_MAX) return { index, of };
  return refuse('--shard', text, `i/n with i from 1 to n, and n at most ${SHARDS_MAX}, such as 2/5`);
}
