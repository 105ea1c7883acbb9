import type { Settings } from '#client';
import type { ConformFlags } from '#conformance/config/flags';
import type { ResolveOptions } from '#conformance/config/resolve-config';
import { resolveConfig } from '#conformance/config/resolve-config';
import { asUsageErrorAsync } from './values.ts';

interface SettingsOptions extends ResolveOptions {
  /** Where to look for the configuration file. */
  cwd?: string;
  env?: NodeJS.ProcessEnv;
}

/**
 * The settings of a run from flags, environment, and configuration file.
 * @throws UsageError if these cannot work; nothing has been sent then
 * @throws SetupFault if the configuration names something that does not exist, unless `on_fault` keeps such faults
 */
export async function readSettings(
  flags: ConformFlags,
  { cwd = process.cwd(), env = process.env, ...options }: SettingsOptions = {},
): Promise<Settings> {
  return asUsageErrorAsync(async () => resolveConfig(flags, cwd, env, options));
}
