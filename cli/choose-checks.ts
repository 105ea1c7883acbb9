import type { Check } from '#conformance/check';
import { CHECKS } from '#conformance/checks/index';
import type { Settings } from '#conformance/config/settings';
import type { Oracle } from '#conformance/oracles/oracle';
import { ORACLES } from '#conformance/oracles/index';
import { SelectionError, select } from '#conformance/runner/select';
import { UsageError } from './usage-error.ts';

/** What a selection means. @throws UsageError where it means nothing */
export function chooseChecks({ selection }: Pick<Settings, 'selection'>): readonly (Check | Oracle)[] {
  try {
    return select<Check | Oracle>([...CHECKS, ...ORACLES], selection);
  } catch (error) {
    if (error instanceof SelectionError) throw new UsageError('conform', error.message);
    throw error;
  }
}
