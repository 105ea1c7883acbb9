/** What `conform`, `doctor` and `cleanup` have in common: which target, as whom, and how hard. */
import type { ConformFlags } from '#conformance/config/flags';
import type { Settings } from '#client';
import type { ResolveOptions } from '#conformance/config/resolve-config';
import type { Command } from 'commander';
import { UsageError } from '../usage-error.ts';

/** The flags that say where the target is, and what may be done to it. */
export function addTargetOptions(command: Command): Command {
  return command
    .argument('[target]', 'the base URL of the deployment, such as http://127.0.0.1:4010/v1; also GRISTMILL_TARGET')
    .option('--config <file>', 'the configuration; gristmill.config.{ts,js,mjs,json,yaml,yml} here, unless given')
    .option('--allow-writes <host>', 'write to this very host, although it is neither this machine nor proved a sandbox')
    .option('--read-only', 'write nothing')
    .option('--rps <number>', 'requests a second; 5 unless given, and no limit on this machine')
    .option('--timeout <seconds>', 'how long to wait for an answer; 15 unless given');
}

/** The flag that bounds a whole run. */
export function addTimeOption(command: Command): Command {
  return command.option('--max-minutes <number>', 'end after so many minutes; 60 unless given, 180 with --patience full');
}

/** Flags that may be given several times, with several values each. */
export function collect(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value];
}

/**
 * @throws UsageError where flags, environment or file cannot work; nothing has been sent then
 * @throws SetupFault where the file names what is not there, unless `options` keep that
 */
export async function readSettings(
  flags: ConformFlags,
  cwd: string = process.cwd(),
  env: NodeJS.ProcessEnv = process.env,
  options: ResolveOptions = {},
): Promise<Settings> {
  // Loaded when it is asked for: a mock does without it.
  const [{ resolveConfig }, { ConfigError }] = await Promise.all([
    import('#conformance/config/resolve-config'),
    import('#client/settings/config-error'),
  ]);
  try {
    return await resolveConfig(flags, cwd, env, options);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new UsageError(error.key, error.message.slice(error.key.length + 2));
  }
}
