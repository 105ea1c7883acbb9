/** SIG-1, SIG-2, SIG-4, SIG-10: what is signed, and what must be rejected. */
import { Breach, TransportFault, holds, noteAssertion } from '#client';
import type { Shape } from '../compose.ts';
import type { Drill } from '../drill.ts';
import { drill } from '../drill.ts';
import { describeAnswer } from '../describe-answer.ts';
import { GENUINE_ID, OTHER_SECRET } from '../drill-context.ts';
import { ALL_FORGERIES_ID, expectRejected, rejects } from './pair.ts';

const SLOW_MS = 2_000;

/** What all other drills build on. */
const FOUNDATIONS: readonly Drill[] = [
  drill(GENUINE_ID, 'A genuine delivery is accepted', async (t) => {
    const answer = await t.genuine();
    if (!t.exchanges.includes(answer.exchange)) t.exchanges.push(answer.exchange);
    // If nothing is there, the set-up is wrong.
    if (answer.is_unreachable) throw new TransportFault(`${answer.exchange.url}: ${describeAnswer(answer)}`, answer.exchange);
    if (!holds(answer.is_accepted)) throw await t.refusalOf(answer, {});
    if (answer.excess !== undefined)
      t.warn(
        `The status of the answer is right, but ${answer.excess}.`,
        answer,
        `The marketplace reads only the status. Answer without more than that: here, ${answer.excess}.`,
      );
    if (answer.exchange.duration_ms > SLOW_MS) t.observe(`answered after ${Math.round(answer.exchange.duration_ms)} ms`);
  }),
  drill('SIG-4/forged', 'A delivery signed with another secret is rejected', async (t) => {
    await t.requireGenuine();
    const answer = await t.forgery();
    if (!t.exchanges.includes(answer.exchange)) t.exchanges.push(answer.exchange);
    if (!answer.is_accepted) noteAssertion();
    else
      throw new Breach({
        message: `A delivery that must be rejected was accepted: ${describeAnswer(answer)}.`,
        exchange: answer.exchange,
        expected: 'status 400',
        observed: describeAnswer(answer),
        likely_cause: 'The signature is not verified at all, or the answer is sent before it is.',
      });
  }),
  drill(ALL_FORGERIES_ID, 'Every one of several identical forgeries is rejected', async (t) => {
    await t.requireVerification();
    const { accepted, of } = await t.countAcceptedForgeries();
    if (holds(accepted === 0)) return;
    throw new Breach({
      message: `${accepted} of ${of} identical forgeries were accepted.`,
      expected: 'status 400 for all of them',
      observed: `2xx for ${accepted} of them`,
      likely_cause: 'Some deliveries are not verified: one of several processes, or a feature flag, skips the verification.',
    });
  }),
  drill('SIG-4/status-400', 'A wrong signature is rejected with 400', async (t) => {
    await t.requireVerification();
    const answer = await t.forge({ header: 't={t},v1={flipped}' });
    if (holds(answer.is_accepted || answer.status === 400)) return;
    throw new Breach({
      message: `A wrong signature was rejected with ${describeAnswer(answer)}.`,
      exchange: answer.exchange,
      expected: 'status 400',
      observed: describeAnswer(answer),
      likely_cause:
        answer.is_retried || answer.fault !== undefined
          ? 'Verification throws, and nothing catches it. The marketplace sees a temporary failure and sends the delivery again.'
          : 'The receiver, or an authentication middleware before it, answers with another status than the document names.',
    });
  }),
  drill('SIG-4/reveals-nothing', 'A refusal reveals neither the expected signature nor the secret', async (t) => {
    await t.requireVerification();
    const answer = await t.forge({ envelope: t.compose().envelope, header: 't={t},v1={flipped}' });
    const text = `${JSON.stringify(answer.exchange.headers)}${answer.exchange.text}`.toLowerCase();
    const { secret } = t.run.settings;
    const sent = answer.delivery.headers['SVC-Signature'] ?? '';
    const revealed = [
      [unflip(sent.slice(sent.lastIndexOf('=') + 1)), 'the expected signature, so anyone can sign'],
      [secret, 'the secret'],
      [secret.replace(/^whsec_/, ''), 'the secret'],
    ].find(([value = '']) => text.includes(value.toLowerCase()));
    if (revealed === undefined) noteAssertion();
    else t.warn(`The refusal reveals ${revealed[1]}.`, answer, 'A debug page or a log line is sent to the caller.');
  }),
];

/** The signature that `{flipped}` was made of. */
function unflip(flipped: string): string {
  return `${flipped.slice(0, -1)}${(Number.parseInt(flipped.slice(-1), 16) ^ 1).toString(16)}`;
}

const NOT_ALL_DIGITS =
  'It does not compare all digits: its constant-time comparison assigns the result (`=`) instead of accumulating it (`|=`), or it compares only a part of the signature.';
const AS_FAR_AS_SENT = 'It compares only as many digits as were sent.';
const ABSENT = 'It skips verification if there is no signature.';
const UNREADABLE = 'It skips verification if it cannot parse the header.';
const ANY_SEGMENT = 'It compares any segment, whatever its key.';
const LEGACY_COUNTS = 'It accepts the legacy segment instead of v1: ignore that segment.';
const withoutTime = (text: string): Shape => ({
  header: 'v1={v1}',
  sign: (_t, raw) => Buffer.concat([Buffer.from(`${text}.`), raw]),
});

type Forgery = readonly [id: Drill['id'], title: string, cause: string, bad: Shape, good?: Shape];

