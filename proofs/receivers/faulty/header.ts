/** SIG-2, SIG-10: it does not parse the header by key, or it accepts the legacy segment. */
import { createHmac } from 'node:crypto';
import { parseByKey, segmentsOf, signatureOf, signedText, type Parts, type ParsedHeader, type Replacement } from '../clean.ts';
import { TOO_FAR } from './clock.ts';
import { caughtBy, explained, faults, GENUINE, type FaultyRow } from './row.ts';

const LEGACY = ['SIG-2/legacy-ignored', 'SIG-2/legacy-first', 'SIG-2/legacy-between', 'SIG-10/legacy-reversed'];

function valuesOf(header: string, key: string): readonly string[] {
  return segmentsOf(header)
    .filter(([name]) => name === key)
    .map(([, value]) => value);
}

function parseByPattern(pattern: RegExp): Parts['parse'] {
  return (header) => {
    const [, t, v1] = pattern.exec(header) ?? [];
    return t === undefined || v1 === undefined ? undefined : { t, v1: [v1] };
  };
}

function parsePositionally(header: string): ParsedHeader | undefined {
  const [first, second] = segmentsOf(header);
  return first === undefined || second === undefined ? undefined : { t: first[1], v1: [second[1]] };
}

function searchAnywhere(header: string): ParsedHeader | undefined {
  const [, t] = /t=([^,]*)/.exec(header) ?? [];
  const v1 = Array.from(header.matchAll(/v1=([^,]*)/g), ([, value = '']) => value);
  return t === undefined || v1.length === 0 ? undefined : { t, v1 };
}

/** The clean parser, with another choice among repeated segments. */
function choose(pick: (parsed: ParsedHeader, header: string) => ParsedHeader): Partial<Parts> {
  return {
    parse: (header) => {
      const parsed = parseByKey(header);
      return parsed === undefined ? undefined : pick(parsed, header);
    },
  };
}

/** Accepts the legacy segment, which is the HMAC of the body alone. */
function withLegacy(isLegacyRight: (header: string, legacy: string) => boolean): Replacement {
  return ({ secret }) => ({
    isTrusted: ({ request, raw }) => {
      const header = signatureOf(request);
      return isLegacyRight(header, createHmac('sha256', secret).update(raw).digest('hex'));
    },
  });
}

const FORMS: readonly FaultyRow[] = [
  ...faults('faulty', {
    'SIG-10/positional: It reads the first segment as t and the second as v1.': explained(
      ['SIG-10/reversed', 'SIG-10/legacy-reversed', 'SIG-2/legacy-first', 'SIG-2/legacy-between', 'SIG-2/v1-in-legacy'],
      /segments by position/,
      { parse: parsePositionally },
    ),
    'SIG-10/semicolons: It splits the header at semicolons.': explained(GENUINE, /separated by commas/, {
      parse: (header) => parseByKey(header.replaceAll(',', ' ').replaceAll(';', ',')),
    }),
    'EVT-2/name-with-capitals: It looks up the header by its name with capitals, in a map of lower-case names.': explained(
      GENUINE,
      /may not find the header/,
      { headerOf: ({ headers }) => headers['SVC-Signature']?.toString() },
    ),
    'SIG-10/first-character: It takes the header for an array, and reads its first character.': explained(
      GENUINE,
      /may not parse the header/,
      {
        parse: (header) => parseByKey(header.slice(0, 1)),
        headerOf: (request) => signatureOf(request) || undefined,
        reject: (problem, { request }) => ({ status: 400, body: signatureOf(request) === '' ? 'no header' : problem }),
      },
    ),
    'SIG-10/whole-pattern: It matches the whole header against a pattern of two segments.': caughtBy(
      ['SIG-10/reversed', ...LEGACY],
      { parse: parseByPattern(/^t=(\d+),v1=([\da-f]{64})$/) },
    ),
    'SIG-10/pattern-in-order: It searches for t and, somewhere after it, v1.': caughtBy(
      ['SIG-10/reversed', 'SIG-10/legacy-reversed'],
      { parse: parseByPattern(/t=(\d+).*v1=([\da-f]+)/) },
    ),
    'SIG-10/v1-first: It only accepts a header with v1 before t.': explained(GENUINE, 'v1 before t', {
      parse: (header) => {
        const [, v1, t] = /^v1=(\w+),t=(\d+)$/.exec(header) ?? [];
        return t === undefined || v1 === undefined ? undefined : { t, v1: [v1] };
      },
    }),
    'SIG-2/needs-legacy: It verifies the legacy segment instead of v1.': explained(GENUINE, 'legacy segment', {
      parse: (header) => ({ t: valuesOf(header, 't')[0] ?? '', v1: valuesOf(header, 'sha256') }),
      signedBytes: ({ raw }) => raw,
    }),
    'SIG-10/splits-at-comma-and-space: It splits the header at a comma and a space.': explained(GENUINE, /comma and a space/, {
      parse: (header) => (header.includes(', ') ? parseByKey(header) : undefined),
    }),
    'SIG-2/two-segments-only: It rejects a header with more than two segments.': explained(LEGACY, /more segments than/, {
      parse: (header) => (header.split(',').length === 2 ? parseByKey(header) : undefined),
    }),
    'SIG-2/refuses-legacy: It rejects a header with the legacy segment.': explained(LEGACY, /legacy segment/, {
      parse: (header) => (header.includes('sha256=') ? undefined : parseByKey(header)),
    }),
  }),
  ...faults('warned', {
    'SIG-10/refuses-unknown-segments: It rejects an unknown segment.': caughtBy('SIG-10/unknown-segment', {
      parse: (header) =>
        segmentsOf(header).every(([key]) => ['t', 'v1', 'sha256'].includes(key)) ? parseByKey(header) : undefined,
    }),
    'SIG-10/ends-of-keys: It searches for `t=` and `v1=` anywhere, even in the key of another segment.': explained(
      'SIG-10/look-alikes',
      /compare whole keys/,
      { parse: searchAnywhere },
    ),
    'SIG-10/untrimmed: It treats the space after a comma as part of the key.': caughtBy('SIG-10/spaced', {
      parse: (header) => (/,\s/.test(header) ? undefined : parseByKey(header)),
    }),
    'SIG-10/first-v1-only: It checks only the first of several v1.': caughtBy(
      'SIG-2/second-signature',
      choose((parsed) => ({ ...parsed, v1: parsed.v1.slice(0, 1) })),
    ),
    'SIG-10/last-v1-only: It checks only the last of several v1, like a map by key.': caughtBy(
      'SIG-2/first-signature',
      choose((parsed) => ({ ...parsed, v1: parsed.v1.slice(-1) })),
    ),
    'EVT-2/exact-header-name: It looks up the SVC-Signature header case-sensitively.': caughtBy('EVT-2/names-in-lower-case', {
      headerOf: ({ rawHeaders }) => {
        const at = rawHeaders.indexOf('SVC-Signature');
        return at < 0 ? undefined : rawHeaders[at + 1];
      },
    }),
  }),
];

