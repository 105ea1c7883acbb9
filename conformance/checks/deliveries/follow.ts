/** RTY-4: one attempt after the other, and how long each took to come. */
import type { Arrival, Inbox } from '#client';
import { Breach, isAboutBid, toExchange } from '#client';
import type { Passage, Span } from './passage.ts';

/** Seconds before attempts 2, 3, 4 and 5. */
export const DELAYS_SECONDS = [10, 60, 300, 1_800] as const;
/** The gaps where the delays are counted from the first attempt: before attempt 2 there is no difference. */
const GAPS_FROM_FIRST_SECONDS = [undefined, 50, 240, 1_500] as const;

const EARLY_SECONDS = 1;
/** Where the clock is moved, this much before and after an instant is a step of its own. */
const STEP_SECONDS = 2;
/** What is there but was not found would be told to have come at the next step. */
const FOUND_MS = 200;
const DUE_MS = 300;
/** How long what is due is waited for. */
const PATIENCE_MS = 5_000;
const SOON_MS = 1_000;

/** How one attempt came. */
export interface Gap {
  /** From 2. */
  attempt: number;
  delay: number;
  /** Since the arrival of the attempt before; undefined: it never came. */
  span: Span | undefined;
  /** How long the attempt before was kept waiting for its answer. */
  answered_after: number;
  arrival: Arrival | undefined;
}

export interface Followed {
  inbox: Inbox;
  bid_id: string;
  /** The attempts so far that do not belong to this delivery. */
  before: number;
}

/** Waits for attempts 2 up to `last` of a delivery whose first has arrived. Ends with the first that does not come. */
export async function followSchedule(
  passage: Passage,
  { inbox, bid_id, before }: Followed,
  last: number,
  first_answered_after = 0,
): Promise<readonly Gap[]> {
  const gaps: Gap[] = [];
  const find = async (attempt: number, within_ms: number): Promise<Arrival | undefined> =>
    inbox.find({ where: isAboutBid(bid_id), nth: before + attempt, within_ms });
  for (let attempt = 2; attempt <= last; attempt += 1) {
    const previous = await find(attempt - 1, 0);
    const delay = DELAYS_SECONDS[attempt - 2];
    if (previous === undefined || delay === undefined) break;
    const answered_after = attempt === 2 ? first_answered_after : 0;
    const met = await awaitAttempt(passage, previous, attempt, answered_after, async (within_ms) => find(attempt, within_ms));
    if (met !== undefined) passage.learnFrom(met.arrival);
    const { arrival, span } = met ?? {};
    gaps.push({ attempt, delay, span, answered_after, arrival });
    if (arrival === undefined) break;
  }
  return gaps;
}

type Find = (within_ms: number) => Promise<Arrival | undefined>;

/** An attempt, and between which instants it was sent. */
interface Met {
  arrival: Arrival;
  span: Span;
}

async function awaitAttempt(
  passage: Passage,
  previous: Arrival,
  attempt: number,
  answered_after: number,
  find: Find,
): Promise<Met | undefined> {
  const delay = (DELAYS_SECONDS[attempt - 2] ?? 0) + answered_after;
  if (!passage.is_moved) {
    const arrival = await find((delay * 2 + 1) * 1_000);
    return arrival === undefined ? undefined : { arrival, span: passage.between(previous, arrival) };
  }
  for (const { mark, bound, within_ms } of stepsOf(attempt, delay, answered_after, passage)) {
    const { low } = passage.since(previous);
    // In a movement of the clock it is not seen how much of it has passed: `high` goes not further than the mark, `low` at least as far.
    await passage.pass(mark - passage.since(previous)[bound]);
    const arrival = await find(within_ms());
    // Some send a while after the movement that has made it fall due: it may have been due ever since that began.
    if (arrival !== undefined) return { arrival, span: { low, high: passage.between(previous, arrival).high } };
  }
  return undefined;
}

interface Step {
  /** Seconds since the attempt before. */
  mark: number;
  bound: 'low' | 'high';
  within_ms: () => number;
}

function stepsOf(attempt: number, delay: number, answered_after: number, passage: Passage): readonly Step[] {
  const from_first = GAPS_FROM_FIRST_SECONDS[attempt - 2];
  const briefly = (): number => passage.listen_ms;
  const early: readonly Step[] =
    from_first === undefined
      ? []
      : [
          { mark: from_first - STEP_SECONDS, bound: 'high', within_ms: briefly },
          { mark: from_first + STEP_SECONDS, bound: 'low', within_ms: () => Math.max(passage.listen_ms, FOUND_MS) },
        ];
  return [
    ...early,
    { mark: delay - EARLY_SECONDS - answered_after - 0.2, bound: 'high', within_ms: briefly },
    { mark: delay + 0.3, bound: 'low', within_ms: () => Math.max(passage.listen_ms, DUE_MS) },
    { mark: delay + 2, bound: 'low', within_ms: () => SOON_MS },
    { mark: latestOf(delay) + 0.5, bound: 'low', within_ms: () => PATIENCE_MS },
    { mark: delay * 2 + 1, bound: 'low', within_ms: () => SOON_MS },
  ];
}

/** Later than this is late: jitter upward is legal. */
function latestOf(delay: number): number {
  return delay * 1.25 + 5;
}

/** What is wrong with how one attempt came; undefined where nothing is. */
export function judgeGap({ attempt, delay, span, answered_after, arrival }: Gap): Breach | undefined {
  const what = `Attempt ${attempt}`;
  const expected = `${delay} s after attempt ${attempt - 1}`;
  const exchange = arrival === undefined ? undefined : toExchange(arrival);
  if (span === undefined) {
    return new Breach({ message: `${what} did not come within ${delay * 2} s.`, expected, observed: 'no such attempt' });
  }
  const observed = `after ${describe(span)}`;
  if (span.high < delay - EARLY_SECONDS) {
    const from_first = GAPS_FROM_FIRST_SECONDS[attempt - 2];
    const is_from_first = from_first !== undefined && span.low >= from_first * 0.75 && span.low <= from_first + 1;
    return new Breach({
      message: `${what} came too early${is_from_first ? ': its delay was counted from the first attempt' : ''}.`,
      exchange,
      expected,
      observed,
      ...(is_from_first ? { severity: 'warn' } : {}),
    });
  }
  const due = delay + answered_after;
  if (span.low <= latestOf(due)) return undefined;
  const is_fatal = span.low > due * 2;
  return new Breach({ message: `${what} came late.`, exchange, expected, observed, ...(is_fatal ? {} : { severity: 'warn' }) });
}

function describe({ low, high }: Span): string {
  return high - low < 0.1 ? `${low.toFixed(1)} s` : `${low.toFixed(1)} to ${high.toFixed(1)} s`;
}
