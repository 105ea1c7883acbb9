/** Flags that choose the checks or drills of a run, and the reports of earlier runs. */
import type { Selection } from '#client';
import type { RunReport } from '#conformance/check/verdicts';
import { parseReport } from '#conformance/reports/index';
import type { Selectable, SelectedFrom } from '#conformance/runner/select';
import { SelectionError, select } from '#conformance/runner/select';
import { UsageError, messageOf } from '../errors.ts';
import { readFlagFile } from './values.ts';

/** @throws UsageError if the selection is empty @param command the command whose flags they are, such as `conform` */
export function chooseFrom<Item extends Selectable>(
  command: string,
  items: readonly Item[],
  selection: Selection,
  from?: SelectedFrom,
): readonly Item[] {
  try {
    return select(items, selection, from);
  } catch (error) {
    if (error instanceof SelectionError) throw new UsageError(error.flag ?? command, error.why);
    throw error;
  }
}

const SELECTING = {
  only: '--only',
  skip: '--skip',
  clause: '--clause',
  shard: '--shard',
  rerunFailed: '--rerun-failed',
} as const;

/** The flags that chose the checks or drills of a run, for its report. */
export function describeSelection(
  flags: Partial<Readonly<Record<keyof typeof SELECTING, readonly string[] | string | undefined>>>,
): readonly string[] {
  return Object.entries(SELECTING).flatMap(([name, flag]) => {
    // Object.entries widens the names to string.
    const value = flags[name as keyof typeof SELECTING] ?? [];
    return [value].flat().map((one) => `${flag} ${one}`);
  });
}

/** A JSON report of an earlier run. @param flag the flag that names the file @throws UsageError */
export function readReport(flag: string, path: string): RunReport {
  const text = readFlagFile(flag, path, 'give a report that gristmill wrote with --report json');
  try {
    return parseReport(text, path);
  } catch (error) {
    throw new UsageError(flag, messageOf(error));
  }
}
