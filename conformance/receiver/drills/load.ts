/** RTY-5: deliveries get a response in time, alone and in bursts. */
import { Blocked, elapsedMs, holds, noteAssertion, wait } from '#client';
import { quietDrill, type Drill } from '../drill.ts';
import { describeResponse, unexpectedResponse } from '../describe-response.ts';
import { OUTAGE_ID, type DrillContext } from '../drill-context.ts';
import type { ReceiverResult } from '../sender.ts';

/** RTY-5: a response that takes longer than this is worth a warning. */
const LONG_MS = 5_000;
const BURST_SIZES = [1, 5, 20] as const;
/** Delisting a lot can reject as many bids. */
const LARGE_BURST = 50;
const IN_A_ROW = 40;
const SLOW_BODIES = 20;
/** By then, the headers of these deliveries have arrived. */
const STARTED_MS = 150;
/** The time limit for deliveries in a row. */
const IN_A_ROW_MS = 8_000;

const SLOW = 'It does its work before it responds: store the event, respond, and then do the work.';
const SHED =
  'It limits concurrent deliveries or their rate: store events, respond, and then do the work. Events are delayed, but not lost (RTY-4).';

const HELD =
  'Bodies that arrive slowly occupy its workers or connections, so anyone can block it: limit the time of a whole request, or let a proxy buffer bodies.';

/** How long a restart takes. */
const RESTART_MS = 1_100;
/** How many restarts in a row are not held against the receiver. */
const RESTARTS = 2;
const FLAKY =
  'It fails on random deliveries: look in its log for transaction conflicts, or a pool without free connections. Events are delayed, but not lost (RTY-4).';
const SHARED =
  'It treats deliveries that arrive at once as forgeries: they probably share a variable, such as the body, or the object that computes the HMAC. Keep both with the request. A limit must return 429 or 503 instead.';
const TURNED_AWAY =
  'Under load, it responds as if the sender were wrong. 429 and 503 are retried; any other 4xx is final (RTY-2).';
const CUT_OFF =
  'It closes concurrent connections, because of a limit of connections or processes, or a crash under load. Return 503 beyond a limit.';

/** Explains why a delivery is not accepted while others arrive slowly. */
function explainHeldUp({ fault, is_timeout, is_retried }: ReceiverResult): string {
  if (fault !== undefined && !is_timeout) return CUT_OFF;
  return is_retried ? HELD : TURNED_AWAY;
}

const isCut = ({ fault, is_timeout }: ReceiverResult): boolean => fault !== undefined && !is_timeout;

/** @throws Breach if a delivery was rejected permanently */
async function requireNoRefusals(t: DrillContext, responses: readonly ReceiverResult[]): Promise<void> {
  const lost = responses.find(({ is_accepted, is_retried }) => !is_accepted && !is_retried);
  if (lost !== undefined) {
    const alone = lost.fault === undefined ? await t.deliver(lost.delivery) : lost;
    if (alone.status === lost.status && (await t.deliver()).is_accepted) {
      t.run.inconsistent.push(lost);
      throw new Blocked(`the receiver also rejects this delivery alone (${OUTAGE_ID})`, lost.exchange);
    }
    throw unexpectedResponse(lost, {
      message: `One of ${responses.length} genuine deliveries was rejected permanently: ${describeResponse(lost)}.`,
      expected: 'a 2xx status, or one that is retried (429, 5xx)',
      likely_cause: describeResponse(lost) === describeResponse(await t.forgery()) ? SHARED : TURNED_AWAY,
    });
  }
}

/** @throws Breach if a delivery was lost or got no response */
async function checkBurst(t: DrillContext, responses: readonly ReceiverResult[]): Promise<void> {
  await requireNoRefusals(t, responses);
  const silent = responses.filter(({ fault }) => fault !== undefined);
  const [first] = silent;
  if (first !== undefined)
    throw unexpectedResponse(first, {
      message: `${silent.length} of ${responses.length} deliveries got no response: ${describeResponse(first)}.`,
      expected: 'a response within 10 s',
      likely_cause: first.is_timeout
        ? 'It processes deliveries one after the other before it responds: store the event, respond, and then do the work.'
        : CUT_OFF,
    });
  noteAssertion();
  const retried = responses.find(({ is_accepted }) => !is_accepted);
  if (retried !== undefined)
    t.warn(
      `Some deliveries were rejected with ${describeResponse(retried)}. They are sent again after 10 s.`,
      retried,
      [429, 503].includes(retried.status) ? SHED : FLAKY,
    );
}

