/** SIG-5: a gateway in front of the receiver changes characters of the body, or rejects it because of its size or form. */
import type { IncomingMessage } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { isEventType } from '#spec/events';
import { asEnvelope, readAll, signedText, type Parts } from '../clean.ts';
import { signsRewritten } from './bodies.ts';
import { faultyRows, type FaultyRow, type Mistake, type Replacement } from './row.ts';

/** A gateway that alters the text of the body. @param drills what finds it @param diagnosis matches the explanation */
function alteringGateway(
  name: string,
  fault: string,
  drills: string,
  diagnosis: RegExp,
  change: (text: string) => string,
): Mistake {
  return [name, fault, drills, diagnosis, signsRewritten((raw) => change(raw.toString('utf8')))];
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A receiver that verifies the signature, but cannot store a body with this pattern and answers 500. */
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

const ALTERED = faultyRows('faulty', [
  alteringGateway('plus-to-space', 'A form decoder turns + into a space.', 'SIG-5/plus', /\+|form/, (text) =>
    text.replaceAll('+', ' '),
  ),
  alteringGateway(
    'form-decoded',
    'A form decoder turns + into a space, and decodes percent escapes.',
    'SIG-5/plus SIG-5/percent',
    /form/,
    (text) => decodePercent(text.replaceAll('+', ' ')),
  ),
  alteringGateway('percent-decoded', 'A gateway percent-decodes the body.', 'SIG-5/percent', /%|percent/, decodePercent),
  alteringGateway(
    'cut-at-ampersand',
    'A form decoder cuts the body at the first &.',
    'SIG-5/ampersand',
    /&|form/,
    (text) => text.split('&')[0] ?? '',
  ),
  alteringGateway('entities-decoded', 'A gateway turns &amp; into &.', 'SIG-5/entities', /&amp;|entit/, (text) =>
    text.replaceAll('&amp;', '&'),
  ),
  alteringGateway('tags-stripped', 'A filter strips what looks like a tag.', 'SIG-5/html', /tag|<|HTML/, (text) =>
    text.replaceAll(/<[^>]*>/g, ''),
  ),
  alteringGateway(
    'slashes-stripped',
    'It strips backslashes, like magic quotes in old PHP.',
    'SIG-5/backslashes',
    /backslash/,
    (text) => text.replaceAll('\\', ''),
  ),
  alteringGateway('byte-order-marks-removed', 'It removes every U+FEFF.', 'SIG-5/byte-order-mark', /FEFF|byte order/, (text) =>
    text.replaceAll('\u{FEFF}', ''),
  ),
  alteringGateway(
    'zero-widths-removed',
    'A filter removes zero-width characters.',
    'SIG-5/zero-width',
    /zero-width|invisible/,
    (text) => text.replaceAll(/[\u200B-\u200D\u2060]/g, ''),
  ),
  alteringGateway(
    'no-break-spaces-replaced',
    'A gateway turns U+00A0 into a space.',
    'SIG-5/no-break-space',
    /no-break|A0/,
    (text) => text.replaceAll('\u{A0}', ' '),
  ),
  alteringGateway(
    'three-byte-utf8',
    'A column of three-byte UTF-8 replaces each emoji with a question mark.',
    'SIG-5/non-ascii',
    /emoji|four bytes|question marks/,
    (text) => text.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '?'),
  ),
  alteringGateway(
    'spaces-collapsed',
    'It collapses several spaces into one.',
    'SIG-5/blanks-in-text',
    /blanks|white space/,
    (text) => text.replaceAll(/ {2,}/g, ' '),
  ),
  alteringGateway(
    'lines-joined',
    'It reads the body line by line, and joins the lines without a separator.',
    'SIG-5/indented SIG-5/tabs',
    /line/,
    (text) => text.split(/\r?\n/).join(''),
  ),
  alteringGateway('carriage-returns-added', 'A gateway turns LF into CRLF.', 'SIG-5/indented', /CRLF|line/, (text) =>
    text.replaceAll(/\r?\n/g, '\r\n'),
  ),
  [
    'length-in-characters',
    'It compares Content-Length with the number of characters, and answers 400 if they differ.',
    'SIG-5/non-ascii',
    /Content-Length|characters/,
    {
      signedBytes: ({ request, raw }, t) => {
        const length = request.headers['content-length'];
        const is_whole = length === undefined || Number(length) === raw.toString('utf8').length;
        return is_whole ? signedText(t, raw) : '';
      },
    },
  ],
]);

const ODD_BODIES = faultyRows('warned', [
  [
    'nul-escape-fails',
    'Its database cannot store \\u0000 in JSON, and it answers 500.',
    'SIG-5/nul-escape',
    /NUL|u0000/,
    cannotStore(/\\u0000/),
  ],
  [
    'lone-surrogate-fails',
    'Its parser rejects the escape of a lone surrogate, \\ud83c, and it answers 500.',
    'SIG-5/lone-surrogate',
    /surrogate/,
    cannotStore(/\\ud83c(?!\\u)/i),
  ],
  [
    'sixteen-kib',
    'It answers 413 to a body over 16 KiB.',
    'SIG-5/90-kib',
    /bound|limit/,
    { intercept: ({ headers }) => (Number(headers['content-length'] ?? 0) > 16_384 ? { status: 413 } : undefined) },
  ],
]);

