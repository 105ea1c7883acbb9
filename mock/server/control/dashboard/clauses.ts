import { refuse } from '../../../market/rules/refusal.ts';
import type { ControlOperation } from '../endpoint/operation.ts';
import { controlOperation } from '../endpoint/operation.ts';

export const CLAUSES: readonly ControlOperation[] = [
  controlOperation({
    method: 'get',
    path: '/clauses/{id}',
    area: 'dashboard',
    summary: 'Read a clause of the API document',
    act: async ({ path: { id = '' } }) => {
      // The mock runs without the catalog, so it is loaded on first use.
      const { findClause } = await import('#spec/clauses/index');
      return findClause(id) ?? refuse('not_found', { message: 'There is no such clause.' });
    },
  }),
];
