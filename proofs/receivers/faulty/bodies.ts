/** SIG-5: it signs something other than the raw, unmodified body, or does not read every body. */
import type { IncomingMessage } from 'node:http';
import { readAll, type Parts } from '../clean.ts';
import type { Setup } from '../receiver.ts';
import { caughtBy, explained, faults, GENUINE, type Drills, type FaultyRow, type Found } from './row.ts';

const BEYOND_ASCII = ['SIG-5/non-ascii', 'SIG-5/decomposed', 'SIG-5/line-separators'];
const REWRITTEN = [
  'SIG-5/indented',
  'SIG-5/tabs',
  'SIG-5/blanks',
  'SIG-5/leading-blanks',
  'SIG-5/trailing-newline',
  'SIG-5/trailing-crlf',
  'SIG-5/escapes',
  'SIG-5/slashes',
  'SIG-5/one-point-zero',
  'SIG-5/exponents',
  'SIG-5/trailing-zeros',
  'SIG-5/big-integer',
  'SIG-5/long-decimal',
  'SIG-5/negative-zero',
];

/** The body as another program would have written it. */
export function signsRewritten(rewrite: (raw: Buffer) => string | Buffer): Partial<Parts> {
  return { signedBytes: ({ raw }, t) => Buffer.concat([Buffer.from(`${t}.`), Buffer.from(rewrite(raw))]) };
}

function signs(drills: Drills, diagnosis: string, rewrite: (raw: Buffer) => string | Buffer): Found {
  return explained(drills, diagnosis, signsRewritten(rewrite));
}

/** The body after a parser in front. A body that is not JSON becomes something that was never signed. */
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

/** Like Python's json.dumps with `ensure_ascii=False`: a space after each comma and colon. */
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

/** The members that a class knows, in its own order. Unknown members are dropped. */
function rebuild(value: unknown, known = ['id', 'type', 'event', 'livemode', 'created_at', 'data']): unknown {
  if (typeof value !== 'object' || value === null) return value;
  // An object has members.
  const members = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(known.map((key) => [key, members[key]]));
}

/** The orders in which a HashMap of Java 17 holds the members of an envelope, and of the data of a bid event. */
const JAVA_ENVELOPE = ['livemode', 'data', 'created_at', 'id', 'type', 'event'];
const JAVA_BID = ['reference', 'inventory_id', 'bid_id', 'type', 'status'];

function rebuildAsJava(raw: Buffer): string {
  const data = rebuild(dataOf(raw), JAVA_BID);
  const envelope = rebuild(parse(raw), JAVA_ENVELOPE);
  return JSON.stringify(typeof envelope === 'object' ? { ...envelope, data } : envelope);
}

function dataOf(raw: Buffer): unknown {
  const json = parse(raw);
  return typeof json === 'object' && json !== null && 'data' in json ? json.data : null;
}

