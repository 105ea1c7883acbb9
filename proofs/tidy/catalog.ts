import { isClauseId } from '#spec/clauses/index';
import { findIds } from '../trace/citations.ts';
import { closureOf } from './graph.ts';
import { examineEach, type Rule } from './rule.ts';

export const namedClauses: Rule = {
  name: 'every clause that a guide or a README names exists',
  examine: (repository) => {
    const pages = repository.files.filter((file) => file.path.endsWith('.md'));
    return examineEach(pages, ({ path, text }) =>
      findIds(text)
        .filter((id) => !isClauseId(id))
        .map((id) => ({ path, message: `names ${id}, and there is no such clause` })),
    );
  },
};

const ENTRY_OF_MOCK = 'mock/index.ts';

/** The catalog of clauses is large, and the mock does not need it at run time. */
export const catalogNotLoaded: Rule = {
  name: 'the mock starts without loading the catalog of clauses',
  examine: (repository) =>
    examineEach([...closureOf(repository, ENTRY_OF_MOCK)], (path) =>
      path.startsWith('spec/clauses/') ? [{ path, message: `is loaded by ${ENTRY_OF_MOCK}: import its types only` }] : [],
    ),
};
