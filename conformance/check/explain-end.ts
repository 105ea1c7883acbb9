import { timeLimit } from '#client';

/** The flag that gives a run more time. Checks that did not run in time name it where others name a configuration key (`config_key`). */
export const TIME_FLAG = '--max-minutes';

/** A signal that aborts when the run must end early: on `stop`, or when its time is up. */
export function endSignal(stop: AbortSignal, time_limit_ms: number): AbortSignal {
  return timeLimit(time_limit_ms, [stop]);
}

/** Why a run ended early, and the flag that changes this. @param end the aborted signal of {@link endSignal} */
export function explainEnd(end: AbortSignal): readonly [reason: string, config_key?: string] {
  const is_time_up = end.reason instanceof Error && end.reason.name === 'TimeoutError';
  return is_time_up ? ['the time for the run was up', TIME_FLAG] : ['the run was interrupted'];
}
