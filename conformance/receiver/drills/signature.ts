/** SIG-1, SIG-2, SIG-4, SIG-10: what is signed, and what is refused. */
import { Breach, TransportFault, holds, noteAssertion } from '#client';
import type { Drill } from '../drill.ts';
import { drill } from '../drill.ts';
import { sayAnswer } from '../describe-answer.ts';
import { SOMEBODY_ELSE } from '../drill-context.ts';
import { judgeRefusal, refuses } from './pair.ts';

const NO_BODY = 'Nobody reads the body of an answer: the status is enough.';

/** What everything else builds on. */
const FOUNDATIONS: readonly Drill[] = [
  drill('SIG-1/genuine', 'A genuine delivery is taken', async (t) => {
    const answer = await t.genuine();
    if (!t.exchanges.includes(answer.exchange)) t.exchanges.push(answer.exchange);
    // Where nobody is, nobody has done wrong: a fault of the set-up.
    if (answer.is_unreachable) throw new TransportFault(`${answer.exchange.url}: ${sayAnswer(answer)}`, answer.exchange);
    if (!holds(answer.is_taken)) throw await t.refusalOf(answer, {});
    if (answer.excess !== undefined)
      t.warn(`The answer is taken for what its status says, but ${answer.excess}.`, answer, NO_BODY);
    if (answer.exchange.duration_ms > SLOW_MS) t.observe(`answered after ${Math.round(answer.exchange.duration_ms)} ms`);
  }),
  drill('SIG-4/forged', 'A delivery that somebody without the secret has signed is refused', async (t) => {
    await t.requireGenuine();
    const answer = await t.forgery();
    if (!t.exchanges.includes(answer.exchange)) t.exchanges.push(answer.exchange);
    judgeRefusal(t, answer, 'The signature is not verified at all, or the answer is given before it is.');
  }),
  drill('SIG-4/status-400', 'A signature that does not match is answered with 400', async (t) => {
    await t.requireVerification();
    const answer = await t.forge({ header: 't={t},v1={flipped}' });
    if (holds(answer.is_taken || answer.status === 400)) return;
    throw new Breach({
      message: `A mismatch was refused with ${sayAnswer(answer)}.`,
      exchange: answer.exchange,
      expected: 'status 400',
      observed: sayAnswer(answer),
      likely_cause:
        answer.is_retried || answer.fault !== undefined
          ? 'Verification throws and nobody catches it. The marketplace takes it for a failure of the moment and sends it again.'
          : 'The receiver, or a middleware for logins before it, answers a mismatch with another status than the document names.',
    });
  }),
];

/** What a refusal must not tell. */
const TELLTALES: readonly Drill[] = [
  drill('SIG-4/tells-nothing', 'A refusal tells neither the signature that was expected nor the secret', async (t) => {
    await t.requireVerification();
    const shape = { envelope: t.compose().envelope, header: 't={t},v1={flipped}' };
    const answer = await t.forge(shape);
    const text = `${JSON.stringify(answer.exchange.headers)}${answer.exchange.text}`;
    const { secret } = t.run.settings;
    const sent = answer.delivery.headers['SVC-Signature'] ?? '';
    const right = flipBack(sent.slice(sent.lastIndexOf('=') + 1));
    const told = [
      [right, 'the signature that was expected: whoever asks can sign'],
      [secret, 'the secret'],
      [secret.replace(/^whsec_/, ''), 'the secret'],
    ].find(([text_of]) => text.toLowerCase().includes((text_of ?? '').toLowerCase()));
    if (told === undefined) noteAssertion();
    else t.warn(`The refusal tells ${told[1]}.`, answer, 'A page for developers, or a log line, is sent to the caller.');
  }),
];

/** The signature that `{flipped}` was made of. */
function flipBack(flipped: string): string {
  return `${flipped.slice(0, -1)}${(Number.parseInt(flipped.slice(-1), 16) ^ 1).toString(16)}`;
}

const SLOW_MS = 2_000;

const OVERWRITTEN =
  'Not all digits count: a comparison in constant time that sets its result (`=`) where it has to gather it (`|=`), or a part that is cut out.';

/** What others have left in a configuration: keys that anybody can guess. */
const GUESSED_KEYS = ['whsec_test', 'whsec_secret', 'whsec_', 'secret', 'test', 'changeme'] as const;

