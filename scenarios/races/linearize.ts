/** Linearizability check: whether some order of concurrent operations explains the responses and the final state. */
import { RETRYABLE } from '#client';
import { transitionsOf, type KnownReadings, type Operation, type State } from './sequential.ts';

/** An operation and its response status. Undefined if no response arrived. */
export interface Answered {
  readonly operation: Operation;
  readonly status: number | undefined;
}

/** The operation can have happened or not: a gateway got no response. */
export function isOutcomeUnknown(status: number): boolean {
  return status === 502 || status === 504;
}

/** The maximum number of operations to search. */
const OPERATIONS_MAX = 6;

/**
 * Whether some order of the operations explains their responses and the final state. Tries every order.
 * @param isEnd whether a state is the observed final state
 * @throws Error if there are too many operations
 */
export function isLinearizable(
  history: readonly Answered[],
  begin: State,
  isEnd: (state: State) => boolean,
  readings: KnownReadings,
): boolean {
  if (history.length > OPERATIONS_MAX) throw new Error(`a race of ${history.length} operations is too long to be searched`);
  const search = (left: readonly Answered[], state: State): boolean =>
    left.length === 0
      ? isEnd(state)
      : left.some((answered, at) => nextOf(answered, state, readings).some((next) => search(left.toSpliced(at, 1), next)));
  return search(history, begin);
}

/** The states after an operation that are consistent with its response. */
function nextOf({ operation, status }: Answered, state: State, readings: KnownReadings): readonly State[] {
  const transitions = transitionsOf(state, operation, readings);
  if (status === undefined || isOutcomeUnknown(status)) return [state, ...transitions.map((transition) => transition.state)];
  const fitting = transitions.filter(({ statuses }) => statuses.includes(status)).map((transition) => transition.state);
  // The loser of a race can get a retryable status, which means nothing happened (BID-54).
  return RETRYABLE.includes(status) ? [...fitting, state] : fitting;
}
