import { readRunFlags } from '#conformance/config/flags';
import type { ConformFlags } from '#conformance/config/flags';
import { asUsageError } from '../flags/as-usage-error.ts';
import { chooseChecks } from '../flags/choose-checks.ts';

/** Prints what a selection means, one check a line. Sends nothing. */
export function listChecks(flags: ConformFlags): number {
  const settings = asUsageError(() => readRunFlags(flags, 'areas'));
  for (const { id, title } of chooseChecks('conform', settings)) {
    process.stdout.write(`${id}  ${title}\n`);
  }
  return 0;
}