/** Deliveries that must be rejected; each with the good delivery that differs in one respect, if that is not a plain one. */
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
    'It decodes the signature from hex and compares as many bytes as come out: none. Compare the lengths of the bytes first.',
    { header: `t={t},v1=${'z'.repeat(64)}` },
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
  ],
  [
    'SIG-4/emptied-body',
    'of a body that was emptied afterward',
    'It skips verification if the body is empty.',
    { tamper: () => Buffer.alloc(0) },
  ],
  [
    'SIG-4/swapped-time',
    'over another `t` than the one in the header',
    'The `t` of the header is not the one in the HMAC.',
    { sign: (t, raw) => Buffer.concat([Buffer.from(`${Number(t) - 1}.`), raw]) },
  ],
  [
    'SIG-4/body-alone',
    'over the body without `t`',
    '`t` is not signed: anyone who has seen a delivery can send it again at any time.',
    { sign: (_t, raw) => raw },
  ],
  ['SIG-4/truncated', 'cut to its first half', AS_FAR_AS_SENT, { header: 't={t},v1={half}' }],
  ['SIG-4/one-digit', 'cut to its first digit', AS_FAR_AS_SENT, { header: 't={t},v1={digit}' }],
  ['SIG-4/lengthened', 'with digits appended', 'It compares only the beginning of the signature.', { header: 't={t},v1={v1}00' }],
  [
    'SIG-4/empty-signature',
    'that is empty',
    'It compares an empty signature over no digits, or treats it as absent and accepts it.',
    { header: 't={t},v1=' },
  ],
  ['SIG-4/no-signature', 'that is missing (a header without v1)', ABSENT, { header: 't={t}' }],
  ['SIG-4/no-time', 'without a `t`', 'It treats a missing `t` as an empty text.', withoutTime('')],
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
  ['SIG-4/nonsense-header', 'in a header that makes no sense', UNREADABLE, { header: 'sign here ==,,==;=' }],
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
    { header: 't={t},v1={v1},sha256={sha256}' },
  ],
  [
    'SIG-2/legacy-alone',
    'that is missing, next to a valid legacy segment',
    LEGACY_COUNTS,
    { header: 't={t},sha256={sha256}' },
    { header: 't={t},v1={v1},sha256={sha256}' },
  ],
  [
    'SIG-2/v1-in-legacy',
    'in the legacy segment',
    ANY_SEGMENT,
    { header: 't={t},sha256={v1}' },
    { header: 't={t},v1={v1},sha256={v1}' },
  ],
  ['SIG-10/other-key', 'under another key than v1, next to a wrong v1', ANY_SEGMENT, { header: 't={t},v1={other},v0={v1}' }],
  ['SIG-10/other-key-alone', 'under another key than v1', ANY_SEGMENT, { header: 't={t},v0={v1}' }],
  [
    'SIG-4/forged-sandbox',
    'made with another secret, for an event of the sandbox',
    'It does not verify events with livemode false.',
    { livemode: false, key: OTHER_SECRET },
    { livemode: false },
  ],
  [
    'SIG-4/forged-unknown',
    'made with another secret, for an unknown type',
    'It answers unknown types before it verifies the signature.',
    { type: 'weather.hail_expected', key: OTHER_SECRET },
    { type: 'weather.hail_expected' },
  ],
  [
    'SIG-4/forged-ping',
    'made with another secret for an event of type ping',
    'It answers a ping or a test event before it verifies the signature.',
    { type: 'ping', key: OTHER_SECRET },
    { type: 'ping' },
  ],
  [
    'SIG-4/forged-event-header',
    'made with another secret and sent with SVC-Event: ping',
    'The header SVC-Event decides whether the signature is verified, but it is not signed.',
    { key: OTHER_SECRET, headers: { 'SVC-Event': 'ping' } },
  ],
];

/** What others have left in a configuration: keys that anyone would try. */
const GUESSED_KEYS = ['whsec_test', 'whsec_secret', 'whsec_', 'secret', 'test', 'changeme'] as const;

const STORIES: readonly Drill[] = [
  drill('SIG-4/forged-content-type', 'A forgery with another Content-Type is rejected', async (t) => {
    await t.requireVerification();
    const answer = await t.forge({ key: OTHER_SECRET, headers: { 'content-type': 'text/plain' } });
    await expectRejected(t, answer, 'The JSON parser verifies the signature, so a body of another type is not verified.');
  }),
  drill('SIG-4/forged-duplicate', 'A forgery with the id of an accepted event is rejected', async (t) => {
    await t.requireVerification();
    const { delivery } = await t.expectAccepted({});
    // Not `forge`, which notes an id that must have no effect: this one had its effect, rightly.
    const answer = await t.deliver({ envelope: delivery.envelope, key: OTHER_SECRET });
    await expectRejected(
      t,
      answer,
      'It looks up the id before it verifies the signature: anyone can find out which events came.',
    );
  }),
  drill('SIG-4/borrowed-signature', 'The header of an accepted delivery is rejected with another body', async (t) => {
    await t.requireVerification();
    const { delivery } = await t.expectAccepted({});
    const answer = await t.forge({ header: delivery.headers['SVC-Signature'] ?? '' });
    await expectRejected(t, answer, 'It remembers valid signatures, but not the body that each belongs to.');
  }),
  drill('SIG-4/guessed-key', 'Signatures made with keys that anyone would try are rejected', async (t) => {
    await t.requireVerification();
    for (const key of GUESSED_KEYS.filter((one) => one !== t.run.settings.secret)) {
      await expectRejected(t, await t.forge({ key }), `It also tries the key "${key}": remove it from the configuration.`);
    }
  }),
];

export const SIGNATURE_DRILLS: readonly Drill[] = [
  ...FOUNDATIONS,
  ...FORGERIES.map(([id, what, cause, bad, good]) => rejects(id, `A signature ${what} is rejected`, cause, bad, good)),
  ...STORIES,
];
