/** The rows of the matrix. */
import { VARIANTS } from '#mock/mutations/variants/index';
import type { Deviation } from '../infection/shadows.ts';
import { CLEAN } from '../job.ts';
import { KILLABLE } from '../test-gate.ts';
import type { RowJob } from './row.ts';

/** Every `of`th deviation, from the `index`th on; both count from 1. */
export interface Slice {
  readonly index: number;
  readonly of: number;
}

/** The violations and variants of a slice. */
export function deviationsOf({ index, of }: Slice): readonly Deviation[] {
  return [...KILLABLE, ...VARIANTS].filter((_, i) => i % of === index - 1);
}

/** The kind and name of each row of a slice. The first slice also has the clean mock. */
export function rowsOf(slice: Slice): readonly Pick<RowJob, 'kind' | 'name'>[] {
  const rows = deviationsOf(slice).map(({ name }): Pick<RowJob, 'kind' | 'name'> => ({
    kind: VARIANTS.some((one) => one.name === name) ? 'variant' : 'violation',
    name,
  }));
  return slice.index === 1 ? [{ kind: 'variant', name: CLEAN.name }, ...rows] : rows;
}
