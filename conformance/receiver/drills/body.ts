/** SIG-5: bodies that change if anything parses, decodes, or filters them before they are verified. */
import type { Shape } from '../compose.ts';
import { makePayload, withMember, withNote, type Write } from '../envelope.ts';
import type { Drill } from '../drill.ts';
import type { DrillContext } from '../drill-context.ts';
import { accepts, shouldAccept } from './pair.ts';

const withNumber = (number: string): Write => withMember(`"note_number":${number}`);

/** Deliveries to compare with: a receiver that rejects one of these objects to the extra member, not to how the body is written. */
const PLAIN_TEXT: Shape = { write: withNote('plain') };
const ESCAPED_TEXT: Shape = { write: withNote(String.raw`caf\u00e9`) };
const PLAIN_NUMBER: Shape = { write: withNumber('1') };

const BEYOND_ASCII = withNote('café 漢字 🌾');

type Row = readonly [name: string, title: string, write: Write];

/** The same JSON, laid out differently. */
const LAYOUTS: readonly Row[] = [
  ['indented', 'with indents and line breaks', (envelope) => JSON.stringify(envelope, null, 2)],
  ['tabs', 'with tabs and CRLF', (envelope) => JSON.stringify(envelope, null, '\t').replaceAll('\n', '\r\n')],
  [
    'blanks',
    'with spaces around its colons',
    (envelope) => JSON.stringify(envelope, null, 1).replaceAll(/\n */g, ' ').replaceAll('":', '" :'),
  ],
  ['leading-blanks', 'that begins with spaces', (envelope) => `  \n${JSON.stringify(envelope)}`],
  ['trailing-newline', 'that ends in a line break', (envelope) => `${JSON.stringify(envelope)}\n`],
  ['trailing-crlf', 'that ends in CRLF and spaces', (envelope) => `${JSON.stringify(envelope)}\r\n  `],
  [
    'key-order',
    'with its members in a different order',
    ({ id, type, event, livemode, created_at, data }) => JSON.stringify({ data, created_at, livemode, event, type, id }),
  ],
];

const TEXTS: readonly Row[] = [
  ['escapes', 'with é written as \\u00e9', withNote(String.raw`caf\u00e9`)],
  ['slashes', 'with its slashes escaped', withNote(String.raw`a\/b`)],
  ['backslashes', 'with backslashes and quotes in a string', withNote(String.raw`a \\ \"b\" \t c`)],
  ['non-ascii', 'with é, 漢 and an emoji in it', BEYOND_ASCII],
  ['decomposed', 'with é in two code points', withNote('cafe\u0301')],
  ['line-separators', 'with U+2028 in it', withNote('a\u2028b')],
  ['zero-width', 'with zero-width characters in it', withNote('a\u200Bb\u200Dc\u2060d')],
  ['no-break-space', 'with a no-break space in it', withNote('1\u00A0000')],
  ['byte-order-mark', 'with U+FEFF inside a string', withNote('a\u{FEFF}b')],
  ['html', 'with <, > and & in it', withNote('<b>A&B</b>')],
  ['ampersand', 'with & and = in it, as in a form', withNote('a=1&b=2')],
  ['entities', 'with &amp; in it', withNote('Smith &amp; Sons')],
  ['plus', 'with + in it', withNote('1+1')],
  ['percent', 'with %20 and %41 in it', withNote('100%25 of%20it %41')],
  ['blanks-in-text', 'with several spaces in a string', withNote('a   b')],
];

const NUMBERS: readonly Row[] = [
  ['one-point-zero', 'with 1.0 in it', withNumber('1.0')],
  ['exponents', 'with 1e2 and 1E-7 in it', withMember('"note_number":1e2,"note_other":1E-7')],
  ['trailing-zeros', 'with 305.50 in it', withNumber('305.50')],
  ['big-integer', 'with an integer beyond 2^53 in it', withNumber('9007199254740993')],
  ['long-decimal', 'with more digits than a double holds', withNumber('0.1234567890123456789012')],
  ['negative-zero', 'with -0 in it', withNumber('-0')],
];

/** Legal JSON that many databases and parsers reject. */
const HARD_TEXTS: readonly (readonly [name: string, title: string, note: string, cause: string])[] = [
  [
    'nul-escape',
    'with \\u0000 in a string',
    String.raw`a\u0000b`,
    'The receiver cannot store NUL (\\u0000), as in the jsonb of PostgreSQL. Return 2xx, and store the raw bytes, or remove the NUL.',
  ],
  [
    'suspicious',
    'with what looks like an attack in a string',
    "O'Brien <script>alert(1)</script> ' OR 1=1 -- UNION SELECT ../../etc/passwd",
    'A firewall in front of it mistakes the string for an attack: exempt this path, since the signature proves who sent it.',
  ],
  [
    'lone-surrogate',
    'with half a surrogate pair, \\ud83c, in a string',
    String.raw`a\ud83c b`,
    'Its parser rejects the escape of a lone surrogate: return 2xx, and replace the character.',
  ],
];