const SET_UP = faultyRows('faulty', [
  [
    'firewall',
    'A firewall answers 403 to a body with HTML in it.',
    'SIG-5/html',
    /firewall/,
    { validate: ({ data }) => (JSON.stringify(data).includes('<b>') ? { status: 403 } : undefined) },
  ],
  [
    'charset-required',
    'It answers 415 to a Content-Type without a charset.',
    'SIG-1/genuine',
    /charset/,
    { intercept: ({ headers }) => (headers['content-type']?.includes('charset') === true ? undefined : { status: 415 }) },
  ],
  [
    'form-only',
    'Its route is for forms: it answers 415 to everything except application/x-www-form-urlencoded.',
    'SIG-1/genuine',
    /Content-Type/,
    { intercept: ({ headers }) => (headers['content-type']?.includes('urlencoded') === true ? undefined : { status: 415 }) },
  ],
]);

/** Requires a header that the document does not promise. */
function requires(
  name: string,
  fault: string,
  header: string,
  value: RegExp,
  status: number,
  diagnosis: RegExp,
  parts: Partial<Parts> = {},
): Mistake {
  const isThere = ({ headers }: IncomingMessage): boolean => value.test(headers[header]?.toString() ?? '');
  return [
    name,
    fault,
    'SIG-1/genuine',
    diagnosis,
    { intercept: (request) => (isThere(request) ? undefined : { status }), ...parts },
  ];
}

const GUNZIPS: Partial<Parts> = { read: async (request) => gunzipSync(await readAll(request)) };

const REQUIREMENTS = faultyRows('faulty', [
  requires(
    'gzip-required',
    'It answers 415 to a body that is not compressed.',
    'content-encoding',
    /gzip/,
    415,
    /compressed/,
    GUNZIPS,
  ),
  requires(
    'gzip-required-400',
    'It answers 400 to a body that is not compressed.',
    'content-encoding',
    /gzip/,
    400,
    /compressed/,
    GUNZIPS,
  ),
  ['gunzips-everything', 'It decompresses each body, and answers 500 if it cannot.', 'SIG-1/genuine', /compressed/, GUNZIPS],
  [
    'gunzips-after-verification',
    'It verifies the compressed body, then decompresses it, and answers 500 if it cannot.',
    'SIG-1/genuine',
    /compressed/,
    { decode: (raw) => asEnvelope(JSON.parse(gunzipSync(raw).toString())) },
  ],
  requires('encoding-required', 'It answers 400 without a Content-Encoding.', 'content-encoding', /./, 400, /Content-Encoding/i),
  requires(
    'own-user-agent',
    'It answers 403 unless the User-Agent begins with SVC-Webhooks/.',
    'user-agent',
    /^SVC-Webhooks\//,
    403,
    /User-Agent/i,
  ),
  requires(
    'grain-user-agent',
    'It answers 400 unless the User-Agent contains Grain.',
    'user-agent',
    /grain/i,
    400,
    /User-Agent/i,
  ),
  requires(
    'browsers-only',
    'A bot filter answers 403 unless the User-Agent is that of a browser.',
    'user-agent',
    /^Mozilla\//,
    403,
    /User-Agent/i,
  ),
  requires('accept-required', 'It answers 406 without Accept: application/json.', 'accept', /json/, 406, /Accept/),
  requires('accept-required-400', 'It answers 400 without Accept: application/json.', 'accept', /json/, 400, /Accept/),
  requires(
    'xml-http-requests-only',
    'It answers 403 without X-Requested-With: XMLHttpRequest.',
    'x-requested-with',
    /XMLHttpRequest/,
    403,
    /X-Requested-With/,
  ),
  requires(
    'forwarded-https-only',
    'It answers 403 without X-Forwarded-Proto: https.',
    'x-forwarded-proto',
    /https/,
    403,
    /X-Forwarded-Proto/,
  ),
  requires('origin-required', 'It answers 400 without an Origin.', 'origin', /./, 400, /Origin/),
]);

const BOT_FILTERS = faultyRows('warned', [
  [
    'blocks-http-libraries',
    'A bot filter answers 403 to the User-Agent of HTTP libraries.',
    'EVT-2/other-user-agent',
    /User-Agent/,
    {
      intercept: ({ headers }) =>
        /^(go-http|python|ruby|java|apache|okhttp|curl|node|axios)/i.test(headers['user-agent'] ?? '')
          ? { status: 403 }
          : undefined,
    },
  ],
]);

export const GATEWAY_FAULTS: readonly FaultyRow[] = [...ALTERED, ...ODD_BODIES, ...SET_UP, ...REQUIREMENTS, ...BOT_FILTERS];
