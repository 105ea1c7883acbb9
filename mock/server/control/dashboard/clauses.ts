import { refuse } from '../../../market/rules/refusal.ts';
import { controlOperation } from '../endpoint/operation.ts';

export const CLAUSES = [
  controlOperation('get', '/clauses/{id}', {
    summary: 'Read a clause of the API document',
    act: async ({ path: { id = '' } }) => {
      // The mock runs without the catalog, so it is loaded on first use.
      const { findClause } = await import('#spec/clauses/index');
      return findClause(id) ?? refuse('not_found', { message: 'There is no such clause.' });
    },
  }),
];
