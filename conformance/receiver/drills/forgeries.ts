/** SIG-2, SIG-4, SIG-10: deliveries that must be rejected, and differ from a good one in one respect. */
import type { Shape } from '../compose.ts';
import type { Drill } from '../drill.ts';
import { OTHER_SECRET } from '../drill-context.ts';
import { rejects, type BadOptions } from './pair.ts';

const NOT_ALL_DIGITS =
  'It does not compare all digits: its constant-time comparison assigns the result (`=`) instead of accumulating it (`|=`), or it compares only a part of the signature.';
const AS_FAR_AS_SENT = 'It compares only as many digits as were sent.';
/** If the receiver accepts one of these, a drill that sends less than a signature shows nothing new. */
const NO_SIGNATURE: BadOptions = { plainer: [{ header: 't={t}' }, 'SIG-4/no-signature'] };
const NOT_HEX = 'z'.repeat(64);
/** A wrong signature of a single character that is not hex. */
const ONE_SIGN: BadOptions = { plainer: [{ header: 't={t},v1=?' }, 'SIG-4/not-comparable'] };
const ABSENT = 'It skips verification if there is no signature.';
const UNREADABLE = 'It skips verification if it cannot parse the header.';
const ANY_SEGMENT = 'It compares any segment, whatever its key.';
const LEGACY_COUNTS = 'It accepts the legacy segment instead of v1: ignore that segment.';
const withoutTime = (text: string): Shape => ({
  header: 'v1={v1}',
  sign: (_t, raw) => Buffer.concat([Buffer.from(`${text}.`), raw]),
});

/** A body that parsers and proxies accept by default. */
const LARGE: Shape = { data: { note: 'grain '.repeat(15 * 1_024) } };

type Forgery = readonly [id: Drill['id'], what: string, cause: string, bad: Shape, options?: BadOptions];

