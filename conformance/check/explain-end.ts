/** The flag that gives a run more time. Checks that did not run in time name it where others name a configuration key (`config_key`). */
export const TIME_FLAG = '--max-minutes';

/** Why a run ended early, and the flag that changes this. @param end the signal that has aborted */
export function explainEnd(end: AbortSignal): readonly [reason: string, config_key?: string] {
  const is_time_up = end.reason instanceof Error && end.reason.name === 'TimeoutError';
  return is_time_up ? ['the time limit of the run was reached', TIME_FLAG] : ['the run was interrupted'];
}
