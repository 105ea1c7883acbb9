/** Shrinks a failing scenario within limits, and confirms it by replaying it. */
import { elapsedMs } from '#client';
import type { Counterexample, Shown } from './counterexample.ts';
import type { CommandData } from '../model/command-data.ts';
import type { Finding } from '../session/finding.ts';

/** The part of a scenario's result that shrinking needs. */
export interface Shrinkable {
  readonly finding: Finding | undefined;
  /** The commands that were possible, in order. */
  readonly played: readonly CommandData[];
  readonly shown: Shown | undefined;
}

export interface ShrinkLimits {
  readonly plays: number;
  readonly time_ms: number;
  /** How often to replay the shrunk scenario. */
  readonly replays: number;
}

const LIMITS: ShrinkLimits = { plays: 150, time_ms: 60_000, replays: 3 };

type Play = (commands: readonly CommandData[]) => Promise<Shrinkable>;

/**
 * Shrinks a scenario: first removes ranges of commands, then single commands, then sets parameters to 0. Keeps a change
 * only if the same invariant and clause still fail.
 */
export async function shrink(found: Shrinkable, play: Play, limits: Partial<ShrinkLimits> = {}): Promise<Shrinkable> {
  const { plays, time_ms } = { ...LIMITS, ...limits };
  const end = elapsedMs() + time_ms;
  let left = plays;
  let least = found;
  const tryCandidate = async (candidate: readonly CommandData[]): Promise<boolean> => {
    if (left <= 0 || elapsedMs() >= end) return false;
    left -= 1;
    const outcome = await play(candidate);
    if (!isSame(outcome, found)) return false;
    least = outcome;
    return true;
  };

  for (let stretch = Math.ceil(found.played.length / 2); stretch > 1; stretch = Math.ceil(stretch / 2)) {
    await leaveOut(() => least.played, stretch, tryCandidate);
  }
  // Twice, because removing one command can make an earlier one unnecessary.
  await leaveOut(() => least.played, 1, tryCandidate);
  await leaveOut(() => least.played, 1, tryCandidate);
  await simplify(() => least.played, tryCandidate);
  return least;
}

function isSame({ finding }: Shrinkable, found: Shrinkable): boolean {
  return (
    finding !== undefined &&
    finding.ref.invariant === found.finding?.ref.invariant &&
    finding.ref.clause === found.finding.ref.clause
  );
}

type TryCandidate = (candidate: readonly CommandData[]) => Promise<boolean>;

/** Removes from the end backwards and keeps the last command, which usually triggers the finding. */
async function leaveOut(current: () => readonly CommandData[], stretch: number, tryCandidate: TryCandidate): Promise<void> {
  for (let at = current().length - 1 - stretch; at > -stretch; at -= stretch) {
    const played = current();
    const from = Math.max(0, at);
    const candidate = [...played.slice(0, from), ...played.slice(at + stretch)];
    if (candidate.length < played.length && candidate.length > 0) await tryCandidate(candidate);
  }
}

async function simplify(current: () => readonly CommandData[], tryCandidate: TryCandidate): Promise<void> {
  for (let at = 0; at < current().length; at += 1) {
    for (const name of Object.keys(current()[at]?.params ?? {})) {
      const played = current();
      const one = played[at];
      if (one === undefined || one.params[name] === 0) continue;
      await tryCandidate(played.with(at, { ...one, params: { ...one.params, [name]: 0 } }));
    }
  }
}

/** Replays the shrunk scenario, three times by default. With 0 replays, it counts as deterministic. */
export async function confirm(
  least: Shrinkable,
  play: Play,
  { replays = LIMITS.replays }: Partial<ShrinkLimits> = {},
): Promise<Omit<Counterexample, 'seed' | 'path'>> {
  const { shown } = least;
  if (shown === undefined) throw new Error('cannot confirm a scenario without a finding');
  let found = 0;
  for (let n = 0; n < replays; n += 1) if (isSame(await play(least.played), least)) found += 1;
  return {
    ...shown,
    commands: least.played,
    determinism: found === replays ? 'deterministic' : 'flaky',
    replays: { found, of: replays },
  };
}
