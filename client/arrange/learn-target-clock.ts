import { parseInstant } from '#spec';
import { nowMs, poll } from '../clock.ts';
import { withoutCounting } from '../replies/assertions.ts';
import { Unverifiable } from '../replies/findings.ts';
import { signedAtSeconds } from '../inbox/delivery-times.ts';
import type { Reply } from '../replies/reply.ts';
import type { Run } from '../session/run.ts';
import { dataIn } from '../replies/read-items.ts';
import type { RunContext } from '../session/run-context.ts';
import { hasSeller } from './create-listing.ts';
import { encodePath } from '../http/encode-path.ts';

/** A smaller difference is clock skew or latency, not a moved clock. */
const MOVED_SECONDS_MIN = 300;
/** Times of the API can have whole seconds, and `listed_at` is a little earlier than the response. */
const TOLERANCE_SECONDS = 2;

/** How far the target's clock is ahead of this machine's, as a range in seconds. */
interface Ahead {
  low: number;
  high: number;
}

/**
 * Learns how far the target's clock was moved before this run, from the time of a new listing. Without a hook that can have moved it, a second record must
 * have that time: one wrong time alone is a fault of the target.
 */
export async function learnTargetClock(t: RunContext): Promise<void> {
  const ahead = await readTargetClock(t);
  if (ahead === undefined) return;
  const is_moved = Math.abs(ahead.low) >= MOVED_SECONDS_MIN;
  const has_hook = t.hasHook('advance_clock');
  if (has_hook) t.run.remember(FIRST_READING, () => ahead);
  if (is_moved && (has_hook || (await hasTimeOf(t, ahead)))) {
    t.run.clock.moved_seconds = ahead.low;
    t.run.remember(INITIAL_OFFSET, () => ahead.low);
  }
}

const INITIAL_OFFSET = "how far the target's clock was off at first, in seconds";
const SEVEN_DAYS_SECONDS = 7 * 86_400;
/** Seven calendar days can include a daylight saving change (BID-11), and both readings take time. */
const SEVEN_DAYS_TOLERANCE_SECONDS = 3_900;

/** Whether a new bid has the same time, in its `created_at` or its default `expires_at` (BID-11). */
async function hasTimeOf(t: RunContext, { low }: Ahead): Promise<boolean> {
  if (!t.has('buyer')) return false;
  const { reply } = await t.arrange.bid(await t.arrange.lotToBidOn(), { expires_at: undefined });
  const { created_at, expires_at } = dataIn(reply.json);
  const offOf = (time: unknown, seconds: number): number =>
    ((typeof time === 'string' ? parseInstant(time) : undefined) ?? Number.NaN) / 1_000 - seconds - nowMs() / 1_000;
  return [offOf(created_at, 0), offOf(expires_at, SEVEN_DAYS_SECONDS)].some(
    (off) => Math.abs(off - low) <= SEVEN_DAYS_TOLERANCE_SECONDS,
  );
}

/** Says that the target's clock differed from this machine's when the run began. */
export function describeInitialClock(run: Run): readonly string[] {
  const seconds = run.remember(INITIAL_OFFSET, () => 0);
  if (seconds === 0) return [];
  const where = `${describeSpan(Math.abs(seconds))} ${seconds > 0 ? 'ahead of' : 'behind'}`;
  return [`The target's times are ${where} this machine's clock, so the run compared times with the target's clock.`];
}

const FIRST_READING = 'first reading of the clock';

/** Moves the target's clock with the hook, and measures how far, unless the hook is trusted. @throws Unverifiable if it did not move so far */
export async function advanceTargetClock(t: RunContext, seconds: number): Promise<void> {
  const { settings, proven_hooks } = t.run;
  const is_trusted = settings.hooks.get('advance_clock')?.is_built_in === true || proven_hooks.has('advance_clock');
  // Otherwise a move by others would look like a wrong hook.
  if (!is_trusted) await noticeMovedClock(t);
  await t.hook('advance_clock', { seconds });
  if (!is_trusted && !proven_hooks.has('advance_clock')) await ensureClockMoved(t);
}

/** @throws Unverifiable if the hook `advance_clock` did not move the clock as far as it was asked to */
async function ensureClockMoved(t: RunContext): Promise<void> {
  const { run } = t;
  const first = firstReadingOf(run);
  if (first === undefined) return;
  // Its actors are not parties of the check.
  const now = await withoutCounting(async () => readTargetClock(t));
  if (now === undefined) return;
  const asked = run.clock.moved_by_run_seconds;
  const others = run.clock.moves_by_others.seconds;
  const [least, most] = [now.low - first.high - others, now.high - first.low - others];
  const moved = Math.min(Math.max(asked, least), most);
  run.clock.moved_seconds += moved - asked;
  run.clock.moved_by_run_seconds = moved;
  run.clock.unconfirmed_seconds = 0;
  // Small differences must not add up over the moves of a run.
  if (Math.abs(moved - asked) <= TOLERANCE_SECONDS) return;
  throw new Unverifiable(
    `the hook advance_clock moved the clock by ${Math.round(moved)} s in total instead of ${Math.round(asked)} s`,
    'hooks.advance_clock',
  );
}

/**
 * Notices if something other than this run has moved the target's clock ahead, for example another run with the same hook. Without such a hook,
 * or if no new listing or bid shows the time, it notices nothing.
 */
