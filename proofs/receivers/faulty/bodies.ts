/** SIG-5: something else than the raw, unmodified body is signed, or not every body is read. */
import type { IncomingMessage } from 'node:http';
import { readAll, type Parts } from '../clean.ts';
import type { Setup } from '../receiver.ts';
import type { FaultyRow } from './row.ts';

/** The body as another program would have written it. */
export function signsRewritten(rewrite: (raw: Buffer) => string | Buffer): Partial<Parts> {
  return { signedBytes: ({ raw }, t) => Buffer.concat([Buffer.from(`${t}.`), Buffer.from(rewrite(raw))]) };
}

/** What a parser in front makes of the body: of one that is no JSON, nothing that was ever signed. */
function parse(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    return null;
  }
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => sortKeys(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  );
}

/** As Python's json.dumps writes with `ensure_ascii=False`: a space after each comma and colon. */
function spaceAsPython(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => spaceAsPython(item)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, inner]) => `"${key}": ${spaceAsPython(inner)}`)
    .join(', ')}}`;
}

function escapeAsPython(text: string): string {
  return text.replace(/[\u0080-\uffff]/g, (one) => String.raw`\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The members that a class has, in the order in which it has them: what it does not know is not there any more. */
function rebuild(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const known = ['id', 'type', 'event', 'livemode', 'created_at', 'data'];
  // An object has members.
  const members = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(known.map((key) => [key, members[key]]));
}

function dataOf(raw: Buffer): unknown {
  const json = parse(raw);
  return typeof json === 'object' && json !== null && 'data' in json ? json.data : null;
}

/** Each chunk decoded by itself: a character that lies across two chunks is broken. */
async function readAsText(request: IncomingMessage): Promise<Buffer> {
  let text = '';
  // A request without an encoding yields buffers.
  for await (const chunk of request) text += (chunk as Buffer).toString('utf8');
  return Buffer.from(text);
}

async function readFirstChunk(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve) => {
    request.once('data', (chunk: Buffer) => {
      resolve(chunk);
      request.resume();
    });
  });
}

function noteFirstChunk({ effects }: Setup): Partial<Parts> {
  const noted = new Set<string>();
  const known = new WeakSet<IncomingMessage>();
  return {
    read: async (request) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) {
        // A request without an encoding yields buffers.
        chunks.push(chunk as Buffer);
        const id = /"id"\s*:\s*"([^"]+)"/.exec(String(chunks[0]))?.[1];
        if (chunks.length > 1 || id === undefined) continue;
        if (noted.has(id)) known.add(request);
        noted.add(id);
      }
      return Buffer.concat(chunks);
    },
    work: ({ id }, request) => Promise.resolve(known.has(request) ? undefined : effects.record(id)),
  };
}

