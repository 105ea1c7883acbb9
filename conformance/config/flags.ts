/** The flags of `gristmill conform`, and what they come to. Nothing is sent here. */
import { AREAS, CLAUSES, isClauseId } from '#spec/clauses/index';
import type { ActorName, Patience, Selection } from '#client';
import { ACTOR_NAMES, ConfigError, findClosest, readNumber } from '#client';

/** As they were typed. */
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
  /** Seconds. */
  timeout?: string | undefined;
  /** Minutes. */
  maxMinutes?: string | undefined;
  baseline?: string | undefined;
  /** False where none is wanted. */
  ledger?: string | false | undefined;
}

export const PATIENCES: readonly Patience[] = ['quick', 'standard', 'full'];

/** What a check may take: three attempts take 70 s, five take 36 minutes (RTY-4). */
export const CHECK_TIMEOUTS_MS: Readonly<Record<Patience, number>> = { quick: 120_000, standard: 240_000, full: 3_000_000 };

/** What a whole run may take: with `full`, five attempts are waited for more than once. */
const TIME_LIMITS_MIN: Readonly<Record<Patience, number>> = { quick: 60, standard: 60, full: 180 };
const TIME_LIMIT_MIN = { min: 0.01, max: 1_440, is_fraction: true } as const;

const REQUEST_TIMEOUT_S = { default: 15, min: 0.1, max: 600, is_fraction: true } as const;
const RPS = { min: 0.1, max: 10_000, is_fraction: true } as const;
const SHARDS_MAX = 1_000;
const SEED_MAX = 100;

/** What the flags say of the run, apart from the target. */
export interface RunFlags {
  seed: string | undefined;
  patience: Patience;
  selection: Selection;
  is_strict: boolean;
  /** Ids of clauses; where areas are taken, areas and `ALL` as well: `expandRequired` knows what they come to. */
  require: readonly string[];
  without: readonly ActorName[];
  requests_per_second: number | undefined;
  request_timeout_ms: number;
  time_limit_ms: number;
}

/** What `--require` takes beside ids of clauses: areas, and every stated clause that was selected. Not every command knows what those come to. */
export type RequireTakes = 'ids' | 'areas';

/** @throws ConfigError that names the flag, and says what it takes */
export function readRunFlags(flags: ConformFlags, require_takes: RequireTakes = 'ids'): RunFlags {
  const { seed, timeout, rps, maxMinutes } = flags;
  const patience =
    PATIENCES.find((word) => word === (flags.patience ?? 'quick')) ??
    refuse('--patience', flags.patience ?? '', PATIENCES.join(', '));
  if (seed !== undefined && (seed.trim() === '' || seed.length > SEED_MAX))
    throw new ConfigError('--seed', `give a text of 1 to ${SEED_MAX} characters`);
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
    require: splitList('--require', flags.require).map((id) => readRequired('--require', id, require_takes)),
    without: splitList('--without', flags.without).map((name) => readActorName('--without', name)),
    requests_per_second: rps === undefined ? undefined : readNumber('--rps', rps, RPS),
    request_timeout_ms:
      1_000 * (timeout === undefined ? REQUEST_TIMEOUT_S.default : readNumber('--timeout', timeout, REQUEST_TIMEOUT_S)),
    time_limit_ms:
      60_000 * (maxMinutes === undefined ? TIME_LIMITS_MIN[patience] : readNumber('--max-minutes', maxMinutes, TIME_LIMIT_MIN)),
  };
}

function refuse(flag: string, text: string, takes: string): never {
  throw new ConfigError(flag, `'${text}' will not do; give ${takes}`);
}

/** A flag may be given several times, and hold several values with commas between them. */
function splitList(flag: string, values: readonly string[] = []): readonly string[] {
  const words = values.flatMap((value) => value.split(',')).map((word) => word.trim());
  if (words.includes('')) throw new ConfigError(flag, 'has an empty value; leave it out, or give one');
  return words;
}

/** A whole id must be one that there is: another would select nothing. Patterns are the runner's to judge. */
function readClause(flag: string, text: string): string {
  const id = text.toUpperCase();
  if (!/^[A-Z]+-\d+$/.test(id) || isClauseId(id)) return id;
  const known = CLAUSES.map((clause) => clause.id);
  const closest = findClosest(id, known);
  throw new ConfigError(flag, `there is no clause ${text}${closest === undefined ? '' : `; did you mean ${closest}?`}`);
}

/** A pattern would never be verified: the run would end as if the target were at fault. */
function readRequired(flag: string, text: string, takes: RequireTakes): string {
  const id = readClause(flag, text);
  if (isClauseId(id)) return id;
  if (takes === 'areas' && (id === 'ALL' || AREAS.some(({ word }) => word === id))) return id;
  const closest = takes === 'areas' ? findClosest(id, ['all', ...AREAS.map(({ word }) => word)]) : undefined;
  const or_area = takes === 'areas' ? ', an area such as PRIV, all,' : '';
  const advice = closest === undefined ? `give one such as PRIV-4${or_area} or several by commas` : `did you mean ${closest}?`;
  throw new ConfigError(flag, `'${text}' is no id of a clause; ${advice}`);
}

/** @throws ConfigError where no actor is called so */
function readActorName(flag: string, text: string): ActorName {
  const known = ACTOR_NAMES.find((name) => name === text.toLowerCase());
  if (known !== undefined) return known;
  const closest = findClosest(text.toLowerCase(), ACTOR_NAMES);
  const advice = closest === undefined ? `give one of ${ACTOR_NAMES.join(', ')}` : `did you mean ${closest}?`;
  throw new ConfigError(flag, `'${text}' is no actor; ${advice}`);
}

function readShard(text: string): { index: number; of: number } {
  const [, index = 0, of = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (index >= 1 && index <= of && of <= SHARDS_MAX) return { index, of };
  return refuse('--shard', text, `one such as 2/5, at most ${SHARDS_MAX} of them`);
}
