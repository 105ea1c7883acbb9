/**
 * `npm run crash -- [--kills 200] [--fault NAME] [--postgres]`: kills a mock under load, or one of three on PostgreSQL each second, and prints
 * what was lost. Exits with 1 if anything was, or if the load left something out.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeFolder } from '../conform/run-cli.ts';
import { startPostgres } from '../postgres.ts';
import { ROOT } from '../text-file.ts';
import { startClusterDeployment } from './cluster-deployment.ts';
import type { Deployment } from './file-deployment.ts';
import { startFileDeployment } from './file-deployment.ts';
import type { CrashFigures, CrashOptions } from './run.ts';
import { describeFigures, listUntested, runCrashes } from './run.ts';

const POSTGRES_EVERY_MS = 1_000;

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    writes: { type: 'string', default: '60' },
    fault: { type: 'string' },
    postgres: { type: 'boolean', default: false },
  },
});

async function run(deployment: Deployment, pace: Partial<CrashOptions>): Promise<CrashFigures> {
  return runCrashes(deployment, {
    seed: values.seed,
    kills: Number(values.kills),
    ...pace,
    report: (progress) => {
      if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${progress}`);
    },
  });
}

async function runOnFile(): Promise<CrashFigures> {
  using folder = makeFolder();
  await using deployment = await startFileDeployment(join(folder.path, 'world.db'), values.fault);
  return await run(deployment, { writes_between: Number(values.writes) });
}

async function runOnPostgres(): Promise<CrashFigures> {
  // One process starts each second, and the built one does so in half of the time.
  execFileSync(process.execPath, ['tools/build.ts'], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  await using postgres = await startPostgres();
  await using deployment = await startClusterDeployment(await postgres.createDatabase('crash'), join(ROOT, 'dist/cli/launch.js'));
  return await run(deployment, { every_ms: POSTGRES_EVERY_MS });
}

const figures = await (values.postgres ? runOnPostgres() : runOnFile());
console.log(describeFigures(figures));
const untested = listUntested(figures);
for (const name of untested) console.log(`not tested: the load has 0 ${name}`);
if (untested.length > 0 || Object.values(figures.losses).some((count) => count > 0)) process.exitCode = 1;
