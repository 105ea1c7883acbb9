/** SIG-5: something in front changes characters of the body, or rejects it because of its size or form. */
import { isEventType } from '#spec/events';
import { signsRewritten } from './bodies.ts';
import { faultyRows, type FaultyRow, type Mistake } from './row.ts';

/** A table row of a gateway that alters the text of the body. */
function alters(name: string, fault: string, drills: string, diagnosis: RegExp, change: (text: string) => string): Mistake {
  return [name, fault, drills, diagnosis, signsRewritten((raw) => change(raw.toString('utf8')))];
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** An escape that the store cannot hold. */
function failsOn(pattern: RegExp): Mistake[4] {
  return () => {
    const bad = new WeakSet<object>();
    return {
      signedBytes: ({ request, raw }, t) => {
        if (pattern.test(raw.toString('utf8'))) bad.add(request);
        return Buffer.concat([Buffer.from(`${t}.`), raw]);
      },
      acts: (type, request) => {
        if (bad.has(request)) throw new Error('the store refuses it');
        return isEventType(type);
      },
    };
  };
}

const ALTERED = faultyRows('faulty', [
  alters('plus-to-blank', 'A form decoder turns + into a space.', 'SIG-5/plus', /\+|form/, (text) => text.replaceAll('+', ' ')),
  alters('percent-decoded', 'A gateway percent-decodes the body.', 'SIG-5/percent', /%|percent/, decodePercent),
  alters(
    'cut-at-ampersand',
    'A form decoder cuts the body at the first &.',
    'SIG-5/ampersand',
    /&|form/,
    (text) => text.split('&')[0] ?? '',
  ),
  alters('entities-decoded', 'A gateway turns &amp; into &.', 'SIG-5/entities', /&amp;|entit/, (text) =>
    text.replaceAll('&amp;', '&'),
  ),
  alters('tags-stripped', 'A filter strips what looks like a tag.', 'SIG-5/html', /tag|<|HTML/, (text) =>
    text.replaceAll(/<[^>]*>/g, ''),
  ),
  alters('slashes-stripped', 'It strips backslashes, like magic quotes in old PHP.', 'SIG-5/backslashes', /backslash/, (text) =>
    text.replaceAll('\\', ''),
  ),
  alters('byte-order-marks-removed', 'It removes every U+FEFF.', 'SIG-5/byte-order-mark', /FEFF|byte order/, (text) =>
    text.replaceAll('\u{FEFF}', ''),
  ),
  alters('zero-widths-removed', 'A filter removes zero-width characters.', 'SIG-5/zero-width', /zero-width|invisible/, (text) =>
    text.replaceAll(/[\u200B-\u200D\u2060]/g, ''),
  ),
  alters('hard-blanks-softened', 'A gateway turns U+00A0 into a space.', 'SIG-5/no-break-space', /no-break|A0/, (text) =>
    text.replaceAll('\u{A0}', ' '),
  ),
  alters(
    'three-byte-utf8',
    'A column of three-byte UTF-8 replaces each emoji with a question mark.',
    'SIG-5/non-ascii',
    /emoji|four bytes|question marks/,
    (text) => text.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '?'),
  ),
  alters('blanks-collapsed', 'It collapses several spaces into one.', 'SIG-5/blanks-in-text', /blanks|white space/, (text) =>
    text.replaceAll(/ {2,}/g, ' '),
  ),
  alters(
    'lines-joined',
    'It reads the body line by line, and joins the lines without a separator.',
    'SIG-5/indented SIG-5/tabs',
    /line/,
    (text) => text.split(/\r?\n/).join(''),
  ),
  alters('carriage-returns-added', 'A gateway turns LF into CRLF.', 'SIG-5/indented', /CRLF|line/, (text) =>
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
        return is_whole ? Buffer.concat([Buffer.from(`${t}.`), raw]) : '';
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
    failsOn(/\\u0000/),
  ],
  [
    'lone-surrogate-fails',
    'Its parser rejects the escape of a lone surrogate, \\ud83c, and it answers 500.',
    'SIG-5/lone-surrogate',
    /surrogate/,
    failsOn(/\\ud83c(?!\\u)/i),
  ],
  [
    'sixteen-kib',
    'It answers 413 to a body over 16 KiB.',
    'SIG-5/90-kib',
    /bound|limit/,
    { greet: ({ headers }) => (Number(headers['content-length'] ?? 0) > 16_384 ? { status: 413 } : undefined) },
  ],
]);

const SET_UP = faultyRows('faulty', [
  [
    'charset-required',
    'It answers 415 to a Content-Type without a charset.',
    'SIG-1/genuine',
    /charset/,
    { greet: ({ headers }) => (headers['content-type']?.includes('charset') === true ? undefined : { status: 415 }) },
  ],
  [
    'form-only',
    'Its route is for forms: it answers 415 to everything except application/x-www-form-urlencoded.',
    'SIG-1/genuine',
    /Content-Type/,
    { greet: ({ headers }) => (headers['content-type']?.includes('urlencoded') === true ? undefined : { status: 415 }) },
  ],
]);

export const GATEWAY_FAULTS: readonly FaultyRow[] = [...ALTERED, ...ODD_BODIES, ...SET_UP];
