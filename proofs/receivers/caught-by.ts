/** The drills of `gristmill receiver` that must find each faulty receiver. Other drills can find it, too. */

/** For receivers that reject genuine deliveries: the first drill fails, and the others are blocked. */
const REJECTS_ALL = ['SIG-1/genuine'];

const LEGACY = ['SIG-2/legacy-ignored', 'SIG-2/legacy-first', 'SIG-2/legacy-between', 'SIG-10/legacy-reversed'];
const CUT = ['SIG-4/truncated', 'SIG-4/one-digit', 'SIG-4/empty-signature'];
const BEYOND_ASCII = ['SIG-5/non-ascii', 'SIG-5/decomposed', 'SIG-5/line-separators'];
const REFUSED_DUPLICATE = ['RTY-1/retry', 'RTY-1/duplicate', 'SIG-7/long-memory'];
const LATE = ['RTY-4/fifth-attempt', 'WHK-8/replayed'];
const ANALYSIS = [
  'RTY-1/analysis-requested',
  'RTY-1/analysis-sample-received',
  'RTY-1/analysis-graded',
  'RTY-1/analysis-photo-added',
];
const QUEUE = ['RTY-1/queue-congestion-started', 'RTY-1/queue-congestion-cleared'];
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
const TOO_FAR = ['SIG-3/past-310', 'SIG-3/future-310', 'SIG-3/past-day', 'SIG-3/future-day'];
const OUT_OF_TIME = [
  ...TOO_FAR,
  'SIG-3/not-a-number',
  'SIG-3/empty',
  'SIG-3/milliseconds',
  'SIG-3/zero',
  'SIG-3/negative',
  'SIG-3/endless',
];

const SIGNATURES: Readonly<Record<string, readonly string[]>> = {
  'signs-its-own-clock': ['SIG-3/past-290', 'SIG-3/future-290'],
  stringified: REWRITTEN,
  rebuilt: [...REWRITTEN, 'SIG-5/key-order'],
  escaped: BEYOND_ASCII,
  'read-as-ascii': BEYOND_ASCII,
  'no-white-space': ['SIG-5/indented', 'SIG-5/tabs'],
  'single-spaces': ['SIG-5/indented', 'SIG-5/tabs'],
  latin1: BEYOND_ASCII,
  'ascii-only': BEYOND_ASCII,
  composed: ['SIG-5/decomposed'],
  'line-break-removed': ['SIG-5/trailing-newline'],
  trimmed: ['SIG-5/leading-blanks', 'SIG-5/trailing-newline', 'SIG-5/trailing-crlf', 'SIG-4/appended-body'],
  'unix-line-ends': ['SIG-5/tabs', 'SIG-5/trailing-crlf'],
  'escapes-undone': ['SIG-5/slashes'],
  'escapes-html': ['SIG-5/html'],
  'chunks-as-text': ['SIG-5/in-pieces'],
  'first-chunk-only': ['SIG-5/in-pieces'],
  'size-limit': ['SIG-5/1-mib'],
  'length-required': ['SIG-5/without-length'],
  'exact-content-type': ['SIG-5/charset'],
  positional: ['SIG-10/reversed', 'SIG-10/legacy-reversed', 'SIG-2/legacy-first', 'SIG-2/legacy-between', 'SIG-2/v1-in-legacy'],
  'whole-pattern': ['SIG-10/reversed', ...LEGACY],
  'pattern-in-order': ['SIG-10/reversed', 'SIG-10/legacy-reversed'],
  'two-segments-only': LEGACY,
  'refuses-legacy': LEGACY,
  'refuses-unknown-segments': ['SIG-10/unknown-segment'],
  'ends-of-keys': ['SIG-10/look-alikes'],
  untrimmed: ['SIG-10/spaced'],
  'first-v1-only': ['SIG-2/second-signature'],
  'last-v1-only': ['SIG-2/first-signature'],
  'exact-header-name': ['EVT-2/names-in-lower-case'],
  'legacy-suffices': ['SIG-2/downgrade', 'SIG-2/legacy-alone'],
  'legacy-must-be-right': LEGACY,
  'any-segment': ['SIG-10/other-key'],
  'checks-the-last-t': ['SIG-3/second-time-behind'],
  'checks-the-first-t': ['SIG-3/second-time'],
  'keeps-the-last-t': TOO_FAR,
  'crashes-without-header': ['SIG-4/no-header'],
  'crashes-on-segments': ['SIG-4/empty-header', 'SIG-4/one-word-header'],
  'crashes-without-v1': ['SIG-4/no-signature', 'SIG-2/legacy-alone', 'SIG-10/other-key-alone', 'SIG-2/v1-in-legacy'],
};

