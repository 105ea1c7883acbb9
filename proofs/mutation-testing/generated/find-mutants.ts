import { type Node, type Source, lineOf, ts } from '../../syntax.ts';

/** One small change of a source file, as a program could make it anywhere. */
export interface Mutant {
  /** The path from the root of the project. */
  readonly path: string;
  readonly line: number;
  /** Where the replaced text begins and ends in the file, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  readonly original: string;
  readonly replacement: string;
}

const { SyntaxKind } = ts;

const OPERATORS: ReadonlyMap<number, string> = new Map([
  [SyntaxKind.LessThanToken, '<='],
  [SyntaxKind.LessThanEqualsToken, '<'],
  [SyntaxKind.GreaterThanToken, '>='],
  [SyntaxKind.GreaterThanEqualsToken, '>'],
  [SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [SyntaxKind.AmpersandAmpersandToken, '||'],
  [SyntaxKind.BarBarToken, '&&'],
  [SyntaxKind.PlusToken, '-'],
  [SyntaxKind.MinusToken, '+'],
  [SyntaxKind.AsteriskToken, '/'],
  [SyntaxKind.SlashToken, '*'],
]);

/** Calls that narrow, order, or normalize what they are called on, so that leaving them out still runs. */
const REMOVABLE_METHODS: ReadonlySet<string> = new Set([
  'filter',
  'normalize',
  'orderBy',
  'slice',
  'toLowerCase',
  'toSorted',
  'trim',
  'where',
]);

/** Every mutant of a file, in the order of its text. Types, imports, and the throwing of internal errors are left alone. */
export function findMutants(source: Source): readonly Mutant[] {
  const found: Mutant[] = [];
  const visit = (node: Node): void => {
    if (isWithoutBehavior(node, source)) return;
    for (const [target, replacement] of mutate(node, source)) {
      const [start, end] = [target.getStart(source.tree), target.getEnd()];
      const original = source.text.slice(start, end);
      found.push({ path: source.path, line: lineOf(source, start), start, end, original, replacement });
    }
    ts.forEachChild(node, visit);
  };
  visit(source.tree);
  return found;
}

/** The text of the mutated file. @throws Error if the file is not the one that the mutant was found in */
export function applyMutant(text: string, { path, start, end, original, replacement }: Mutant): string {
  if (text.slice(start, end) !== original) throw new Error(`${path} has changed since the mutant was made`);
  return `${text.slice(0, start)}${replacement}${text.slice(end)}`;
}

function isWithoutBehavior(node: Node, { tree }: Source): boolean {
  if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return true;
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true;
  return ts.isThrowStatement(node) && /\bnew \w*Error\(/.test(node.getText(tree));
}

type Replacement = readonly [target: Node, replacement: string];

function mutate(node: Node, { tree }: Source): readonly Replacement[] {
  const textOf = (part: Node): string => part.getText(tree);
  if (ts.isBinaryExpression(node)) {
    const operator = OPERATORS.get(node.operatorToken.kind);
    if (operator !== undefined && !isConcatenation(node, textOf)) return [[node.operatorToken, operator]];
    return node.operatorToken.kind === SyntaxKind.QuestionQuestionToken ? [[node, `(${textOf(node.right)})`]] : [];
  }
  if (ts.isIfStatement(node)) return [[node.expression, `false && (${textOf(node.expression)})`]];
  if (ts.isConditionalExpression(node)) {
    return [
      [node, `(${textOf(node.whenTrue)})`],
      [node, `(${textOf(node.whenFalse)})`],
    ];
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken) return [[node, textOf(node.operand)]];
  if (ts.isNumericLiteral(node)) return ts.isElementAccessExpression(node.parent) ? [] : [[node, String(Number(node.text) + 1)]];
  if (node.kind === SyntaxKind.TrueKeyword) return [[node, 'false']];
  if (node.kind === SyntaxKind.FalseKeyword) return [[node, 'true']];
  if (ts.isExpressionStatement(node) && isCall(node.expression)) return [[node, ';']];
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { expression, name } = node.expression;
    return REMOVABLE_METHODS.has(name.text) ? [[node, textOf(expression)]] : [];
  }
  if (ts.isPropertyAssignment(node) && textOf(node.initializer) !== 'null') return [[node.initializer, 'null']];
  return [];
}

function isCall(node: Node): boolean {
  return ts.isCallExpression(ts.isAwaitExpression(node) ? node.expression : node);
}

/** `'a' + b` is not a sum. */
function isConcatenation(node: Node, textOf: (part: Node) => string): boolean {
  return ts.isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.PlusToken && /['"`]/.test(textOf(node));
}
