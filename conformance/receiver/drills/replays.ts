/** SIG-7: an event that is delivered again, immediately, later, or after other events and forgeries. */
import { Blocked, Breach, elapsedMs, holds, wait } from '#client';
import { drill, quietDrill, type Drill } from '../drill.ts';
import { describeResponse, unexpectedResponse } from '../describe-response.ts';
import { OTHER_SECRET, type DrillContext } from '../drill-context.ts';
import { EARLIER } from './distinct.ts';
import {
  LOSSES_ID,
  acceptsDuplicates,
  countDuplicateEffects,
  countLosses,
  dropsOlder,
  expectDuplicateAccepted,
  expectOneEffect,
  requireAcceptedDuplicates,
  requireDeduplication,
  requireDistinctMoments,
  requireNoLosses,
  requireNoRepeats,
  requireOlder,
  requireTypes,
  describeEffect,
  times,
  typesWithEffect,
} from './effects.ts';

/** Seconds before now: SIG-8, no two attempts have the same `t`. */
const ATTEMPTS_BEFORE_SECONDS = [160, 120, 80, 40, 0] as const;
const PARALLEL = 8;
/** The number of events between an event and its duplicate. */
const BETWEEN = 520;
/** More than the 1,000 entries of a common cache. */
const FORGERIES = 1_040;
/** How many of them are sent at a time. */
const AT_ONCE = 8;
/** The time limit for sending them. */
const BETWEEN_MS = 15_000;
const NO_DEDUPLICATION =
  'It does not remember events by the envelope id (SIG-7), or each of several processes remembers its own. The signature and `t` differ between attempts, so they cannot be the key.';
const LAST_ONLY =
  'It remembers only the last event: a repeat is recognized only if no other event came between. Keep all ids (SIG-7).';
const BY_SIGNATURE =
  'The signature or `t` is part of its key for duplicates, and both differ between attempts: use the envelope id alone (SIG-7).';
const DUPLICATE_REJECTED = 'It treats a duplicate as an error. Return 2xx.';
const SEEN_SIGNATURE =
  'It accepts each signature only once. A replay within the same second as an attempt has the same one: accept it, and recognize duplicates by the envelope id.';
const NO_UNIQUE_KEY =
  'It looks up the id first and stores it later: use a unique key, so that the database rejects the second one.';
const BY_CONTENT =
  'The body or the status is part of the key: the status of a bid can change between attempts (EVT-21). Use the id alone.';
const USED_UP = 'It stores or locks the id before it verifies the signature, so anyone can suppress events with forgeries.';
const CLEARED =
  'It forgets the id, or all ids, when it rejects a forgery, so anyone can make a replay take effect again. Use the store only after verification.';
const FILLED =
  'It also stores the ids of forgeries, which push out those of genuine events: use the store only after verification.';
const FIRST_ONLY =
  'Every event after the first one counts as a duplicate: the key is a header that deliveries do not have, or the type. Use the envelope id.';

/** Repeated deliveries are accepted. These drills need no effect counter. */
const STATUSES: readonly Drill[] = [
  drill('RTY-1/retry', 'The same event with a new signature is accepted', async (t) => {
    await t.requireGenuine();
    const { delivery } = await t.expectAccepted({ offset_seconds: -70 });
    expectDuplicateAccepted(await t.deliverWithRetries({ envelope: delivery.envelope }));
  }),
  drill('RTY-4/five-attempts', 'All five attempts of an event are accepted', async (t) => {
    await t.requireGenuine();
    const { envelope } = t.compose();
    for (const seconds of ATTEMPTS_BEFORE_SECONDS) {
      const response = await t.deliverWithRetries({ envelope, offset_seconds: -seconds });
      if (holds(response.is_accepted)) continue;
      if (seconds === ATTEMPTS_BEFORE_SECONDS[0] || seconds === ATTEMPTS_BEFORE_SECONDS[1])
        throw new Blocked('the receiver rejects the second attempt (RTY-1/retry)', response.exchange);
      throw unexpectedResponse(response, {
        message: `A later attempt of an event was not accepted: ${describeResponse(response)}.`,
        expected: 'a 2xx status',
        likely_cause:
          'It limits the attempts of an event. The marketplace makes five, and a replay five more (RTY-11): return 2xx each time.',
      });
    }
  }),
  drill('RTY-1/duplicate', 'The same delivery, byte for byte, is accepted', async (t) => {
    await t.requireGenuine();
    const first = await t.expectAccepted({});
    const again = await t.deliverWithRetries(first.delivery);
    // SIG-8: each attempt has a new signature. Only a proxy could send the same bytes.
    if (!holds(again.is_accepted))
      t.warn(
        `The repeated delivery was not accepted: ${describeResponse(again)}.`,
        again,
        (await acceptsDuplicates(t)) ? SEEN_SIGNATURE : DUPLICATE_REJECTED,
      );
  }),
];

