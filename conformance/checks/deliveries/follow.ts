/** RTY-4: the attempts of a delivery and the delays between them. */
import { Breach, isAboutBid, toExchange, type Arrival, type Inbox } from '#client';
import type { TargetTime, Span } from './target-time.ts';

/** The delays before attempts 2, 3, 4, and 5, in seconds. */
const DELAYS_SECONDS = [10, 60, 300, 1_800] as const;
/** The same if a target counts each delay from the first attempt. */
const GAPS_FROM_FIRST_SECONDS = [undefined, 50, 240, 1_500] as const;

const EARLY_SECONDS = 1;
/** With a clock hook: how far from a due time that counts from the first attempt the clock stops, before and after it. */
const STEP_SECONDS = 2;
/** With a clock hook: how far from the other due times it stops. Clocks are not exact. */
const STOPS_SECONDS = { before: 0.2, at: 0.3, after: 2, late: 0.5 } as const;
/** An arrival that is missed now would be dated to the next step. */
const FOUND_MS = 200;
const DUE_MS = 300;
/** How long to wait for an attempt that is due. */
const PATIENCE_MS = 5_000;
const SOON_MS = 1_000;

/** The time from one attempt to the next. */
export interface Gap {
  /** 2 or more. */
  attempt: number;
  /** The documented delay, in seconds. */
  delay: number;
  /** Time since the previous attempt; undefined if this one never arrived. */
  span: Span | undefined;
  /** How long the receiver delayed its reply to the previous attempt. */
  answered_after: number;
  arrival: Arrival | undefined;
  /** The attempt before it, which is the evidence if this one never arrived. */
  previous?: Arrival;
}

export interface Followed {
  inbox: Inbox;
  bid_id: string;
  /** How many earlier attempts belong to other deliveries. */
  before: number;
  /** Whether an earlier delivery was retried as documented. Then nothing is tried to find out whether this one counts its delays from its first attempt. */
  is_regular: boolean;
  /** The first attempt to wait for, 2 by default. The one before it has arrived. */
  from?: number;
}

/** Waits for the attempts up to `last` of a delivery whose first attempt has arrived. Stops at the first missing attempt. */
export async function followSchedule(
  time: TargetTime,
  { inbox, bid_id, before, is_regular, from = 2 }: Followed,
  last: number,
  first_answered_after = 0,
): Promise<readonly Gap[]> {
  const gaps: Gap[] = [];
  const find = async (attempt: number, within_ms: number): Promise<Arrival | undefined> =>
    inbox.find({ where: isAboutBid(bid_id), nth: before + attempt, within_ms });
  for (let attempt = from; attempt <= last; attempt += 1) {
    const previous = await find(attempt - 1, 0);
    const delay = DELAYS_SECONDS[attempt - 2];
    if (previous === undefined || delay === undefined) break;
    const answered_after = attempt === 2 ? first_answered_after : 0;
    const wanted: Wanted = {
      previous,
      delay,
      answered_after,
      from_first: is_regular ? undefined : GAPS_FROM_FIRST_SECONDS[attempt - 2],
    };
    const attempted = await awaitAttempt(time, wanted, async (within_ms) => find(attempt, within_ms));
    if (attempted !== undefined) time.learnFrom(attempted.arrival);
    const { arrival, span } = attempted ?? {};
    gaps.push({ attempt, delay, span, answered_after, arrival, previous });
    if (arrival === undefined) break;
  }
  return gaps;
}

type Find = (within_ms: number) => Promise<Arrival | undefined>;

/** The attempt to wait for. */
interface Wanted {
  previous: Arrival;
  /** The documented delay after the previous attempt, in seconds. */
  delay: number;
  answered_after: number;
  /** The delay if a target counts from the first attempt, in seconds; undefined to leave that case out. */
  from_first: number | undefined;
}

/** An attempt, and the earliest and latest time at which it was sent. */
interface Attempted {
  arrival: Arrival;
  span: Span;
}