/** Decodes each chunk separately, which breaks a character that spans two chunks. */
async function readAsText(request: IncomingMessage): Promise<Buffer> {
  let text = '';
  // Without an encoding, the request yields buffers.
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
        // Without an encoding, the request yields buffers.
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

const REWRITES = faults('faulty', {
  'SIG-5/stringified: It signs JSON.stringify of the parsed body, because a parser consumed the raw one.': signs(
    REWRITTEN,
    'JSON.stringify',
    (raw) => JSON.stringify(parse(raw)),
  ),
  'SIG-5/rebuilt: It signs a serialized object of its own class, with the members that it knows in its own order.': signs(
    [...REWRITTEN, 'SIG-5/key-order'],
    'JSON.stringify',
    (raw) => JSON.stringify(rebuild(parse(raw))),
  ),
  'SIG-5/pretty-printed: It signs the parsed body, pretty-printed.': signs(GENUINE, 'pretty-printed', (raw) =>
    JSON.stringify(parse(raw), null, 2),
  ),
  "SIG-5/dumped-as-python: It signs the output of Python's json.dumps for the parsed body.": signs(GENUINE, 'Python', (raw) =>
    escapeAsPython(spaceAsPython(parse(raw))),
  ),
  'SIG-5/dumped-as-python-in-utf8: It signs the output of json.dumps with ensure_ascii=False.': signs(
    GENUINE,
    'with a space',
    (raw) => spaceAsPython(parse(raw)),
  ),
  'SIG-5/escaped: It escapes non-ASCII characters.': signs(BEYOND_ASCII, 'everything escaped', (raw) =>
    escapeAsPython(raw.toString('utf8')),
  ),
  'SIG-5/read-as-ascii: It reads the body as ASCII.': signs(BEYOND_ASCII, 'as ASCII', (raw) => raw.toString('ascii')),
  'SIG-5/no-white-space: It removes all white space.': signs(['SIG-5/indented', 'SIG-5/tabs'], 'all white space', (raw) =>
    raw.toString('utf8').replaceAll(/\s/g, ''),
  ),
  'SIG-5/single-spaces: It collapses all white space into single spaces.': signs(
    ['SIG-5/indented', 'SIG-5/tabs'],
    'single spaces',
    (raw) => raw.toString('utf8').replaceAll(/\s+/g, ' '),
  ),
  'SIG-5/sorted-keys: It signs the parsed body with its keys sorted.': signsRewritten((raw) =>
    JSON.stringify(sortKeys(parse(raw))),
  ),
  'SIG-5/org-json: It signs the body as org.json of Java writes it, with its members in the order of a HashMap.': signs(
    GENUINE,
    'org.json',
    rebuildAsJava,
  ),
  'SIG-5/data-alone: It signs only the payload.': signsRewritten((raw) => JSON.stringify(dataOf(raw))),
  'SIG-5/object-object: It signs String() of the parsed body: [object Object].': signs(
    GENUINE,
    String.raw`\[object Object\]`,
    () => '[object Object]',
  ),
  'SIG-5/body-used-up: A parser in front consumed the body, so it signs an empty one.': signs(
    GENUINE,
    'has already read it',
    () => '',
  ),
  'SIG-5/base64-body: A gateway passes the body in base64, and it does not decode it.': signsRewritten((raw) =>
    raw.toString('base64'),
  ),
  'SIG-5/latin1: It reads the body as Latin-1.': signs(BEYOND_ASCII, 'Latin-1', (raw) => raw.toString('latin1')),
  'SIG-5/ascii-only: It replaces non-ASCII characters with question marks.': signs(BEYOND_ASCII, 'question marks', (raw) =>
    raw.toString('utf8').replace(/[^\0-\u007f]/gu, '?'),
  ),
  'SIG-5/composed: It normalizes the Unicode characters of the body.': caughtBy(
    'SIG-5/decomposed',
    signsRewritten((raw) => raw.toString('utf8').normalize('NFC')),
  ),
  'SIG-5/form-encoded: A form parser reads the body, and it signs the form that it writes again.': signs(GENUINE, 'form', (raw) =>
    String(new URLSearchParams(raw.toString())),
  ),
  'SIG-5/line-break-added: Its shell adds a line break to the body.': signs(
    GENUINE,
    'adds a line break',
    (raw) => `${raw.toString('utf8')}\n`,
  ),
  'SIG-5/line-break-removed: It removes one line break at the end of the body.': signs(
    'SIG-5/trailing-newline',
    'line break at the end',
    (raw) => raw.toString('utf8').replace(/\r?\n$/, ''),
  ),
  'SIG-5/trimmed: It trims the body.': caughtBy(
    ['SIG-5/leading-blanks', 'SIG-5/trailing-newline', 'SIG-5/trailing-crlf', 'SIG-4/appended-body'],
    signsRewritten((raw) => raw.toString('utf8').trim()),
  ),
  'SIG-5/unix-line-ends: It normalizes line breaks to LF.': caughtBy(
    ['SIG-5/tabs', 'SIG-5/trailing-crlf'],
    signsRewritten((raw) => raw.toString('utf8').replaceAll('\r\n', '\n')),
  ),
  'SIG-5/slashes-escaped: It escapes all slashes, as json_encode of PHP does.': signs('SIG-5/slashes', 'as PHP does', (raw) =>
    raw.toString('utf8').replaceAll('/', String.raw`\/`),
  ),
  'SIG-5/php: It signs the output of json_encode of PHP for the parsed body.': signs(
    ['RTY-1/analysis-photo-added', 'SIG-5/indented'],
    'as PHP does',
    (raw) => escapeAsPython(JSON.stringify(parse(raw))).replaceAll('/', String.raw`\/`),
  ),
  'SIG-5/bytes-replaced: It decodes the body as ASCII, as Java does: each other byte becomes U+FFFD.': signs(
    'SIG-5/non-ascii',
    'every byte',
    (raw) => raw.toString('latin1').replaceAll(/[\u0080-\u00ff]/g, '\u{FFFD}'),
  ),
  'SIG-5/others-dropped: It drops everything that is not ASCII.': signs('SIG-5/non-ascii', 'removes everything', (raw) =>
    raw.toString('utf8').replaceAll(/[^\0-\u007f]/g, ''),
  ),
  'SIG-5/first-line-only: It reads one line of the body.': signs('SIG-5/trailing-newline', 'first line', (raw) =>
    raw.toString('utf8').replace(/\n.*/s, ''),
  ),
  'SIG-5/escapes-undone: It unescapes slashes.': caughtBy(
    'SIG-5/slashes',
    signsRewritten((raw) => raw.toString('utf8').replaceAll(String.raw`\/`, '/')),
  ),
  "SIG-5/escapes-html: It signs Go's serialization of the body, which escapes <, >, and &.": signs(
    'SIG-5/html',
    'as Go does',
    (raw) => raw.toString('utf8').replace(/[<>&]/g, (one) => String.raw`\u00${one.charCodeAt(0).toString(16)}`),
  ),
});

/** Rejects bodies with such a string, although they are signed. */
function refuseBody(pattern: RegExp): Partial<Parts> {
  return { validate: (envelope) => (pattern.test(JSON.stringify(envelope)) ? { status: 403 } : undefined) };
}

const SIZE_MAX_BYTES = 102_400;
const SMALL_BYTES = 4_096;

export const BODY_FAULTS: readonly FaultyRow[] = [
  ...REWRITES,
  ...faults('faulty', {
    'SIG-5/chunks-as-text: It decodes the body chunk by chunk, and breaks characters that span two chunks.': explained(
      'SIG-5/in-pieces',
      /join the bytes/,
      { read: readAsText },
    ),
    'SIG-5/first-chunk-only: It treats the first chunk as the whole body.': caughtBy('SIG-5/in-pieces', { read: readFirstChunk }),
    'RTY-3/notes-the-first-chunk: It records the id when the first piece of the body arrives, so an event that is cut off is lost.':
      caughtBy('RTY-3/cut-off', noteFirstChunk),
  }),
  ...faults('warned', {
    'EVT-1/size-limit: It returns 413 for a body over 100 kB, the default limit of some parsers.': caughtBy('SIG-5/1-mib', {
      intercept: async (request) => {
        if (Number(request.headers['content-length'] ?? 0) <= SIZE_MAX_BYTES) return undefined;
        await readAll(request);
        return { status: 413 };
      },
    }),
    'EVT-1/first-chunk-of-many: It takes the first chunk of a body without a length for all of it.': explained(
      'SIG-5/without-length',
      /first chunk/,
      {
        read: async (request) => (request.headers['content-length'] === undefined ? readFirstChunk(request) : readAll(request)),
      },
    ),
    'EVT-1/script-filter: A firewall in front of it returns 403 for a body with a script in it.': explained(
      'SIG-5/suspicious',
      /firewall/,
      refuseBody(/<script/),
    ),
    'EVT-1/four-kilobytes: It returns 413 for a body over 4 KiB.': explained(
      ['SIG-5/90-kib', 'SIG-5/1-mib'],
      /bodies of 2 KiB, and none of 4 KiB/,
      {
        intercept: async (request) => {
          if (Number(request.headers['content-length'] ?? 0) <= SMALL_BYTES) return undefined;
          await readAll(request);
          return { status: 413 };
        },
      },
    ),
    'EVT-1/length-required: It returns 411 for a body without a length.': caughtBy('SIG-5/without-length', {
      intercept: ({ headers }) => (headers['content-length'] === undefined ? { status: 411 } : undefined),
    }),
    'EVT-1/exact-content-type: It returns 415 for a content type with a charset.': caughtBy('SIG-5/charset', {
      intercept: ({ headers }) => (headers['content-type'] === 'application/json' ? undefined : { status: 415 }),
    }),
  }),
];
