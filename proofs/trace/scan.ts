/** Finds the comments and strings of a source file. */
import { nodesOf, parseSource, textsOf, ts, type Node } from '../syntax.ts';
import type { TextFile } from '../text-file.ts';

export interface Piece {
  readonly kind: 'comment' | 'string';
  /** Without quotes. Each expression inside a template is replaced by `…`. */
  readonly text: string;
  /** Where it begins in the file, in UTF-16 code units. */
  readonly position: number;
  /** The first argument of `test`, `it`, or `describe`, or of a function such as `test.each(rows)`. */
  readonly is_title: boolean;
  /** The value of a property `clause` or `clauses`, or an element of that value. */
  readonly is_row: boolean;
}

const COMMENT = /\/\/[^\n]*|\/\*[^]*?\*\//g;

/** The comments and strings of a file, by position. */
export function scan(file: TextFile): readonly Piece[] {
  const nodes = nodesOf(parseSource(file));
  const comments = [...blankLiterals(file.text, nodes).matchAll(COMMENT)].map(({ 0: text, index: position }): Piece => ({
    kind: 'comment',
    text,
    position,
    is_title: false,
    is_row: false,
  }));
  const strings = nodes.flatMap((node): readonly Piece[] => {
    const texts = textsOf(node);
    const text = texts.join('…').replaceAll(/\p{Cc}/gu, ' ');
    return texts.length === 0
      ? []
      : [{ kind: 'string', text, position: node.getStart(), is_title: isTitle(node), is_row: isRow(node) }];
  });
  return [...comments, ...strings].toSorted((one, other) => one.position - other.position);
}

/** The text with blanks in place of all that can look like a comment without being one. */
function blankLiterals(text: string, nodes: readonly Node[]): string {
  const literals = nodes.filter(
    (node) => ts.isLiteralExpression(node) || ts.isTemplateMiddleOrTemplateTail(node) || ts.isTemplateHead(node),
  );
  let blanked = '';
  for (const literal of literals) {
    blanked += text.slice(blanked.length, literal.getStart());
    blanked += ' '.repeat(literal.getEnd() - blanked.length);
  }
  return blanked + text.slice(blanked.length);
}

function isTitle(node: Node): boolean {
  const { parent } = node;
  return (
    ts.isCallExpression(parent) && parent.arguments[0] === node && /^(?:test|it|describe)\b/.test(parent.expression.getText())
  );
}

function isRow(node: Node): boolean {
  const value = ts.isArrayLiteralExpression(node.parent) ? node.parent : node;
  const property = ts.isAsExpression(value.parent) ? value.parent.parent : value.parent;
  return ts.isPropertyAssignment(property) && /^clauses?$/.test(property.name.getText());
}
