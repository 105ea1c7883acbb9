import { createInterface } from 'node:readline/promises';
import type { RunLedger } from '#client';
import { NO_LEDGER, Run, cleanUp, listIrrevocable, reopenLedger, senderOf } from '#client';
import { LEDGER_FOLDER, findTarget, readFlagsAndFiles } from '#conformance/config/resolve-config';
import type { ConformFlags } from '#conformance/config/flags';
import { countOf } from '#conformance/reports/text/wording';
import type { Command } from 'commander';
import { ExitCode, UsageError } from './errors.ts';
import { WRITING_OPTIONS, addExamples, addOptions, addTarget } from './flags/options.ts';
import { findLedgers } from './leftovers.ts';
import { readSettings } from './flags/settings.ts';
import { asUsageError, asUsageErrorAsync } from './flags/values.ts';

const EXIT_LEFT = 3;

interface CleanupFlags extends Omit<ConformFlags, 'ledger'> {
  ledger?: string;
  yes?: boolean;
}

export function configure(command: Command): void {
  addOptions(addTarget(command, 'default: the one in the ledger, which records what a run created'), [
    ...WRITING_OPTIONS,
    ['--max-minutes <number>', 'stop after this time (default: 60)'],
    ['--ledger <file>', 'ledger of the run (default: all of .gristmill/ledger-*.jsonl)'],
    ['--yes', 'do not ask for confirmation'],
  ]).action(async (target: string | undefined, flags: CleanupFlags) => {
    throw new ExitCode(await cleanUpAll({ ...flags, target }));
  });
  addExamples(
    command,
    ['gristmill cleanup', 'gristmill cleanup --ledger .gristmill/ledger-1.jsonl --yes'],
    '0 nothing is left that can be deleted, 2 wrong usage, 3 something is left',
  );
}

/** @returns the exit code: 3 if something is left that another attempt could delete */
async function cleanUpAll(flags: CleanupFlags): Promise<number> {
  // Wrong flags are reported even if there is nothing to delete.
  const configured = await findConfigured(flags);
  const paths = flags.ledger === undefined ? findLedgers() : [flags.ledger];
  if (paths.length === 0) print(`There is nothing to clean up: ${LEDGER_FOLDER} has no ledger.`);
  let is_left = false;
  for (const path of paths) is_left = (await cleanUpOne(path, flags, configured)) || is_left;
  return is_left ? EXIT_LEFT : 0;
}

/** The configured target, and whether any actor has a token source. Tokens are sent only to that target. */
interface Configured {
  target: string | undefined;
  has_tokens: boolean;
}

/** @throws UsageError for flags, a file or a target that cannot work */
async function findConfigured(flags: CleanupFlags): Promise<Configured> {
  return asUsageErrorAsync(async () => {
    const { loaded } = await readFlagsAndFiles({ ...flags, ledger: false }, process.cwd());
    const has_tokens = Object.keys(loaded.config.actors ?? {}).length > 0;
    return { target: findTarget(flags, loaded, process.env), has_tokens };
  });
}

/** Only the operator decides where tokens are sent, not a ledger file. @throws UsageError */
function refuseElsewhere(path: string, base_url: string, { target, has_tokens }: Configured): void {
  if (target === undefined && !has_tokens) return;
  const origin = URL.parse(base_url)?.origin;
  if (target !== undefined && origin !== undefined && origin === new URL(target).origin) return;
  const configured = target === undefined ? 'no target is configured' : `the configured target is ${target}`;
  throw new UsageError(
    '--ledger',
    `${path} was written for ${base_url}, and ${configured}; to clean up there, give ${base_url} as the target and add --ledger ${path}`,
  );
}

/** @returns whether something is left */
async function cleanUpOne(path: string, flags: CleanupFlags, configured: Configured): Promise<boolean> {
  const ledger = asUsageError(() => reopenLedger(path));
  try {
    const { base_url, started_at } = ledger.header;
    print(
      `${path}: ${ledger.open.length} of the ${countOf(ledger.all.length, 'object')} that a run created on ${base_url} on ${started_at.slice(0, 10)} may still exist.`,
    );
    if (ledger.open.length === 0) return false;
    if (flags.target === undefined) refuseElsewhere(path, base_url, configured);
    const settings = await readSettings({ ...flags, target: flags.target ?? base_url, ledger: false }, { on_fault: 'keep' });
    if (settings.base_url !== base_url) {
      throw new UsageError(
        'target',
        `${path} was written for ${base_url}, not for this target; give ${base_url} as the target, or choose another ledger with --ledger`,
      );
    }
    if (settings.read_only_reason !== undefined) throw new UsageError('--allow-writes', settings.read_only_reason);
    await ask(listIrrevocable(ledger), flags);
    return await deleteAll(ledger, new Run(settings, NO_LEDGER));
  } finally {
    ledger.close();
  }
}

/** Shows what cannot be deleted and asks for confirmation, except with --yes. */
async function ask(staying: readonly string[], { yes }: CleanupFlags): Promise<void> {
  if (yes === true) return;
  for (const line of staying) print(`  will remain: ${line}`);
  if (!process.stdin.isTTY)
    throw new UsageError('--yes', 'there is no terminal to ask for confirmation; add --yes to delete what can be deleted');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal
    .question(`Delete ${staying.length === 0 ? 'these objects' : 'everything else'}? [y/N] `)
    .finally(() => {
      terminal.close();
    });
  if (!/^y(es)?$/i.test(answer.trim())) throw new UsageError('cleanup', 'canceled; nothing in this ledger was deleted');
}

async function deleteAll(ledger: RunLedger, run: Run): Promise<boolean> {
  try {
    const { redactor, settings } = run;
    const open = ledger.open.length;
    const { gone, kept, left } = await cleanUp(ledger, senderOf(run, settings.time_limit_ms));
    print(`  deleted, or not found: ${gone} of ${open}`);
    for (const line of kept) print(`  cannot be deleted: ${redactor.redact(line)}`);
    for (const line of left) print(`  not deleted: ${redactor.redact(line)}`);
    return left.length > 0;
  } finally {
    await run.close();
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
