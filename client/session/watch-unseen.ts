import type { Run } from './run.ts';
import { nameOperation } from '../replies/expect.ts';
import { Reply } from '../replies/reply.ts';

/** The maximum number of operations to name. */
const NAMED_MAX = 3;

/** Counts responses and deliveries that exceed the limits of `read-json.ts`, for the report. */
export function watchUnseen(run: Run): { describe: () => readonly string[] } {
  const counts = new Map<string, { times: number; names: Set<string> }>();
  const note = (what: string | undefined, name: string): void => {
    if (what === undefined) return;
    const known = counts.get(what) ?? { times: 0, names: new Set() };
    known.times += 1;
    if (known.names.size < NAMED_MAX) known.names.add(name);
    counts.set(what, known);
  };
  run.http.watch((exchange) => {
    if (exchange.unseen !== undefined) note(exchange.unseen, nameOperation(new Reply(exchange)));
  });
  run.receiver.watch(({ arrival, actor }) => {
    note(arrival.unseen, `a delivery to ${actor}`);
  });
  return {
    describe: () =>
      [...counts].map(
        ([what, { times, names }]) =>
          `${times} ${times === 1 ? 'response was' : 'responses were'} not checked in full: ${what} (${[...names].join(', ')})`,
      ),
  };
}
