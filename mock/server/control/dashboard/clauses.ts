import { refuse } from '../../../market/rules/refusal.ts';
import { controlOperation } from '../endpoint/operation.ts';

export const CLAUSES = [
  controlOperation('get', '/clauses/{id}', {
    summary: 'Read a clause of the API document',
    act: async ({ path: { id = '' } }) => {
      // Loaded on first use, because the mock does not need the catalog otherwise.
      const { findClause } = await import('#spec/clauses/index');
      return findClause(id) ?? refuse('not_found', { message: 'There is no such clause.' });
    },
  }),
];
