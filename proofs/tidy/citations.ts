import { isClauseId } from '#spec/clauses/index';
import { citationsOf, findIds } from '../trace/citations.ts';
import { examineEach, listTypeScript, type Rule } from './rule.ts';

export const citedClauses: Rule = {
  name: 'every clause that the code cites exists',
  examine: (repository) => {
    const citations = listTypeScript(repository).flatMap((source) => citationsOf(source));
    return examineEach(citations, ({ id, path, line }) =>
      isClauseId(id) ? [] : [{ path, line, message: `cites ${id}, and there is no such clause` }],
    );
  },
};

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