const KIB = 1024;
/** The document states no limit, and its payloads have a few kilobytes. */
const SIZES: readonly (readonly [name: string, title: string, bytes: number])[] = [
  ['90-kib', 'of 90 KiB', 90 * KIB],
  ['1-mib', 'of 1 MiB', 1024 * KIB],
];

const ofSize = (bytes: number): Shape => ({ write: withNote('grain '.repeat(bytes / 6)) });
/** A delivery with long names has a few kilobytes. */
const SMALL_KIB = 16;

/** Finds the size limit of a receiver that rejects large bodies, between two powers of two, and explains it. */
async function explainSize(t: DrillContext): Promise<string> {
  let largest = 0;
  for (let kib = 1; kib < 1_024 && (await t.deliver(ofSize(kib * KIB))).is_accepted; kib *= 2) largest = kib;
  const limit = largest === 0 ? 'no body of 1 KiB' : `bodies of ${largest} KiB, and none of ${2 * largest} KiB`;
  return `It accepts ${limit}: the body parser or a proxy has a limit, or the body is read only in part. ${
    largest < SMALL_KIB ? 'A delivery with long names can be as long: allow 2 MiB.' : 'No delivery is that long today.'
  }`;
}

/** Members that the document does not have (yet). */
const UNKNOWN_MEMBERS: Write = (envelope) =>
  JSON.stringify({
    ...envelope,
    api_version: '1.1.0',
    data: { ...makePayload(envelope.type), note: 'new', terms: { net_days: 30 }, tags: ['new', 1, null] },
  });

function unchanged(rows: readonly Row[], twin?: Shape): readonly Drill[] {
  return rows.map(([name, what, write]) =>
    accepts(`SIG-5/${name}`, `A body ${what} is verified as it arrived`, { write }, { twin }),
  );
}

const halve = (body: Buffer): readonly number[] => [Math.floor(body.length / 2)];

export const BODY_DRILLS: readonly Drill[] = [
  ...unchanged(LAYOUTS),
  ...unchanged(TEXTS, PLAIN_TEXT),
  ...unchanged(NUMBERS, PLAIN_NUMBER),
  accepts(
    'SIG-5/in-pieces',
    'A body that arrives in pieces is verified as a whole',
    {
      write: BEYOND_ASCII,
      // Inside characters, so that no piece alone is valid UTF-8.
      cuts: (body) => [body.indexOf('é') + 1, body.indexOf('漢') + 2, body.indexOf('🌾') + 2],
    },
    {
      cause: 'It decodes each piece separately, or treats the first one as the whole body: join the bytes first.',
      twin: { write: BEYOND_ASCII },
    },
  ),
  ...HARD_TEXTS.map(([name, what, note, cause]) =>
    shouldAccept(`SIG-5/${name}`, `A body ${what} is accepted`, { write: withNote(note) }, cause, ESCAPED_TEXT),
  ),
  shouldAccept(
    'SIG-5/without-length',
    'A body without a Content-Length is accepted',
    { is_chunked: true, cuts: halve },
    'A proxy or the receiver requires a Content-Length, or treats the first chunk as the whole body. The document does not say whether the marketplace sends a length.',
    { cuts: halve },
  ),
  shouldAccept(
    'SIG-5/empty-data',
    'An event whose data is empty is accepted',
    { type: 'marketplace.note', data: {} },
    'It treats an empty `data` as missing. An unknown type can have any data (VER-2).',
    { type: 'marketplace.note', data: makePayload('bid.accepted') },
  ),
  ...SIZES.map(([name, what, bytes]) =>
    accepts(`SIG-5/${name}`, `A body ${what} is accepted`, ofSize(bytes), {
      explain: explainSize,
      twin: PLAIN_TEXT,
      is_advice: true,
    }),
  ),
  shouldAccept(
    'SIG-5/unknown-members',
    'Unknown members of the envelope and of data are ignored',
    { write: UNKNOWN_MEMBERS },
    'A strict schema rejects unknown members, or it cannot store an object or an array: ignore unknown members, because new ones can be added.',
  ),
  shouldAccept(
    'EVT-1/without-alias',
    'An event without the deprecated alias `event` is accepted',
    {
      write: ({ id, type, livemode, created_at, data }) => JSON.stringify({ id, type, livemode, created_at, data }),
    },
    'It reads `event`, which is deprecated and can be removed: read `type`.',
  ),
];
