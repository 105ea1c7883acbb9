import { globSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import type { RunLedger } from '#client';
import { ConfigError, NO_LEDGER, Run, cleanUp, listIrrevocable, reopenLedger, senderOf } from '#client';
import { LEDGER_FOLDER, findTarget, readOffline } from '#conformance/config/resolve-config';
import { asUsageErrorOf } from '../flags/as-usage-error.ts';
import type { CleanupFlags } from './cleanup-flags.ts';
import { readSettings } from '../flags/conform-settings.ts';
import { UsageError } from '../usage-error.ts';

const EXIT_LEFT = 3;

/** @returns the exit code: 3 where something is left that another try may take back */
export async function runCleanup(flags: CleanupFlags): Promise<number> {
  // Also where there is nothing to take back: what was typed wrongly is said.
  const configured = await findConfigured(flags);
  const paths = flags.ledger === undefined ? globSync(`${LEDGER_FOLDER}/ledger-*.jsonl`).toSorted() : [flags.ledger];
  if (paths.length === 0) say(`There is nothing to clean up: ${LEDGER_FOLDER} has no ledger here.`);
  let is_left = false;
  for (const path of paths) is_left = (await cleanUpOne(path, flags, configured)) || is_left;
  return is_left ? EXIT_LEFT : 0;
}

/** Where tokens may go. */
interface Configured {
  target: string | undefined;
  has_tokens: boolean;
}

/** @throws UsageError for flags, a file or a target that cannot work */
async function findConfigured(flags: CleanupFlags): Promise<Configured> {
  return asUsageErrorOf(async () => {
    const { loaded } = await readOffline({ ...flags, ledger: false }, process.cwd());
    const has_tokens = Object.keys(loaded.config.actors ?? {}).length > 0;
    return { target: findTarget(flags, loaded, process.env), has_tokens };
  });
}

/** A ledger is a file like any other: tokens go where the operator says, not where it says. @throws UsageError */
function refuseElsewhere(path: string, base_url: string, { target, has_tokens }: Configured): void {
  if (target === undefined && !has_tokens) return;
  const origin = URL.parse(base_url)?.origin;
  if (target !== undefined && origin !== undefined && origin === new URL(target).origin) return;
  const configured = target === undefined ? 'no target is configured' : `the configured target is ${target}`;
  throw new UsageError(
    '--ledger',
    `${path} is of ${base_url}, and ${configured}; to clean up there, give ${base_url} as the target`,
  );
}

/** @returns whether something is left */
async function cleanUpOne(path: string, flags: CleanupFlags, configured: Configured): Promise<boolean> {
  const ledger = reopen(path);
  try {
    const { base_url, started_at } = ledger.header;
    say(
      `${path}: ${ledger.open.length} of ${ledger.all.length} to take back from ${base_url}, made on ${started_at.slice(0, 10)}.`,
    );
    if (ledger.open.length === 0) return false;
    if (flags.target === undefined) refuseElsewhere(path, base_url, configured);
    const settings = await readSettings({ ...flags, target: flags.target ?? base_url, ledger: false }, undefined, undefined, {
      on_fault: 'keep',
    });
    if (settings.base_url !== base_url) {
      throw new UsageError(
        'target',
        `${path} is of ${base_url}, and that is where what it tells of was made; leave the target out`,
      );
    }
    if (settings.read_only_reason !== undefined) throw new UsageError('--allow-writes', settings.read_only_reason);
    await ask(listIrrevocable(ledger), flags);
    return await takeBack(ledger, new Run(settings, NO_LEDGER));
  } finally {
    ledger.close();
  }
}

function reopen(path: string): RunLedger {
  try {
    return reopenLedger(path);
  } catch (error) {
    if (error instanceof ConfigError) throw new UsageError(error.key, error.message.slice(error.key.length + 2));
    throw error;
  }
}

/** What stays whatever is done is shown first, and agreed to; with --yes it is shown at the end alone. */
async function ask(staying: readonly string[], { yes }: CleanupFlags): Promise<void> {
  if (yes === true) return;
  for (const line of staying) say(`  will stay: ${line}`);
  if (!process.stdin.isTTY)
    throw new UsageError('--yes', 'nobody is there to ask; give --yes to take back what can be taken back');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question('Take back all the rest? [y/N] ').finally(() => {
    terminal.close();
  });
  if (!/^y(es)?$/i.test(answer.trim())) throw new UsageError('cleanup', 'nothing was done');
}

async function takeBack(ledger: RunLedger, run: Run): Promise<boolean> {
  try {
    const { redactor, settings } = run;
    const { gone, kept, left } = await cleanUp(ledger, senderOf(run, settings.time_limit_ms));
    say(`  gone: ${gone}`);
    for (const line of kept) say(`  stays: ${redactor.redact(line)}`);
    for (const line of left) say(`  left: ${redactor.redact(line)}`);
    return left.length > 0;
  } finally {
    await run.close();
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
