/** SIG-5: a gateway in front of the receiver changes characters of the body, or rejects it because of its size or form. */
import type { IncomingMessage } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { isEventType } from '#spec/events';
import { asEnvelope, readAll, signedText, type Parts, type Replacement } from '../clean.ts';
import { signsRewritten } from './bodies.ts';
import { explained, faults, GENUINE, type Drills, type FaultyRow, type Found } from './row.ts';

/** A gateway alters the text of the body. */
function alters(drills: Drills, diagnosis: RegExp, change: (text: string) => string): Found {
  return explained(
    drills,
    diagnosis,
    signsRewritten((raw) => change(raw.toString('utf8'))),
  );
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A receiver that verifies the signature, but cannot store a body with this pattern and returns 500. */
function cannotStore(pattern: RegExp): Replacement {
  return () => {
    const bad = new WeakSet<object>();
    return {
      signedBytes: ({ request, raw }, t) => {
        if (pattern.test(raw.toString('utf8'))) bad.add(request);
        return signedText(t, raw);
      },
      acts: (type, request) => {
        if (bad.has(request)) throw new Error('the store refuses it');
        return isEventType(type);
      },
    };
  };
}

const ALTERED = faults('faulty', {
  'SIG-5/plus-to-space: A form decoder turns + into a space.': alters('SIG-5/plus', /\+|form/, (text) =>
    text.replaceAll('+', ' '),
  ),
  'SIG-5/form-decoded: A form decoder turns + into a space, and decodes percent escapes.': alters(
    ['SIG-5/plus', 'SIG-5/percent'],
    /form/,
    (text) => decodePercent(text.replaceAll('+', ' ')),
  ),
  'SIG-5/percent-decoded: A gateway percent-decodes the body.': alters('SIG-5/percent', /%|percent/, decodePercent),
  'SIG-5/cut-at-ampersand: A form decoder cuts the body at the first &.': alters(
    'SIG-5/ampersand',
    /&|form/,
    (text) => text.split('&')[0] ?? '',
  ),
  'SIG-5/entities-decoded: A gateway turns &amp; into &.': alters('SIG-5/entities', /&amp;|entit/, (text) =>
    text.replaceAll('&amp;', '&'),
  ),
  'SIG-5/tags-stripped: A filter strips what looks like a tag.': alters('SIG-5/html', /tag|<|HTML/, (text) =>
    text.replaceAll(/<[^>]*>/g, ''),
  ),
  'SIG-5/slashes-stripped: It strips backslashes, like magic quotes in old PHP.': alters(
    'SIG-5/backslashes',
    /backslash/,
    (text) => text.replaceAll('\\', ''),
  ),
  'SIG-5/byte-order-marks-removed: It removes every U+FEFF.': alters('SIG-5/byte-order-mark', /FEFF|byte order/, (text) =>
    text.replaceAll('\u{FEFF}', ''),
  ),
  'SIG-5/zero-widths-removed: A filter removes zero-width characters.': alters(
    'SIG-5/zero-width',
    /zero-width|invisible/,
    (text) => text.replaceAll(/[\u200B-\u200D\u2060]/g, ''),
  ),
  'SIG-5/no-break-spaces-replaced: A gateway turns U+00A0 into a space.': alters('SIG-5/no-break-space', /no-break|A0/, (text) =>
    text.replaceAll('\u{A0}', ' '),
  ),
  'SIG-5/three-byte-utf8: A column of three-byte UTF-8 replaces each emoji with a question mark.': alters(
    'SIG-5/non-ascii',
    /emoji|four bytes|question marks/,
    (text) => text.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '?'),
  ),
  'SIG-5/spaces-collapsed: It collapses several spaces into one.': alters('SIG-5/blanks-in-text', /blanks|white space/, (text) =>
    text.replaceAll(/ {2,}/g, ' '),
  ),
  'SIG-5/lines-joined: It reads the body line by line, and joins the lines without a separator.': alters(
    ['SIG-5/indented', 'SIG-5/tabs'],
    /line/,
    (text) => text.split(/\r?\n/).join(''),
  ),
  'SIG-5/carriage-returns-added: A gateway turns LF into CRLF.': alters('SIG-5/indented', /CRLF|line/, (text) =>
    text.replaceAll(/\r?\n/g, '\r\n'),
  ),
  'SIG-5/length-in-characters: It compares Content-Length with the number of characters, and returns 400 if they differ.':
    explained('SIG-5/non-ascii', /Content-Length|characters/, {
      signedBytes: ({ request, raw }, t) => {
        const length = request.headers['content-length'];
        const is_whole = length === undefined || Number(length) === raw.toString('utf8').length;
        return is_whole ? signedText(t, raw) : '';
      },
    }),
});