const DUPLICATES: readonly Drill[] = [
  quietDrill(LOSSES_ID, 'Every accepted event takes effect, even in a burst', async (t) => {
    await requireDistinctMoments(t);
    const { lost, of } = await countLosses(t);
    if (holds(lost === 0)) return;
    throw new Breach({
      message: `${lost} of ${of} events were accepted and took no effect.`,
      expected: 'every event takes effect',
      observed: `no effect of ${lost}`,
      likely_cause: lost === of ? FIRST_ONLY : (await dropsOlder(t)) ? EARLIER : LOST,
    });
  }),
  quietDrill('SIG-7/one-effect', 'An event that is delivered twice takes effect once', async (t) => {
    // Forgeries of other drills may have arrived in between. SIG-7/forged-between covers that, so count again.
    if ((await countDuplicateEffects(t)).found > 1) t.run.forget('duplicates');
    const { first, found } = await countDuplicateEffects(t);
    if (found === 0) await requireNoLosses(t);
    if (holds(found === 1)) return;
    await requireNoRepeats(t);
    throw new Breach({
      message: `An event that was delivered 3 times ${describeEffect(found)}.`,
      exchange: first.exchange,
      expected: 'once',
      observed: times(found),
      likely_cause: await explainRepeats(t),
    });
  }),
  quietDrill('SIG-7/parallel', `An event that is delivered ${PARALLEL} times at once takes effect once`, async (t) => {
    await requireDeduplication(t);
    const { envelope } = t.compose();
    // SIG-8: no two attempts have the same `t`.
    const responses = await Promise.all(
      Array.from({ length: PARALLEL }, async (_, i) => t.deliver({ envelope, offset_seconds: -i }, { at_once: true })),
    );
    const [first] = responses;
    if (first === undefined) return;
    const refused = responses.find((response) => !response.is_accepted && !response.is_retried);
    if (refused !== undefined) expectDuplicateAccepted(refused);
    // The marketplace retries a delivery if its response asks for that.
    if (responses.some((response) => response.is_retried)) await t.deliverWithRetries({ envelope });
    await expectOneEffect(t, first, NO_UNIQUE_KEY);
  }),
  quietDrill('SIG-7/each-type', 'An event of any type that is delivered several times takes effect once', async (t) => {
    await requireDeduplication(t);
    const own = t.run.settings.type;
    const types = requireTypes(await typesWithEffect(t));
    const envelopes = types.map((type) => t.compose({ type }).envelope);
    const ids = envelopes.map(({ id }) => id);
    // SIG-8: no two attempts have the same `t`. The attempts of one event follow each other closely.
    await Promise.all(
      envelopes.flatMap((envelope) =>
        [-3, -2, -1].map(async (offset_seconds) => t.deliver({ envelope, offset_seconds }, { at_once: true })),
      ),
    );
    await t.awaitEffectsOfAll(ids);
    // Repeats what the receiver rejected because it was busy.
    await Promise.all(envelopes.map(async (envelope) => t.deliverWithRetries({ envelope })));
    const found = await t.awaitEffectsOfAll(ids);
    const wrong = types.filter((_type, at) => found[at] !== 1);
    if (wrong.includes(own))
      throw new Blocked(
        `${own} ${describeEffect(found[types.indexOf(own)] ?? 0)} when it was delivered several times at once (SIG-7/parallel)`,
      );
    if (holds(wrong.length === 0)) return;
    await (found.every((count) => count <= 1) ? requireNoLosses(t) : requireNoRepeats(t));
    if (found.every((count) => count <= 1)) await requireOlder(t);
    const counts = wrong.map((type) => `${type} ${times(found[types.indexOf(type)] ?? 0)}`).join(', ');
    throw new Breach({
      message: `Events that were delivered four times took effect: ${counts}.`,
      expected: 'once each',
      observed: counts,
      likely_cause: `The handlers of ${wrong.join(', ')} do not deduplicate, or look up the id first and store it later. Use a unique key on the envelope id for every type.`,
    });
  }),
  quietDrill('SIG-7/other-status', 'An event that is delivered again with a different status takes effect once', async (t) => {
    await requireDeduplication(t);
    const first = await t.expectAccepted({});
    const { envelope } = first.delivery;
    await t.awaitEffects(envelope.id);
    expectDuplicateAccepted(
      await t.deliverWithRetries({ envelope: { ...envelope, data: { ...envelope.data, status: 'expired' } } }),
    );
    await expectOneEffect(t, first, BY_CONTENT);
  }),
  drill(
    'SIG-7/later',
    'An event that is delivered again after the pause of the retry schedule takes effect once',
    async (t) => {
      await requireDeduplication(t);
      const first = await t.expectAccepted({});
      await t.awaitEffects(first.delivery.envelope.id);
      const { later_seconds } = t.run.settings;
      await wait(later_seconds * 1_000, t.signal);
      expectDuplicateAccepted(await t.deliverWithRetries({ envelope: first.delivery.envelope }));
      await expectOneEffect(
        t,
        first,
        `It forgets ids within ${later_seconds} s, or when other events arrive. Attempts of one event are up to 36 minutes apart, and replays can be days later.`,
      );
      t.observe(`delivered again after ${later_seconds} s`);
    },
    'patient',
  ),
  quietDrill('SIG-7/long-memory', `An event that is delivered again after ${BETWEEN} others takes effect once`, async (t) => {
    await requireDeduplication(t);
    const first = await t.expectAccepted({ offset_seconds: -70 });
    const until_ms = elapsedMs() + BETWEEN_MS;
    let sent = 0;
    for (; sent < BETWEEN && elapsedMs() < until_ms; sent += AT_ONCE) {
      await Promise.all(Array.from({ length: AT_ONCE }, async () => t.deliver({})));
    }
    const between_ms = elapsedMs() - until_ms + BETWEEN_MS;
    // The events in between prove nothing, so leave them out of the evidence.
    t.exchanges.splice(1);
    if (sent < BETWEEN) t.observe(`the receiver is slow, so only ${sent} events were sent between the two`);
    expectDuplicateAccepted(await t.deliverWithRetries({ envelope: first.delivery.envelope }));
    if ((await t.awaitEffects(first.delivery.envelope.id)) > 1) await requireMemoryFor(t, between_ms);
    await expectOneEffect(
      t,
      first,
      'It remembers only the last few ids. Attempts of one event are up to 36 minutes apart, and replays can be days later.',
    );
  }),
  quietDrill('SIG-7/forged-first', 'A genuine event takes effect after a forgery with its id', async (t) => {
    await t.requireEffects();
    await t.requireVerification();
    const { envelope } = t.compose();
    await t.deliver({ envelope, key: OTHER_SECRET });
    const response = await t.expectAccepted({ envelope }, USED_UP);
    await expectOneEffect(t, response, USED_UP);
  }),
  quietDrill('SIG-7/forged-between', 'An event takes effect once, even with forgeries between its deliveries', async (t) => {
    await t.requireVerification();
    await requireDeduplication(t);
    const { envelope } = (await t.expectAccepted({ offset_seconds: -70 })).delivery;
    await t.awaitEffects(envelope.id);
    // Each repeat has another `t`, so that no signature occurs twice.
    const repeat = async (cause: string, offset_seconds: number): Promise<void> => {
      const again = await t.deliverWithRetries({ envelope, offset_seconds });
      if (!again.is_accepted) await requireAcceptedDuplicates(t);
      if (!again.is_accepted) throw new Blocked('the receiver rejects an event after a forgery of it (SIG-7/forged-first)');
      await expectOneEffect(t, again, cause);
    };
    await t.deliver({ envelope, key: OTHER_SECRET });
    await repeat(CLEARED, -40);
    const until_ms = elapsedMs() + BETWEEN_MS;
    for (let sent = 0; sent < FORGERIES && elapsedMs() < until_ms; sent += AT_ONCE)
      await Promise.all(Array.from({ length: AT_ONCE }, async () => t.deliver({ key: OTHER_SECRET })));
    t.exchanges.splice(3);
    const between_ms = elapsedMs() - until_ms + BETWEEN_MS;
    await t.deliverWithRetries({ envelope, offset_seconds: -20 });
    if ((await t.awaitEffects(envelope.id)) > 1) await requireMemoryFor(t, between_ms);
    await repeat(FILLED, 0);
  }),
];

