import type { Check } from '#conformance/check/check';
import { CHECKS } from '#conformance/checks/index';
import type { Selection, Settings } from '#client';
import type { Oracle } from '#conformance/oracles/oracle';
import { ORACLES } from '#conformance/oracles/index';
import type { Selectable, SelectedFrom } from '#conformance/runner/select';
import { SelectionError, select } from '#conformance/runner/select';
import { UsageError } from '../usage-error.ts';

/** What a selection means. @param command whose flags they are, as `conform` @throws UsageError where it means nothing */
export function chooseChecks(command: string, { selection }: Pick<Settings, 'selection'>): readonly (Check | Oracle)[] {
  return chooseFrom<Check | Oracle>(command, [...CHECKS, ...ORACLES], selection);
}

/** The same for anything that can be selected. @throws UsageError where it means nothing */
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
