/** SIG-2, SIG-10: it does not parse the header by key, or it accepts the legacy segment. */
import { createHmac } from 'node:crypto';
import { parseByKey, segmentsOf, type Parts, type Stamp } from '../clean.ts';
import type { FaultyRow } from './row.ts';

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

function parsePositionally(header: string): Stamp | undefined {
  const [first, second] = segmentsOf(header);
  return first === undefined || second === undefined ? undefined : { t: first[1], v1: [second[1]] };
}

function searchAnywhere(header: string): Stamp | undefined {
  const [, t] = /t=([^,]*)/.exec(header) ?? [];
  const v1 = Array.from(header.matchAll(/v1=([^,]*)/g), ([, value = '']) => value);
  return t === undefined || v1.length === 0 ? undefined : { t, v1 };
}

/** The clean parser, with another choice among repeated segments. */
function choose(pick: (stamp: Stamp, header: string) => Stamp): Partial<Parts> {
  return {
    parse: (header) => {
      const stamp = parseByKey(header);
      return stamp === undefined ? undefined : pick(stamp, header);
    },
  };
}

/** Accepts the legacy segment, which is the HMAC of the body alone. */
function withLegacy(isLegacyRight: (header: string, legacy: string) => boolean): FaultyRow['parts'] {
  return ({ secret }) => ({
    isTrusted: ({ request, raw }) => {
      const header = request.headers['svc-signature']?.toString() ?? '';
      return isLegacyRight(header, createHmac('sha256', secret).update(raw).digest('hex'));
    },
  });
}

const FORMS: readonly FaultyRow[] = [
  {
    name: 'positional',
    fault: 'It reads the first segment as t and the second as v1.',
    kind: 'faulty',
    clause: 'SIG-10',
    parts: () => ({ parse: parsePositionally }),
  },
  {
    name: 'whole-pattern',
    fault: 'It matches the whole header against a pattern of two segments.',
    kind: 'faulty',
    clause: 'SIG-10',
    parts: () => ({ parse: parseByPattern(/^t=(\d+),v1=([\da-f]{64})$/) }),
  },
  {
    name: 'pattern-in-order',
    fault: 'It searches for t and, somewhere after it, v1.',
    kind: 'faulty',
    clause: 'SIG-10',
    parts: () => ({ parse: parseByPattern(/t=(\d+).*v1=([\da-f]+)/) }),
  },
  {
    name: 'v1-first',
    fault: 'It only accepts a header with v1 before t.',
    kind: 'faulty',
    clause: 'SIG-10',
    diagnosis: 'v1 before t',
    parts: () => ({
      parse: (header) => {
        const [, v1, t] = /^v1=(\w+),t=(\d+)$/.exec(header) ?? [];
        return t === undefined || v1 === undefined ? undefined : { t, v1: [v1] };
      },
    }),
  },
  {
    name: 'needs-legacy',
    fault: 'It verifies the legacy segment instead of v1.',
    kind: 'faulty',
    clause: 'SIG-2',
    diagnosis: 'legacy segment',
    parts: () => ({
      parse: (header) => ({ t: valuesOf(header, 't')[0] ?? '', v1: valuesOf(header, 'sha256') }),
      signedBytes: ({ raw }) => raw,
    }),
  },
  {
    name: 'two-segments-only',
    fault: 'It rejects a header with more than two segments.',
    kind: 'faulty',
    clause: 'SIG-2',
    parts: () => ({ parse: (header) => (header.split(',').length === 2 ? parseByKey(header) : undefined) }),
  },
  {
    name: 'refuses-legacy',
    fault: 'It rejects a header with the legacy segment.',
    kind: 'faulty',
    clause: 'SIG-2',
    parts: () => ({ parse: (header) => (header.includes('sha256=') ? undefined : parseByKey(header)) }),
  },
  {
    name: 'refuses-unknown-segments',
    fault: 'It rejects an unknown segment.',
    kind: 'warned',
    clause: 'SIG-10',
    parts: () => ({
      parse: (header) =>
        segmentsOf(header).every(([key]) => ['t', 'v1', 'sha256'].includes(key)) ? parseByKey(header) : undefined,
    }),
  },
  {
    name: 'ends-of-keys',
    fault: 'It searches for `t=` and `v1=` anywhere, even in the key of another segment.',
    kind: 'warned',
    clause: 'SIG-10',
    parts: () => ({ parse: searchAnywhere }),
  },
  {
    name: 'untrimmed',
    fault: 'It treats the space after a comma as part of the key.',
    kind: 'warned',
    clause: 'SIG-10',
    parts: () => ({ parse: (header) => (/,\s/.test(header) ? undefined : parseByKey(header)) }),
  },
  {
    name: 'first-v1-only',
    fault: 'It checks only the first of several v1.',
    kind: 'warned',
    clause: 'SIG-10',
    parts: () => choose((stamp) => ({ ...stamp, v1: stamp.v1.slice(0, 1) })),
  },
  {
    name: 'last-v1-only',
    fault: 'It checks only the last of several v1, like a map by key.',
    kind: 'warned',
    clause: 'SIG-10',
    parts: () => choose((stamp) => ({ ...stamp, v1: stamp.v1.slice(-1) })),
  },
  {
    name: 'exact-header-name',
    fault: 'It looks up the SVC-Signature header case-sensitively.',
    kind: 'warned',
    clause: 'EVT-2',
    parts: () => ({
      headerOf: ({ rawHeaders }) => {
        const at = rawHeaders.indexOf('SVC-Signature');
        return at < 0 ? undefined : rawHeaders[at + 1];
      },
    }),
  },
];

