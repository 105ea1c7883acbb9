import type { Source } from '../syntax.ts';
import { listTypeScript, type Rule } from './rule.ts';

const FILE_LINES_P90 = 200;

/** The linter limits each file. */
export const typicalFileSize: Rule = {
  name: `nine in ten files have at most ${FILE_LINES_P90} lines`,
  examine: (repository) => {
    const sources = listTypeScript(repository);
    const long = sources.filter((source) => countLines(source) > FILE_LINES_P90);
    const findings = long.map((source) => ({ path: source.path, message: `has ${countLines(source)} lines` }));
    return { examined: sources.length, findings: long.length > sources.length / 10 ? findings : [] };
  },
};

function countLines(source: Source): number {
  return source.text.trimEnd().split('\n').length;
}