const SUBSTITUTES = faults('faulty', {
  'SIG-2/legacy-suffices: It accepts a valid legacy segment instead of v1.': explained(
    ['SIG-2/downgrade', 'SIG-2/legacy-alone'],
    /legacy segment instead of v1/,
    withLegacy((header, legacy) => valuesOf(header, 'sha256').includes(legacy)),
  ),
  'SIG-2/legacy-must-be-right: It also verifies the legacy segment, if there is one.': caughtBy(LEGACY, ({ secret }) => ({
    signedBytes: ({ request, raw }, t) => {
      const legacy = createHmac('sha256', secret).update(raw).digest('hex');
      const isRight = valuesOf(signatureOf(request), 'sha256').every((one) => one === legacy);
      return isRight ? signedText(t, raw) : '';
    },
  })),
  'SIG-10/any-segment: It accepts the signature anywhere in the header.': caughtBy(
    'SIG-10/other-key',
    choose((parsed, header) => ({ ...parsed, v1: segmentsOf(header).map(([, value]) => value) })),
  ),
  'SIG-3/checks-the-last-t: It signs the first of two t, but compares the last with its clock.': explained(
    'SIG-3/second-time-behind',
    /verifies the first and compares the last/,
    choose((parsed, header) => ({ ...parsed, clock_t: valuesOf(header, 't').at(-1) ?? parsed.t })),
  ),
  'SIG-3/checks-the-first-t: It signs the last of two t, but compares the first with its clock.': explained(
    'SIG-3/second-time',
    /verifies the last and compares the first/,
    choose((parsed, header) => ({ ...parsed, clock_t: parsed.t, t: valuesOf(header, 't').at(-1) ?? parsed.t })),
  ),
  'SIG-3/keeps-the-last-t: It keeps the last of two t, like a map by key, and compares neither with its clock.': explained(
    TOO_FAR,
    /does not check the age of `t`/,
    {
      ...choose((parsed, header) => ({ ...parsed, t: valuesOf(header, 't').at(-1) ?? parsed.t })),
      isInTime: () => true,
    },
  ),
});

/** Errors get 500, which is retried. The document names a status for a mismatch only, and here there is nothing to compare. */
const CRASHES = faults('warned', {
  'SIG-4/crashes-without-header: It returns 500 for a delivery without a signature.': caughtBy('SIG-4/no-header', {
    headerOf: ({ headers }) => String(headers['svc-signature']?.toString().trim()),
    parse: crashOn('undefined'),
  }),
  'SIG-4/crashes-on-segments: It returns 500 for a header that is not a list of segments.': caughtBy(
    ['SIG-4/empty-header', 'SIG-4/one-word-header'],
    {
      parse: (header) => {
        if (!header.includes('=')) throw new TypeError('it is not a list of segments');
        return parseByKey(header);
      },
    },
  ),
  'SIG-4/crashes-without-v1: It returns 500 for a header without v1.': caughtBy(
    ['SIG-4/no-signature', 'SIG-2/legacy-alone', 'SIG-10/other-key-alone', 'SIG-2/v1-in-legacy'],
    {
      parse: (header) => {
        if (header.includes('t=') && !header.includes('v1=')) throw new TypeError('there is no v1');
        return parseByKey(header);
      },
    },
  ),
});

function crashOn(word: string): Parts['parse'] {
  return (header) => {
    if (header === word) throw new TypeError('there is no header');
    return parseByKey(header);
  };
}

export const HEADER_FAULTS: readonly FaultyRow[] = [...FORMS, ...SUBSTITUTES, ...CRASHES];