const SUBSTITUTES: readonly FaultyRow[] = [
  {
    name: 'legacy-suffices',
    fault: 'It accepts a valid legacy segment instead of v1.',
    kind: 'faulty',
    clause: 'SIG-2',
    parts: withLegacy((header, legacy) => valuesOf(header, 'sha256').includes(legacy)),
  },
  {
    name: 'legacy-must-be-right',
    fault: 'It also verifies the legacy segment, if there is one.',
    kind: 'faulty',
    clause: 'SIG-2',
    parts: ({ secret }) => ({
      signedBytes: ({ request, raw }, t) => {
        const legacy = createHmac('sha256', secret).update(raw).digest('hex');
        const isRight = valuesOf(request.headers['svc-signature']?.toString() ?? '', 'sha256').every((one) => one === legacy);
        return isRight ? Buffer.concat([Buffer.from(`${t}.`), raw]) : '';
      },
    }),
  },
  {
    name: 'any-segment',
    fault: 'It accepts the signature anywhere in the header.',
    kind: 'faulty',
    clause: 'SIG-10',
    parts: () => choose((stamp, header) => ({ ...stamp, v1: segmentsOf(header).map(([, value]) => value) })),
  },
  {
    name: 'checks-the-last-t',
    fault: 'It signs the first of two t, but compares the last with its clock.',
    kind: 'faulty',
    clause: 'SIG-3',
    parts: () => choose((stamp, header) => ({ ...stamp, clock_t: valuesOf(header, 't').at(-1) ?? stamp.t })),
  },
  {
    name: 'checks-the-first-t',
    fault: 'It signs the last of two t, but compares the first with its clock.',
    kind: 'faulty',
    clause: 'SIG-3',
    parts: () => choose((stamp, header) => ({ ...stamp, clock_t: stamp.t, t: valuesOf(header, 't').at(-1) ?? stamp.t })),
  },
  {
    name: 'keeps-the-last-t',
    fault: 'It keeps the last of two t, like a map by key, and compares neither with its clock.',
    kind: 'faulty',
    clause: 'SIG-3',
    parts: () => ({
      ...choose((stamp, header) => ({ ...stamp, t: valuesOf(header, 't').at(-1) ?? stamp.t })),
      isInTime: () => true,
    }),
  },
];

/** Errors get 500, which is retried. The document names a status for a mismatch only, and here there is nothing to compare. */
const CRASHES: readonly FaultyRow[] = [
  {
    name: 'crashes-without-header',
    fault: 'It answers 500 to a delivery without a signature.',
    kind: 'warned',
    clause: 'SIG-4',
    parts: () => ({
      headerOf: ({ headers }) => String(headers['svc-signature']?.toString().trim()),
      parse: crashOn('undefined'),
    }),
  },
  {
    name: 'crashes-on-segments',
    fault: 'It answers 500 to a header that is not a list of segments.',
    kind: 'warned',
    clause: 'SIG-4',
    parts: () => ({
      parse: (header) => {
        if (!header.includes('=')) throw new TypeError('it is no list of segments');
        return parseByKey(header);
      },
    }),
  },
  {
    name: 'crashes-without-v1',
    fault: 'It answers 500 to a header without v1.',
    kind: 'warned',
    clause: 'SIG-4',
    parts: () => ({
      parse: (header) => {
        if (header.includes('t=') && !header.includes('v1=')) throw new TypeError('there is no v1');
        return parseByKey(header);
      },
    }),
  },
];

function crashOn(word: string): Parts['parse'] {
  return (header) => {
    if (header === word) throw new TypeError('there is no header');
    return parseByKey(header);
  };
}

export const HEADER_FAULTS: readonly FaultyRow[] = [...FORMS, ...SUBSTITUTES, ...CRASHES];
