/** Makes a scenario that shows something as short and plain as it can be within bounds, and plays it again. */
import { elapsedMs } from '#client';
import type { Counterexample, Shown } from './counterexample.ts';
import type { Description } from '../model/description.ts';
import type { Finding } from '../session/finding.ts';

/** What shrinking needs to know of a scenario that was played. */
export interface Shrinkable {
  readonly finding: Finding | undefined;
  readonly played: readonly Description[];
  readonly shown: Shown | undefined;
}

export interface ShrinkLimits {
  /** Scenarios that are played to that end. */
  readonly plays: number;
  readonly time_ms: number;
  /** How often the least of them is played again. */
  readonly replays: number;
}

const LIMITS: ShrinkLimits = { plays: 150, time_ms: 60_000, replays: 3 };

type Play = (descriptions: readonly Description[]) => Promise<Shrinkable>;

/** Shrinks: first whole stretches are left out, then single commands, then parameters become 0. What is kept shows the same. */
export async function shrink(found: Shrinkable, play: Play, limits: Partial<ShrinkLimits> = {}): Promise<Shrinkable> {
  const { plays, time_ms } = { ...LIMITS, ...limits };
  const end = elapsedMs() + time_ms;
  let left = plays;
  let least = found;
  const tryOut = async (candidate: readonly Description[]): Promise<boolean> => {
    if (left <= 0 || elapsedMs() >= end) return false;
    left -= 1;
    const outcome = await play(candidate);
    if (!isSame(outcome, found)) return false;
    least = outcome;
    return true;
  };

  for (let stretch = Math.ceil(found.played.length / 2); stretch >= 1; stretch = stretch === 1 ? 0 : Math.ceil(stretch / 2)) {
    await leaveOut(() => least.played, stretch, tryOut);
  }
  // What was needed before may be needless now.
  await leaveOut(() => least.played, 1, tryOut);
  await simplify(() => least.played, tryOut);
  return least;
}

function isSame({ finding }: Shrinkable, found: Shrinkable): boolean {
  return (
    finding !== undefined &&
    finding.charge.invariant === found.finding?.charge.invariant &&
    finding.charge.clause === found.finding.charge.clause
  );
}

type TryOut = (candidate: readonly Description[]) => Promise<boolean>;

/** From the end on, since what shows it stands there: the last command itself is kept. */
async function leaveOut(current: () => readonly Description[], stretch: number, tryOut: TryOut): Promise<void> {
  for (let at = current().length - 1 - stretch; at > -stretch; at -= stretch) {
    const played = current();
    const from = Math.max(0, at);
    const candidate = [...played.slice(0, from), ...played.slice(at + stretch)];
    if (candidate.length < played.length && candidate.length > 0) await tryOut(candidate);
  }
}

async function simplify(current: () => readonly Description[], tryOut: TryOut): Promise<void> {
  for (let at = 0; at < current().length; at += 1) {
    for (const name of Object.keys(current()[at]?.params ?? {})) {
      const played = current();
      const one = played[at];
      if (one === undefined || one.params[name] === 0) continue;
      await tryOut(played.with(at, { ...one, params: { ...one.params, [name]: 0 } }));
    }
  }
}

/** Plays it again, three times unless said otherwise. What is not played again is taken for deterministic. */
export async function confirm(
  least: Shrinkable,
  play: Play,
  { replays = LIMITS.replays }: Partial<ShrinkLimits> = {},
): Promise<Omit<Counterexample, 'seed' | 'path'>> {
  const { shown } = least;
  if (shown === undefined) throw new Error('a scenario without a finding was shrunk');
  let found = 0;
  for (let n = 0; n < replays; n += 1) if (isSame(await play(least.played), least)) found += 1;
  return {
    ...shown,
    commands: least.played,
    determinism: found === replays ? 'deterministic' : 'flaky',
    replays: { found, of: replays },
  };
}
