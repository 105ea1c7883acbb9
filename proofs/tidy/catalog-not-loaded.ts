import { closureOf } from './graph.ts';
import { examineEach, type Rule } from './rule.ts';

const ENTRY_OF_MOCK = 'mock/index.ts';

/** The catalog of clauses is large, and the mock does not need it at run time. */
export const catalogNotLoaded: Rule = {
  name: 'the mock starts without loading the catalog of clauses',
  examine: (repository) =>
    examineEach([...closureOf(repository, ENTRY_OF_MOCK)], (path) =>
      path.startsWith('spec/clauses/') ? [{ path, message: `is loaded by ${ENTRY_OF_MOCK}: import its types only` }] : [],
    ),
};