/** Explains why a repeated event takes effect again, by sending two more events twice with nothing in between. */
async function explainRepeats(t: DrillContext): Promise<string> {
  const countTwice = async (offset_seconds: number): Promise<number> => {
    const { delivery } = await t.expectAccepted({});
    await t.awaitEffects(delivery.envelope.id);
    await t.deliver(offset_seconds === 0 ? delivery : { envelope: delivery.envelope, offset_seconds });
    return t.awaitEffects(delivery.envelope.id);
  };
  if ((await countTwice(2)) === 1) return LAST_ONLY;
  return (await countTwice(0)) === 1 ? BY_SIGNATURE : NO_DEDUPLICATION;
}

/** @throws Blocked if the receiver forgets an id after this time even with nothing in between, so that the number of events is not the cause */
async function requireMemoryFor(t: DrillContext, ms: number): Promise<void> {
  const { delivery } = await t.expectAccepted({ offset_seconds: -70 });
  const { id } = delivery.envelope;
  await t.awaitEffects(id);
  await wait(ms, t.signal);
  await t.deliverWithRetries({ envelope: delivery.envelope });
  if ((await t.awaitEffects(id)) > 1)
    throw new Blocked(`the receiver forgets ids within ${Math.ceil(ms / 1_000)} s (SIG-7/later)`);
}

export const LOST =
  'It works after it has responded, and some of that work is lost: an uncaught error, a full queue, a batch that waits for more events, a filter that mistakes new ids for known ones, a key that is the time of arrival, or a debounce. Store the event before you respond.';

export const REPLAY_DRILLS: readonly Drill[] = [...STATUSES, ...DUPLICATES];
