/** RTY-1, SIG-4: several deliveries on one connection. A proxy also puts the requests of different senders on one connection. */
import { holds, wait } from '#client';
import type { Shape } from '../compose.ts';
import { Connection } from '../connection.ts';
import { describeResponse } from '../describe-response.ts';
import { drill, type Drill } from '../drill.ts';
import { OTHER_SECRET, type DrillContext } from '../drill-context.ts';
import { withNote } from '../envelope.ts';
import type { ReceiverResult } from '../sender.ts';
import { expectRejected } from './pair.ts';

/** By then, a receiver that closes the connection after its response has closed it. */
const SETTLED_MS = 30;
/** A restart can cut any connection, so a finding must repeat itself. */
const ATTEMPTS = 3;

const KEPT_STATE =
  'It stores state of the previous delivery with the connection, such as its body, its header, or a handler that runs once. Store it with the request.';
const UNREAD =
  'It responds before it has read the whole body, and treats the rest as the next request on the connection. Read every body to its end, or respond with `Connection: close`.';
const CLOSES =
  'It closes the connection after its response without announcing it, so a sender that reuses it gets an error. Respond with `Connection: close`.';
const HANGS = 'It handles only the first request on a connection. Handle all of them, or respond with `Connection: close`.';
const TRUSTED =
  'It verifies only the first delivery on a connection. A proxy can send the requests of different senders on one connection: verify each delivery.';

/** What comes first on the connection. `is_advice`: the document does not say that the marketplace sends it. */
interface Predecessor {
  readonly what: string;
  readonly shape: Shape;
  readonly cause: string;
  readonly is_advice: boolean;
}

const PREDECESSORS: readonly Predecessor[] = [
  { what: 'a genuine delivery', shape: {}, cause: KEPT_STATE, is_advice: false },
  { what: 'a forgery', shape: { key: OTHER_SECRET }, cause: UNREAD, is_advice: false },
  { what: 'a delivery without SVC-Signature', shape: { header: null }, cause: UNREAD, is_advice: false },
  { what: 'an event of an unknown type', shape: { type: 'weather.hail_expected' }, cause: UNREAD, is_advice: false },
  { what: 'a body that is not ASCII', shape: { write: withNote('café 漢字 🌾') }, cause: UNREAD, is_advice: false },
  { what: 'a body of 90 KiB', shape: { write: withNote('grain '.repeat(15 * 1_024)) }, cause: UNREAD, is_advice: true },
  { what: 'a body without a Content-Length', shape: { is_chunked: true }, cause: UNREAD, is_advice: true },
];

/** Sends a delivery, and a plain genuine one on the same connection. */
async function sendPair(t: DrillContext, shape: Shape): Promise<{ refused: ReceiverResult | undefined; is_closed: boolean }> {
  using connection = new Connection(t.run.settings.url);
  const { use, excess } = await t.deliver(shape, { connection });
  await wait(SETTLED_MS, t.signal);
  if (!connection.is_open) return { refused: undefined, is_closed: use?.stays_open === true && excess === undefined };
  const second = await t.deliver({}, { connection });
  return { refused: second.is_accepted ? undefined : second, is_closed: false };
}

/** Repeats the pair until the second delivery is accepted. @returns the last pair: a refusal or a closed connection in it occurred every time */
async function findRefusal(t: DrillContext, shape: Shape): Promise<{ refused: ReceiverResult | undefined; is_closed: boolean }> {
  let pair = await sendPair(t, shape);
  for (let left = ATTEMPTS - 1; left > 0 && (pair.refused !== undefined || pair.is_closed); left -= 1)
    pair = await sendPair(t, shape);
  return pair;
}

function explain({ fault, is_timeout }: ReceiverResult, cause: string): string {
  if (fault === undefined) return cause;
  if (is_timeout) return HANGS;
  return `${CLOSES} Or its response is longer than its Content-Length. Or: ${cause}`;
}

export const CONNECTION_DRILLS: readonly Drill[] = [
  drill('RTY-1/reused-connection', 'A delivery is accepted whatever preceded it on the connection', async (t) => {
    await t.requireVerification();
    for (const { what, shape, cause, is_advice } of PREDECESSORS) {
      const { refused, is_closed } = await findRefusal(t, shape);
      if (holds(refused === undefined && !is_closed)) continue;
      if (refused === undefined) {
        t.warn(`After ${what}, the connection was closed, although the response did not announce it.`, undefined, CLOSES);
        return;
      }
      const finding = {
        message: `On the same connection, after ${what}, a genuine delivery was not accepted: ${describeResponse(refused)}.`,
        exchange: refused.exchange,
        expected: 'a 2xx status',
        observed: describeResponse(refused),
        likely_cause: explain(refused, cause),
      };
      // The marketplace retries on another connection, so a status that is retried only warns.
      t.failOrWarn(finding, { is_advice: is_advice || refused.is_retried });
      return;
    }
  }),
  drill('SIG-4/reused-connection', 'A forgery is rejected after a genuine delivery on the same connection', async (t) => {
    await t.requireVerification();
    using connection = new Connection(t.run.settings.url);
    const first = await t.deliver({}, { connection });
    if (!first.is_accepted) throw await t.refusalOf(first, {});
    // If the receiver has closed the connection by now, the forgery is sent on another one.
    await wait(SETTLED_MS, t.signal);
    await expectRejected(t, await t.deliver({ key: OTHER_SECRET }, { connection }), TRUSTED);
  }),
];
