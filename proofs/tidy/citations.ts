import { isClauseId } from '#spec/clauses/index';
import { findIds } from '../trace/citations.ts';
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
