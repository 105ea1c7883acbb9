import { commentsOf, lineOf, nodesOf, ts, type Node, type Source } from '../syntax.ts';
import { isTest } from '../repository.ts';
import { examineEach, listTypeScript, type Finding, type Rule } from './rule.ts';

export const checkedTypes: Rule = {
  name: 'nothing evades the type checker: no any, no !, no @ts-ignore',
  examine: (repository) =>
    examineEach(listTypeScript(repository), (source) => [...examineNodes(source), ...examineComments(source)]),
};

function examineNodes(source: Source): readonly Finding[] {
  return nodesOf(source).flatMap((node) => {
    const message = examineNode(node);
    return message === undefined ? [] : [{ path: source.path, line: lineOf(source, node.getStart(source.tree)), message }];
  });
}

function examineNode(node: Node): string | undefined {
  if (node.kind === ts.SyntaxKind.AnyKeyword) return 'uses any';
  if (ts.isNonNullExpression(node)) return 'asserts with ! that something is there';
  if ((ts.isPropertyDeclaration(node) || ts.isVariableDeclaration(node)) && node.exclamationToken !== undefined) {
    return 'asserts with ! that something is assigned';
  }
  return undefined;
}

/** A test may show that a wrong use does not compile; the directive fails as soon as it does. */
function examineComments(source: Source): readonly Finding[] {
  const banned = isTest(source.path) ? /^\W*@ts-(ignore|nocheck)/ : /^\W*@ts-(ignore|nocheck|expect-error)/;
  return commentsOf(source)
    .filter((comment) => banned.test(comment.text))
    .map((comment) => ({ path: source.path, line: lineOf(source, comment.position), message: 'silences the type checker' }));
}