export async function noticeMovedClock(t: RunContext): Promise<void> {
  const { run } = t;
  const first = firstReadingOf(run);
  const unsettled = run.remember('readings of an unsettled clock', () => ({ count: 0 }));
  if (first === undefined || unsettled.count >= UNSETTLED_MAX) return;
  const unexplained = (now: Ahead): number =>
    now.low - first.high - run.clock.moved_by_run_seconds - run.clock.moves_by_others.seconds;
  await withoutCounting(async () => {
    const now = await readTargetClock(t);
    if (now === undefined || unexplained(now) <= MOVED_SECONDS_MIN) return;
    const settled = await readSettledClock(t, now);
    if (settled === undefined) unsettled.count += 1;
    else if (unexplained(settled) > MOVED_SECONDS_MIN) run.clock.noteMoveByOthers(unexplained(settled));
  });
}

/** A target with wrong times never settles, and each attempt takes time. */
const UNSETTLED_MAX = 3;

/**
 * Reads the clock until two consecutive readings agree. A target that processes everything that became due can move its clock in steps.
 * @returns undefined if they never agree
 */
async function readSettledClock(t: RunContext, first: Ahead): Promise<Ahead | undefined> {
  let before: Ahead | undefined = first;
  return poll(
    async () => {
      const now = await readTargetClock(t);
      const is_settled = before !== undefined && now !== undefined && agree(before, now);
      before = now;
      return is_settled ? now : undefined;
    },
    { within_ms: SETTLING_MS, signal: t.signal },
  );
}

/** How long a clock can take to move, in ms. */
const SETTLING_MS = 10_000;

function agree(one: Ahead, two: Ahead): boolean {
  return one.low <= two.high + TOLERANCE_SECONDS && two.low <= one.high + TOLERANCE_SECONDS;
}

function firstReadingOf(run: Run): Ahead | undefined {
  return run.remember<Ahead | undefined>(FIRST_READING, () => undefined);
}

/** Reads the time of a new listing, or of a new bid if there is no seller. @returns undefined if no actor can create or read one */
async function readTargetClock(t: RunContext): Promise<Ahead | undefined> {
  if (t.run.settings.read_only_reason !== undefined) return undefined;
  const made = hasSeller(t) ? await makeListing(t) : t.has('buyer') ? await makeBid(t) : undefined;
  const at_ms = typeof made?.at === 'string' ? parseInstant(made.at) : undefined;
  if (made === undefined || at_ms === undefined) return undefined;
  const { sent_at_ms, duration_ms } = made.reply.exchange;
  return { low: (at_ms - sent_at_ms - duration_ms) / 1_000, high: (at_ms - sent_at_ms) / 1_000 };
}

interface Dated {
  readonly reply: Reply;
  readonly at: unknown;
}

async function makeListing(t: RunContext): Promise<Dated | undefined> {
  const reader = t.has('buyer') ? t.buyer : t.has('reader') ? t.reader : undefined;
  if (reader === undefined) return undefined;
  const lot = await t.arrange.lot();
  return { reply: lot.reply, at: dataIn((await reader.get(encodePath`/inventory/${lot.id}`)).json)['listed_at'] };
}

async function makeBid(t: RunContext): Promise<Dated> {
  const { reply } = await t.arrange.bid(await t.arrange.lotToBidOn());
  return { reply, at: dataIn(reply.json)['created_at'] };
}

/** Describes how far the run has moved the clock, and for a mock, how to reset it. */
export function describeMovedClock(run: Run): readonly string[] {
  const { clock, settings } = run;
  const { moved_by_run_seconds, unconfirmed_seconds } = clock;
  const confirmed = moved_by_run_seconds - unconfirmed_seconds;
  const doubtful =
    unconfirmed_seconds === 0
      ? []
      : [
          `The hook advance_clock failed without saying whether it moved the target's clock: it can be up to ${describeSpan(unconfirmed_seconds)} further ahead.`,
        ];
  return [...describeConfirmedMove(confirmed, settings), ...doubtful];
}

function describeConfirmedMove(seconds: number, settings: Run['settings']): readonly string[] {
  if (seconds === 0) return [];
  const moved = `The run moved the target's clock ahead by ${describeSpan(seconds)}. The API cannot move it back.`;
  if (!settings.is_mock) return [moved];
  const mock = settings.base_url.replace(/\/v1\/?$/, '');
  return [
    `${moved} To restore the initial clock and data, which discards everything created since, run gristmill world reset --mock ${mock}. Next time, run against a separate world: gristmill world create --mock ${mock}.`,
  ];
}

/** Finds out which clock signs deliveries, the target's own or the real time: both are legal (SIG-9). */
export function watchSigningClock(run: Run): { describe: () => readonly string[] } {
  const counts = { real: 0, own: 0 };
  run.receiver.watch(({ arrival }) => {
    const t = signedAtSeconds(arrival);
    if (t === undefined || Math.abs(run.clock.moved_seconds) < MOVED_SECONDS_MIN) return;
    counts[Math.abs(t - arrival.at_ms / 1_000) < MOVED_SECONDS_MIN ? 'real' : 'own'] += 1;
  });
  return {
    describe: () => {
      const { real, own } = counts;
      // The gate moves the clock of a mock, whose signatures use the real time as documented.
      if (real + own === 0 || (run.settings.is_mock && real >= own)) return [];
      const [how, which] = real >= own ? ['the real time', 'the real time'] : ['its own clock', 'that clock'];
      return [
        `While its clock differed from the real time, the target signed deliveries with ${how}, so the run checked signature times against ${which}.`,
      ];
    },
  };
}

/** `2 d 5 h`, to the minute. */
function describeSpan(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  const parts = [
    [Math.floor(minutes / 1_440), 'd'],
    [Math.floor(minutes / 60) % 24, 'h'],
    [minutes % 60, 'min'],
  ] as const;
  return parts.flatMap(([count, unit]) => (count === 0 ? [] : [`${count} ${unit}`])).join(' ');
}
