/** Combines flags, environment, and configuration file into the settings of a run. */
import { join, resolve } from 'node:path';
import type { Config, LoadedConfig, Settings } from '#client';
import {
  ConfigError,
  Redactor,
  SetupFault,
  resolveParticipants,
  learnActors,
  leaveOutPublicSecrets,
  testAuthServer,
  chooseRateLimits,
  findReadOnlyReason,
  hideTokens,
  hideVariables,
  isLoopbackTarget,
  checkAllowedHost,
  excludeActors,
  loadConfig,
  nowIso,
  nowMs,
  readTargetUrl,
  readVariable,
  detectMock,
  resolveOauth,
} from '#client';
import { writeFlags } from '../reproduction/shell.ts';
import { readBaseline } from './baseline.ts';
import { CHECK_TIMEOUTS_MS, readRunFlags, type ConformFlags, type RunFlags } from './flags.ts';
import { resolveRequired, type RequiredClauses } from './required.ts';

/** The folder of ledgers, below the working directory. */
export const LEDGER_FOLDER = '.gristmill';

export interface ResolveOptions {
  /**
   * What to do if the configuration names a variable, command, or secret that does not exist and has no default. `throw`: throws a SetupFault, for a run. `keep`:
   * keeps it in `faults` and continues, for commands that examine the setup or clean up after a run.
   */
  on_fault?: 'throw' | 'keep';
}

/**
 * Flags override the environment, which overrides the file.
 * @param cwd where to look for the configuration file
 * @throws ConfigError before anything is sent, if flags or file are invalid
 * @throws SetupFault if the file names something that does not exist. By then, tokens may have been requested, but no check has run
 */
export async function resolveConfig(
  flags: ConformFlags,
  cwd: string,
  env: NodeJS.ProcessEnv,
  { on_fault = 'throw' }: ResolveOptions = {},
): Promise<Settings> {
  const redactor = new Redactor();
  try {
    return redactSettings(await resolveAll(flags, { cwd, env, on_fault, redactor }));
  } catch (error) {
    // A server that rejects a request may quote it.
    if (error instanceof SetupFault) throw new SetupFault(error.base_url, redactor.redactValue(error.faults, FAULT));
    if (error instanceof ConfigError) throw new ConfigError(error.key, redactor.redact(error.problem));
    throw error;
  }
}

/** The members of a fault that Gristmill wrote, so they are not redacted. */
const FAULT = { own: new Set(['about', 'config_key']), named_by_others: new Set<string>() };

/** Redacts the strings that can quote a command, a hook, or a server: actor problems, faults, and notices. */
function redactSettings(settings: Settings): Settings {
  const { redactor, actor_problems, actor_notices, faults, notices } = settings;
  return {
    ...settings,
    actor_problems: new Map([...actor_problems].map(([name, problem]) => [name, redactor.redact(problem)])),
    ...(faults === undefined ? {} : { faults: redactor.redactValue(faults, FAULT) }),
    notices: redactor.redactValue(notices),
    actor_notices: new Map([...actor_notices].map(([name, notice]) => [name, redactor.redact(notice)])),
  };
}

interface Sources extends Required<ResolveOptions> {
  cwd: string;
  env: NodeJS.ProcessEnv;
  redactor: Redactor;
}

async function resolveAll(flags: ConformFlags, { cwd, env, on_fault, redactor }: Sources): Promise<Settings> {
  const { run, require, loaded, baseline } = await readFlagsAndFiles(flags, cwd);
  const { patience, selection, is_strict, without, request_timeout_ms, time_limit_ms, seed = nowMs().toString(36) } = run;
  hideVariables(redactor, loaded.config, env);
  const base_url = chooseTarget(flags, loaded, env);
  checkAllowedHost(base_url, flags.allowWrites);

  const other_target = findOtherTarget(loaded.config, base_url);
  const mock = await detectMock(base_url, findAdminToken(base_url, other_target === undefined ? loaded.config : {}, env));
  // A mock needs no file, and all that the file of another target says would be wrong for it.
  const is_ignored = mock !== undefined && other_target !== undefined;
  const config = is_ignored ? {} : excludeActors(loaded.config, without);
  const { target } = config;
  const auth_url = target?.auth_url?.replace(/\/+$/, '') ?? (mock === undefined ? undefined : base_url.replace(/\/v1$/, ''));
  const participants = await resolveParticipants({
    ...loaded,
    config,
    base_url,
    auth_url,
    mock,
    env,
    without,
    on_fault,
  });
  const named_oauth = resolveOauth(config, env, mock !== undefined);
  hideCredentials(redactor, named_oauth, participants.actors);
  const { oauth, auth_problems } = await testOauth(named_oauth, {
    auth_url: mock === undefined ? auth_url : undefined,
    base_url,
    timeout_ms: request_timeout_ms,
  });
  const mode = target?.mode ?? (mock === undefined ? undefined : 'live');
  const pace = chooseRateLimits(base_url, run.requests_per_second);
  const reachable = { ...participants, base_url, auth_url, ...pace, request_timeout_ms };
  const wishes = { is_read_only: flags.readOnly === true, allowed_host: flags.allowWrites };
  const writing = await findReadOnlyReason({ ...reachable, ...wishes, mode });
  const known = { ...reachable, ...writing };
  const learned = { ...known, ...(await learnActors({ ...known, mode })) };
  return {
    ...learned,
    ...(await leaveOutPublicSecrets(learned)),
    redactor,
    auth_problems,
    is_mock: mock !== undefined,
    admin_token: mock?.admin_token,
    oauth,
    rerun_flags: describeRerunFlags(flags, without),
    notices: [
      ...(is_ignored
        ? [
            `${loaded.path} is for ${other_target}, so it is not used for this mock. To run against the target in the file, leave out the URL`,
          ]
        : loaded.notices),
      ...require.notices,
    ],
    allow_extra: (config.allow_extra ?? []).map(({ key }) => key),
    receiver: { public_url: target?.receiver_url?.replace(/\/+$/, ''), port: target?.receiver_port ?? 0 },
    seed,
    patience,
    selection,
    is_strict,
    time_limit_ms,
    check_timeout_ms: CHECK_TIMEOUTS_MS[patience],
    require: require.ids,
    ledger_path: writing.read_only_reason === undefined ? chooseLedger(flags, cwd, seed) : undefined,
    baseline,
    privacy_can_be_baselined: config.privacy_can_be_baselined === true,
  };
}

