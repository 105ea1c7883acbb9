/** Whether some order of operations that overlapped explains what each was answered and what is there afterwards. */
import { RETRYABLE } from '#client';
import type { Laws, Operation, State } from './sequential.ts';
import { waysOf } from './sequential.ts';

/** An operation and the status that it was answered with; undefined where no answer came: it may have happened or not. */
export interface Answered {
  readonly operation: Operation;
  readonly status: number | undefined;
}

/** More operations than this are not searched. */
export const OPERATIONS_MAX = 6;

/**
 * Searches every order.
 * @param isEnd whether a state is the one that was read when all had ended
 * @returns an order, by the places of the operations; undefined where none explains it
 */
export function linearize(
  history: readonly Answered[],
  begin: State,
  isEnd: (state: State) => boolean,
  laws: Laws,
): readonly number[] | undefined {
  if (history.length > OPERATIONS_MAX) throw new Error(`a race of ${history.length} operations is too long to be searched`);
  const places = history.map((_, place) => place);
  return search(history, places, begin, isEnd, laws);
}

function search(
  history: readonly Answered[],
  left: readonly number[],
  state: State,
  isEnd: (state: State) => boolean,
  laws: Laws,
): readonly number[] | undefined {
  if (left.length === 0) return isEnd(state) ? [] : undefined;
  for (const place of left) {
    const answered = history[place];
    if (answered === undefined) continue;
    const rest = left.filter((other) => other !== place);
    for (const next of nextOf(answered, state, laws)) {
      const order = search(history, rest, next, isEnd, laws);
      if (order !== undefined) return [place, ...order];
    }
  }
  return undefined;
}

/** The states that an operation may have left behind, as it was answered. */
function nextOf({ operation, status }: Answered, state: State, laws: Laws): readonly State[] {
  const ways = waysOf(state, operation, laws);
  if (status === undefined) return [state, ...ways.map((way) => way.state)];
  const fitting = ways.filter(({ statuses }) => statuses.includes(status)).map((way) => way.state);
  // The loser of a race may be told to come again: then nothing has happened (BID-54).
  return RETRYABLE.includes(status) ? [...fitting, state] : fitting;
}