const FORGERIES: readonly Drill[] = [
  refuses('SIG-4/flipped-digit', 'A signature that differs in its last digit is refused', {
    bad: { header: 't={t},v1={flipped}' },
    cause: 'Only a part of the signature is compared.',
  }),
  refuses('SIG-4/flipped-first', 'A signature that differs in its first digit is refused', {
    bad: { header: 't={t},v1={first}' },
    cause: OVERWRITTEN,
  }),
  refuses('SIG-4/flipped-middle', 'A signature that differs in a digit in its middle is refused', {
    bad: { header: 't={t},v1={middle}' },
    cause: OVERWRITTEN,
  }),
  refuses('SIG-4/swapped-digits', 'The right signature with two digits exchanged is refused', {
    bad: { header: 't={t},v1={swapped}' },
    cause: 'The differences of the digits are added up, and cancel each other out: use timingSafeEqual or the like.',
  }),
  refuses('SIG-4/tampered-body', 'A body in which one digit was changed is refused', {
    bad: {
      tamper: (signed) => Buffer.from(signed.toString().replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10))),
    },
    cause: 'The body is not part of what is verified.',
  }),
  refuses('SIG-4/appended-body', 'A body with something appended is refused', {
    bad: { tamper: (signed) => Buffer.concat([signed, Buffer.from(' ')]) },
    cause: 'The body is trimmed, or parsed and written again, before it is verified (SIG-5).',
  }),
  refuses('SIG-4/emptied-body', 'An empty body under a good signature is refused', {
    bad: { tamper: () => Buffer.alloc(0) },
    cause: 'An empty body is let through before it is verified.',
  }),
  refuses('SIG-4/swapped-time', 'A signature over another `t` than the one sent is refused', {
    bad: { sign: (t, raw) => Buffer.concat([Buffer.from(`${Number(t) - 1}.`), raw]) },
    cause: 'The `t` of the header is not what is put into the HMAC.',
  }),
  refuses('SIG-4/body-alone', 'A signature over the body without `t` is refused', {
    bad: { sign: (_t, raw) => raw },
    cause: '`t` is not signed: whoever has seen one delivery can send it for ever.',
  }),
  refuses('SIG-4/truncated', 'The first half of the right signature is refused', {
    bad: { header: 't={t},v1={half}' },
    cause: 'Only so many digits are compared as were sent.',
  }),
  refuses('SIG-4/one-digit', 'The first digit of the right signature is refused', {
    bad: { header: 't={t},v1={digit}' },
    cause: 'Only so many digits are compared as were sent.',
  }),
  refuses('SIG-4/lengthened', 'The right signature with more digits behind it is refused', {
    bad: { header: 't={t},v1={v1}00' },
    cause: 'Only the beginning of the signature is compared.',
  }),
  refuses('SIG-4/empty-signature', 'An empty v1 is refused', {
    bad: { header: 't={t},v1=' },
    cause: 'An empty signature is compared over no digits, or taken for an absent one and let through.',
  }),
  refuses('SIG-4/no-signature', 'A header without v1 is refused', {
    bad: { header: 't={t}' },
    cause: 'What is absent is compared with nothing.',
  }),
  refuses('SIG-4/no-time', 'A header without t is refused', {
    bad: { header: 'v1={v1}', sign: (_t, raw) => Buffer.concat([Buffer.from('.'), raw]) },
    cause: 'A missing `t` passes for an empty text.',
  }),
  refuses('SIG-4/undefined-time', 'A header without t is refused, also where "undefined" was signed', {
    bad: { header: 'v1={v1}', sign: (_t, raw) => Buffer.concat([Buffer.from('undefined.'), raw]) },
    cause: 'A missing `t` is put into the HMAC as the text "undefined".',
  }),
  refuses('SIG-4/no-header', 'A delivery without SVC-Signature is refused', {
    bad: { header: null },
    cause: 'Verification is left out where there is no header.',
  }),
  refuses('SIG-4/empty-header', 'An empty SVC-Signature is refused', {
    bad: { header: '' },
    cause: 'Verification is left out where the header is empty.',
  }),
  refuses('SIG-4/nonsense-header', 'A header that is nonsense is refused', {
    bad: { header: 'sign here ==,,==;=' },
    cause: 'What cannot be read is let through.',
  }),
  refuses('SIG-4/wrong-signatures', 'Several signatures, none of them right, are refused', {
    bad: { header: 't={t},v1={other},v1={flipped}' },
    cause: 'Where there are several signatures, not each is compared in full.',
  }),
  refuses('SIG-4/empty-key', 'A signature that was made with an empty key is refused', {
    bad: { key: '' },
    cause: 'An empty secret is among those that are tried: an unset variable makes everybody a sender.',
  }),
  refuses('SIG-2/downgrade', 'A good legacy segment does not make up for a wrong v1', {
    bad: { header: 't={t},v1={other},sha256={sha256}' },
    good: { header: 't={t},v1={v1},sha256={sha256}' },
    cause: 'The legacy segment is taken where v1 does not match: it is to be ignored.',
  }),
  refuses('SIG-2/legacy-alone', 'A good legacy segment does not make up for a missing v1', {
    bad: { header: 't={t},sha256={sha256}' },
    good: { header: 't={t},v1={v1},sha256={sha256}' },
    cause: 'The legacy segment is taken where there is no v1: it is to be ignored.',
  }),
  refuses('SIG-10/other-key', 'The right signature under another key than v1 is refused', {
    bad: { header: 't={t},v1={other},v0={v1}' },
    cause: 'Any segment is compared, whatever its key.',
  }),
  refuses('SIG-10/other-key-alone', 'The right signature under another key is refused, also where there is no v1', {
    bad: { header: 't={t},v0={v1}' },
    cause: 'Any segment is compared, whatever its key.',
  }),
  refuses('SIG-4/forged-sandbox', 'A forged delivery of the sandbox is refused like any other', {
    bad: { livemode: false, key: SOMEBODY_ELSE },
    good: { livemode: false },
    cause: 'What says livemode false is not verified.',
  }),
  refuses('SIG-4/forged-unknown', 'A forged delivery of an unknown type is refused like any other', {
    bad: { type: 'weather.hail_expected', key: SOMEBODY_ELSE },
    good: { type: 'weather.hail_expected' },
    cause: 'Types that are not known are answered before the signature is verified.',
  }),
  refuses('SIG-4/forged-ping', 'A forged delivery that calls itself a ping is refused like any other', {
    bad: { type: 'ping', key: SOMEBODY_ELSE },
    cause: 'What calls itself a ping, or a test, is answered before the signature is verified.',
  }),
  refuses('SIG-4/forged-event-header', 'A forged delivery is refused, whatever its header SVC-Event says', {
    bad: { key: SOMEBODY_ELSE, headers: { 'SVC-Event': 'ping' } },
    cause: 'The header SVC-Event decides whether the signature is verified: nobody has signed it.',
  }),
  drill('SIG-4/forged-content-type', 'A forged delivery that is not called JSON is refused like any other', async (t) => {
    await t.requireVerification();
    const answer = await t.forge({ key: SOMEBODY_ELSE, headers: { 'content-type': 'text/plain' } });
    judgeRefusal(t, answer, 'Verification belongs to the parser of JSON: what is called otherwise goes past it.');
  }),
  drill('SIG-4/forged-duplicate', 'A forgery with the id of an event that was taken is refused like any other', async (t) => {
    await t.requireVerification();
    const { delivery } = await t.expectTaken({});
    // Not remembered as a forgery: its id has taken effect, and rightly.
    const answer = await t.deliver({ envelope: delivery.envelope, key: SOMEBODY_ELSE });
    judgeRefusal(t, answer, 'Ids are looked up before the signature is verified: whoever guesses one learns that it has come.');
  }),
  drill('SIG-4/borrowed-signature', 'The header of a delivery that was taken is refused above another body', async (t) => {
    await t.requireVerification();
    const { delivery } = await t.expectTaken({});
    const answer = await t.forge({ header: delivery.headers['SVC-Signature'] ?? '' });
    judgeRefusal(t, answer, 'Signatures that were right once are remembered, and what they were made for is not.');
  }),
  drill('SIG-4/guessed-key', 'Deliveries that are signed with a key that anybody would try are refused', async (t) => {
    await t.requireVerification();
    for (const key of GUESSED_KEYS.filter((one) => one !== t.run.settings.secret)) {
      judgeRefusal(
        t,
        await t.forge({ key }),
        `The key "${key}" is among those that are tried: take it out of the configuration.`,
      );
    }
  }),
  refuses('SIG-2/v1-in-legacy', 'The right signature under the legacy key is refused', {
    bad: { header: 't={t},sha256={v1}' },
    good: { header: 't={t},v1={v1},sha256={v1}' },
    cause: 'Any segment is compared, whatever its key.',
  }),
];

export const SIGNATURE_DRILLS: readonly Drill[] = [...FOUNDATIONS, ...FORGERIES, ...TELLTALES];
