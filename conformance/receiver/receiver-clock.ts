/** Finds out what time it is for a receiver, from which `t` it accepts (SIG-3). */
import { elapsedMs, nowMs, wait } from '#client';
import { countOf } from '../reports/text/wording.ts';

/** How far `t` may be off, in seconds: from `earliest` to `latest`, each relative to this machine's clock. Undefined: no bound was found. */
export interface ReceiverClock {
  readonly earliest: number | undefined;
  readonly latest: number | undefined;
  /** By how much the receiver's clock is ahead, in seconds; undefined if the bounds do not show it. */
  readonly ahead_seconds: number | undefined;
}

/** Whether the receiver accepts a delivery whose `t` is off by this many seconds. */
type AcceptsAt = (offset_seconds: number) => Promise<boolean>;

/** SIG-3 */
const TOLERANCE_SECONDS = 300;
/** Beyond this, there is no bound. */
const FAR_SECONDS = 365 * 86_400;
/** Most bounds are nearer than this. */
const NEAR_SECONDS = 7_200;
/** The network can shift a bound by this much. */
const SLACK_SECONDS = 10;
/** An edge is not farther than this from the tolerance. */
const EDGE_SECONDS = 16;
/** A clock that differs from the offset of a time zone by no more than this shows local time. */
const OFF_ZONE_SECONDS = 60;
/** A clock that is off by no more than this counts as right. */
export const NEGLIGIBLE_SECONDS = 10;

/**
 * @param accepted an offset at which the receiver accepts a delivery
 * @returns undefined if the bounds are not stable, for example because `t` alone does not decide
 */
export async function readClock(accepts: AcceptsAt, accepted = 0): Promise<ReceiverClock | undefined> {
  if (accepted === 0 && (await isRight(accepts, TOLERANCE_SECONDS))) return { earliest: -300, latest: 300, ahead_seconds: 0 };
  const [earliest, latest] = await Promise.all([findEdge(accepts, accepted, -1), findEdge(accepts, accepted, 1)]);
  if (earliest !== undefined && latest !== undefined) {
    const is_stable = await isRight(async (offset) => accepts(offset + (earliest + latest) / 2), (latest - earliest) / 2);
    return is_stable ? { earliest, latest, ahead_seconds: Math.round((earliest + latest) / 2) } : undefined;
  }
  // One bound is where it should be, so the clock is right and the other bound is missing.
  const known = earliest ?? latest;
  const is_right = known !== undefined && Math.abs(Math.abs(known) - TOLERANCE_SECONDS) <= SLACK_SECONDS;
  return { earliest, latest, ahead_seconds: is_right ? 0 : undefined };
}

async function isRight(accepts: AcceptsAt, tolerance_seconds: number): Promise<boolean> {
  const [inside, outside] = [tolerance_seconds - SLACK_SECONDS, tolerance_seconds + SLACK_SECONDS];
  const responses = await Promise.all([-inside, inside, -outside, outside].map(accepts));
  return inside > 0 && responses[0] === true && responses[1] === true && responses[2] === false && responses[3] === false;
}

/** Halves the distance between an offset that is accepted and one that is not. */
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

/** The last `t` that a receiver accepts, in seconds from its time, and when that was found out. */
export interface ClockEdge {
  readonly offset_seconds: number;
  readonly at_ms: number;
}

/**
 * @param accepts takes seconds from the receiver's time if its clock is known to be off
 * @returns undefined if the receiver has no bound, or does not respond as expected near it
 */
export async function findClockEdge(
  accepts: AcceptsAt,
  { earliest, latest, ahead_seconds }: ReceiverClock,
): Promise<ClockEdge | undefined> {
  if (ahead_seconds === undefined) return undefined;
  const outward = latest === undefined ? -1 : 1;
  if (latest === undefined && earliest === undefined) return undefined;
  const bound = outward * TOLERANCE_SECONDS;
  let inside = bound - outward * EDGE_SECONDS;
  let outside = bound + outward * EDGE_SECONDS;
  if (!(await accepts(inside)) || (await accepts(outside))) return undefined;
  while (Math.abs(outside - inside) > 1) {
    const middle = Math.round((inside + outside) / 2);
    if (await accepts(middle)) inside = middle;
    else outside = middle;
  }
  return { offset_seconds: inside, at_ms: elapsedMs() };
}

/** Offsets to try: every 8 minutes up to 14 hours, because a tolerance of 300 s covers the gaps; then days, a week, and a wrong year. */
const STEPS = [...Array.from({ length: 106 }, (_, at) => 480 * (at + 1)), ...[1, 2, 7, 365].map((days) => 86_400 * days)];

const STEPS_AT_ONCE = 5;

/** Looks for the time of a receiver that rejects the present one. @returns undefined if it accepts no time that was tried */
export async function searchClock(accepts: AcceptsAt): Promise<ReceiverClock | undefined> {
  for (let at = 0; at < STEPS.length; at += STEPS_AT_ONCE) {
    const offsets = STEPS.slice(at, at + STEPS_AT_ONCE).flatMap((step) => [-step, step]);
    const responses = await Promise.all(offsets.map(accepts));
    const found = offsets[responses.indexOf(true)];
    if (found !== undefined) return readClock(accepts, found);
  }
  return undefined;
}

/** Time zones are quarters of an hour apart, up to 14 hours from UTC. */
export function isZone(ahead_seconds: number): boolean {
  const [seconds, rest] = [Math.abs(ahead_seconds), Math.abs(ahead_seconds) % 900];
  return seconds > 1_700 && seconds < 50_500 && Math.min(rest, 900 - rest) <= OFF_ZONE_SECONDS;
}

/** `about 10 minutes behind` */
export function describeClock(ahead_seconds: number): string {
  const [seconds, direction] = [Math.abs(ahead_seconds), ahead_seconds > 0 ? 'ahead' : 'behind'];
  const [size, unit] = UNITS.find(([one]) => seconds >= 0.9 * one) ?? [1, 'second'];
  const count = Math.round((2 * seconds) / size) / 2;
  return `about ${countOf(count, unit)} ${direction}`;
}

/** Parts of a second, in ms: a tolerance of 300 ms accepts a plain delivery in the first one only. */
export const START_MS = [0, 100] as const;
export const MIDDLE_MS = [330, 650] as const;

/** Waits for a part of a second by the clock of this machine, in ms from its beginning. @throws the reason of `signal` */
export async function waitForPart([from_ms, until_ms]: readonly [number, number], signal: AbortSignal): Promise<void> {
  const at_ms = nowMs() % 1_000;
  if (at_ms < from_ms || at_ms > until_ms) await wait((1_000 + from_ms - at_ms) % 1_000, signal);
}

const UNITS = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
] as const;

/** Describes the tolerance of a receiver whose clock is right, such as `about 600 s`. */
export function describeTolerance({ earliest, latest }: ReceiverClock): string {
  const past = earliest === undefined ? 'any `t` in the past' : `a \`t\` up to ${-earliest} s in the past`;
  const future = latest === undefined ? 'any `t` in the future' : `up to ${latest} s in the future`;
  return `it accepts ${past} and ${future}`;
}