async function awaitAttempt(time: TargetTime, wanted: Wanted, find: Find): Promise<Attempted | undefined> {
  const { previous } = wanted;
  const due = wanted.delay + wanted.answered_after;
  if (!time.is_moved) {
    const arrival = await find((due * 2 + 1) * 1_000);
    return arrival === undefined ? undefined : { arrival, span: time.between(previous, arrival) };
  }
  for (const { mark, bound, within_ms } of stepsOf(wanted, time)) {
    const { low } = time.since(previous);
    // An attempt that arrives while the clock moves was sent somewhere within that movement.
    await time.advance(mark - time.since(previous)[bound]);
    const arrival = await find(within_ms());
    // Some targets send a moment after the movement that made the attempt due, so count from its start.
    if (arrival !== undefined) return { arrival, span: { low, high: time.between(previous, arrival).high } };
  }
  return undefined;
}

interface Step {
  /** Seconds since the previous attempt. */
  mark: number;
  bound: 'low' | 'high';
  within_ms: () => number;
}

function stepsOf({ delay, answered_after, from_first }: Wanted, time: TargetTime): readonly Step[] {
  const due = delay + answered_after;
  const briefly = (): number => time.listen_ms;
  const early: readonly Step[] =
    from_first === undefined
      ? []
      : [
          { mark: from_first - STEP_SECONDS, bound: 'high', within_ms: briefly },
          { mark: from_first + STEP_SECONDS, bound: 'low', within_ms: () => Math.max(time.listen_ms, FOUND_MS) },
        ];
  return [
    ...early,
    { mark: delay - EARLY_SECONDS - STOPS_SECONDS.before, bound: 'high', within_ms: briefly },
    { mark: due + STOPS_SECONDS.at, bound: 'low', within_ms: () => Math.max(time.listen_ms, DUE_MS) },
    { mark: due + STOPS_SECONDS.after, bound: 'low', within_ms: () => SOON_MS },
    { mark: latestOf(due) + STOPS_SECONDS.late, bound: 'low', within_ms: () => PATIENCE_MS },
    { mark: due * 2 + 1, bound: 'low', within_ms: () => SOON_MS },
  ];
}

/** An attempt after this many seconds is late, and after twice the delay a violation. Upward jitter is legal; the document bounds it nowhere, so these bounds are ours. */
function latestOf(due: number): number {
  return due * 1.25 + 5;
}

/** The violation of an attempt, if any. */
export function checkGap({ attempt, delay, span, answered_after, arrival, previous }: Gap): Breach | undefined {
  const what = `Attempt ${attempt}`;
  const expected = `${delay} s after attempt ${attempt - 1}`;
  const shown = arrival ?? previous;
  const exchange = shown === undefined ? undefined : toExchange(shown);
  const due = delay + answered_after;
  if (span === undefined) {
    return new Breach({
      message: `${what} did not arrive within ${due * 2} s.`,
      exchange,
      expected,
      observed: 'no such attempt',
    });
  }
  const observed = `after ${describe(span)}`;
  if (span.high < delay - EARLY_SECONDS) {
    const from_first = GAPS_FROM_FIRST_SECONDS[attempt - 2];
    const is_from_first = from_first !== undefined && span.low >= from_first * 0.75 && span.low <= from_first + 1;
    return new Breach({
      message: `${what} was too early${is_from_first ? ', as if its delay were counted from the first attempt' : ''}.`,
      exchange,
      expected,
      observed,
      ...(is_from_first ? { severity: 'warn' } : {}),
    });
  }
  if (span.low <= latestOf(due)) return undefined;
  const is_fatal = span.low > due * 2;
  return new Breach({ message: `${what} was late.`, exchange, expected, observed, ...(is_fatal ? {} : { severity: 'warn' }) });
}

function describe({ low, high }: Span): string {
  return high - low < 0.1 ? `${low.toFixed(1)} s` : `${low.toFixed(1)} to ${high.toFixed(1)} s`;
}
