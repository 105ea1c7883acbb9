/** A receiver that crashes, hangs, or locks the sender out is reported once: later results prove nothing about it. */
import { Blocked, wait, type Exchange } from '#client';
import type { Delivery } from './compose.ts';
import { describeResponse } from './describe-response.ts';
import { OUTAGE_ID, type DrillContext } from './drill-context.ts';
import type { ReceiverRun } from './run.ts';
import type { ReceiverResult } from './sender.ts';

export interface Outage {
  readonly message: string;
  readonly likely_cause: string;
  readonly exchange: Exchange;
  /** The document does not say that a receiver must tolerate any number of forgeries. */
  readonly is_ban: boolean;
}

/** The pause before a second attempt: a rate limit per second is not an outage. */
const SECOND_ATTEMPT_MS = 1_100;
/** SIG-3: later than the `t` of almost all other drills, and in time. */
const LATEST_SECONDS = 299;

/** @throws Blocked if the receiver has stopped accepting genuine deliveries */
export function requireNoOutage({ outage }: ReceiverRun): void {
  if (outage !== undefined) throw new Blocked(`not checked: ${outage.message} (${OUTAGE_ID})`, outage.exchange);
}

/** Finds out whether plain genuine deliveries are still accepted. If not, a finding proves nothing about its own delivery. @throws Blocked */
export async function detectOutage(t: DrillContext): Promise<void> {
  const { run } = t;
  if (!(await t.genuine()).is_accepted) return;
  run.outage ??= await run.once('outage', async () => findOutage(t));
  run.forget('outage');
  if (run.outage === undefined) return;
  t.warnings.length = 0;
  requireNoOutage(run);
}

/** Sends a plain genuine delivery, another one a moment later, and one while there are no others. @returns undefined if one of them is accepted */
async function findOutage(t: DrillContext): Promise<Outage | undefined> {
  let response = await t.deliverWithRetries();
  if (response.is_accepted || response.status === 429) return undefined;
  if (!response.is_timeout) {
    await wait(SECOND_ATTEMPT_MS, t.signal);
    response = await t.deliverWithRetries();
    if (response.is_accepted || response.status === 429) return undefined;
  }
  if (!response.is_retried && (await t.deliverAlone()).is_accepted) {
    t.run.inconsistent.push(response);
    return undefined;
  }
  const outage = describeOutage(t.run, response);
  return (await isTimeUsedUp(t, response)) ? { ...outage, likely_cause: USED_UP } : outage;
}

/** Whether it accepts a later `t`, and then rejects the same one or an earlier one. */
async function isTimeUsedUp(t: DrillContext, { fault }: ReceiverResult): Promise<boolean> {
  if (fault !== undefined) return false;
  const [later, same, earlier] = [0, 0, 1].map((sooner) => t.compose({ offset_seconds: LATEST_SECONDS - sooner }));
  const accepts = async (one: Delivery | undefined): Promise<boolean> => (await t.deliver(one)).is_accepted;
  return (await accepts(later)) && !((await accepts(same)) && (await accepts(earlier)));
}

const USED_UP =
  'It accepts each `t` only once, or only if it is later than all before. Several events can have the same `t`, and attempts arrive out of order: reject by age alone (SIG-3), and recognize duplicates by the envelope id (SIG-7).';

function describeOutage({ unanswered, forged_ids }: ReceiverRun, response: ReceiverResult): Outage {
  const { fault, is_timeout, exchange } = response;
  const drills = [...new Set(unanswered.map(({ exchange: { check } }) => check))].slice(0, 4).join(', ');
  if (fault !== undefined) {
    const what = is_timeout ? 'hangs' : 'has crashed';
    return {
      message: `the receiver ${what}: ${fault}, even to a plain genuine delivery`,
      likely_cause: `The receiver ${what}. The first deliveries without a response were those of ${drills}. ${is_timeout ? HANG : CRASH}`,
      exchange,
      is_ban: false,
    };
  }
  return {
    message: `the receiver returns ${describeResponse(response)} to plain genuine deliveries that it accepted before`,
    likely_cause: `${
      forged_ids.size === 0
        ? 'A circuit breaker is open'
        : `It accepted them until it had rejected ${forged_ids.size} forgeries: it has locked the sender out`
    }, a limit is used up, or something that it needs is down. For a limit or a failure, return 429 or 503, which are retried (RTY-3).`,
    exchange,
    is_ban: [401, 403].includes(response.status),
  };
}

const HANG =
  'Look for work on one delivery after the other, a lock that is not released, a pool without free connections, or a body that it still waits for. To find the delivery, run each of these drills alone.';
const CRASH =
  'Look in its log for an exception that nothing catches. To find the delivery, restart it and run each of these drills alone.';
