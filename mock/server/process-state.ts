/** The state of the whole process, for probes and metrics. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { stopwatchMs } from '../ports/clock.ts';
import { waitAtMost } from '../ports/wait-at-most.ts';
import type { Worlds } from './world/worlds.ts';

/** How long a probe waits for the database. */
const PROBE_TIMEOUT_MS = 2_000;
const LAG_PERCENTILE = 99;
const NS_PER_SECOND = 1e9;
/** How long the outcome of a probe is reused, because anyone can send probes. */
const PROBE_KEPT_MS = 500;

/** Why the process accepts no requests. */
export const NOT_READY = {
  draining: 'The mock is stopping and accepts no new requests.',
  database: 'The database does not respond.',
} as const;

export class ProcessState {
  is_draining = false;
  /** The number of errors since the start. */
  database_errors = 0;
  /** Requests that a shared mock has refused, by limit. */
  readonly refused = new Map<string, number>();
  /** The number of running and of waiting requests. Zero on a mock without tenants. */
  queue: { readonly running: number; readonly waiting: number } = { running: 0, waiting: 0 };
  #delay: ReturnType<typeof monitorEventLoopDelay> | undefined;
  #probed: { at_ms: number; outcome: Promise<boolean> } | undefined;

  /** The 99th percentile of the event loop's delay, in seconds. Measured since the first call. */
  lagSeconds(): number {
    if (this.#delay === undefined) {
      this.#delay = monitorEventLoopDelay();
      this.#delay.enable();
    }
    return this.#delay.percentile(LAG_PERCENTILE) / NS_PER_SECOND;
  }

  close(): void {
    this.#delay?.disable();
  }

  countRefused(limit: string): void {
    this.refused.set(limit, (this.refused.get(limit) ?? 0) + 1);
  }

  /** Why the process cannot serve requests now. Migrations are done before it listens. @returns undefined if it can */
  async whyNotReady(worlds: Worlds): Promise<keyof typeof NOT_READY | undefined> {
    if (this.is_draining) return 'draining';
    const now_ms = stopwatchMs();
    if (this.#probed === undefined || now_ms - this.#probed.at_ms > PROBE_KEPT_MS)
      this.#probed = { at_ms: now_ms, outcome: doesDatabaseRespond(worlds) };
    return (await this.#probed.outcome) ? undefined : 'database';
  }
}

async function doesDatabaseRespond(worlds: Worlds): Promise<boolean> {
  const rows = await waitAtMost(PROBE_TIMEOUT_MS, () =>
    worlds.default.store.reader.selectFrom('users').select('id').limit(1).execute(),
  );
  return rows !== undefined;
}
