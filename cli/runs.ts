/** What the commands that run checks have in common: the setup check, the ledger, Ctrl+C, and unexpected errors. */
import type { Run, RunLedger, Settings } from '#client';
import { SetupFault, cleanUp, describeFault, openLedger, senderOf } from '#client';
import type { Finding } from '#conformance/doctor/finding';
import { describeInternalError } from '#conformance/expectations/describe-internal-error';
import { joinLines } from '#conformance/reports/text/safe-text';
import { asUsageError } from './flags/values.ts';
import { describeEarlierLeftovers, explainCleanUp } from './leftovers.ts';

interface SetUpProblems {
  /** Problems that make a run pointless. */
  fatal: readonly string[];
  /** Warnings. */
  notices: readonly string[];
}

/** Loads the setup check before the first request, because an update can replace the files of this package during a run. */
export async function loadSetUpCheck(): Promise<void> {
  await Promise.all([import('#conformance/doctor/examine'), import('#conformance/doctor/examine-surroundings')]);
}

/** Runs `doctor` before the first check, so that a setup problem is never reported as non-conformance. */
export async function examineSetUp(settings: Settings): Promise<SetUpProblems> {
  const { examine } = await import('#conformance/doctor/examine');
  return findProblems(await examine(settings), settings);
}

/** The problems that are known without `doctor`. */
export async function skipSetUpCheck(settings: Settings): Promise<SetUpProblems> {
  const { examinePublicSecrets } = await import('#conformance/doctor/examine-surroundings');
  return findProblems(examinePublicSecrets(settings), settings);
}

function findProblems(findings: readonly Finding[], settings: Settings): SetUpProblems {
  const format = (level: Finding['level']): readonly string[] =>
    findings
      .filter((finding) => finding.level === level)
      .map(({ about, message, config_key }) => `${about}: ${message}${config_key === undefined ? '' : ` (${config_key})`}`);
  return { fatal: format('bad'), notices: [...format('warn'), ...describeEarlierLeftovers(settings)] };
}

/** Starts the record of what a run creates. @throws UsageError if the file cannot be written */
export function openRunLedger({ ledger_path, base_url, seed }: Settings): RunLedger {
  return asUsageError(() => openLedger(ledger_path, { base_url, marker: seed }));
}

/** Deletes what a run created. @returns what is left */
export async function cleanUpAfter(run: Run, ledger: RunLedger): Promise<readonly string[]> {
  const { kept, left } = await cleanUp(ledger, senderOf(run));
  return [...kept, ...left, ...(left.length === 0 ? [] : explainCleanUp(run.settings))];
}

/**
 * The first Ctrl+C or SIGTERM ends a run: it still writes its reports and cleans up. The second one ends the process.
 * @param options.leaves_objects whether the second one leaves objects on the target
 */
export function stopOnInterrupt({ leaves_objects }: { leaves_objects: boolean }): {
  signal: AbortSignal;
  done: () => void;
} {
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(130);
    process.stderr.write(
      `gristmill: stopping; to end immediately, press Ctrl+C again${leaves_objects ? ', then run gristmill cleanup' : ''}\n`,
    );
    controller.abort(new Error('interrupted'));
  };
  return { signal: controller.signal, done: listenTo(['SIGINT', 'SIGTERM'], onSignal) };
}

/**
 * An uncaught error ends the run instead of the process, so that the reports are still written.
 * @returns the errors so far, and a signal that aborts on the first one
 */
export function catchFaults(): { faults: string[]; signal: AbortSignal; done: () => void } {
  const faults: string[] = [];
  const controller = new AbortController();
  const onFault = (error: unknown): void => {
    faults.push(describeInternalError(error));
    process.stderr.write(`gristmill: ${describeOwnFault(error)}\n`);
    controller.abort(new Error('an error in Gristmill'));
  };
  return { faults, signal: controller.signal, done: listenTo(['uncaughtException', 'unhandledRejection'], onFault) };
}

/** @returns a function that removes the listeners */
function listenTo(names: readonly string[], listener: (value: unknown) => void): () => void {
  for (const name of names) process.on(name, listener);
  return () => {
    for (const name of names) process.off(name, listener);
  };
}

/** One line, or the whole stack if `GRISTMILL_DEBUG` is set. */
export function describeOwnFault(error: unknown): string {
  const text = describeInternalError(error);
  if ((process.env['GRISTMILL_DEBUG'] ?? '') !== '') return text;
  return `${text.split('\n')[0] ?? text}; please report it, with what GRISTMILL_DEBUG=1 adds`;
}

/** What a command prints for an error that is not about how it was called: one message for each fault of the setup, or a single message. */
export function explainError(error: unknown): readonly string[] {
  return error instanceof SetupFault ? error.faults.map((fault) => joinLines(describeFault(fault))) : [describeOwnFault(error)];
}
