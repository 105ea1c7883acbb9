import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { CheckResult, RunReport } from '#conformance/check/verdicts';
import { findBestReproduction } from '#conformance/reports/grouping';
import { closestName } from '#spec/closest-name';
import type { Command } from 'commander';
import { ExitCode, UsageError } from './errors.ts';
import { addExamples, addOptions } from './flags/options.ts';
import { readReport } from './flags/selection.ts';

interface ReproFlags {
  run?: boolean;
  target?: string;
}

/** The exit code of a script that could neither confirm nor refute the finding. */
const EXIT_NO_CLAIM = 2;
/** The command that runs this program. */
const GRISTMILL = `${process.execPath} ${process.argv[1] ?? ''}`;
/** The time limit of a script. */
const TIMEOUT_MS = 5 * 60_000;

export function configure(command: Command): void {
  command
    .argument('<report>', 'JSON report of gristmill conform')
    .argument(
      '[check]',
      'check that failed; without it, or with a clause such as BID-26, lists these checks and what their scripts do',
    )
    .action(async (path: string, check: string | undefined, flags: ReproFlags) => {
      throw new ExitCode(await reproduce(path, check, flags));
    });
  addOptions(command, [
    ['--run', 'run the script instead of printing it'],
    ['--target <url>', 'with --run: use another base URL than that of the report'],
  ]);
  addExamples(
    command,
    [
      'gristmill repro report.json',
      'gristmill repro report.json BID-26/rejected > reproduce.sh',
      'gristmill repro report.json BID-26/rejected --run',
    ],
    '0 printed, or not reproduced; 1 reproduced; 2 could not run',
  );
}

/** @returns the exit code @throws UsageError */
async function reproduce(path: string, id: string | undefined, { run, target }: ReproFlags): Promise<number> {
  const report = readReport('repro', path);
  const failed = report.checks.filter((check) => findBestReproduction(check) !== undefined);
  if (id === undefined) return listFailed(failed, path);
  // A clause or an area, as for conform.
  const matching = failed.filter((one) => one.id.startsWith(`${id}/`) || one.id.startsWith(`${id}-`));
  if (matching.length > 0) return listFailed(matching, path);
  const check = failed.find((one) => one.id === id);
  if (check === undefined) throw new UsageError('repro', explainMissing(report, failed, id, path));
  const best = findBestReproduction(check);
  if (best === undefined) throw new Error('a check that failed has a finding');
  const { script } = best.reproduction;
  if (run === true) return runScript(script, target);
  process.stdout.write(script);
  return 0;
}

/** Prints one line per check: whether its script repeats the requests or runs the check again, the id, and the title. */
function listFailed(failed: readonly CheckResult[], path: string): number {
  if (failed.length === 0) process.stdout.write(`Nothing in ${path} can be reproduced: no check failed or warned.\n`);
  for (const check of failed) {
    const sends_requests = findBestReproduction(check)?.reproduction.reruns_because === undefined;
    process.stdout.write(`${sends_requests ? 'repeats the requests' : 'runs the check again'}  ${check.id}  ${check.title}\n`);
  }
  return 0;
}

function explainMissing({ checks }: RunReport, failed: readonly CheckResult[], id: string, path: string): string {
  const known = checks.find((one) => one.id === id);
  if (known !== undefined)
    return `${id} has nothing to reproduce: its verdict in ${path} is ${known.verdict.replaceAll('_', ' ')}`;
  const closest = closestName(
    id,
    failed.map((one) => one.id),
  );
  return `${path} has no check ${id}; ${closest === undefined ? `gristmill repro ${path} lists those that failed` : `did you mean ${closest}?`}`;
}

/** @returns the exit code of the script; 2 if it did not end in time */
async function runScript(script: string, target: string | undefined): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'gristmill-repro-'));
  const path = join(folder, 'reproduce.sh');
  writeFileSync(path, script);
  // The script uses the node and the gristmill that run this command.
  const env = { GRISTMILL, ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}` };
  try {
    return await new Promise((resolve, reject) => {
      const shell = spawn('sh', [path, ...(target === undefined ? [] : [target])], {
        env,
        stdio: 'inherit',
        timeout: TIMEOUT_MS,
      });
      shell.on('error', () => {
        reject(new UsageError('--run', 'the command sh is not available here; print the script and run it elsewhere'));
      });
      shell.on('exit', (code) => {
        resolve(code ?? EXIT_NO_CLAIM);
      });
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