const ODD_BODIES = faults('warned', {
  'SIG-5/nul-escape-fails: Its database cannot store \\u0000 in JSON, and it returns 500.': explained(
    'SIG-5/nul-escape',
    /NUL|u0000/,
    cannotStore(/\\u0000/),
  ),
  'SIG-5/lone-surrogate-fails: Its parser rejects the escape of a lone surrogate, \\ud83c, and it returns 500.': explained(
    'SIG-5/lone-surrogate',
    /surrogate/,
    cannotStore(/\\ud83c(?!\\u)/i),
  ),
  'SIG-5/sixteen-kib: It returns 413 for a body over 16 KiB.': explained('SIG-5/90-kib', /bound|limit/, {
    intercept: ({ headers }) => (Number(headers['content-length'] ?? 0) > 16_384 ? { status: 413 } : undefined),
  }),
});

const SET_UP = faults('faulty', {
  'SIG-5/firewall: A firewall returns 403 for a body with HTML in it.': explained('SIG-5/html', /firewall/, {
    validate: ({ data }) => (JSON.stringify(data).includes('<b>') ? { status: 403 } : undefined),
  }),
  'SIG-1/charset-required: It returns 415 for a Content-Type without a charset.': explained(GENUINE, /charset/, {
    intercept: ({ headers }) => (headers['content-type']?.includes('charset') === true ? undefined : { status: 415 }),
  }),
  'SIG-1/form-only: Its route is for forms: it returns 415 for everything except application/x-www-form-urlencoded.': explained(
    GENUINE,
    /Content-Type/,
    { intercept: ({ headers }) => (headers['content-type']?.includes('urlencoded') === true ? undefined : { status: 415 }) },
  ),
});

/** Requires a header that the document does not promise. */
function requires(diagnosis: RegExp, header: string, value: RegExp, status: number, parts: Partial<Parts> = {}): Found {
  const isThere = ({ headers }: IncomingMessage): boolean => value.test(headers[header]?.toString() ?? '');
  return explained(GENUINE, diagnosis, { intercept: (request) => (isThere(request) ? undefined : { status }), ...parts });
}

const GUNZIPS: Partial<Parts> = { read: async (request) => gunzipSync(await readAll(request)) };

const REQUIREMENTS = faults('faulty', {
  'SIG-1/gzip-required: It returns 415 for a body that is not compressed.': requires(
    /compressed/,
    'content-encoding',
    /gzip/,
    415,
    GUNZIPS,
  ),
  'SIG-1/gzip-required-400: It returns 400 for a body that is not compressed.': requires(
    /compressed/,
    'content-encoding',
    /gzip/,
    400,
    GUNZIPS,
  ),
  'SIG-1/gunzips-everything: It decompresses each body, and returns 500 if it cannot.': explained(GENUINE, /compressed/, GUNZIPS),
  'SIG-1/gunzips-after-verification: It verifies the compressed body, then decompresses it, and returns 500 if it cannot.':
    explained(GENUINE, /compressed/, { decode: (raw) => asEnvelope(JSON.parse(gunzipSync(raw).toString())) }),
  'SIG-1/encoding-required: It returns 400 without a Content-Encoding.': requires(
    /Content-Encoding/i,
    'content-encoding',
    /./,
    400,
  ),
  'SIG-1/own-user-agent: It returns 403 unless the User-Agent begins with SVC-Webhooks/.': requires(
    /User-Agent/i,
    'user-agent',
    /^SVC-Webhooks\//,
    403,
  ),
  'SIG-1/grain-user-agent: It returns 400 unless the User-Agent contains Grain.': requires(
    /User-Agent/i,
    'user-agent',
    /grain/i,
    400,
  ),
  'SIG-1/browsers-only: A bot filter returns 403 unless the User-Agent is that of a browser.': requires(
    /User-Agent/i,
    'user-agent',
    /^Mozilla\//,
    403,
  ),
  'SIG-1/accept-required: It returns 406 without Accept: application/json.': requires(/Accept/, 'accept', /json/, 406),
  'SIG-1/accept-required-400: It returns 400 without Accept: application/json.': requires(/Accept/, 'accept', /json/, 400),
  'SIG-1/xml-http-requests-only: It returns 403 without X-Requested-With: XMLHttpRequest.': requires(
    /X-Requested-With/,
    'x-requested-with',
    /XMLHttpRequest/,
    403,
  ),
  'SIG-1/forwarded-https-only: It returns 403 without X-Forwarded-Proto: https.': requires(
    /X-Forwarded-Proto/,
    'x-forwarded-proto',
    /https/,
    403,
  ),
  'SIG-1/origin-required: It returns 400 without an Origin.': requires(/Origin/, 'origin', /./, 400),
});

const BOT_FILTERS = faults('warned', {
  'EVT-2/blocks-http-libraries: A bot filter returns 403 for the User-Agent of HTTP libraries.': explained(
    'EVT-2/other-user-agent',
    /User-Agent/,
    {
      intercept: ({ headers }) =>
        /^(go-http|python|ruby|java|apache|okhttp|curl|node|axios)/i.test(headers['user-agent'] ?? '')
          ? { status: 403 }
          : undefined,
    },
  ),
});

export const GATEWAY_FAULTS: readonly FaultyRow[] = [...ALTERED, ...ODD_BODIES, ...SET_UP, ...REQUIREMENTS, ...BOT_FILTERS];
