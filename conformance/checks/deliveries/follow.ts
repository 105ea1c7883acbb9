/** RTY-4: one attempt after the other, and how long each took to come. */
import type { Arrival } from '../../inbox/arrival.ts';
import type { Inbox } from '../../inbox/inbox.ts';
import { Breach } from '../../judge/findings.ts';
import { aboutBid } from '../../stage/deliveries.ts';
import { asExchange } from '../../inbox/look.ts';
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
    inbox.find({ where: aboutBid(bid_id), nth: before + attempt, within_ms });
  for (let attempt = 2; attempt <= last; attempt += 1) {
    const previous = await find(attempt - 1, 0);
    const delay = DELAYS_SECONDS[attempt - 2];
    if (previous === undefined || delay === undefined) break;
    const answered_after = attempt === 2 ? first_answered_after : 0;
    const arrival = await awaitAttempt(passage, previous, attempt, answered_after, async (within_ms) => find(attempt, within_ms));
    if (arrival !== undefined) passage.learnFrom(arrival);
    const span = arrival === undefined ? undefined : passage.between(previous, arrival);
    gaps.push({ attempt, delay, span, answered_after, arrival });
    if (arrival === undefined) break;
  }
  return gaps;
}

type Find = (within_ms: number) => Promise<Arrival | undefined>;

async function awaitAttempt(
  passage: Passage,
  previous: Arrival,
  attempt: number,
  answered_after: number,
  find: Find,
): Promise<Arrival | undefined> {
  const delay = (DELAYS_SECONDS[attempt - 2] ?? 0) + answered_after;
  if (!passage.is_moved) return find((delay * 2 + 1) * 1_000);
  const from_first = GAPS_FROM_FIRST_SECONDS[attempt - 2];
  const { high } = passage.since(previous);
  const early = async (mark: number, passed: number, within_ms = passage.listen_ms): Promise<Arrival | undefined> => {
    await passage.pass(mark - passed);
    return find(within_ms);
  };
  if (from_first !== undefined) {
    // Not further than the first, and at least as far as the second, whatever has passed that is not seen.
    const found =
      (await early(from_first - STEP_SECONDS, high)) ??
      (await early(from_first + STEP_SECONDS, passage.since(previous).low, Math.max(passage.listen_ms, FOUND_MS)));
    if (found !== undefined) return found;
  }
  const hasty = await early(delay - EARLY_SECONDS - answered_after - 0.2, passage.since(previous).high);
  if (hasty !== undefined) return hasty;
  // What comes at the third is still in time, whatever of its delay was spent on the way to us.
  const marks: readonly [mark: number, within_ms: number][] = [
    [delay + 0.3, passage.listen_ms * 5],
    [delay + 2, SOON_MS],
    [latestOf(delay) - 1, PATIENCE_MS],
    [delay * 2 + 1, SOON_MS],
  ];
  for (const [mark, within_ms] of marks) {
    // At least as far as this.
    await passage.pass(mark - passage.since(previous).low);
    const arrival = await find(within_ms);
    if (arrival !== undefined) return arrival;
  }
  return undefined;
}

/** Later than this is late: jitter upward is legal. */
function latestOf(delay: number): number {
  return delay * 1.25 + 5;
}

/** What is wrong with how one attempt came; undefined where nothing is. */
export function judgeGap({ attempt, delay, span, answered_after, arrival }: Gap): Breach | undefined {
  const what = `Attempt ${attempt}`;
  const expected = `${delay} s after attempt ${attempt - 1}`;
  const exchange = arrival === undefined ? undefined : asExchange(arrival);
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