export const LOAD_DRILLS: readonly Drill[] = [
  ...BURST_SIZES.map((size) =>
    quietDrill(
      `RTY-5/${size}-at-once`,
      size === 1 ? 'A delivery gets a response within 10 s' : `${size} deliveries at once get responses within 10 s`,
      async (t) => {
        await t.requireGenuine();
        const send = async (): Promise<readonly ReceiverResult[]> =>
          Promise.all(Array.from({ length: size }, async () => t.deliver({}, { at_once: true })));
        const first = await send();
        // A restart can cut connections once.
        if (first.some(isCut)) await wait(RESTART_MS, t.signal);
        const responses = first.some(isCut) ? await send() : first;
        await checkBurst(t, responses);
        const slowest = responses.toSorted((a, b) => b.exchange.duration_ms - a.exchange.duration_ms)[0];
        const ms = Math.round(slowest?.exchange.duration_ms ?? 0);
        if (ms > LONG_MS) t.warn(`The slowest response took ${ms} ms. The marketplace waits 10 s (RTY-5).`, slowest, SLOW);
        else t.observe(`the slowest response took less than ${Math.ceil(ms / 100) * 100} ms`);
      },
    ),
  ),
  quietDrill(`RTY-2/${LARGE_BURST}-at-once`, `None of ${LARGE_BURST} deliveries at once is rejected permanently`, async (t) => {
    await t.requireGenuine();
    const responses = await Promise.all(Array.from({ length: LARGE_BURST }, async () => t.deliver({}, { at_once: true })));
    await requireNoRefusals(t, responses);
    noteAssertion();
    // The document does not say how many come at once.
    const retried = responses.filter(({ is_accepted }) => !is_accepted).length;
    if (retried > 0) t.observe(`${retried} of ${LARGE_BURST} are sent again after 10 s`);
  }),
  quietDrill(
    'RTY-5/slow-bodies',
    `A delivery gets a response within 10 s while ${SLOW_BODIES} bodies arrive slowly`,
    async (t) => {
      await t.requireGenuine();
      const findRefused = async (): Promise<ReceiverResult | undefined> => {
        const whole = await Promise.all(Array.from({ length: SLOW_BODIES }, async () => t.deliver({}, { at_once: true })));
        return whole.find(({ is_accepted }) => !is_accepted);
      };
      let refused = await findRefused();
      for (let repeats = 0; refused !== undefined && repeats < RESTARTS; repeats += 1) {
        // It may have restarted: try again after it accepts a delivery.
        await t.deliverWithRetries();
        refused = await findRefused();
      }
      if (refused !== undefined)
        throw new Blocked(`the receiver does not accept ${SLOW_BODIES} deliveries at once (RTY-5/20-at-once)`, refused.exchange);
      const end = new AbortController();
      const signal = AbortSignal.any([t.signal, end.signal]);
      const slow = Array.from({ length: SLOW_BODIES }, async () => t.run.sender.sendSlowly(t.compose(), signal));
      try {
        await wait(STARTED_MS, t.signal);
        const response = await t.deliverWithRetries();
        if (holds(response.is_accepted)) return;
        t.warn(
          `While ${SLOW_BODIES} bodies arrived slowly, a genuine delivery was not accepted: ${describeResponse(response)}.`,
          response,
          explainHeldUp(response),
        );
      } finally {
        end.abort();
        await Promise.all(slow);
      }
    },
  ),
  quietDrill('RTY-5/in-a-row', `${IN_A_ROW} deliveries in a row get responses`, async (t) => {
    await t.requireGenuine();
    const responses: ReceiverResult[] = [];
    const until_ms = elapsedMs() + IN_A_ROW_MS;
    for (let sent = 0; sent < IN_A_ROW && elapsedMs() < until_ms; sent += 1) {
      const first = await t.deliver();
      const response = isCut(first) ? await t.deliverWithRetries() : first;
      responses.push(response);
      if (response.fault !== undefined) break;
    }
    await checkBurst(t, responses);
  }),
];
