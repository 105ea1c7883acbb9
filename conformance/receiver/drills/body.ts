/** SIG-5: bodies that come out differently when something parses them and writes them again before they are verified. */
import type { Shape } from '../compose.ts';
import type { Envelope } from '../envelope.ts';
import { makePayload } from '../envelope.ts';
import type { Drill } from '../drill.ts';
import { shouldTake, takes } from './pair.ts';

type Write = (envelope: Envelope) => string;

/** Writes an envelope with something put into its data, as text. */
function withMember(text: string): Write {
  return (envelope) => {
    const plain = JSON.stringify(envelope);
    // `data` comes last, and is an object with members.
    return `${plain.slice(0, -2)},${text}}}`;
  };
}

/** The plain twin of what has a text, or a number, put into it: a receiver that refuses this one refuses the member. */
const PLAIN_TEXT: Shape = { write: withMember('"note":"plain"') };
const PLAIN_NUMBER: Shape = { write: withMember('"note_number":1') };

const BEYOND_ASCII = withMember('"note":"café 漢字 🌾"');

/** What parses to the same and looks otherwise. */
const KILLERS: readonly (readonly [name: string, title: string, write: Write, twin?: Shape])[] = [
  ['indented', 'with indents and line breaks', (envelope) => JSON.stringify(envelope, null, 2)],
  ['tabs', 'with tabs and CRLF', (envelope) => JSON.stringify(envelope, null, '\t').replaceAll('\n', '\r\n')],
  [
    'blanks',
    'with blanks around its colons',
    (envelope) => JSON.stringify(envelope, null, 1).replaceAll(/\n */g, ' ').replaceAll('":', '" :'),
  ],
  ['leading-blanks', 'that begins with blanks', (envelope) => `  \n${JSON.stringify(envelope)}`],
  ['trailing-newline', 'that ends in a line break', (envelope) => `${JSON.stringify(envelope)}\n`],
  ['trailing-crlf', 'that ends in CRLF and blanks', (envelope) => `${JSON.stringify(envelope)}\r\n  `],
  [
    'key-order',
    'with its members in another order',
    ({ id, type, event, livemode, created_at, data }) => JSON.stringify({ data, created_at, livemode, event, type, id }),
  ],
  ['escapes', 'with é written as \\u00e9', withMember(String.raw`"note":"caf\u00e9"`), PLAIN_TEXT],
  ['slashes', 'with its slashes escaped', withMember(String.raw`"note":"a\/b"`), PLAIN_TEXT],
  ['non-ascii', 'with é, 漢 and an emoji in it', BEYOND_ASCII, PLAIN_TEXT],
  ['decomposed', 'with é in two code points', withMember('"note":"cafe\u0301"'), PLAIN_TEXT],
  ['line-separators', 'with U+2028 in it', withMember('"note":"a\u2028b"'), PLAIN_TEXT],
  ['html', 'with <, > and & in it', withMember('"note":"<b>A&B</b>"'), PLAIN_TEXT],
  ['one-point-zero', 'with 1.0 in it', withMember('"note_number":1.0'), PLAIN_NUMBER],
  ['exponents', 'with 1e2 and 1E-7 in it', withMember('"note_number":1e2,"note_other":1E-7'), PLAIN_NUMBER],
  ['trailing-zeros', 'with 305.50 in it', withMember('"note_number":305.50'), PLAIN_NUMBER],
  ['big-integer', 'with an integer beyond 2^53 in it', withMember('"note_number":9007199254740993'), PLAIN_NUMBER],
  ['long-decimal', 'with more digits than a double holds', withMember('"note_number":0.1234567890123456789012'), PLAIN_NUMBER],
  ['negative-zero', 'with -0 in it', withMember('"note_number":-0'), PLAIN_NUMBER],
];

/** Nothing of the document is longer than some kilobytes, and no bound is stated: what a receiver can hold is told. */
const KIB = 1024;
const SIZES: readonly (readonly [name: string, title: string, bytes: number])[] = [
  ['90-kib', 'of 90 KiB', 90 * KIB],
  ['1-mib', 'of 1 MiB', 1024 * KIB],
];

export const BODY_DRILLS: readonly Drill[] = [
  ...KILLERS.map(([name, title, write, twin]) =>
    takes(`SIG-5/${name}`, `A body ${title} is verified as it came`, { write }, undefined, twin),
  ),
  takes(
    'SIG-5/in-pieces',
    'A body that arrives in pieces is verified as a whole',
    {
      write: BEYOND_ASCII,
      // Inside of characters: each piece by itself is no text.
      cuts: (body) => [body.indexOf('é') + 1, body.indexOf('漢') + 2, body.indexOf('🌾') + 2],
    },
    'Each piece is decoded by itself, or the first is taken for the whole: put the bytes together first.',
    { write: BEYOND_ASCII },
  ),
  shouldTake(
    'SIG-5/without-length',
    'A body without a Content-Length is taken',
    { is_chunked: true },
    'A proxy or the receiver wants the length of the body told: how the marketplace sends it is not stated.',
  ),
  shouldTake(
    'EVT-2/names-in-lower-case',
    'The names of headers in lower case are the same names',
    { writeName: (name) => name.toLowerCase() },
    'The names of headers are compared letter by letter: HTTP does not tell upper and lower case apart.',
  ),
  shouldTake(
    'SIG-5/empty-data',
    'An event whose data is empty is taken',
    { type: 'marketplace.note', data: {} },
    'An empty `data` counts as absent. A type that is not known may carry anything (VER-2).',
  ),
  ...SIZES.map(([name, title, bytes]) =>
    shouldTake(
      `SIG-5/${name}`,
      `A body ${title} is taken`,
      { write: withMember(`"note":${JSON.stringify('grain '.repeat(bytes / 6))}`) },
      'The body parser has a bound (100 kB in Express, 1 MiB in nginx): no delivery is that long today.',
      PLAIN_TEXT,
    ),
  ),
  shouldTake(
    'SIG-5/charset',
    'A Content-Type with a charset is taken',
    { headers: { 'content-type': 'application/json; charset=utf-8' } },
    'The Content-Type is compared as a text.',
  ),
  shouldTake(
    'SIG-5/unknown-members',
    'Members that nobody knows do not matter, in the envelope and in data',
    {
      write: (envelope) =>
        JSON.stringify({ ...envelope, api_version: '1.1.0', data: { ...makePayload(envelope.type), note: 'new' } }),
    },
    'A strict schema refuses what it does not know: the document is open to more.',
  ),
];