/** Before anything can quote them. */
function hideCredentials(redactor: Redactor, { machine, user }: Settings['oauth'], actors: Settings['actors']): void {
  for (const client of [machine, user]) redactor.hide(client?.client_secret ?? '', 'CLIENT_SECRET');
  hideTokens(redactor, actors);
}

/** Leaves out the clients that the authorization server rejects. @param at its `auth_url` is undefined if it need not be tested */
async function testOauth(
  named: Settings['oauth'],
  { auth_url, ...at }: { auth_url: string | undefined; base_url: string; timeout_ms: number },
): Promise<Required<Pick<Settings, 'oauth' | 'auth_problems'>>> {
  if (auth_url === undefined) return { oauth: named, auth_problems: [] };
  const auth_problems = await testAuthServer({ ...at, auth_url, oauth: named });
  const isRejected = (role: string): boolean => auth_problems.some(({ config_key }) => config_key.startsWith(`oauth.${role}.`));
  const oauth = {
    machine: isRejected('machine') ? undefined : named.machine,
    user: isRejected('user') ? undefined : named.user,
  };
  return { oauth, auth_problems };
}

/** The address in the configuration, if it is not that of the target. */
function findOtherTarget({ target }: Config, base_url: string): string | undefined {
  const named = target?.base_url;
  return named === undefined || readTargetUrl('target.base_url', named) === base_url ? undefined : named;
}

/** The flags that a rerun of a check needs. */
function describeRerunFlags(flags: ConformFlags, without: readonly string[]): readonly string[] {
  return writeFlags([
    ['--config', flags.config],
    ['--allow-writes', flags.allowWrites],
    ['--without', without.length === 0 ? undefined : without.join(',')],
    ['--patience', flags.patience],
    ['--timeout', flags.timeout],
    ['--rps', flags.rps],
    ['--strict', flags.strict],
  ]);
}

/** What flags and files configure, apart from the target. */
interface FlagsAndFiles {
  run: RunFlags;
  require: RequiredClauses;
  loaded: LoadedConfig;
  baseline: Settings['baseline'];
}

/** Reads all flags and files, and sends nothing. @throws ConfigError if they are invalid */
export async function readFlagsAndFiles(flags: ConformFlags, cwd: string): Promise<FlagsAndFiles> {
  const run = readRunFlags(flags, 'areas');
  const require = await resolveRequired(run);
  const loaded = await loadConfig(cwd, flags.config);
  return { run, require, loaded, baseline: flags.baseline === undefined ? undefined : readBaseline(cwd, flags.baseline) };
}

/** The target from flags, environment, or file. Undefined if none names one. @throws ConfigError if it is not a valid address */
export function findTarget({ target }: ConformFlags, { config }: LoadedConfig, env: NodeJS.ProcessEnv): string | undefined {
  if (target !== undefined) return readTargetUrl('target', target);
  const from_env = readVariable(env, 'GRISTMILL_TARGET');
  if (from_env !== undefined) return readTargetUrl('GRISTMILL_TARGET', from_env);
  const from_file = config.target?.base_url;
  return from_file === undefined ? undefined : readTargetUrl('target.base_url', from_file);
}

function chooseTarget(flags: ConformFlags, loaded: LoadedConfig, env: NodeJS.ProcessEnv): string {
  const found = findTarget(flags, loaded, env);
  if (found !== undefined) return found;
  const { path } = loaded;
  const where = path === undefined ? 'run gristmill init and fill in base_url' : `put it in ${path} as target.base_url`;
  throw new ConfigError(
    'target',
    `no target is set; pass one, such as http://127.0.0.1:4010/v1, set GRISTMILL_TARGET, or ${where}`,
  );
}

/**
 * The admin token of the mock. GRISTMILL_ADMIN_TOKEN is sent to this machine only. For another machine, the configuration names a variable.
 */
function findAdminToken(base_url: string, { target }: Config, env: NodeJS.ProcessEnv): string | undefined {
  if (target?.admin_token_env !== undefined) return readVariable(env, target.admin_token_env);
  return isLoopbackTarget(base_url) ? readVariable(env, 'GRISTMILL_ADMIN_TOKEN') : undefined;
}

/** One file per run, so that two runs do not clean up after each other. */
function chooseLedger({ ledger }: ConformFlags, cwd: string, seed: string): string | undefined {
  if (ledger === false) return undefined;
  if (ledger !== undefined) return resolve(cwd, ledger);
  const run = `${nowIso().replaceAll(/[-:]|\..*/g, '')}-${seed.replaceAll(/[^\w-]/g, '_')}`;
  return join(cwd, LEDGER_FOLDER, `ledger-${run}.jsonl`);
}
