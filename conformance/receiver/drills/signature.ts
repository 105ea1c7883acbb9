/** SIG-1, SIG-2, SIG-4, SIG-10: what is signed, and what must be rejected. */
import { Blocked, Breach, TransportFault, Unverifiable, holds, noteAssertion } from '#client';
import { drill, type Drill } from '../drill.ts';
import { composeLike, flipLast, type Delivery, type Shape } from '../compose.ts';
import { describeResponse, unexpectedResponse } from '../describe-response.ts';
import { GENUINE_ID, OTHER_SECRET, type DrillContext } from '../drill-context.ts';
import { UNPADDED } from '../mistakes.ts';
import { FORGERY_DRILLS } from './forgeries.ts';
import { ALL_FORGERIES_ID, REJECTED_WITH_2XX, expectRejected, forgeryAccepted, tookNoEffect } from './pair.ts';

const SLOW_MS = 2_000;
const UNVERIFIED = 'The signature is not verified at all, the response is sent before that, or a wrong signature gets 2xx.';

/** No earlier genuine delivery has had this `t`. */
const UNUSED_SECONDS = 137;
const CACHED =
  'It does not verify deliveries whose `t` belongs to an earlier genuine one: a cached result is valid only for one header and one body.';

/** A `v1` with a leading zero, which a careless conversion to hex drops, and one without zeros. */
const LEADING_ZERO = /v1=0/;
const NO_ZEROS = /v1=(?:[1-9a-f].){32}$/;
const ZERO_TRIES = 3;

function composeWith(t: DrillContext, form: RegExp): Delivery {
  const delivery = composeLike(form, () => t.compose());
  if (delivery === undefined) throw new Unverifiable('no signature of this form came up');
  return delivery;
}

/** What all other drills build on. */
const PREREQUISITES: readonly Drill[] = [
  drill(GENUINE_ID, 'A genuine delivery is accepted', async (t) => {
    const response = await t.genuine();
    if (!t.exchanges.includes(response.exchange)) t.exchanges.push(response.exchange);
    // Without a connection, the setup is wrong, not the receiver.
    if (response.is_unreachable)
      throw new TransportFault(
        `${response.exchange.url}: ${describeResponse(response)}. Check the URL, and that the receiver is running.`,
      );
    if (!holds(response.is_accepted)) throw await t.refusalOf(response, {});
    if (response.excess !== undefined)
      t.warn(
        `The status of the response is right, but ${response.excess}.`,
        response,
        `The marketplace reads only the status, and the rest can disturb the next response: ${response.excess}.`,
      );
    if (t.run.late_start !== undefined)
      t.warn(
        `The first delivery got no response: ${describeResponse(t.run.late_start)}. The next one was accepted.`,
        t.run.late_start,
        'It starts only when a delivery arrives, like a serverless function (a cold start). The event is sent again after 10 s: keep one instance running.',
      );
    if (response.exchange.duration_ms > SLOW_MS) t.observe(`responded after ${Math.round(response.exchange.duration_ms)} ms`);
  }),
  drill('SIG-4/forged', 'A delivery signed with a different secret is rejected', async (t) => {
    await t.requireGenuine();
    const response = await t.forgery();
    if (!t.exchanges.includes(response.exchange)) t.exchanges.push(response.exchange);
    if (holds(!response.is_accepted)) return;
    const other = await t.deliver({ key: OTHER_SECRET, offset_seconds: -UNUSED_SECONDS });
    if (other.is_accepted && (await tookNoEffect(t, other))) throw forgeryAccepted(response, REJECTED_WITH_2XX);
    throw forgeryAccepted(response, other.is_accepted ? UNVERIFIED : CACHED);
  }),
  drill(ALL_FORGERIES_ID, 'All of several identical forgeries are rejected', async (t) => {
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
    const response = await t.forge({ header: 't={t},v1={flipped}' });
    if (holds(response.is_accepted || response.status === 400)) return;
    throw unexpectedResponse(response, {
      message: `A wrong signature was rejected with ${describeResponse(response)}.`,
      expected: 'status 400',
      likely_cause:
        response.status === 429
          ? 'It responds as if there were too many requests, so the marketplace sends the delivery again (RTY-3). Return 400.'
          : response.is_retried || response.fault !== undefined
            ? 'Verification throws, and nothing catches it. The marketplace sees a temporary failure and sends the delivery again: return 400.'
            : 'The receiver, or authentication middleware in front of it, returns another status than the document states. Return 400.',
    });
  }),
  drill('SIG-4/reveals-nothing', 'A rejection reveals neither the expected signature nor the secret', async (t) => {
    await t.requireVerification();
    const response = await t.forge({ envelope: t.compose().envelope, header: 't={t},v1={flipped}' });
    const text = `${JSON.stringify(response.exchange.headers)}${response.exchange.text}`.toLowerCase();
    const { secret } = t.run.settings;
    const sent = response.delivery.headers['SVC-Signature'] ?? '';
    const revealed = [
      // Flipped again, the signature is the right one.
      [flipLast(sent.slice(sent.lastIndexOf('=') + 1)), 'the expected signature, so anyone can sign'],
      [secret, 'the secret'],
      [secret.replace(/^whsec_/, ''), 'the secret'],
    ].find(([value = '']) => text.includes(value.toLowerCase()));
    if (revealed === undefined) noteAssertion();
    else t.warn(`The rejection reveals ${revealed[1]}.`, response, DEBUG_PAGE);
  }),
  drill('SIG-4/errors-reveal-nothing', 'No error reveals the secret', async (t) => {
    await t.requireVerification();
    const { secret } = t.run.settings;
    for (const shape of PROVOCATIONS) {
      const response = await t.deliver(shape);
      const text = `${JSON.stringify(response.exchange.headers)}${response.exchange.text}`;
      if (holds(!text.includes(secret.replace(/^whsec_/, '')))) continue;
      t.warn(`A response with status ${response.status} reveals the secret.`, response, DEBUG_PAGE);
      return;
    }
  }),
];

