import type { Settings } from '#client';
import type { ConformFlags } from '#conformance/config/flags';
import type { ResolveOptions } from '#conformance/config/resolve-config';
import { resolveConfig } from '#conformance/config/resolve-config';
import { asUsageErrorOf } from './values.ts';

/**
 * The settings of a run from flags, environment and configuration file.
 * @throws UsageError if these cannot work; nothing has been sent then
 * @throws SetupFault if the configuration names something that does not exist, unless `options` keep such faults
 */
export async function readSettings(
  flags: ConformFlags,
  cwd: string = process.cwd(),
  env: NodeJS.ProcessEnv = process.env,
  options: ResolveOptions = {},
): Promise<Settings> {
  return asUsageErrorOf(async () => resolveConfig(flags, cwd, env, options));
}
