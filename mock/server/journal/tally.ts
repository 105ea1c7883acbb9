/** Counters for the metrics. They only grow. */
import type { WorldEvent } from './event-bus.ts';
import type { JournalEntry } from './journal.ts';
import type { Row } from '../../market/records/tables.ts';

/** The inclusive upper bounds of the duration buckets. */
export const DURATION_BOUNDS_SECONDS = [0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5] as const;

/** The requests of one operation. */
interface OperationTally {
  /** Responses by method and status class. Index 5 is 5xx. */
  responses: Map<string, number[]>;
  /** Requests per duration bucket. The last bucket has no upper bound. */
  durations: number[];
  duration_sum_seconds: number;
}

type DeliveryStatus = Row<'deliveries'>['status'];

/** Counts the requests and deliveries of a world. Counting a request takes two lookups and no memory. */
export class Tally {
  readonly #operations = new Map<string, OperationTally>();
  readonly #deliveries = new Map<DeliveryStatus, number>();

  /** By operation id. */
  get operations(): ReadonlyMap<string, OperationTally> {
    return this.#operations;
  }

  /** The number of attempts with this status. */
  deliveries(status: DeliveryStatus): number {
    return this.#deliveries.get(status) ?? 0;
  }

  count(event: WorldEvent): void {
    if (event.kind === 'request') this.#countRequest(event.request);
    else if (event.kind === 'delivery') {
      const { status } = event.delivery;
      this.#deliveries.set(status, this.deliveries(status) + 1);
    }
  }

  #countRequest({ operation_id, method, status, duration_ms }: JournalEntry): void {
    let tally = this.#operations.get(operation_id);
    if (tally === undefined) {
      tally = { responses: new Map(), durations: zeros(DURATION_BOUNDS_SECONDS.length + 1), duration_sum_seconds: 0 };
      this.#operations.set(operation_id, tally);
    }
    let responses = tally.responses.get(method);
    if (responses === undefined) {
      responses = zeros(6);
      tally.responses.set(method, responses);
    }
    bump(responses, Math.floor(status / 100));
    const seconds = duration_ms / 1000;
    const within = DURATION_BOUNDS_SECONDS.findIndex((bound) => seconds <= bound);
    bump(tally.durations, within === -1 ? DURATION_BOUNDS_SECONDS.length : within);
    tally.duration_sum_seconds += seconds;
  }
}

function zeros(length: number): number[] {
  return Array.from({ length }, () => 0);
}

function bump(counts: number[], at: number): void {
  counts[at] = (counts[at] ?? 0) + 1;
}