const DEBUG_PAGE = 'A debug page or a log line is sent to the caller.';

/** Deliveries that a receiver is likely to fail on. */
const PROVOCATIONS: readonly Shape[] = [
  { header: null },
  { header: 'unsigned' },
  { header: 't=now,v1=' },
  { key: OTHER_SECRET, write: () => '{' },
  { type: 'weather.hail_expected' },
];

/** Placeholder keys that are often left in a configuration, and that anyone would try. */
const GUESSED_KEYS = ['whsec_test', 'whsec_secret', 'whsec_', 'secret', 'test', 'changeme'] as const;

/** Forgeries that take more than one delivery, or are sent in another way. */
const OTHER_FORGERIES: readonly Drill[] = [
  drill('SIG-4/forged-content-type', 'A forgery with a different Content-Type is rejected', async (t) => {
    await t.requireVerification();
    const response = await t.forge({ key: OTHER_SECRET, headers: { 'content-type': 'text/plain' } });
    await expectRejected(t, response, 'The JSON parser verifies the signature, so a body of another type is not verified.');
  }),
  drill('SIG-4/forged-duplicate', 'A forgery with the id of an accepted event is rejected', async (t) => {
    await t.requireVerification();
    const { delivery } = await t.expectAccepted({});
    // Not `forge`, which notes an id that must have no effect: this one was genuine, and its effect was right.
    const response = await t.deliver({ envelope: delivery.envelope, key: OTHER_SECRET });
    await expectRejected(
      t,
      response,
      'It looks up the id before it verifies the signature, so anyone can find out which events arrived.',
    );
  }),
  drill('SIG-4/borrowed-signature', 'The header of an accepted delivery is rejected with a different body', async (t) => {
    await t.requireVerification();
    const { delivery } = await t.expectAccepted({});
    const response = await t.forge({ header: delivery.headers['SVC-Signature'] ?? '' });
    await expectRejected(t, response, 'It remembers valid signatures, but not the body that each belongs to.');
  }),
  drill('SIG-4/guessed-key', 'Signatures made with easily guessed keys are rejected', async (t) => {
    await t.requireVerification();
    for (const key of GUESSED_KEYS.filter((one) => one !== t.run.settings.secret)) {
      await expectRejected(t, await t.forge({ key }), `It also tries the key "${key}": remove it from the configuration.`);
    }
  }),
];

const ENCODING: readonly Drill[] = [
  drill('SIG-1/zeros', 'A signature whose hex begins with zeros is accepted', async (t) => {
    await t.requireGenuine();
    // Several tries, so that chance does not explain the responses.
    for (let left = ZERO_TRIES; left > 0; left -= 1) {
      if (!(await t.deliverWithRetries(composeWith(t, NO_ZEROS))).is_accepted)
        throw new Blocked('the receiver rejects a genuine delivery to compare with');
      const response = await t.deliverWithRetries(composeWith(t, LEADING_ZERO));
      if (holds(response.is_accepted)) return;
      if (left === 1) throw await t.refusalOf(response, response.delivery, UNPADDED);
    }
  }),
];

export const SIGNATURE_DRILLS: readonly Drill[] = [...PREREQUISITES, ...FORGERY_DRILLS, ...OTHER_FORGERIES, ...ENCODING];
