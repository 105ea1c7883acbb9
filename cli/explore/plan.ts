/** Reads the flags of `gristmill explore`, apart from the target. Nothing is sent here. */
import { isObject, parseJson } from '#client';
import { closestName } from '#spec/closest-name';
import type { CommandData } from '#scenarios';
import { COMMANDS, COMMANDS_DEFAULT, RUNS_DEFAULT, findCommand } from '#scenarios';
import { UsageError } from '../errors.ts';
import { readFlagFile, readNumberFlag } from '../flags/values.ts';

/** The flags of `gristmill explore` as typed. */
export interface ExploreFlags {
  target?: string;
  config?: string;
  without?: readonly string[];
  allowWrites?: string;
  rps?: string;
  timeout?: string;
  maxMinutes?: string;
  runs?: string;
  seed?: string;
  time?: string;
  commands?: string;
  maxCalls?: string;
  replay?: string;
  /** These five are false with --no-…. */
  shrink?: boolean;
  regressions?: boolean;
  ledger?: string | false;
  cleanup?: boolean;
  doctor?: boolean;
  violate?: readonly string[];
  script?: string;
  story?: string;
  save?: string;
  json?: boolean;
  list?: boolean;
  verbose?: boolean;
  quiet?: boolean;
}

/** Which scenarios to play. */
export interface ExplorePlan {
  readonly runs: number;
  readonly seed: number;
  readonly time_ms: number | undefined;
  readonly commands: number;
  readonly max_calls: number | undefined;
  /** Path of a scenario that was generated before. */
  readonly path: string | undefined;
  /** The commands of a saved scenario, played as they are. */
  readonly replayed: readonly CommandData[] | undefined;
}

const SEED_DEFAULT = 1;

const BOUNDS = {
  '--runs': { min: 1, max: 1_000_000 },
  '--seed': { min: 0, max: 2_147_483_647 },
  '--commands': { min: 1, max: 200 },
  '--max-calls': { min: 1, max: 100_000_000 },
} as const;

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600 };
const TIME_MAX_S = 86_400;

/** @throws UsageError */
export function planExploration(flags: ExploreFlags): ExplorePlan {
  const time_ms = flags.time === undefined ? undefined : readTime(flags.time);
  const plan = {
    runs: readWhole('--runs', flags.runs) ?? (time_ms === undefined ? RUNS_DEFAULT : BOUNDS['--runs'].max),
    seed: readWhole('--seed', flags.seed) ?? SEED_DEFAULT,
    time_ms,
    commands: readWhole('--commands', flags.commands) ?? COMMANDS_DEFAULT,
    max_calls: readWhole('--max-calls', flags.maxCalls),
    path: undefined,
    replayed: undefined,
  };
  if (flags.replay === undefined) return plan;
  if (flags.runs !== undefined)
    throw new UsageError('--replay', 'plays one scenario, so --runs has no effect; remove one of the two');
  const [, seed, path] = /^(\d+):([\d:]+)$/.exec(flags.replay) ?? [];
  if (seed === undefined || path === undefined) return { ...plan, replayed: readScenario(flags.replay) };
  if (flags.seed !== undefined) throw new UsageError('--replay', 'contains the seed; remove --seed');
  return { ...plan, seed: readWhole('--seed', seed) ?? SEED_DEFAULT, path, runs: 1 };
}

function readWhole(flag: keyof typeof BOUNDS, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return readNumberFlag(flag, text, BOUNDS[flag]);
}

function readTime(text: string): number {
  const [, number = '', unit = 's'] = /^(\d{1,6})([smh]?)$/.exec(text) ?? [];
  const seconds = Number(number) * (SECONDS[unit === '' ? 's' : unit] ?? 1);
  if (number !== '' && seconds >= 1 && seconds <= TIME_MAX_S) return seconds * 1_000;
  throw new UsageError('--time', `'${text}' is not a time; give seconds, or a time such as 10m, up to 24h`);
}

/** The commands of what `--save` or `--json` wrote, of an entry of regressions.json, or a bare array of them. */
function readScenario(path: string): readonly CommandData[] {
  const commands = findCommands(
    parseJson(readFlagFile('--replay', path, 'give a file written by --save, or seed:path such as 1:17')),
  );
  if (commands === undefined) throw new UsageError('--replay', `${path} has no commands; give a file written by --save`);
  return commands.map((one) => readCommandData(path, one));
}

function findCommands(json: unknown): readonly unknown[] | undefined {
  // Each item is checked separately.
  if (Array.isArray(json)) return json as readonly unknown[];
  if (!isObject(json)) return undefined;
  const { commands, counterexample } = json;
  return Array.isArray(commands) ? commands : isObject(counterexample) ? findCommands(counterexample) : undefined;
}

/** Requires all parameters and no others: a typo must not change what is played. */
function readCommandData(path: string, value: unknown): CommandData {
  const kind = isObject(value) && typeof value['kind'] === 'string' ? value['kind'] : '';
  const command = findCommand(kind);
  if (command === undefined) {
    const hint = hintAt(
      kind,
      COMMANDS.map((one) => one.kind),
      '--list shows all commands',
    );
    throw new UsageError('--replay', `${path}: '${kind}' is not a command; ${hint}`);
  }
  const params = (isObject(value) ? value['params'] : undefined) ?? {};
  if (!isObject(params)) throw new UsageError('--replay', `${path}: the params of ${kind} must be an object`);
  const taken = Object.keys(command.params);
  const naturals = Object.entries(params).map(([name, n]): [string, number] => {
    if (!taken.includes(name)) {
      const hint = hintAt(name, taken, `it takes ${taken.length === 0 ? 'none' : taken.join(', ')}`);
      throw new UsageError('--replay', `${path}: ${kind} has no parameter '${name}'; ${hint}`);
    }
    if (typeof n !== 'number' || !Number.isSafeInteger(n) || n < 0)
      throw new UsageError('--replay', `${path}: the parameter ${name} of ${kind} must be a whole number, 0 or more`);
    return [name, n];
  });
  const lacking = taken.filter((name) => !Object.hasOwn(params, name));
  if (lacking.length > 0)
    throw new UsageError('--replay', `${path}: ${kind} lacks ${lacking.join(', ')}; add them, with 0 as the usual value`);
  return { kind, params: Object.fromEntries(naturals) };
}

function hintAt(wrong: string, known: readonly string[], otherwise: string): string {
  const closest = closestName(wrong, known);
  return closest === undefined ? otherwise : `did you mean '${closest}'?`;
}
