import { isTest } from '../repository.ts';
import { lineOf, nodesOf, ts, type Node } from '../syntax.ts';
import { examineEach, listTypeScript, type Rule } from './rule.ts';

const UNFINISHED: ReadonlySet<string> = new Set(['skip', 'only', 'todo', 'fails']);
const UNFINISHED_CALLS: ReadonlySet<string> = new Set(['xit', 'xtest', 'xdescribe', 'fit', 'ftest', 'fdescribe']);

export const unfinishedTests: Rule = {
  name: 'no test is skipped, singled out or left for later',
  examine: (repository) => {
    const examined = listTypeScript(repository).filter((source) => isTest(source.path));
    return examineEach(examined, (source) =>
      nodesOf(source)
        .filter((node) => isUnfinished(node))
        .map((node) => ({
          path: source.path,
          line: lineOf(source, node.getStart(source.tree)),
          message: `has ${node.getText()}`,
        })),
    );
  },
};

function isUnfinished(node: Node): boolean {
  if (ts.isIdentifier(node)) return UNFINISHED_CALLS.has(node.text) && ts.isCallExpression(node.parent);
  if (!ts.isPropertyAccessExpression(node) || !UNFINISHED.has(node.name.text)) return false;

  let root: Node = node.expression;
  while (ts.isPropertyAccessExpression(root) || ts.isCallExpression(root)) root = root.expression;
  return ts.isIdentifier(root) && ['test', 'it', 'describe'].includes(root.text);
}
