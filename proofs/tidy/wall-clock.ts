import { lineOf, nodesOf, ts, type Node } from '../syntax.ts';
import { isBackstage, judgeEach, listTypeScript, type Rule } from './rule.ts';

/** The only files that ask the machine for the time, for chance, or to be woken. */
const SOURCES_OF_TIME_AND_CHANCE: ReadonlySet<string> = new Set([
  'client/clock.ts',
  'mock/dashboard/state/time.ts',
  'mock/ports/clock.ts',
  'mock/ports/random.ts',
  'mock/ports/timer.ts',
]);

const BANNED_CALLS: ReadonlySet<string> = new Set(['setTimeout', 'setInterval', 'randomUUID', 'Date']);
const BANNED_MEMBERS: ReadonlySet<string> = new Set([
  'Date.now',
  'Math.random',
  'crypto.randomUUID',
  'globalThis.setTimeout',
  'globalThis.setInterval',
]);

export const wallClock: Rule = {
  name: 'time, chance and timers come from mock/ports/clock.ts, random.ts and timer.ts, client/clock.ts, and mock/dashboard/state/time.ts',
  examine: (repository) => {
    const judged = listTypeScript(repository).filter(
      (source) => !isBackstage(source.path) && !SOURCES_OF_TIME_AND_CHANCE.has(source.path),
    );
    return judgeEach(judged, (source) =>
      nodesOf(source).flatMap((node) => {
        const used = findBanned(node);
        if (used === undefined) return [];
        return [{ path: source.path, line: lineOf(source, node.getStart(source.tree)), message: `uses ${used}` }];
      }),
    );
  },
};

function findBanned(node: Node): string | undefined {
  if (ts.isNewExpression(node) && node.expression.getText() === 'Date' && (node.arguments?.length ?? 0) === 0)
    return 'new Date()';
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && BANNED_CALLS.has(node.expression.text)) {
    return `${node.expression.text}()`;
  }
  if (ts.isPropertyAccessExpression(node) && BANNED_MEMBERS.has(node.getText())) return node.getText();
  if (ts.isImportSpecifier(node) && BANNED_CALLS.has((node.propertyName ?? node.name).text))
    return (node.propertyName ?? node.name).text;
  return undefined;
}