/** name, what is wrong, what is signed, and the words of the explanation. */
const REWRITES: readonly (readonly [string, string, (raw: Buffer) => string | Buffer, string?])[] = [
  [
    'stringified',
    'It signs JSON.stringify of the parsed body, a parser having taken the raw one.',
    (raw) => JSON.stringify(parse(raw)),
    'JSON.stringify',
  ],
  [
    'rebuilt',
    'It signs what an object of its own class is written as, with the members that it knows in their order.',
    (raw) => JSON.stringify(rebuild(parse(raw))),
    'JSON.stringify',
  ],
  ['pretty-printed', 'It signs the parsed body, pretty-printed.', (raw) => JSON.stringify(parse(raw), null, 2), 'pretty-printed'],
  [
    'dumped-as-python',
    'It signs what json.dumps of Python makes of the parsed body.',
    (raw) => escapeAsPython(spaceAsPython(parse(raw))),
  ],
  [
    'dumped-as-python-in-utf8',
    'It signs what json.dumps writes with ensure_ascii=False.',
    (raw) => spaceAsPython(parse(raw)),
    'with a space',
  ],
  ['escaped', 'It escapes what is not ASCII.', (raw) => escapeAsPython(raw.toString('utf8')), 'everything escaped'],
  ['read-as-ascii', 'It reads the body as ASCII.', (raw) => raw.toString('ascii'), 'as ASCII'],
  ['no-white-space', 'It removes all white space.', (raw) => raw.toString('utf8').replaceAll(/\s/g, ''), 'all white space'],
  [
    'single-spaces',
    'It turns all white space into single spaces.',
    (raw) => raw.toString('utf8').replaceAll(/\s+/g, ' '),
    'single spaces',
  ],
  ['sorted-keys', 'It signs the parsed body with its keys sorted.', (raw) => JSON.stringify(sortKeys(parse(raw)))],
  ['data-alone', 'It signs the payload alone.', (raw) => JSON.stringify(dataOf(raw))],
  ['object-object', 'It signs String() of the parsed body: [object Object].', () => '[object Object]'],
  ['body-used-up', 'A parser in front has used the body up: it signs an empty one.', () => ''],
  ['base64-body', 'A gateway hands the body over in base64, and it is not decoded.', (raw) => raw.toString('base64')],
  ['latin1', 'It reads the body as Latin-1.', (raw) => raw.toString('latin1')],
  [
    'ascii-only',
    'It replaces what is not ASCII by question marks.',
    (raw) => raw.toString('utf8').replace(/[^\0-\u007f]/gu, '?'),
    'question marks',
  ],
  ['composed', 'It normalises the characters of the body.', (raw) => raw.toString('utf8').normalize('NFC')],
  ['trimmed', 'It trims the body.', (raw) => raw.toString('utf8').trim()],
  ['unix-line-ends', 'It makes one character of each line end.', (raw) => raw.toString('utf8').replaceAll('\r\n', '\n')],
  ['escapes-undone', 'It undoes the escaped slashes.', (raw) => raw.toString('utf8').replaceAll(String.raw`\/`, '/')],
  [
    'escapes-html',
    'It signs what Go writes of the body, with <, > and & as escapes.',
    (raw) => raw.toString('utf8').replace(/[<>&]/g, (one) => String.raw`\u00${one.charCodeAt(0).toString(16)}`),
    'as Go does',
  ],
];

const SIZE_MAX_BYTES = 102_400;

export const BODY_FAULTS: readonly FaultyRow[] = [
  ...REWRITES.map(([name, fault, rewrite, diagnosis]): FaultyRow => {
    const row: FaultyRow = { name, fault, kind: 'faulty', clause: 'SIG-5', parts: () => signsRewritten(rewrite) };
    return diagnosis === undefined ? row : { ...row, diagnosis };
  }),
  {
    name: 'chunks-as-text',
    fault: 'It decodes chunk by chunk, and breaks the characters between.',
    kind: 'faulty',
    clause: 'SIG-5',
    parts: () => ({ read: readAsText }),
  },
  {
    name: 'first-chunk-only',
    fault: 'It takes the first chunk for the whole body.',
    kind: 'faulty',
    clause: 'SIG-5',
    parts: () => ({ read: readFirstChunk }),
  },
  {
    name: 'notes-the-first-chunk',
    fault: 'It notes the id when the first piece of the body is there: an event that is cut off on the way is lost.',
    kind: 'faulty',
    clause: 'RTY-3',
    parts: noteFirstChunk,
  },
  {
    name: 'size-limit',
    fault: 'It answers 413 to a body of more than 100 kB: the limit that parsers come with.',
    kind: 'warned',
    clause: 'EVT-1',
    parts: () => ({
      greet: async (request) => {
        if (Number(request.headers['content-length'] ?? 0) <= SIZE_MAX_BYTES) return undefined;
        await readAll(request);
        return { status: 413 };
      },
    }),
  },
  {
    name: 'length-required',
    fault: 'It answers 411 to a body without a length.',
    kind: 'warned',
    clause: 'EVT-1',
    parts: () => ({ greet: ({ headers }) => (headers['content-length'] === undefined ? { status: 411 } : undefined) }),
  },
  {
    name: 'exact-content-type',
    fault: 'It answers 415 to a content type with a charset.',
    kind: 'warned',
    clause: 'EVT-1',
    parts: () => ({ greet: ({ headers }) => (headers['content-type'] === 'application/json' ? undefined : { status: 415 }) }),
  },
];
