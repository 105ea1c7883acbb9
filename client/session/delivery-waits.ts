import { elapsedMs } from '../clock.ts';
import { MissedDeliveries } from '../inbox/missed-deliveries.ts';
import type { Run } from './run.ts';

/** How long to wait for a delivery, in ms. */
export const ARRIVAL_MS = 5_000;
/** How long to wait for the first delivery of a run at an unknown target, in ms. If none arrives, it counts as silent until something arrives. */
const FIRST_ARRIVAL_MS = 10_000;
/** A first attempt that comes later, in ms, means that the target has a queue. */
const QUEUED_MS = 1_500;
const ANYTHING = 'any delivery';

/** How long a run waits for deliveries. This depends on the deliveries that arrived, and on those that did not arrive. */
export class DeliveryWaits {
  readonly missed = new MissedDeliveries();
  readonly #run: Run;

  constructor(run: Run) {
    this.#run = run;
  }

  /** Whether nothing at all was delivered in this run, although checks have waited for it. */
  get is_silent(): boolean {
    return this.#run.receiver.deliveries === 0 && !this.missed.canCome(ANYTHING, 1);
  }

  /** How long one wait for the first delivery of a run lasts, in ms: longer at an unknown target, which can deliver late. */
  get first_ms(): number {
    return this.#run.settings.is_mock ? ARRIVAL_MS : FIRST_ARRIVAL_MS;
  }

  /** How long to wait in total if deliveries of this run were late, in ms; 0 if they were not. */
  get late_ms(): number {
    const { longest_ms } = this.#run.receiver.delay;
    return longest_ms < QUEUED_MS ? 0 : longest_ms + ARRIVAL_MS;
  }

  /** The rest of that time, in ms. @param began monotonic ms */
  leftMs(began: number): number {
    return began + this.late_ms - elapsedMs();
  }

  /** Records the end of a wait, whether a delivery arrived or not. @param began monotonic ms */
  noteEnd(began: number): void {
    if (this.#run.receiver.deliveries === 0 && elapsedMs() - began >= this.first_ms)
      this.missed.noteMiss(ANYTHING, began, elapsedMs());
  }
}
