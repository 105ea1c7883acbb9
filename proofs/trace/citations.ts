import { AREAS } from '#spec/clauses/index';
import { isGenerated, isTest, topFolderOf, type TextFile } from '../text-file.ts';
import { scan, type Piece } from './scan.ts';

/** What a citation counts as. A mention counts as nothing, but its clause must exist. */
export type Place = 'contract' | 'implementation' | 'tests' | 'checks' | 'violations' | 'scenarios' | 'mentions';

export interface Citation {
  /** Text in the form of an id. There may be no such clause. */
  readonly id: string;
  readonly place: Place;
  readonly path: string;
  readonly line: number;
  /** The title of the test, check or violation, or the line of the comment. */
  readonly title: string;
}

/**
 * The forms of a citation: in a comment; in the title of a test; as a row, which is a string under `clause` or `clauses`; at the
 * head of a string, as in `WHK-2/secret-shown-once` and, in a test, `WHK-2 the secret is shown once`.
 */
type Form = 'comment' | 'title' | 'row' | 'head';

const ID = String.raw`(?<![\w-])(?:${AREAS.map((area) => area.word).join('|')})-\d+(?!\w)`;
const IDS = new RegExp(ID, 'g');
const HEAD_OF_CHECK = new RegExp(`^${ID}/`);
const WHOLE_ID = new RegExp(`^${ID}$`);
const HEAD_OF_TITLE = new RegExp(`^${ID} `);

/** Folders whose tests count as tests of a clause. Those of the gate show that the gate works. */
const FOLDERS_TESTED: ReadonlySet<string> = new Set(['spec', 'fixtures', 'mock', 'cli', 'proofs']);

/** The catalog defines the ids, and the samples in the tests of these tools prove nothing. */
const SILENT_FOLDERS: readonly string[] = ['spec/clauses/', 'proofs/trace/', 'proofs/tidy/'];

/**
 * Every citation of a clause in one file. An enumeration such as `CONV-1, CONV-5` cites each; `BID-4 to BID-10` cites its two
 * ends only.
 */
export function citationsOf({ path, text }: TextFile): readonly Citation[] {
  if (isGenerated(path) || SILENT_FOLDERS.some((folder) => path.startsWith(folder)) || findIds(text).length === 0) return [];

  const pieces = scan({ path, text });
  return pieces.flatMap((piece, index) => {
    const form = formOf(piece, path);
    if (form === undefined) return [];
    return [...piece.text.matchAll(IDS)].map((match) => ({
      id: match[0],
      place: placeOf(path, form),
      path,
      line: countLines(text, piece.position + (form === 'comment' ? match.index : 0)),
      title: form === 'comment' ? readCommentLine(piece.text, match.index) : findTitle(pieces, index),
    }));
  });
}

/** Everything in a text that has the form of an id. */
export function findIds(text: string): readonly string[] {
  return text.match(IDS) ?? [];
}

/** Receivers import this folder, so it implements what the document requires of receivers. */
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

/** Checks that are rows of a table have their clause in a separate string, such as `['MKT-1', 'commodities', …]`. */
const CHECKS = 'conformance/checks/';

function formOf({ kind, text, is_title, is_row }: Piece, path: string): Form | undefined {
  if (kind === 'comment') return 'comment';
  if (isTest(path) && is_title) return 'title';
  if (is_row) return 'row';
  if (isTest(path) && HEAD_OF_TITLE.test(text)) return 'head';
  return HEAD_OF_CHECK.test(text) || (path.startsWith(CHECKS) && WHOLE_ID.test(text)) ? 'head' : undefined;
}

function countLines(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}

function readCommentLine(comment: string, position: number): string {
  const end = comment.indexOf('\n', position);
  const line = comment.slice(comment.lastIndexOf('\n', position) + 1, end === -1 ? undefined : end);
  return line.replace(/^\s*(?:\/\*\*?|\/\/|\*)\s*/, '').replace(/\s*\*\/$/, '');
}

/** The maximum distance of a title from its name, in characters. */
const TITLE_WITHIN = 500;

/** A sentence is its own title; the title of a name such as `WHK-2/secret-shown-once` is the next sentence. */
function findTitle(pieces: readonly Piece[], index: number): string {
  const piece = pieces[index];
  if (piece === undefined || piece.text.includes(' ')) return piece?.text ?? '';
  const sentence = pieces
    .slice(index + 1)
    .find(({ kind, text, position }) => kind === 'string' && text.includes(' ') && position - piece.position < TITLE_WITHIN);
  return [piece.is_row ? [] : [piece.text], sentence?.text ?? []].flat().join('  ');
}
