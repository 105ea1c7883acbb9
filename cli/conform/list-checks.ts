import { findTarget, readOffline } from '#conformance/config/resolve-config';
import type { ConformFlags } from '#conformance/config/flags';
import { asUsageErrorOf } from '../flags/as-usage-error.ts';
import { chooseChecks } from '../flags/choose-checks.ts';

/** Prints what a selection means, one check a line. Sends nothing. @throws UsageError for whatever a run would refuse, too */
export async function listChecks(flags: ConformFlags): Promise<number> {
  const { run } = await asUsageErrorOf(async () => {
    const offline = await readOffline(flags, process.cwd());
    findTarget(flags, offline.loaded, process.env);
    return offline;
  });
  for (const { id, title } of chooseChecks('conform', run)) {
    process.stdout.write(`${id}  ${title}\n`);
  }
  return 0;
}
