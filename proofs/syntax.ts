import { createRequire } from 'node:module';
// A separate workspace has the compiler API, because TypeScript 7, which checks this project, has none.
// oxlint-disable-next-line house/import-matrix -- there is no `#tools`, and only the types are taken.
import type typescript from '../tools/codegen/node_modules/typescript/lib/typescript.js';
import type { TextFile } from './text-file.ts';

const requireFromCodegen = createRequire(new URL('../tools/codegen/package.json', import.meta.url));

/** The compiler API of TypeScript 5.9. The cast is needed for a CommonJS module. */
export const ts: typeof typescript = requireFromCodegen('typescript') as typeof typescript;

export type Node = typescript.Node;

export interface Source extends TextFile {
  readonly tree: typescript.SourceFile;
}

export interface Import {
  readonly specifier: string;
  readonly line: number;
  /** A type import does not exist at run time; a dynamic import runs when it is reached. */
  readonly kind: 'static' | 'dynamic' | 'type';
}

/** Parses one file of TypeScript or JavaScript. Syntax errors are left to the type checker. */
export function parseSource(file: TextFile): Source {
  const tree = ts.createSourceFile(
    file.path,
    file.text,
    { languageVersion: ts.ScriptTarget.ESNext, jsDocParsingMode: ts.JSDocParsingMode.ParseNone },
    true,
  );
  return { path: file.path, text: file.text, tree };
}

export function lineOf(source: Source, position: number): number {
  return source.tree.getLineAndCharacterOfPosition(position).line + 1;
}

/** All nodes of a file, parents before children. */
export function nodesOf(source: Source): readonly Node[] {
  const found: Node[] = [];
  const visit = (node: Node): void => {
    found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source.tree);
  return found;
}

/** The literal parts of a string or template, without the substitutions; an empty list for any other node. */
export function textsOf(node: Node): readonly string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node)) return [node.head.text, ...node.templateSpans.map((span) => span.literal.text)];
  return [];
}

/** Every import of a file: declarations, re-exports, calls of `import()` and types written `import('…')`. */
export function importsOf(source: Source): readonly Import[] {
  return nodesOf(source).flatMap((node) => {
    const found = readImport(node);
    if (found === undefined || !ts.isStringLiteralLike(found.specifier)) return [];
    const line = lineOf(source, node.getStart(source.tree));
    return [{ specifier: found.specifier.text, kind: found.kind, line }];
  });
}

function readImport(node: Node): { specifier: Node; kind: Import['kind'] } | undefined {
  if (ts.isImportDeclaration(node)) {
    const isType = node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
    return { specifier: node.moduleSpecifier, kind: isType ? 'type' : 'static' };
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined) {
    return { specifier: node.moduleSpecifier, kind: node.isTypeOnly ? 'type' : 'static' };
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    return { specifier: node.argument.literal, kind: 'type' };
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const [specifier] = node.arguments;
    return specifier === undefined ? undefined : { specifier, kind: 'dynamic' };
  }
  return undefined;
}
