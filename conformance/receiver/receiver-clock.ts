/** Finds out what time it is for a receiver, from which `t` it accepts (SIG-3). */

/** How far `t` may be off, in seconds: from `earliest` to `latest`, each relative to this machine's clock. Undefined: no bound was found. */
export interface ReceiverClock {
  readonly earliest: number | undefined;
  readonly latest: number | undefined;
  /** By how much the receiver's clock is ahead, in seconds; undefined if the bounds do not tell. */
  readonly ahead_seconds: number | undefined;
}

/** Whether the receiver accepts a delivery whose `t` is off by so many seconds. */
export type AcceptsAt = (offset_seconds: number) => Promise<boolean>;

/** SIG-3 */
const TOLERANCE_SECONDS = 300;
/** A receiver that accepts a `t` this far off has no bound. */
const FAR_SECONDS = 365 * 86_400;
/** Most bounds are nearer than this. */
const NEAR_SECONDS = 7_200;
/** The network can shift a bound by this much. */
const SLACK_SECONDS = 10;
/** A clock that is off by no more than this counts as right. */
export const NEGLIGIBLE_SECONDS = 10;

/**
 * @param accepted an offset at which the receiver accepts a delivery
 * @returns undefined if the bounds are not stable, for example if more than `t` decides
 */
export async function readClock(accepts: AcceptsAt, accepted = 0): Promise<ReceiverClock | undefined> {
  if (accepted === 0 && (await isTolerance(accepts, TOLERANCE_SECONDS)))
    return { earliest: -TOLERANCE_SECONDS, latest: TOLERANCE_SECONDS, ahead_seconds: 0 };
  const [earliest, latest] = await Promise.all([findEdge(accepts, accepted, -1), findEdge(accepts, accepted, 1)]);
  if (earliest !== undefined && latest !== undefined) {
    const is_stable = await isTolerance(async (offset) => accepts(offset + (earliest + latest) / 2), (latest - earliest) / 2);
    return is_stable ? { earliest, latest, ahead_seconds: Math.round((earliest + latest) / 2) } : undefined;
  }
  // One bound is where it should be, so the clock is right and the other bound is missing.
  const known = earliest ?? latest;
  const is_right = known !== undefined && Math.abs(Math.abs(known) - TOLERANCE_SECONDS) <= SLACK_SECONDS;
  return { earliest, latest, ahead_seconds: is_right ? 0 : undefined };
}

/** Whether the receiver accepts just less than this tolerance, and rejects just more, in both directions. */
async function isTolerance(accepts: AcceptsAt, tolerance_seconds: number): Promise<boolean> {
  const [inside, outside] = [tolerance_seconds - SLACK_SECONDS, tolerance_seconds + SLACK_SECONDS];
  const answers = await Promise.all([-inside, inside, -outside, outside].map(accepts));
  return inside > 0 && answers[0] === true && answers[1] === true && answers[2] === false && answers[3] === false;
}

/** Finds the last accepted offset in one direction by bisection; undefined if there is none within a year. */
async function findEdge(accepts: AcceptsAt, accepted: number, sign: 1 | -1): Promise<number | undefined> {
  let inside = accepted;
  let outside = accepted + sign * NEAR_SECONDS;
  if (await accepts(outside)) {
    inside = outside;
    outside = accepted + sign * FAR_SECONDS;
    if (await accepts(outside)) return undefined;
  }
  while (Math.abs(outside - inside) > 2) {
    const middle = Math.round((inside + outside) / 2);
    if (await accepts(middle)) inside = middle;
    else outside = middle;
  }
  return inside;
}

/** Typical offsets of wrong clocks: every 8 minutes for an hour, every half hour for 14 hours (time zones), days, a week, and a year. */
const STEPS = [
  ...Array.from({ length: 8 }, (_, at) => 480 * (at + 1)),
  ...Array.from({ length: 27 }, (_, at) => 1_800 * (at + 2)),
  86_400,
  2 * 86_400,
  7 * 86_400,
  365 * 86_400,
];

const STEPS_AT_ONCE = 5;

/** Looks for the time of a receiver that rejects the present one. @returns undefined if it accepts no time that was tried */
export async function searchClock(accepts: AcceptsAt): Promise<ReceiverClock | undefined> {
  for (let at = 0; at < STEPS.length; at += STEPS_AT_ONCE) {
    const offsets = STEPS.slice(at, at + STEPS_AT_ONCE).flatMap((step) => [-step, step]);
    const answers = await Promise.all(offsets.map(accepts));
    const found = offsets[answers.indexOf(true)];
    if (found !== undefined) return readClock(accepts, found);
  }
  return undefined;
}

/** `about 10 minutes behind` */
export function describeClock(ahead_seconds: number): string {
  const [seconds, direction] = [Math.abs(ahead_seconds), ahead_seconds > 0 ? 'ahead' : 'behind'];
  const [size, unit] = UNITS.find(([one]) => seconds >= 0.9 * one) ?? [1, 'second'];
  const count = Math.round((2 * seconds) / size) / 2;
  return `about ${count} ${unit}${count === 1 ? '' : 's'} ${direction}`;
}

const UNITS = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
] as const;

/** `it accepts a \`t\` up to 600 s in the past and up to 600 s in the future` */
export function describeTolerance({ earliest, latest }: ReceiverClock): string {
  const past = earliest === undefined ? 'any `t` in the past' : `a \`t\` up to ${-earliest} s in the past`;
  const future = latest === undefined ? 'any `t` in the future' : `up to ${latest} s in the future`;
  return `it accepts ${past} and ${future}`;
}
