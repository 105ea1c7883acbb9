import { readRunFlags } from '#conformance/config/flags';
import type { ConformFlags } from '#conformance/config/flags';
import { ConfigError } from '#conformance/config/config-error';
import { chooseChecks } from './choose-checks.ts';
import { UsageError } from './usage-error.ts';

/** Prints what a selection means, one check a line. Sends nothing. */
export function listChecks(flags: ConformFlags): number {
  try {
    for (const { id, title } of chooseChecks(readRunFlags(flags))) {
      process.stdout.write(`${id}  ${title}\n`);
    }
    return 0;
  } catch (error) {
    if (error instanceof ConfigError) throw new UsageError('conform', error.message);
    throw error;
  }
}