const COMPARISONS: Readonly<Record<string, readonly string[]>> = {
  'promise-is-truthy': ['SIG-4/forged'],
  'length-only': ['SIG-4/forged'],
  'first-16-digits': [
    'SIG-4/flipped-digit',
    'SIG-4/flipped-middle',
    'SIG-4/truncated',
    'SIG-4/lengthened',
    'SIG-4/wrong-signatures',
  ],
  'all-but-the-last': ['SIG-4/flipped-digit'],
  'at-least-40-digits': ['SIG-4/cut-by-a-byte'],
  'all-but-the-first': ['SIG-4/flipped-first'],
  'both-ends': ['SIG-4/flipped-middle'],
  'in-any-order': ['SIG-4/swapped-digits'],
  'as-far-as-given': CUT,
  'as-far-as-expected': ['SIG-4/lengthened'],
  includes: CUT,
  'as-numbers': ['SIG-4/flipped-digit', 'SIG-4/flipped-middle', 'SIG-4/wrong-signatures'],
  'ignores-the-end': [...CUT, 'SIG-4/lengthened'],
  'throws-on-length': ['SIG-4/truncated', 'SIG-4/one-digit', 'SIG-4/lengthened'],
  'no-verification': ['SIG-4/forged'],
  'any-signature': ['SIG-4/forged'],
  'unsigned-is-fine': ['SIG-4/no-header'],
  'empty-is-fine': ['SIG-4/no-header', 'SIG-4/empty-header'],
  'sandbox-is-fine': ['SIG-4/forged-sandbox'],
  'unknown-is-fine': ['SIG-4/forged-unknown', 'SIG-4/forged-ping'],
  'ping-is-fine': ['SIG-4/forged-ping'],
  'event-header-decides': ['SIG-4/forged-event-header', 'SIG-4/forged-ping'],
  'forwarded-is-fine': ['SIG-4/forged-forwarded'],
  'large-is-fine': ['SIG-4/forged-large'],
  'verifies-json-only': ['SIG-4/forged-content-type'],
  'no-v1-is-fine': ['SIG-4/no-signature', 'SIG-4/nonsense-header', 'SIG-2/legacy-alone', 'SIG-10/other-key-alone'],
  'tries-neighbors': ['SIG-4/swapped-time'],
  'body-alone-suffices': ['SIG-4/body-alone'],
  'empty-old-secret': ['SIG-4/empty-key'],
  'key-of-the-tests': ['SIG-4/guessed-key'],
  'known-ids-first': ['SIG-4/forged-duplicate'],
  'remembers-signatures': ['SIG-4/borrowed-signature'],
  'notes-before-it-verifies': ['SIG-7/forged-first'],
  'acts-before-it-verifies': ['SIG-4/no-effect'],
  'mismatch-401': ['SIG-4/status-400'],
  'mismatch-403': ['SIG-4/status-400'],
  'mismatch-404': ['SIG-4/status-400'],
  'mismatch-422': ['SIG-4/status-400'],
  'mismatch-302': ['SIG-4/status-400'],
  'mismatch-429': ['SIG-4/status-400'],
  'mismatch-500': ['SIG-4/status-400'],
  'mismatch-503': ['SIG-4/status-400'],
  'mismatch-200': ['SIG-4/forged'],
  'mismatch-202': ['SIG-4/forged'],
  'unsigned-200': ['SIG-4/no-signature', 'SIG-4/no-time', 'SIG-4/undefined-time', 'SIG-4/no-header', 'SIG-4/empty-header'],
  'parses-first': ['SIG-4/emptied-body'],
  'reveals-the-signature': ['SIG-4/reveals-nothing'],
  'reveals-the-secret': ['SIG-4/reveals-nothing'],
  'thanks-first': ['SIG-4/forged'],
  'catch-all': ['SIG-4/forged'],
};

const CLOCKS: Readonly<Record<string, readonly string[]>> = {
  'no-clock': TOO_FAR,
  'past-only': ['SIG-3/future-310', 'SIG-3/future-day'],
  'future-only': ['SIG-3/past-310', 'SIG-3/past-day'],
  'a-day': ['SIG-3/past-310', 'SIG-3/future-310'],
  'a-second': ['SIG-3/past-290', 'SIG-3/future-290'],
  'ten-minutes': ['SIG-3/past-310', 'SIG-3/future-310'],
  'one-minute': ['SIG-3/past-290', 'SIG-3/future-290'],
  'four-minutes': ['SIG-3/past-290', 'SIG-3/future-290'],
  'clock-ahead': ['SIG-3/clock'],
  'clock-behind': ['SIG-3/clock'],
  'milliseconds-too': ['SIG-3/milliseconds'],
  'lets-words-pass': ['SIG-3/not-a-number'],
  'created-at-for-t': [...TOO_FAR, ...LATE],
  'created-at-too': LATE,
  'stale-200': TOO_FAR,
  'stale-500': OUT_OF_TIME,
};

