/** The rows of the matrix. */
import { VARIANTS } from '#mock/mutations/variants/index';
import type { Deviation } from '../infection/shadows.ts';
import { CLEAN } from '../job.ts';
import { KILLABLE } from '../test-gate.ts';
import type { RowJob } from './row.ts';

export const DEVIATIONS: readonly Deviation[] = [...KILLABLE, ...VARIANTS];

/** The kind and name of each row. */
export const ROWS: readonly Pick<RowJob, 'kind' | 'name'>[] = [
  ...[CLEAN, ...VARIANTS].map(({ name }) => ({ kind: 'variant' as const, name })),
  ...KILLABLE.map(({ name }) => ({ kind: 'violation' as const, name })),
];
