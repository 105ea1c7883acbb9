import { AREAS } from '#spec/clauses/index';
import { isGenerated, isTest, topFolderOf } from '../repository.ts';
import { commentsOf, lineOf, nodesOf, textsOf, ts, type Node, type Source } from '../syntax.ts';

/** What a citation is worth. A `mention` proves nothing, but the id that it names must exist. */
export type Place = 'contract' | 'implementation' | 'tests' | 'checks' | 'violations' | 'scenarios' | 'mentions';

export interface Citation {
  /** Has the form of an id. Whether there is such a clause is not checked here. */
  readonly id: string;
  readonly place: Place;
  readonly path: string;
  readonly line: number;
}

/**
 * The forms in which an id is said: in a comment; in the title of a test; as a row, which is a string under `clause` or
 * `clauses`; at the head of a string, as in `WHK-2/secret-shown-once` and, in a test, `WHK-2 the secret is shown once`.
 */
type Form = 'comment' | 'title' | 'row' | 'head';

interface Saying {
  readonly form: Form;
  readonly text: string;
  readonly position: number;
}

const ID = String.raw`(?<![\w-])(?:${AREAS.map((area) => area.word).join('|')})-\d+(?!\w)`;
const IDS = new RegExp(ID, 'g');
const HEAD_OF_CHECK = new RegExp(`^${ID}/`);
const HEAD_OF_TITLE = new RegExp(`^${ID} `);

/** Folders whose tests count as tests of a clause. Those of the judges show that the judges work. */
const FOLDERS_TESTED: ReadonlySet<string> = new Set(['spec', 'fixtures', 'mock', 'cli', 'proofs']);

/** The catalogue is what is cited, and the samples of the trace's and the rules' own tests are evidence of nothing. */
const SILENT_FOLDERS: readonly string[] = ['spec/clauses/', 'proofs/trace/', 'proofs/tidy/'];

/**
 * Every citation of a clause in one file. An enumeration such as `CONV-1, CONV-5` cites each; `BID-4 to BID-10` cites its two
 * ends only.
 */
export function citationsOf(source: Source): readonly Citation[] {
  if (isGenerated(source.path) || SILENT_FOLDERS.some((folder) => source.path.startsWith(folder))) return [];

  return sayingsOf(source).flatMap((saying) =>
    [...saying.text.matchAll(IDS)].map((match) => ({
      id: match[0],
      place: placeOf(source.path, saying.form),
      path: source.path,
      line: lineOf(source, saying.position + (saying.form === 'comment' ? match.index : 0)),
    })),
  );
}

/** Whatever in a text has the form of an id. */
export function findIds(text: string): readonly string[] {
  return text.match(IDS) ?? [];
}

/** What receivers import does the duties of receivers. */
const WEBHOOKS = 'conformance/webhooks/';

function placeOf(path: string, form: Form): Place {
  const folder = topFolderOf(path);
  const is_webhooks = path.startsWith(WEBHOOKS);
  if (isTest(path)) return form !== 'comment' && (is_webhooks || FOLDERS_TESTED.has(folder)) ? 'tests' : 'mentions';
  if (path.startsWith('mock/mutations/violations/')) return 'violations';
  if (is_webhooks) return form === 'comment' ? 'implementation' : 'mentions';

  switch (folder) {
    case 'spec':
      return form === 'comment' ? 'implementation' : 'contract';
    case 'mock':
    case 'cli':
      return form === 'comment' ? 'implementation' : 'mentions';
    case 'client':
    case 'conformance':
      return form === 'comment' ? 'mentions' : 'checks';
    case 'scenarios':
      return 'scenarios';
    default:
      return 'mentions';
  }
}

function sayingsOf(source: Source): readonly Saying[] {
  const comments = commentsOf(source).map((comment) => ({ form: 'comment' as const, ...comment }));
  const strings = nodesOf(source).flatMap((node): readonly Saying[] => {
    const texts = textsOf(node);
    const form = texts.length === 0 ? undefined : formOf(node, texts, isTest(source.path));
    if (form === undefined) return [];
    return texts.map((text) => ({ form, text, position: node.getStart(source.tree) }));
  });
  return [...comments, ...strings];
}

function formOf(node: Node, texts: readonly string[], inTest: boolean): Form | undefined {
  if (inTest && isTitle(node)) return 'title';
  if (isRow(node)) return 'row';
  const head = texts[0] ?? '';
  if (HEAD_OF_CHECK.test(head) || (inTest && HEAD_OF_TITLE.test(head))) return 'head';
  return undefined;
}

/** Whether a string is the first argument of `test`, `it` or `describe`, or of what `test.each(rows)` and the like return. */
function isTitle(node: Node): boolean {
  const { parent } = node;
  if (!ts.isCallExpression(parent) || parent.arguments[0] !== node) return false;

  let callee: Node = parent.expression;
  while (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee)) callee = callee.expression;
  return ts.isIdentifier(callee) && ['test', 'it', 'describe'].includes(callee.text);
}

/** Whether a string is the value of a property `clause` or `clauses`, or an element of that value. */
function isRow(node: Node): boolean {
  let value: Node = node;
  while (ts.isArrayLiteralExpression(value.parent) || ts.isAsExpression(value.parent)) value = value.parent;
  const property = value.parent;
  return ts.isPropertyAssignment(property) && property.initializer === value && /^clauses?$/.test(property.name.getText());
}