const EVENTS: Readonly<Record<string, readonly string[]>> = {
  'unknown-type-400': ['SIG-6/unknown-type'],
  'unknown-type-404': ['SIG-6/unknown-type'],
  'unknown-type-422': ['SIG-6/unknown-type'],
  'unknown-type-500': ['SIG-6/unknown-type'],
  'unknown-type-501': ['SIG-6/unknown-type'],
  'bids-and-trades-only': ['SIG-6/unknown-type', 'RTY-1/cashbid-offer-received', ...ANALYSIS, ...QUEUE],
  'words-without-underscore': ['SIG-6/unknown-type', 'VER-2/new-type', 'RTY-1/cashbid-offer-received', ...QUEUE],
  'strict-envelope': ['SIG-5/unknown-members'],
  'strict-data': ['SIG-5/unknown-members'],
  'trade-needs-bid': ['RTY-1/trade-settled'],
  'crashes-on-null': ['EVT-7/trade-of-an-offer'],
  'every-data-has-a-bid': [
    'RTY-1/trade-created',
    'RTY-1/trade-settled',
    'RTY-1/cashbid-offer-received',
    ...QUEUE,
    'SIG-5/empty-data',
    'SIG-6/unknown-family',
  ],
  'short-list-of-statuses': ['RTY-1/bid-countered'],
  'accepted-bids-only': ['RTY-1/bid-rejected', 'RTY-1/bid-countered', 'RTY-1/bid-received'],
  'whole-dollars': ['RTY-1/analysis-requested'],
  'no-analysis': ANALYSIS,
  'no-queue': QUEUE,
  'location-id-is-text': QUEUE,
  'one-form-of-instants': ['EVT-19/other-instant'],
  'out-of-order-409': [...LATE, 'RTY-1/out-of-order'],
  'settled-needs-created': ['RTY-1/trade-settled'],
};

const REPEATS: Readonly<Record<string, readonly string[]>> = {
  'by-signature': ['SIG-7/one-effect'],
  'by-t-and-body': ['SIG-7/one-effect'],
  'by-bid': ['SIG-7/same-data'],
  'by-data': ['SIG-7/same-data'],
  'by-instant': ['SIG-7/two-events'],
  'short-column': ['EVT-3/similar-ids'],
  'blind-to-case': ['EVT-3/similar-ids'],
  'no-memory': ['SIG-7/one-effect'],
  'memory-of-five': ['SIG-7/long-memory'],
  'memory-of-seconds': ['SIG-7/later'],
  'memory-of-half-an-hour': ['SIG-7/later'],
  'looks-then-acts': ['SIG-7/parallel'],
  'noted-before-the-effect': ['RTY-3/failed'],
  'fails-after-the-effect': ['RTY-3/failed'],
  'swallows-failures': ['RTY-3/failed'],
  'notes-the-first-chunk': ['RTY-3/cut-off'],
  'drops-what-is-older': ['RTY-1/late-effect'],
  'duplicate-400': REFUSED_DUPLICATE,
  'duplicate-404': REFUSED_DUPLICATE,
  'duplicate-409': REFUSED_DUPLICATE,
  'duplicate-500': REFUSED_DUPLICATE,
};

const CROWDS: Readonly<Record<string, readonly string[]>> = {
  'six-seconds': ['RTY-5/1-at-once'],
  'plan-used-up': ['RTY-1/still-accepted'],
  'every-thirtieth-refused': ['RTY-5/in-a-row'],
  'one-by-one': ['RTY-5/20-at-once'],
  'five-at-once': ['RTY-5/20-at-once'],
  'three-at-once': ['RTY-5/5-at-once', 'RTY-5/20-at-once'],
  'ten-a-second': ['RTY-5/20-at-once'],
};

const NAMED: Readonly<Record<string, readonly string[]>> = {
  ...SIGNATURES,
  ...COMPARISONS,
  ...CLOCKS,
  ...EVENTS,
  ...REPEATS,
  ...CROWDS,
};

/** The names in these tables. A test compares them with those of the rows. */
export const NAMED_ROWS: readonly string[] = Object.keys(NAMED);

/** @returns the drills that must find a faulty receiver. One without a row rejects genuine deliveries */
export function drillsFor(name: string): readonly string[] {
  return NAMED[name] ?? REJECTS_ALL;
}