/** Deliveries that must be rejected. */
const FORGERIES: readonly Forgery[] = [
  [
    'SIG-4/flipped-digit',
    'whose last digit is wrong',
    'It compares only a part of the signature.',
    { header: 't={t},v1={flipped}' },
  ],
  ['SIG-4/flipped-first', 'whose first digit is wrong', NOT_ALL_DIGITS, { header: 't={t},v1={first}' }],
  ['SIG-4/flipped-middle', 'with a wrong digit in its middle', NOT_ALL_DIGITS, { header: 't={t},v1={middle}' }],
  [
    'SIG-4/swapped-digits',
    'with two digits swapped',
    'It adds up the differences, which cancel each other out: use timingSafeEqual or an equivalent.',
    { header: 't={t},v1={swapped}' },
  ],
  [
    'SIG-4/not-hex',
    'of 64 characters that are not hex',
    'It decodes the signature from hex and compares as many bytes as come out: none. Or it counts an error as a success. Compare the lengths of the bytes first.',
    { header: `t={t},v1=${NOT_HEX}` },
  ],
  [
    'SIG-4/not-ascii',
    'of 64 characters that are not ASCII',
    'It compares fewer characters than there are.',
    { header: `t={t},v1=${'\u00E9'.repeat(64)}` },
    {
      crash:
        "Its comparison throws for what is not ASCII, as Python's compare_digest does with strings: compare bytes, and return 400.",
    },
  ],
  [
    'SIG-4/tampered-body',
    'of a body in which one digit was changed afterward',
    'The body is not part of what is verified.',
    { tamper: (signed) => Buffer.from(signed.toString().replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10))) },
  ],
  [
    'SIG-4/appended-body',
    'of a body that had a space appended afterward',
    'It trims or reserializes the body before it verifies it (SIG-5).',
    { tamper: (signed) => Buffer.concat([signed, Buffer.from(' ')]) },
    { alike: { write: (envelope) => `${JSON.stringify(envelope)} ` } },
  ],
  [
    'SIG-4/emptied-body',
    'of a body that was emptied afterward',
    'It skips verification if the body is empty.',
    { tamper: () => Buffer.alloc(0) },
    {
      crash:
        'It parses the body before it verifies the signature, and nothing catches the error. Verify the raw bytes first, and return 400.',
    },
  ],
  [
    'SIG-4/swapped-time',
    'over a different `t` than the one in the header',
    'The `t` of the header is not the one in the HMAC.',
    { sign: (t, raw) => Buffer.concat([Buffer.from(`${Number(t) - 1}.`), raw]) },
  ],
  [
    'SIG-4/body-alone',
    'over the body without `t`',
    '`t` is not signed: anyone who has seen a delivery can send it again at any time.',
    { sign: (_t, raw) => raw },
  ],
  [
    'SIG-4/not-comparable',
    'of one character that is not hex',
    'It counts an error as a success: its comparison throws for another length, or for what is not hex. Return 400 for every exception.',
    { header: 't={t},v1=?' },
    { plainer: [{ header: `t={t},v1=${NOT_HEX}` }, 'SIG-4/not-hex'] },
  ],
  ['SIG-4/truncated', 'cut to its first half', AS_FAR_AS_SENT, { header: 't={t},v1={half}' }, ONE_SIGN],
  ['SIG-4/cut-by-a-byte', 'without its last two digits', AS_FAR_AS_SENT, { header: 't={t},v1={most}' }, ONE_SIGN],
  ['SIG-4/one-digit', 'cut to its first digit', AS_FAR_AS_SENT, { header: 't={t},v1={digit}' }, ONE_SIGN],
  [
    'SIG-4/lengthened',
    'with digits appended',
    'It compares only the beginning of the signature.',
    { header: 't={t},v1={v1}00' },
    ONE_SIGN,
  ],
  [
    'SIG-4/empty-signature',
    'that is empty',
    'It compares an empty signature over no digits, or treats it as absent and accepts it.',
    { header: 't={t},v1=' },
    ONE_SIGN,
  ],
  ['SIG-4/no-signature', 'that is missing (a header without v1)', ABSENT, { header: 't={t}' }],
  ['SIG-4/no-time', 'without a `t`', 'It treats a missing `t` as an empty string.', withoutTime('')],
  [
    'SIG-4/undefined-time',
    'over "undefined" and without a `t`',
    'It puts a missing `t` into the HMAC as "undefined".',
    withoutTime('undefined'),
  ],
  ['SIG-4/no-header', 'that is missing (no SVC-Signature)', ABSENT, { header: null }],
  [
    'SIG-4/empty-header',
    'that is missing (an empty SVC-Signature)',
    'It skips verification if the header is empty.',
    { header: '' },
  ],
  ['SIG-4/nonsense-header', 'in a malformed header', UNREADABLE, { header: 'sign here ==,,==;=' }],
  ['SIG-4/one-word-header', 'in a header of one word', UNREADABLE, { header: 'unsigned' }],
  [
    'SIG-4/wrong-signatures',
    'that is wrong, next to another wrong one',
    'It does not compare each of several signatures in full.',
    { header: 't={t},v1={other},v1={flipped}' },
  ],
  [
    'SIG-4/empty-key',
    'made with an empty key',
    'It tries an empty secret, too: with a variable that is not set, anyone can sign.',
    { key: '' },
  ],
  [
    'SIG-2/downgrade',
    'that is wrong, next to a valid legacy segment',
    LEGACY_COUNTS,
    { header: 't={t},v1={other},sha256={sha256}' },
    { twin: { header: 't={t},v1={v1},sha256={sha256}' } },
  ],
  [
    'SIG-2/legacy-alone',
    'that is missing, next to a valid legacy segment',
    LEGACY_COUNTS,
    { header: 't={t},sha256={sha256}' },
    { ...NO_SIGNATURE, twin: { header: 't={t},v1={v1},sha256={sha256}' } },
  ],
  [
    'SIG-2/v1-in-legacy',
    'in the legacy segment',
    'It takes the legacy segment for v1, or compares any segment, whatever its key: verify v1 alone.',
    { header: 't={t},sha256={v1}' },
    { ...NO_SIGNATURE, twin: { header: 't={t},v1={v1},sha256={v1}' } },
  ],
  ['SIG-10/other-key', 'under a different key than v1, next to a wrong v1', ANY_SEGMENT, { header: 't={t},v1={other},v0={v1}' }],
  ['SIG-10/other-key-alone', 'under a different key than v1', ANY_SEGMENT, { header: 't={t},v0={v1}' }, NO_SIGNATURE],
  [
    'SIG-4/forged-sandbox',
    'made with a different secret, for an event of the sandbox',
    'It does not verify events with livemode false.',
    { livemode: false, key: OTHER_SECRET },
    { twin: { livemode: false } },
  ],
  [
    'SIG-4/forged-unknown',
    'made with a different secret, for an unknown type',
    'It responds to unknown types before it verifies the signature.',
    { type: 'weather.hail_expected', key: OTHER_SECRET },
    { twin: { type: 'weather.hail_expected' } },
  ],
  [
    'SIG-4/forged-ping',
    'made with a different secret for an event of type ping',
    'It responds to a ping or a test event before it verifies the signature.',
    { type: 'ping', key: OTHER_SECRET },
    { twin: { type: 'ping' } },
  ],
  [
    'SIG-4/forged-event-header',
    'made with a different secret and sent with SVC-Event: ping',
    'The header SVC-Event decides whether the signature is verified, but it is not signed.',
    { key: OTHER_SECRET, headers: { 'SVC-Event': 'ping' } },
  ],
  [
    'SIG-4/forged-forwarded',
    'made with a different secret and sent with X-Forwarded-For: 127.0.0.1',
    'It trusts the address in X-Forwarded-For, which any sender can write, and skips verification.',
    { key: OTHER_SECRET, headers: { 'X-Forwarded-For': '127.0.0.1' } },
  ],
  [
    'SIG-4/forged-large',
    'made with a different secret for a body of 90 KiB',
    'It does not verify large bodies.',
    { ...LARGE, key: OTHER_SECRET },
    { twin: LARGE },
  ],
];

export const FORGERY_DRILLS: readonly Drill[] = FORGERIES.map(([id, what, cause, bad, options]) =>
  rejects(id, `A signature ${what} is rejected`, cause, bad, options),
);
